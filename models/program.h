#ifndef STRETTO_MODELS_PROGRAM_H_
#define STRETTO_MODELS_PROGRAM_H_

// A schedule expanded for one tp, one set of parameters, one shape and K calls: ranks x streams x
// ops, with slots, events, signals and matches made explicit. The one thing that verify, simulate
// and execute all read.
//
// Ops are stored rank by rank in posting order (per host thread, the order of the text). An op has
// a start and an end. What orders them:
//
//   Guaranteed (races and contents: the least ordering legal implementation)
//     end -> next start on a stream; end of a dep -> start of the op behind its wait;
//     start of a send -> end of its recv; start of every member -> end of every member of a
//     collective; to a wait, the bumps without which its threshold is out of reach; a host `sync`
//     -> the start of every op that its thread posts later; under `assume quiet`: every exit of
//     call k -> every entry of call k+1.
//   Blocking only (hangs: the most blocking legal implementation)
//     start of a recv -> end of its send (no buffering); end -> next start on a communicator, per
//     rank in posting order; end of a part -> start of the next part; start -> next start in
//     posting order of a host thread (one hardware queue, the worst mapping).
//
// Op by op:
//   launches   posted on `stream`, parent == -1. A group is posted on `stream` and `more_streams`
//   at once. group      children kSend, kRecv; unordered among each other; the group ends when all
//   have. kernel     children in sequence: each starts when the one before has ended. gated gemm
//   children kPart: each starts behind the launch's start and its own waits, in any order. waits
//   hold back the start of a part and the end of a kWait; no other op has any. signals    bumps and
//   sets happen at the op's end (a part's, a copy's: with its data visible).
//              `each`: a copy by n CTAs adds 1 as each CTA has finished its own share.
//   nb         a non-blocking copy ends at once; its data land (and its bump happens) some time
//   before the
//              end of the next flush on its stream, or never in particular.
//   entry/exit the caller on main: entry writes locals, givens and junk; exit reads what is
//   ensured.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/source.h"
#include "models/syntax.h"
#include "models/types.h"
#include "models/value.h"

namespace stretto {

/// A run of entries in one of the Program's pools.
struct Span {
  uint32_t begin = 0;
  uint32_t count = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

enum class OpKind : uint8_t {
  kEntry,  // dst, values: what the caller writes; src, further values: what a sequence finds there
  kExit,   // src, values: what the caller reads and what it should be
  kGemm,   // dst (=|+=) src * rhs [+ addend | + bias]
  kGatedGemm,      // children kPart
  kPart,           // a kGemm inside a kGatedGemm, with waits and bumps
  kCopy,           // dst = src
  kReduce,         // dst = fold or chain of src; src lists operand by operand, dst.count slots each
  kSend,           // src, peer
  kRecv,           // dst, peer
  kGroup,          // children kSend, kRecv
  kAllGather,      // dst holds members * src.count slots, member by member
  kReduceScatter,  // src holds members * dst.count slots, member by member
  kAllReduce,      // dst.count == src.count
  kBarrier,        // signals: the pad, if it has one
  kBump,
  kSet,
  kWait,
  kKernel,  // children in sequence
  kFlush,
  kAfter,  // nothing but deps (after, fork, join)
  kSync,   // the host waits for deps; on no stream
};

enum class Via : uint8_t { kDefault, kCopyEngine, kSm, kMem };

// Two cache lines: programs of millions of ops are passed over a dozen times.
struct Op {
  OpKind kind = OpKind::kAfter;
  Via via = Via::kDefault;
  bool accumulate : 1 = false;    // gemm +=
  bool add_bias : 1 = false;      // gemm .. + bias
  bool non_blocking : 1 = false;  // copy .. nb
  bool bump_each : 1 = false;     // copy: its bumps are per CTA (amount 1 each)
  bool in_wire : 1 = false;       // reduce in wire (chain); otherwise in f32, rounded once (fold)
  bool order_tree : 1 = false;    // collectives; otherwise ring
  int16_t ctas = 0;               // via sm(n): n
  int16_t sms_min = 0;            // SMs asked for; 0: the kind's default
  int16_t sms_max = 0;
  int16_t stream = -1;       // index in Program::streams; of the launch for children; -1: kSync
  int16_t thread = 0;        // host thread of its rank
  int16_t run = 0;           // which run of a sequence it belongs to
  Rank rank;                 // whose program it is in (world rank)
  Rank peer;                 // send, recv
  int32_t parent = -1;       // op
  int32_t num_children = 0;  // they follow directly
  int32_t meet = -1;  // send, recv: the matching op; collectives, barriers: in meetings; -1: none
  int32_t communicator = -1;  // in Program::communicators: send, recv, collectives, padless barrier
  Span dst;                   // Program::slots
  Span src;
  Span signals;  // Program::signal_uses: bumps, sets, pads
  Span deps;     // Program::numbers: ops (events); an unrecorded event is listed as -1
  Span rhs;
  Span addend;
  Span waits;              // Program::signal_waits
  Span values;             // Program::slot_values: entry and exit
  Span more_streams;       // Program::numbers: further streams of a group
  Span variables;          // Program::numbers: values of statements[statement].variables
  int32_t statement = -1;  // index in Program::statements
  int32_t call = 0;
};
static_assert(sizeof(Op) <= 128);

/// A bump, set or pad: by how much, or to what.
struct SignalUse {
  Signal signal;
  int32_t amount = 0;
};

/// The counter must have reached `threshold` (kPhase: and not have left it; then value mod modulus
/// is the phase asked for). Thresholds of `+= n` and phases are resolved at expansion.
struct SignalWait {
  Signal signal;
  int32_t threshold = 0;
  int32_t modulus = 0;  // > 0: a phase wait
};

enum class TensorKind : uint8_t { kShard, kLocal, kWeight, kBuffer };

/// A declared shard, local, weight or buffer. All but shards have memory: slots in row-major order.
struct Tensor {
  TensorKind kind = TensorKind::kBuffer;
  std::string name;
  std::vector<int32_t> dims;  // extents; empty: one block
  std::vector<bool> is_ring;  // by dimension
  int32_t chunk_dim = -1;     // the dimension declared exactly `tp`; -1: none
  int32_t num_blocks = 1;     // product of dims
  int32_t first_slot = -1;    // within a rank's memory, weights included; -1: none (shards)
  int32_t bound_slot = -1;    // a local bound in a sequence: the memory that its name means
  int64_t rows = 0;           // shape of one slot or block
  int64_t cols = 0;
  bool is_f32 = false;
  bool is_fresh = false;
  int32_t run = 0;  // of a sequence, that declares it
};

struct SignalArray {
  std::string name;
  std::vector<int32_t> dims;
  std::vector<bool> is_ring;
  int32_t num_signals = 1;
  int32_t first_signal = 0;  // within a rank
};

/// A declared `stream name[dims]`; its elements are consecutive in Program::streams.
struct StreamArray {
  std::string name;
  std::vector<int32_t> dims;
  std::vector<bool> is_ring;
  int32_t num_streams = 1;
  int32_t first_stream = 0;
};

struct Stream {
  std::string name;  // "main", "compute[2]"
  syntax::Priority priority = syntax::Priority::kNormal;
};

struct Communicator {
  std::string name;
  std::vector<Rank> members;  // ascending
};

/// The k-th call of every member of a communicator (or of a pad). `members` holds ops by member, -1
/// where a member never comes.
struct Meeting {
  int32_t communicator = -1;
  std::vector<int32_t> members;
  bool is_complete() const;
};

/// Where ops come from: one entry a statement of the text.
struct StatementInfo {
  std::string file;
  Location at;
  std::string text;                    // the statement's head line, canonical
  std::vector<std::string> variables;  // names in scope, values in Op::variables
};

/// An index that left a plain dimension, a peer outside the world, an event never recorded: found
/// while expanding, reported by verify.
struct Misuse {
  enum class Kind : uint8_t { kBounds, kMatching };
  Kind kind = Kind::kBounds;
  int32_t op = -1;  // the op it was found in
  std::string message;
};

struct ContractUse {
  syntax::ContractKind kind = syntax::ContractKind::kAllGather;
  bool is_permuted = false;
  int32_t run = 0;  // index of the run of a sequence; 0 for a schedule
};

struct Shape {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Program {
  std::string name;
  TpSize tp;
  int32_t dp = 1;
  int32_t num_calls = 1;
  Shape shape;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, value as written
  std::vector<ContractUse> contracts;
  bool assumes_quiet = false;
  bool requires_capturable = false;

  std::vector<Tensor> tensors;
  std::vector<SignalArray> signal_arrays;
  std::vector<StreamArray> stream_arrays;  // 0 is main
  std::vector<Stream> streams;             // of every rank; 0 is main
  std::vector<Communicator> communicators;
  int32_t slots_per_rank = 0;
  int32_t signals_per_rank = 0;

  std::vector<Op> ops;              // rank by rank, in posting order, children behind their parent
  std::vector<int32_t> rank_begin;  // ops of world rank w: rank_begin[w] .. rank_begin[w + 1] - 1
  std::vector<Meeting> meetings;
  std::vector<StatementInfo> statements;
  std::vector<Misuse> misuses;

  std::vector<Slot> slots;               // pool
  std::vector<ValueId> slot_values;      // pool
  std::vector<SignalUse> signal_uses;    // pool
  std::vector<SignalWait> signal_waits;  // pool
  std::vector<int32_t> numbers;          // pool
  ValueTable values;

  int32_t num_ranks() const { return tp.value * dp; }
  Slot slot(Rank rank, int32_t local) const { return Slot{rank.value * slots_per_rank + local}; }
  Rank rank_of(Slot slot) const { return Rank{slot.value / slots_per_rank}; }
  Signal signal(Rank rank, int32_t local) const { return Signal{local * num_ranks() + rank.value}; }
  Rank rank_of(Signal signal) const { return Rank{signal.value % num_ranks()}; }
  const Tensor& tensor_of(Slot slot) const;

  std::span<const Slot> slots_of(Span span) const {
    return {slots.data() + span.begin, span.count};
  }
  std::span<const int32_t> numbers_of(Span span) const {
    return {numbers.data() + span.begin, span.count};
  }
  std::span<const ValueId> values_of(Span span) const {
    return {slot_values.data() + span.begin, span.count};
  }
  std::span<const SignalUse> signals_of(const Op& op) const {
    return {signal_uses.data() + op.signals.begin, op.signals.count};
  }
  std::span<const SignalWait> waits_of(const Op& op) const {
    return {signal_waits.data() + op.waits.begin, op.waits.count};
  }
};

bool is_collective(OpKind kind);  // all_gather, reduce_scatter, all_reduce, barrier
bool is_launch(const Op& op);     // posted on a stream: no parent, not kSync

/// "x[2]" (of the rank that is named beside it), "x[2]@1"
std::string slot_name(const Program& program, Slot slot);
std::string slot_name_at(const Program& program, Slot slot);
std::string signal_name_at(const Program& program, Signal signal);
/// "rank 1: ring.sched:14: gemm d[r - i] = x[r - i] * W (i=2)"
std::string op_name(const Program& program, int32_t op);
std::string to_string(OpKind kind);
std::string value_name(const Program& program, ValueId value);

}  // namespace stretto

#endif  // STRETTO_MODELS_PROGRAM_H_
