#include "tests/oracle/listing.h"

#include <algorithm>
#include <sstream>

namespace stretto::oracle {

namespace {

// Removing ops: every mention of op i becomes new_index[i], or nothing where that is kGone.
constexpr int kGone = -2;

void renumber(std::vector<int>& mentions, const std::vector<int>& new_index) {
  for (int& op : mentions) {
    if (op >= 0) op = new_index[static_cast<size_t>(op)];
  }
  std::erase(mentions, kGone);
}

void renumber(Listing& listing, const std::vector<int>& new_index) {
  for (PlainOp& op : listing.ops) {
    renumber(op.deps, new_index);
    renumber(op.meeting, new_index);
    if (op.parent >= 0) op.parent = new_index[static_cast<size_t>(op.parent)];
    if (op.match >= 0) op.match = new_index[static_cast<size_t>(op.match)];
  }
}

bool is_one_statement(const PlainOp& a, const PlainOp& b) {
  return a.kind == "after" && b.kind == "after" && a.rank == b.rank && a.call == b.call &&
         a.line == b.line && a.thread == b.thread && a.streams == b.streams;
}

// An `after` without deps orders nothing: who waits for it waits for the op before it on its
// stream.
int op_before_on_stream(const std::vector<PlainOp>& kept, const PlainOp& op) {
  for (size_t i = kept.size(); i-- > 0;) {
    if (kept[i].rank == op.rank && kept[i].parent < 0 && kept[i].streams == op.streams) {
      return static_cast<int>(i);
    }
  }
  return kGone;
}

void merge_afters(Listing& listing) {
  std::vector<PlainOp> kept;
  std::vector<int> new_index;
  for (const PlainOp& op : listing.ops) {
    if (op.kind == "after" && op.deps.empty()) {
      new_index.push_back(op_before_on_stream(kept, op));
    } else if (!kept.empty() && is_one_statement(kept.back(), op)) {
      kept.back().deps.insert(kept.back().deps.end(), op.deps.begin(), op.deps.end());
      new_index.push_back(static_cast<int>(kept.size()) - 1);
    } else {
      new_index.push_back(static_cast<int>(kept.size()));
      kept.push_back(op);
    }
  }
  listing.ops = kept;
  renumber(listing, new_index);
}

void write_once(std::vector<std::string>& place) {
  const bool is_one =
      std::ranges::all_of(place, [&](const auto& slot) { return slot == place[0]; });
  if (is_one && place.size() > 1) place.resize(1);
}

void level(PlainOp& op) {
  for (std::vector<std::string>* place : {&op.src, &op.rhs, &op.addend}) write_once(*place);
  std::ranges::sort(op.deps);
  op.deps.erase(std::ranges::unique(op.deps).begin(), op.deps.end());
  std::erase_if(op.waits, [](const PlainWait& w) { return w.threshold <= 0 && w.modulus == 0; });
  std::ranges::sort(op.streams);
  if (op.parent >= 0) op.streams.clear();
  for (std::vector<PlainValue>* values : {&op.writes, &op.finds, &op.expects}) {
    std::ranges::sort(*values, {}, [](const PlainValue& v) { return v.slot + v.value; });
  }
}

bool is_of_transport(const PlainOp& op) {
  return (!op.waits.empty() && op.waits[0].signal.front() == '~') ||
         (!op.signals.empty() && op.signals[0].signal.front() == '~');
}

void level_transport(std::vector<PlainOp>& ops) {
  for (size_t i = 0; i < ops.size(); ++i) {
    const bool is_its_copy = ops[i].kind == "copy" && i > 0 && is_of_transport(ops[i - 1]);
    if (is_its_copy || is_of_transport(ops[i])) ops[i].ctas = 0;
    if (is_of_transport(ops[i])) ops[i].flags.clear();
  }
}

class Printer {
 public:
  explicit Printer(const Listing& listing) : listing_(listing) { name_ops(); }

  std::string print() {
    for (const std::string& fact : listing_.head) out_ << fact << "\n";
    for (size_t i = 0; i < listing_.ops.size(); ++i) print_op(i, listing_.ops[i]);
    return out_.str();
  }

 private:
  void name_ops() {
    std::map<int, int> count;
    for (const PlainOp& op : listing_.ops) {
      names_.push_back("r" + std::to_string(op.rank) + "#" + std::to_string(count[op.rank]++));
    }
  }

  std::string name(int op) const { return op < 0 ? "none" : names_[static_cast<size_t>(op)]; }

  // "flag[2]@1" as it stands; a transport's "~credit..@1" by its number.
  std::string signal_name(const std::string& signal) {
    if (signal.front() != '~') return signal;
    const size_t number = aux_.emplace(signal, aux_.size()).first->second;
    return "aux" + std::to_string(number) + signal.substr(signal.rfind('@'));
  }

  void print_list(const char* word, const std::vector<std::string>& items) {
    if (items.empty()) return;
    out_ << " " << word;
    for (const std::string& item : items) out_ << " " << item;
  }

  void print_ops(const char* word, const std::vector<int>& ops) {
    if (ops.empty()) return;
    out_ << " " << word;
    for (const int op : ops) out_ << " " << name(op);
  }

  void print_places(const PlainOp& op) {
    if (op.leaves_bounds) {
      out_ << " OUT_OF_BOUNDS";
      return;
    }
    print_list("dst", op.dst);
    print_list("src", op.src);
    print_list("rhs", op.rhs);
    print_list("addend", op.addend);
  }

  void print_signals(const PlainOp& op) {
    for (const PlainSignalUse& use : op.signals) {
      out_ << " signal " << signal_name(use.signal) << " " << use.amount;
    }
    for (const PlainWait& wait : op.waits) {
      out_ << " await " << signal_name(wait.signal) << " >= " << wait.threshold;
      if (wait.modulus > 0) out_ << " mod " << wait.modulus;
    }
  }

  void print_values(const char* word, const std::vector<PlainValue>& values) {
    for (const PlainValue& v : values)
      out_ << "\n    " << word << " " << v.slot << " = " << v.value;
  }

  void print_op(size_t index, const PlainOp& op) {
    out_ << names_[index] << " call " << op.call << " line " << op.line << " " << op.kind;
    if (op.parent >= 0) out_ << " in " << name(op.parent);
    if (op.thread > 0) out_ << " thread " << op.thread;
    print_list("on", op.streams);
    print_places(op);
    for (const std::string& flag : op.flags) out_ << " " << flag;
    print_ops("after", op.deps);
    print_signals(op);
    if (op.peer >= 0) out_ << " peer " << op.peer << " match " << name(op.match);
    if (!op.communicator.empty()) out_ << " over " << op.communicator;
    if (op.has_meeting) print_ops("meets", op.meeting);
    if (op.ctas > 0) out_ << " ctas " << op.ctas;
    if (op.sms_max > 0) out_ << " sms " << op.sms_min << ".." << op.sms_max;
    print_values("writes", op.writes);
    print_values("finds", op.finds);
    print_values("expects", op.expects);
    out_ << "\n";
  }

  const Listing& listing_;
  std::vector<std::string> names_;
  std::map<std::string, size_t> aux_;
  std::ostringstream out_;
};

}  // namespace

std::string canonical_dump(Listing listing) {
  merge_afters(listing);
  level_transport(listing.ops);
  for (PlainOp& op : listing.ops) level(op);
  return Printer(listing).print();
}

std::string first_difference(const std::string& slow, const std::string& fast) {
  std::istringstream a(slow);
  std::istringstream b(fast);
  std::string before;
  for (std::string x, y;;) {
    const bool has_x = static_cast<bool>(std::getline(a, x));
    const bool has_y = static_cast<bool>(std::getline(b, y));
    if (!has_x && !has_y) return "";
    if (has_x != has_y || x != y) {
      return "  both: " + before + "\n  slow: " + (has_x ? x : "(end)") +
             "\n  fast: " + (has_y ? y : "(end)") + "\n";
    }
    before = x;
  }
}

}  // namespace stretto::oracle
