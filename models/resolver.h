#ifndef STRETTO_MODELS_RESOLVER_H_
#define STRETTO_MODELS_RESOLVER_H_

// The working state of resolve(): scopes, name tables, the Code under construction. Its members are
// defined by subject in resolve_expr.cc, resolve_declarations.cc and resolve_statements.cc.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/resolve.h"

namespace stretto {

class Resolver {
 public:
  Resolver(const ResolveInput& input, Program& program);
  Code run();
  std::vector<ParameterDomain> domains();

 private:
  struct Variable {
    std::string name;
    VariableScope scope = VariableScope::kTop;
    int32_t position = 0;
  };

  // resolve_expr.cc
  ExprId expr(const syntax::Expr& expr);
  ExprId name_expr(const syntax::Expr& expr);
  ExprId constant(int64_t number);
  ExprId add_node(Node node);
  int64_t number_of(ExprId id);  // of an expression of globals alone
  int64_t number_of(const syntax::Expr& expr) { return number_of(this->expr(expr)); }
  CodeRank rank(const std::optional<syntax::RankRef>& ref);
  std::vector<CodeIndex> indices(const std::vector<syntax::Index>& indices, size_t num_dims,
                                 std::string_view what, const syntax::PlaceRef& ref);
  CodeBinder binder(const syntax::Binder& binder);
  CodeValue value(const syntax::ValueExpr& value);
  CodeValue value_ref(const syntax::ValueExpr& value);
  void note_reads(size_t first_node, CodeValue& code);

  // resolve_declarations.cc
  void declare(const syntax::Declaration& declaration);
  void declare_param(const syntax::Declaration& declaration);
  void require(const syntax::Declaration& declaration);
  void declare_tensor(const syntax::Declaration& declaration);
  void declare_signal(const syntax::Declaration& declaration);
  void declare_stream(const syntax::Declaration& declaration);
  void declare_communicator(const syntax::Declaration& declaration);
  std::vector<int32_t> extents(const syntax::Declaration& declaration);
  int64_t shape_number(const syntax::Expr& expr, bool is_ragged);
  bool claim(const syntax::Declaration& declaration);
  /// The object that `name` is bound to, -1 if it is this run's own; records a new shared one.
  int32_t bound_object(const std::string& name, SharedNames::Kind kind, int32_t fresh_object,
                       Location at);
  std::vector<std::pair<std::string, int64_t>> domain(const syntax::Declaration& declaration);
  void lay_out_memory(const syntax::Declaration& declaration, Tensor tensor);

  // resolve_statements.cc
  std::vector<CodeStatement> block(const std::vector<syntax::Statement>& statements);
  CodeStatement statement(const syntax::Statement& statement);
  void compound(const syntax::Statement& statement, CodeStatement& code);
  void operands(const syntax::Statement& statement, CodeStatement& code);
  void clauses(const syntax::Statement& statement, CodeStatement& code);
  void def(const syntax::Statement& statement);
  void call(const syntax::Statement& statement, CodeStatement& code);
  CodePlace memory(const syntax::PlaceRef& ref);
  CodePlace signal(const syntax::PlaceRef& ref, bool may_be_remote);
  CodePlace stream(const syntax::PlaceRef& ref);
  CodeEvent event(const syntax::PlaceRef& ref);
  int32_t communicator(const syntax::Statement& statement);
  int32_t info(const syntax::Statement& statement);
  std::vector<CodeBinder> variables_in_scope() const;
  int32_t new_variable(const std::string& name);

  void error(Location at, std::string message);
  std::string known(const std::vector<std::string>& names) const;

  const ResolveInput& in_;
  Program& program_;
  Code code_;
  std::vector<Diagnostic> errors_;
  std::vector<Variable> scope_;
  std::vector<std::string> global_names_;
  std::map<std::string, int64_t> enumerators_;
  std::map<std::string, int32_t>
      tensors_;  // locals, weights, buffers: name -> Program::tensors, the memory
  std::map<std::string, int32_t>
      values_;  // shards, locals, weights: name -> Program::tensors, as a value
  std::map<std::string, int32_t> views_;    // name -> Code::views
  std::map<std::string, int32_t> signals_;  // name -> Program::signal_arrays
  std::map<std::string, int32_t> streams_;  // name -> Program::stream_arrays
  std::map<std::string, int32_t> communicators_;
  std::map<std::string, int32_t> defs_;
  std::map<std::string, int32_t> events_;
  std::map<std::string, int32_t> threads_;
  std::vector<ParameterDomain> domains_;
  bool is_ragged_ = false;         // the schedule says `ragged`
  bool divide_rounds_up_ = false;  // while a ragged shape is compiled
  bool in_def_ = false;
  int32_t frame_used_ = 0;
  int32_t frame_size_ = 0;
};

}  // namespace stretto

#endif  // STRETTO_MODELS_RESOLVER_H_
