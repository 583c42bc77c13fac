#include "tests/oracle/explorer_contents.h"

#include <random>

#include "tests/oracle/explorer_events.h"
#include "tests/oracle/program_dump.h"
#include "tests/oracle/value_text.h"

namespace stretto::oracle {

namespace {

using Texts = std::vector<std::string>;

class Run {
 public:
  explicit Run(const Program& program)
      : program_(program),
        system_(events_of(program, Mode::kLeastOrdering)),
        counters_(system_),
        values_(counters_.initial()),
        memory_(static_cast<size_t>(program.slots_per_rank * program.num_ranks()),
                std::string(value_text::kNothing)),
        found_(program.slot_values.size()),
        read_(program.ops.size()) {
    fill_weights();
  }

  Texts run(uint64_t seed) {
    std::mt19937_64 random(seed);
    for (;;) {
      std::vector<size_t> enabled;
      for (size_t e = 0; e < system_.events.size(); ++e) {
        if (!done_[e] && is_enabled(system_.events[e], done_, counters_, values_)) {
          enabled.push_back(e);
        }
      }
      if (enabled.empty()) return found_;
      happen(enabled[random() % enabled.size()]);
    }
  }

 private:
  struct Read {
    Texts src;
    Texts rhs;
    Texts addend;
    Texts old;  // dst before
  };

  const Op& op(int32_t i) const { return program_.ops[static_cast<size_t>(i)]; }
  Read& read(int32_t i) { return read_[static_cast<size_t>(i)]; }

  void fill_weights() {
    for (const Tensor& tensor : program_.tensors) {
      if (tensor.kind != TensorKind::kWeight) continue;
      for (int rank = 0; rank < program_.num_ranks(); ++rank) {
        for (int block = 0; block < tensor.num_blocks; ++block) {
          const Slot slot = program_.slot(Rank{rank}, tensor.first_slot + block);
          memory_[static_cast<size_t>(slot.value)] = value_text::weight(tensor.name, rank, block);
        }
      }
    }
  }

  void happen(size_t e) {
    const Event& event = system_.events[e];
    const size_t index = static_cast<size_t>(event.op);
    const int32_t last = system_.land[index] >= 0 ? system_.land[index] : system_.end[index];
    if (static_cast<int32_t>(e) == system_.start[index]) start(event.op);
    if (static_cast<int32_t>(e) == last) end(event.op);
    counters_.happen(event, values_);
    done_.set(e);
  }

  Texts load(Span span) const {
    Texts texts;
    for (const Slot slot : program_.slots_of(span)) {
      texts.push_back(memory_[static_cast<size_t>(slot.value)]);
    }
    return texts;
  }

  void start(int32_t i) {
    read(i) = {load(op(i).src), load(op(i).rhs), load(op(i).addend), load(op(i).dst)};
    if (op(i).kind != OpKind::kExit) return;
    for (uint32_t k = 0; k < op(i).values.count; ++k) {
      found_[op(i).values.begin + k] = read(i).src[k];
    }
  }

  void end(int32_t i) {
    const std::span<const Slot> places = program_.slots_of(op(i).dst);
    for (size_t k = 0; k < places.size(); ++k) {
      const std::string value = result(i, k);
      const bool is_wire = !program_.tensor_of(places[k]).is_f32;
      memory_[static_cast<size_t>(places[k].value)] = is_wire ? value_text::rounded(value) : value;
    }
  }

  // What the k-th slot of dst gets, before the store rounds it.
  std::string result(int32_t i, size_t k) {
    switch (op(i).kind) {
      case OpKind::kEntry:
        return value_text_of(program_, program_.values_of(op(i).values)[k]);
      case OpKind::kGemm:
      case OpKind::kPart:
        return gemm(i, k);
      case OpKind::kReduce:
        return reduce(i, k);
      case OpKind::kRecv:
        return at(read(op(i).meet).src, k);
      case OpKind::kAllGather:
      case OpKind::kReduceScatter:
      case OpKind::kAllReduce:
        return collective(i, k);
      default:
        return at(read(i).src, k);
    }
  }

  // Partners of different kinds or sizes leave what nobody can know.
  static std::string at(const Texts& texts, size_t k) {
    return k < texts.size() ? texts[k] : "undefined";
  }

  static std::string pick(const Texts& texts, size_t k) {
    return texts.size() == 1 ? texts[0] : at(texts, k);
  }

  std::string gemm(int32_t i, size_t k) {
    std::string value = value_text::product(pick(read(i).src, k), pick(read(i).rhs, k));
    if (op(i).addend.count > 0) value = value_text::add(value, pick(read(i).addend, k));
    if (op(i).add_bias) value = value_text::add(value, value_text::bias());
    if (op(i).accumulate) value = value_text::add(read(i).old[k], value);
    return value;
  }

  std::string reduce(int32_t i, size_t k) {
    Texts operands;
    for (size_t at = k; at < read(i).src.size(); at += op(i).dst.count) {
      operands.push_back(read(i).src[at]);
    }
    return value_text::chain(operands, op(i).in_wire);
  }

  std::string collective(int32_t i, size_t k) {
    const Meeting& meeting = program_.meetings[static_cast<size_t>(op(i).meet)];
    const size_t count = meeting.members.size();
    size_t me = 0;
    while (meeting.members[me] != i) ++me;
    if (op(i).kind == OpKind::kAllGather) {
      const size_t share = op(i).src.count;
      return k / share < count ? at(read(meeting.members[k / share]).src, k % share) : "undefined";
    }
    const bool is_scatter = op(i).kind == OpKind::kReduceScatter;
    Texts operands;
    for (const int32_t member : meeting.members) {
      operands.push_back(at(read(member).src, is_scatter ? me * op(i).dst.count + k : k));
    }
    if (op(i).order_tree) return value_text::tree(operands);
    if (!is_scatter) return value_text::ring(operands);
    Texts in_order;  // me + 1, .., me
    for (size_t step = 1; step <= count; ++step) in_order.push_back(operands[(me + step) % count]);
    return value_text::chain(in_order, true);
  }

  const Program& program_;
  EventSystem system_;
  Counters counters_;
  Counters::Values values_;
  EventSet done_;
  Texts memory_;
  Texts found_;
  std::vector<Read> read_;
};

}  // namespace

std::vector<std::string> exit_contents_of_a_run(const Program& program, uint64_t seed) {
  return Run(program).run(seed);
}

}  // namespace stretto::oracle
