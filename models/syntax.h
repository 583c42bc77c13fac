#ifndef STRETTO_MODELS_SYNTAX_H_
#define STRETTO_MODELS_SYNTAX_H_

// The syntax tree of a schedule text, exactly as written: names are not resolved, nothing is
// computed. models/LANGUAGE.md has the grammar; parse() makes this tree, print() writes it back,
// expand() reads it.
//
// Every node knows where it stands. Comparison ignores places, so that print-then-parse can be
// compared with the original tree.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/source.h"

namespace stretto::syntax {

/// A Location that is equal to every other one.
struct Mark : Location {
  friend bool operator==(const Mark&, const Mark&) { return true; }
};

enum class ExprKind : uint8_t {
  kNumber,
  kName,      // r tp call w dp all, M N K, a parameter, an enumerator, a loop variable
  kAdd,       // a + b
  kSubtract,  // a - b
  kMultiply,  // a * b
  kDivide,    // a / b, shapes only: must divide, or rounds up under `ragged`
  kDiv,       // a div b, rounds down
  kMod,       // a mod b, in 0..b-1
  kNegate,    // -a
  kMin,       // min(a, b, ..)
  kMax,
  kEqual,  // comparisons give 0 or 1
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,
  kOr,
  kNot,
  kSelect,  // a ? b : c
};

struct Expr {
  ExprKind kind = ExprKind::kNumber;
  int64_t number = 0;      // kNumber
  std::string name;        // kName
  std::vector<Expr> args;  // operands in order
  Mark at;
  friend bool operator==(const Expr&, const Expr&) = default;
};

/// One position between the brackets of a place: `i`, `a..b` or `*`.
struct Index {
  enum class Kind : uint8_t { kOne, kRange, kAll };
  Kind kind = Kind::kOne;
  Expr first;  // kOne, kRange
  Expr last;   // kRange
  friend bool operator==(const Index&, const Index&) = default;
};

/// `p` (reduced mod tp) or `world(p)` (a world rank, not reduced).
struct RankRef {
  bool is_world = false;
  Expr expr;
  friend bool operator==(const RankRef&, const RankRef&) = default;
};

/// `name[i, a..b, *]@p`: slots, signals, streams (no @) or events (plain indices, no @).
struct PlaceRef {
  std::string name;
  std::vector<Index> indices;
  std::optional<RankRef> rank;
  Mark at;
  friend bool operator==(const PlaceRef&, const PlaceRef&) = default;
};

/// `name in first..last`
struct Binder {
  std::string name;
  Expr first;
  Expr last;
  Mark at;
  friend bool operator==(const Binder&, const Binder&) = default;
};

enum class ValueKind : uint8_t {
  kRef,       // A(c, s), X@q(c), W@q(j), W
  kBias,      // bias
  kMultiply,  // V * W
  kAdd,       // V + V
  kSum,       // sum(q in a..b: V), any order
  kChain,     // chain(q in a..b: V) or chain(V, V, ..), rounded at each step
  kFold,      // fold(..), in f32 and rounded once
};

struct ValueExpr {
  ValueKind kind = ValueKind::kRef;
  PlaceRef ref;                 // kRef; the indices between parentheses
  std::vector<Binder> binders;  // kSum, kChain, kFold; empty for an explicit list
  std::vector<ValueExpr> args;  // operands; the body of a comprehension is args[0]
  Mark at;
  friend bool operator==(const ValueExpr&, const ValueExpr&) = default;
};

/// `e[i]` or `e[i] if E` behind `after`.
struct EventUse {
  PlaceRef event;
  std::optional<Expr> condition;
  friend bool operator==(const EventUse&, const EventUse&) = default;
};

/// `sms(n)` (all together) or `sms(a..b)` (elastic).
struct SmBudget {
  Expr min;
  std::optional<Expr> max;
  friend bool operator==(const SmBudget&, const SmBudget&) = default;
};

struct Clauses {
  std::vector<PlaceRef> on;
  std::vector<EventUse> after;
  std::optional<PlaceRef> as;
  std::optional<SmBudget> sms;
  friend bool operator==(const Clauses&, const Clauses&) = default;
};

/// `via ce`, `via sm(n)`, `via mem`.
struct Via {
  enum class Kind : uint8_t { kDefault, kCopyEngine, kSm, kMem };
  Kind kind = Kind::kDefault;
  std::optional<Expr> ctas;  // kSm
  friend bool operator==(const Via&, const Via&) = default;
};

/// `bump s [by n | each]`, as a clause of a copy or a part or as a statement.
struct Bump {
  PlaceRef signal;
  std::optional<Expr> by;
  bool is_each = false;
  friend bool operator==(const Bump&, const Bump&) = default;
};

/// `s >= n`, `s += n` or `s mod m == n`.
struct Condition {
  enum class Kind : uint8_t { kAtLeast, kMore, kPhase };
  Kind kind = Kind::kAtLeast;
  PlaceRef signal;
  Expr value;
  std::optional<Expr> modulus;  // kPhase
  friend bool operator==(const Condition&, const Condition&) = default;
};

enum class StatementKind : uint8_t {
  kGiven,          // given TARGET = VALUE [for BINDERS]
  kEnsure,         // ensure TARGET = VALUE [for BINDERS]
  kGemm,           // gemm TARGET (= | +=) operands[0] * operands[1] [+ operands[2] | + bias]
  kGatedGemm,      // gemm CLAUSES: body of kPart (also for, if, let, calls)
  kPart,           // part TARGET = operands[0] * operands[1] [+ ..] [when WAITS] [BUMPS]
  kCopy,           // copy TARGET = operands[0] VIA [BUMPS] [nb]
  kReduce,         // reduce TARGET = operands.. in f32 | wire
  kSend,           // send operands[0] -> PEER [over COMMUNICATOR]
  kRecv,           // recv TARGET <- PEER [over COMMUNICATOR]
  kGroup,          // group CLAUSES: body of kSend, kRecv (also for, if, let, calls)
  kAllGather,      // all_gather TARGET = operands[0] [over c] [order ring | tree]
  kReduceScatter,  // reduce_scatter ..
  kAllReduce,      // all_reduce ..
  kBarrier,        // barrier [TARGET as pad] [over c]
  kBump,           // bumps[0]
  kSet,            // set TARGET = amount
  kWait,           // waits[0] [via mem | sm(1)]
  kKernel,         // kernel CLAUSES: body of copy, reduce, bump, wait, barrier (also for, if, ..)
  kFlush,          // flush CLAUSES
  kRecord,         // record TARGET CLAUSES
  kAfter,          // clauses.after .. on s
  kFork,           // fork operands.. (streams)
  kJoin,           // join operands.. (streams)
  kSync,           // sync operands[0] (a stream)
  kFor,            // for BINDERS: body
  kIf,             // if condition: body [else: else_body]
  kLet,            // let name = condition
  kDef,            // def name(params): body
  kThread,         // thread name: body
  kCall,           // name(args)
};

enum class ReduceIn : uint8_t { kF32, kWire };
enum class SumOrder : uint8_t { kRing, kTree };

/// One statement; which members are in use is said beside its kind.
struct Statement {
  StatementKind kind = StatementKind::kGemm;
  Mark at;
  PlaceRef target;
  bool has_target = false;  // kBarrier without a pad has none
  std::vector<PlaceRef> operands;
  bool accumulate = false;  // gemm +=
  bool add_bias = false;    // gemm .. + bias
  ValueExpr value;
  Via via;
  std::vector<Bump> bumps;
  bool non_blocking = false;  // copy .. nb
  ReduceIn reduce_in = ReduceIn::kF32;
  std::optional<RankRef> peer;
  std::string communicator;  // empty: all
  std::optional<SumOrder> order;
  std::vector<Condition> waits;
  std::optional<Expr> amount;
  Clauses clauses;
  std::vector<Binder> binders;
  std::optional<Expr> condition;
  std::string name;
  std::vector<std::string> params;
  std::vector<Expr> args;
  std::vector<Statement> body;
  std::vector<Statement> else_body;
  friend bool operator==(const Statement&, const Statement&) = default;
};

/// `[ring] n` in a declaration.
struct Dimension {
  bool is_ring = false;
  Expr extent;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

enum class DeclarationKind : uint8_t {
  kParam,              // param name = value in DOMAIN
  kRequire,            // require value
  kRequireCapturable,  // require capturable
  kAssumeQuiet,        // assume quiet
  kRagged,             // ragged: every shape of this schedule may round up
  kShard,              // shard name[dims] : [rows, cols] [ragged]
  kLocal,
  kWeight,
  kBuffer,        // .. [f32] [fresh] [ragged]
  kView,          // view name = place
  kSignal,        // signal name[dims]
  kStream,        // stream name[dims] [high | low]
  kCommunicator,  // communicator name by value
};

enum class Priority : uint8_t { kNormal, kHigh, kLow };

struct Declaration {
  DeclarationKind kind = DeclarationKind::kParam;
  Mark at;
  std::string name;
  std::optional<Expr> value;        // param default, require condition, communicator colour
  std::optional<Expr> domain_from;  // param in from..to
  std::optional<Expr> domain_to;
  std::vector<Expr> domain_set;  // param in {..}: numbers or new names (enumerators)
  std::vector<Dimension> dims;
  std::optional<Expr> rows;
  std::optional<Expr> cols;
  bool is_f32 = false;
  bool is_fresh = false;
  bool is_ragged = false;
  PlaceRef place;  // view
  Priority priority = Priority::kNormal;
  friend bool operator==(const Declaration&, const Declaration&) = default;
};

enum class ContractKind : uint8_t {
  kAllGather,
  kReduceScatter,
  kAllReduce,
  kAllGatherGemm,
  kGemmReduceScatter,
  kGemmAllReduce,
};

struct Contract {
  ContractKind kind = ContractKind::kAllGather;
  bool is_permuted = false;
  Mark at;
  friend bool operator==(const Contract&, const Contract&) = default;
};

struct Schedule {
  std::string name;
  Mark at;
  std::vector<std::string> comment;  // the comment lines above `schedule` and the one behind it
  std::vector<Contract> computes;
  std::vector<Declaration> declarations;
  std::vector<Statement> body;
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// `run a [bind x = u, ..]`
struct Run {
  std::string schedule;
  std::vector<std::pair<std::string, std::string>> binds;  // name in the schedule, shared name
  Mark at;
  friend bool operator==(const Run&, const Run&) = default;
};

struct Sequence {
  std::string name;
  Mark at;
  std::vector<std::string> comment;
  std::vector<Run> runs;
  friend bool operator==(const Sequence&, const Sequence&) = default;
};

/// A whole text. The last schedule or sequence is the one that a file stands for; the others can be
/// run by its sequences.
struct File {
  std::string path;
  std::vector<Schedule> schedules;
  std::vector<Sequence> sequences;
  friend bool operator==(const File& a, const File& b) {
    return a.schedules == b.schedules && a.sequences == b.sequences;
  }
};

}  // namespace stretto::syntax

#endif  // STRETTO_MODELS_SYNTAX_H_
