#ifndef STRETTO_MODELS_CODE_H_
#define STRETTO_MODELS_CODE_H_

// A schedule with its names resolved: what resolve() makes of the syntax tree and lower() runs once
// per rank and call. Expressions are nodes of one flat array; variables are positions in a frame of
// integers.

#include <cstdint>
#include <string>
#include <vector>

#include "models/program.h"
#include "models/syntax.h"

namespace stretto {

/// Index in Code::nodes; -1: absent.
using ExprId = int32_t;

enum class VariableScope : uint8_t {
  kGlobal,  // r, tp, ..: one array for the whole expansion
  kTop,     // variables of the rank's body: the first frame
  kLocal,   // variables of a def: the frame of the running call
};

struct Node {
  syntax::ExprKind kind = syntax::ExprKind::kNumber;
  VariableScope scope = VariableScope::kGlobal;  // kName
  bool is_ragged = false;                        // kDivide: round up
  int32_t a = -1;  // operands; kName: position; kMin, kMax: begin in Code::lists
  int32_t b = -1;  // kMin, kMax: count
  int32_t c = -1;
  int64_t number = 0;
  Location at;
};

/// Positions of the names that are always there.
enum Global : int32_t { kR, kTp, kCall, kW, kDp, kAllSms, kM, kN, kK, kNumGlobals };

struct CodeIndex {
  syntax::Index::Kind kind = syntax::Index::Kind::kOne;
  ExprId first = -1;
  ExprId last = -1;
};

struct CodeRank {
  bool is_given = false;
  bool is_world = false;
  ExprId expr = -1;
};

/// A place among tensors (or views), signal arrays or stream arrays.
struct CodePlace {
  int32_t object = -1;
  bool is_view = false;            // object is an index in Code::views
  std::vector<CodeIndex> indices;  // empty: all of it
  CodeRank rank;
  Location at;
};

struct CodeBinder {
  int32_t variable = -1;  // position in the frame
  VariableScope scope = VariableScope::kTop;
  ExprId first = -1;
  ExprId last = -1;
};

struct CodeValue {
  syntax::ValueKind kind = syntax::ValueKind::kRef;
  int32_t tensor = -1;
  CodeRank rank;
  std::vector<CodeIndex> indices;
  std::vector<CodeBinder> binders;
  std::vector<CodeValue> args;
  std::vector<CodeBinder> reads;  // sums: the variables of outside that it depends on
  bool reads_rank = false;        // sums: it names something of this rank without '@'
  int32_t memo = -1;              // sums: number among the schedule's sums
  Location at;
};

struct CodeEvent {
  int32_t name = -1;
  std::vector<ExprId> indices;
  ExprId condition = -1;
  Location at;
};

struct CodeBump {
  CodePlace signal;
  ExprId by = -1;
  bool is_each = false;
};

struct CodeCondition {
  syntax::Condition::Kind kind = syntax::Condition::Kind::kAtLeast;
  CodePlace signal;
  ExprId value = -1;
  ExprId modulus = -1;
};

struct CodeStatement {
  syntax::StatementKind kind = syntax::StatementKind::kGemm;
  Location at;
  int32_t info = -1;                  // index in Program::statements
  std::vector<CodeBinder> variables;  // what is in scope, for Op::variables (first, last unused)
  bool has_target = false;
  CodePlace target;
  std::vector<CodePlace> operands;
  bool accumulate = false;
  bool add_bias = false;
  bool non_blocking = false;
  bool in_wire = false;
  bool order_tree = false;
  Via via = Via::kDefault;
  ExprId ctas = -1;
  CodeValue value;
  std::vector<CodeBump> bumps;
  CodeRank peer;
  int32_t communicator = 0;  // 0 all, 1 pair, then the declared ones
  std::vector<CodeCondition> waits;
  ExprId amount = -1;
  std::vector<CodePlace> on;
  std::vector<CodeEvent> after;
  std::vector<CodeEvent> as;  // none or one
  ExprId sms_min = -1;
  ExprId sms_max = -1;
  std::vector<CodeBinder> binders;
  ExprId condition = -1;
  int32_t thread = 0;  // kThread
  int32_t def = -1;    // kCall
  std::vector<ExprId> args;
  std::vector<CodeStatement> body;
  std::vector<CodeStatement> else_body;
};

struct CodeDef {
  std::string name;
  int32_t num_params = 0;
  int32_t frame_size = 0;
  std::vector<CodeStatement> body;
};

struct CodeView {
  std::string name;
  CodePlace place;
};

/// One schedule, ready to run. Object indices point into the Program that resolve() laid out.
struct Code {
  std::string file;
  std::vector<Node> nodes;
  std::vector<ExprId> lists;
  std::vector<int64_t> globals;  // kNumGlobals fixed ones, then parameters
  std::vector<CodeView> views;
  std::vector<ExprId> colours;                  // of declared communicators, from index 2 on
  std::vector<bool> colour_is_world;            // the colour mentions w or dp
  std::vector<std::string> communicator_names;  // all, pair, then the declared ones
  std::vector<std::string> events;
  std::vector<CodeDef> defs;
  int32_t top_frame_size = 0;
  int32_t num_sums = 0;
  std::vector<CodeStatement> body;
  std::vector<int32_t> tensors;   // this schedule's, in order of declaration
  std::vector<bool> is_captured;  // parallel: bound in a sequence, so not written by its caller
};

/// Frames of one rank's run.
struct Frames {
  std::vector<int64_t> globals;
  std::vector<int64_t> stack;  // the top frame first
  size_t local_begin = 0;      // where the running def's frame starts

  int64_t& at(VariableScope scope, int32_t position) {
    size_t p = static_cast<size_t>(position);
    if (scope == VariableScope::kGlobal) return globals[p];
    return stack[scope == VariableScope::kTop ? p : local_begin + p];
  }
};

/// Something that cannot be computed (division by zero, a quotient that does not come out even).
struct EvaluationError {
  Location at;
  std::string message;
  int32_t divide_node = -1;  // kDivide that does not divide
  int64_t numerator = 0;
  int64_t denominator = 0;
};

/// Throws EvaluationError.
int64_t evaluate_operation(const Code& code, ExprId expr, Frames& frames);

/// Numbers and names, most of what there is, need no call.
inline int64_t evaluate(const Code& code, ExprId expr, Frames& frames) {
  const Node& node = code.nodes[static_cast<size_t>(expr)];
  if (node.kind == syntax::ExprKind::kNumber) return node.number;
  if (node.kind == syntax::ExprKind::kName) return frames.at(node.scope, node.a);
  return evaluate_operation(code, expr, frames);
}

int64_t floor_div(int64_t a, int64_t b);
int64_t floor_mod(int64_t a, int64_t b);

}  // namespace stretto

#endif  // STRETTO_MODELS_CODE_H_
