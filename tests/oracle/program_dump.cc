#include "tests/oracle/program_dump.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "tests/oracle/value_text.h"

namespace stretto::oracle {

std::string slot_text(const Program& program, Slot slot) {
  const int rank = slot.value / program.slots_per_rank;
  const int within = slot.value % program.slots_per_rank;
  for (const Tensor& tensor : program.tensors) {
    const bool has_memory = tensor.kind != TensorKind::kShard;
    const int index = within - tensor.first_slot;
    if (has_memory && 0 <= index && index < tensor.num_blocks) {
      return value_text::place_name(tensor.name, tensor.dims, index, rank);
    }
  }
  throw std::invalid_argument("slot " + std::to_string(slot.value) + " belongs to no tensor");
}

std::string signal_text(const Program& program, Signal signal) {
  const int rank = signal.value % program.num_ranks();
  const int within = signal.value / program.num_ranks();
  for (const SignalArray& array : program.signal_arrays) {
    const int index = within - array.first_signal;
    if (0 <= index && index < array.num_signals) {
      return value_text::place_name(array.name, array.dims, index, rank);
    }
  }
  throw std::invalid_argument("signal " + std::to_string(signal.value) + " belongs to no array");
}

namespace {

const char* const kKindNames[] = {
    "entry", "exit", "gemm",  "gated_gemm", "part",           "copy",       "reduce",
    "send",  "recv", "group", "all_gather", "reduce_scatter", "all_reduce", "barrier",
    "bump",  "set",  "wait",  "kernel",     "flush",          "after",      "sync"};

std::vector<std::string> slot_texts(const Program& program, Span span) {
  std::vector<std::string> texts;
  for (const Slot slot : program.slots_of(span)) texts.push_back(slot_text(program, slot));
  return texts;
}

// A pad barrier says its pad and not its communicator.
std::string communicator_text(const Program& program, const Op& op) {
  const bool is_pad = op.kind == OpKind::kBarrier && op.signals.count > 0;
  if (op.communicator < 0 || is_pad) return "";
  const Communicator& communicator = program.communicators.at(static_cast<size_t>(op.communicator));
  std::string text = communicator.name + " {";
  for (size_t i = 0; i < communicator.members.size(); ++i) {
    text += (i > 0 ? " " : "") + std::to_string(communicator.members[i].value);
  }
  return text + "}";
}

std::set<std::string> flags_of(const Op& op) {
  std::set<std::string> flags;
  if (op.via == Via::kCopyEngine) flags.insert("via ce");
  if (op.via == Via::kSm) flags.insert("via sm");
  if (op.via == Via::kMem) flags.insert("via mem");
  if (op.accumulate) flags.insert("accumulate");
  if (op.add_bias) flags.insert("bias");
  if (op.non_blocking) flags.insert("nb");
  if (op.bump_each) flags.insert("each");
  if (op.in_wire) flags.insert("wire");
  if (op.order_tree) flags.insert("tree");
  return flags;
}

std::vector<PlainValue> value_texts(const Program& program, Span slots, Span values, size_t from) {
  std::vector<PlainValue> texts;
  const std::span<const Slot> places = program.slots_of(slots);
  const std::span<const ValueId> ids = program.values_of(values);
  for (size_t i = 0; i < places.size(); ++i) {
    const std::string value = value_text_of(program, ids[from + i], Reading::kAsAsked);
    texts.push_back({slot_text(program, places[i]), value});
  }
  return texts;
}

void add_places(const Program& program, const Op& op, PlainOp& plain) {
  if (op.kind == OpKind::kEntry) {
    plain.writes = value_texts(program, op.dst, op.values, 0);
    plain.finds = value_texts(program, op.src, op.values, op.dst.count);
    return;
  }
  if (op.kind == OpKind::kExit) {
    plain.expects = value_texts(program, op.src, op.values, 0);
    return;
  }
  plain.dst = slot_texts(program, op.dst);
  plain.src = slot_texts(program, op.src);
  plain.rhs = slot_texts(program, op.rhs);
  plain.addend = slot_texts(program, op.addend);
}

void add_streams(const Program& program, const Op& op, PlainOp& plain) {
  if (op.stream < 0) return;
  plain.streams = {program.streams.at(static_cast<size_t>(op.stream)).name};
  for (const int32_t more : program.numbers_of(op.more_streams)) {
    plain.streams.push_back(program.streams.at(static_cast<size_t>(more)).name);
  }
}

void add_order(const Program& program, const Op& op, PlainOp& plain) {
  for (const int32_t dep : program.numbers_of(op.deps)) plain.deps.push_back(dep);
  for (const SignalUse& use : program.signals_of(op)) {
    plain.signals.push_back({signal_text(program, use.signal), use.amount});
  }
  for (const SignalWait& wait : program.waits_of(op)) {
    plain.waits.push_back({signal_text(program, wait.signal), wait.threshold, wait.modulus});
  }
  const bool is_pair = op.kind == OpKind::kSend || op.kind == OpKind::kRecv;
  if (is_pair) {
    plain.peer = op.peer.value;
    plain.match = op.meet;
  } else if (op.meet >= 0) {
    plain.has_meeting = true;
    plain.meeting = program.meetings.at(static_cast<size_t>(op.meet)).members;
  }
}

PlainOp plain_op(const Program& program, const Op& op) {
  PlainOp plain;
  plain.kind = kKindNames[static_cast<size_t>(op.kind)];
  plain.rank = op.rank.value;
  plain.call = op.call;
  plain.thread = op.thread;
  const bool is_caller = op.kind == OpKind::kEntry || op.kind == OpKind::kExit;
  if (op.statement >= 0 && !is_caller) {
    plain.line = program.statements.at(static_cast<size_t>(op.statement)).at.line;
  }
  plain.parent = op.parent;
  plain.flags = flags_of(op);
  plain.communicator = communicator_text(program, op);
  plain.ctas = op.ctas;
  plain.sms_min = op.sms_min;
  plain.sms_max = op.sms_max;
  add_places(program, op, plain);
  add_streams(program, op, plain);
  add_order(program, op, plain);
  return plain;
}

std::string tensor_fact(const Tensor& tensor) {
  static const char* const kNames[] = {"shard", "local", "weight", "buffer"};
  std::string fact = std::string(kNames[static_cast<size_t>(tensor.kind)]) + " " + tensor.name;
  for (size_t d = 0; d < tensor.dims.size(); ++d) {
    const bool is_chunk = static_cast<int>(d) == tensor.chunk_dim;
    fact += std::string(" [") + (tensor.is_ring[d] ? "ring " : "") +
            std::to_string(tensor.dims[d]) + (is_chunk ? " chunk]" : "]");
  }
  fact += " : " + std::to_string(tensor.rows) + " x " + std::to_string(tensor.cols);
  return fact + (tensor.is_f32 ? " f32" : "") + (tensor.is_fresh ? " fresh" : "");
}

std::vector<std::string> declaration_facts(const Program& program, size_t num_declared_signals) {
  std::vector<std::string> facts;
  for (const Tensor& tensor : program.tensors) facts.push_back(tensor_fact(tensor));
  for (size_t i = 0; i < std::min(num_declared_signals, program.signal_arrays.size()); ++i) {
    const SignalArray& array = program.signal_arrays[i];
    std::string fact = "signal " + array.name;
    for (const int extent : array.dims) fact += " [" + std::to_string(extent) + "]";
    facts.push_back(fact);
  }
  for (const Stream& stream : program.streams) {
    const bool is_high = stream.priority == syntax::Priority::kHigh;
    const bool is_low = stream.priority == syntax::Priority::kLow;
    facts.push_back("stream " + stream.name + (is_high ? " high" : is_low ? " low" : ""));
  }
  std::ranges::sort(facts);
  facts.erase(std::ranges::unique(facts).begin(), facts.end());
  return facts;
}

std::string contract_fact(const ContractUse& use) {
  static const char* const kNames[] = {"all_gather",      "reduce_scatter",      "all_reduce",
                                       "all_gather_gemm", "gemm_reduce_scatter", "gemm_all_reduce"};
  return std::string("computes ") + kNames[static_cast<size_t>(use.kind)] +
         (use.is_permuted ? " permuted" : "") + " run " + std::to_string(use.run);
}

}  // namespace

// "~arrived[3]@1": canonical_dump() gives a transport's signals numbers.
static void mark_transport_signals(const Program& program, size_t num_declared, Listing& listing) {
  const auto mark = [&](std::string& shown, Signal signal) {
    const int within = signal.value / program.num_ranks();
    const bool is_declared = num_declared >= program.signal_arrays.size() ||
                             within < program.signal_arrays[num_declared].first_signal;
    if (!is_declared) shown = "~" + shown;
  };
  for (size_t i = 0; i < program.ops.size(); ++i) {
    const std::span<const SignalUse> uses = program.signals_of(program.ops[i]);
    const std::span<const SignalWait> waits = program.waits_of(program.ops[i]);
    PlainOp& plain = listing.ops[i];
    for (size_t k = 0; k < uses.size(); ++k) mark(plain.signals[k].signal, uses[k].signal);
    for (size_t k = 0; k < waits.size(); ++k) mark(plain.waits[k].signal, waits[k].signal);
  }
}

Listing listing_of(const Program& program) {
  return listing_of(program, program.signal_arrays.size());
}

Listing listing_of(const Program& program, size_t num_declared_signals) {
  Listing listing;
  listing.head = {"tp " + std::to_string(program.tp.value) + " dp " + std::to_string(program.dp) +
                  " calls " + std::to_string(program.num_calls)};
  for (const ContractUse& use : program.contracts) listing.head.push_back(contract_fact(use));
  if (program.assumes_quiet) listing.head.push_back("assumes quiet");
  if (program.requires_capturable) listing.head.push_back("requires capturable");
  const std::vector<std::string> facts = declaration_facts(program, num_declared_signals);
  listing.head.insert(listing.head.end(), facts.begin(), facts.end());
  for (const Op& op : program.ops) listing.ops.push_back(plain_op(program, op));
  mark_transport_signals(program, num_declared_signals, listing);
  for (const Misuse& misuse : program.misuses) {
    if (misuse.op >= 0 && misuse.kind == Misuse::Kind::kBounds) {
      listing.ops.at(static_cast<size_t>(misuse.op)).leaves_bounds = true;
    }
  }
  return listing;
}

static std::string leaf_text(const Program& program, const Term& term) {
  using enum TermKind;
  if (term.kind == kNothing) return std::string(value_text::kNothing);
  if (term.kind == kJunk) return value_text::junk(slot_text(program, Slot{term.name}));
  if (term.kind == kBias) return value_text::bias();
  const std::string& name = program.tensors.at(static_cast<size_t>(term.name)).name;
  if (term.kind == kShard) return value_text::shard(name, term.index, term.extra);
  if (term.kind == kLocal) return value_text::local(name, term.rank, term.index, term.extra);
  return value_text::weight(name, term.rank, term.index);
}

static std::string unrounded_text(const Program& program, const Term& term, Reading reading) {
  using enum TermKind;
  const auto text = [&](ValueId value) { return value_text_of(program, value, reading); };
  if (term.kind == kProduct) return value_text::product(text(term.index), text(term.extra));
  if (term.kind == kAdd) return value_text::add(text(term.index), text(term.extra));
  const bool is_list = term.kind == kSum || term.kind == kRingSum || term.kind == kTreeSum;
  if (!is_list) return leaf_text(program, term);
  std::vector<std::string> operands;
  for (const ValueId operand : program.values.operands(term)) operands.push_back(text(operand));
  if (term.kind == kSum) return value_text::sum(operands);
  return term.kind == kRingSum ? value_text::ring(operands) : value_text::tree(operands);
}

std::string value_text_of(const Program& program, ValueId value, Reading reading) {
  const Term& term = program.values.term(value);
  const std::string text = unrounded_text(program, term, reading);
  if (!term.is_rounded) return text;
  return reading == Reading::kExact ? value_text::rounded(text)
                                    : value_text::rounded_as_asked(text);
}

}  // namespace stretto::oracle
