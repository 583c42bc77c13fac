#include <algorithm>

#include "models/printer.h"
#include "models/resolver.h"

namespace stretto {

CodePlace Resolver::memory(const syntax::PlaceRef& ref) {
  CodePlace code{.rank = rank(ref.rank), .at = ref.at};
  size_t num_dims = 0;
  if (auto it = tensors_.find(ref.name); it != tensors_.end()) {
    code.object = it->second;
    num_dims = program_.tensors[static_cast<size_t>(it->second)].dims.size();
  } else if (auto view = views_.find(ref.name); view != views_.end()) {
    code.object = view->second;
    code.is_view = true;
    // A view has one dimension for each many-valued index of its place.
    const CodePlace& place = code_.views[static_cast<size_t>(view->second)].place;
    if (place.indices.empty() && !place.is_view && place.object >= 0) {
      num_dims = program_.tensors[static_cast<size_t>(place.object)].dims.size();
    }
    for (const CodeIndex& index : place.indices)
      num_dims += index.kind != syntax::Index::Kind::kOne;
  } else {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : tensors_) names.push_back(name);
    for (const auto& [name, id] : views_) names.push_back(name);
    std::string what = values_.contains(ref.name)
                           ? "shard '" + ref.name + "' has no memory (values only)"
                           : "unknown buffer '" + ref.name + "'";
    error(ref.at, what + "; " + known(names));
    return code;
  }
  code.indices = indices(ref.indices, num_dims, "buffer", ref);
  return code;
}

CodePlace Resolver::signal(const syntax::PlaceRef& ref, bool may_be_remote) {
  CodePlace code{.rank = rank(ref.rank), .at = ref.at};
  auto it = signals_.find(ref.name);
  if (it == signals_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, id] : signals_) names.push_back(name);
    error(ref.at, "unknown signal '" + ref.name + "'; " + known(names));
    return code;
  }
  if (ref.rank && !may_be_remote) {
    error(ref.at,
          "'@' behind signal '" + ref.name + "': only a bump reaches another rank's signals");
  }
  code.object = it->second;
  size_t num_dims = program_.signal_arrays[static_cast<size_t>(it->second)].dims.size();
  code.indices = indices(ref.indices, num_dims, "signal", ref);
  return code;
}

CodePlace Resolver::stream(const syntax::PlaceRef& ref) {
  CodePlace code{.at = ref.at};
  auto it = streams_.find(ref.name);
  if (it == streams_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, id] : streams_) names.push_back(name);
    error(ref.at, "unknown stream '" + ref.name + "'; " + known(names));
    return code;
  }
  if (ref.rank) error(ref.at, "'@' behind stream '" + ref.name + "': streams are this rank's own");
  code.object = it->second;
  size_t num_dims = program_.stream_arrays[static_cast<size_t>(it->second)].dims.size();
  code.indices = indices(ref.indices, num_dims, "stream", ref);
  return code;
}

CodeEvent Resolver::event(const syntax::PlaceRef& ref) {
  auto [it, is_new] = events_.try_emplace(ref.name, static_cast<int32_t>(code_.events.size()));
  if (is_new) code_.events.push_back(ref.name);
  CodeEvent code{.name = it->second, .at = ref.at};
  if (ref.rank) error(ref.at, "'@' behind event '" + ref.name + "': events are this rank's own");
  if (ref.indices.size() > 3) error(ref.at, "event '" + ref.name + "' has more than 3 indices");
  for (const syntax::Index& index : ref.indices) {
    if (index.kind != syntax::Index::Kind::kOne) {
      error(ref.at, "event '" + ref.name + "' takes single indices, found '" + print(ref) + "'");
      continue;
    }
    code.indices.push_back(expr(index.first));
  }
  return code;
}

int32_t Resolver::communicator(const syntax::Statement& statement) {
  if (statement.communicator.empty() || statement.communicator == "all") return 0;
  bool is_point_to_point = statement.kind == syntax::StatementKind::kSend ||
                           statement.kind == syntax::StatementKind::kRecv;
  if (statement.communicator == "pair") {
    if (!is_point_to_point) error(statement.at, "'over pair' is for send and recv");
    return 1;
  }
  auto it = communicators_.find(statement.communicator);
  if (it != communicators_.end()) return it->second;
  std::vector<std::string> names;
  for (const auto& [name, id] : communicators_) names.push_back(name);
  error(statement.at, "unknown communicator '" + statement.communicator + "'; " + known(names));
  return 0;
}

int32_t Resolver::new_variable(const std::string& name) {
  scope_.push_back({name, in_def_ ? VariableScope::kLocal : VariableScope::kTop, frame_used_});
  frame_size_ = std::max(frame_size_, frame_used_ + 1);
  return frame_used_++;
}

std::vector<CodeBinder> Resolver::variables_in_scope() const {
  std::vector<CodeBinder> variables;
  for (const Variable& variable : scope_) {
    if (in_def_ && variable.scope != VariableScope::kLocal) continue;
    variables.push_back({.variable = variable.position, .scope = variable.scope});
  }
  return variables;
}

int32_t Resolver::info(const syntax::Statement& statement) {
  StatementInfo info{
      .file = in_.file, .at = statement.at, .text = print(statement), .variables = {}};
  for (const Variable& variable : scope_) {
    if (!in_def_ || variable.scope == VariableScope::kLocal)
      info.variables.push_back(variable.name);
  }
  program_.statements.push_back(std::move(info));
  return static_cast<int32_t>(program_.statements.size()) - 1;
}

void Resolver::clauses(const syntax::Statement& statement, CodeStatement& code) {
  for (const syntax::PlaceRef& ref : statement.clauses.on) code.on.push_back(stream(ref));
  for (const syntax::EventUse& use : statement.clauses.after) {
    code.after.push_back(event(use.event));
    if (use.condition) code.after.back().condition = expr(*use.condition);
  }
  if (statement.clauses.as) code.as.push_back(event(*statement.clauses.as));
  if (statement.clauses.sms) {
    code.sms_min = code.sms_max = expr(statement.clauses.sms->min);
    if (statement.clauses.sms->max) code.sms_max = expr(*statement.clauses.sms->max);
  }
}

void Resolver::operands(const syntax::Statement& statement, CodeStatement& code) {
  using enum syntax::StatementKind;
  bool takes_signal = statement.kind == kBarrier || statement.kind == kSet;
  bool takes_stream = statement.kind == kFork || statement.kind == kJoin || statement.kind == kSync;
  if (statement.kind == kRecord) {
    code.as.push_back(event(statement.target));
  } else if (statement.has_target) {
    code.has_target = true;
    code.target = takes_signal ? signal(statement.target, false) : memory(statement.target);
    auto it = takes_signal ? tensors_.end() : tensors_.find(statement.target.name);
    if (it != tensors_.end() &&
        program_.tensors[static_cast<size_t>(it->second)].kind == TensorKind::kWeight) {
      error(statement.target.at,
            "weight '" + statement.target.name + "' is constant; accepted: a buffer");
    }
  }
  for (const syntax::PlaceRef& ref : statement.operands) {
    code.operands.push_back(takes_stream ? stream(ref) : memory(ref));
  }
  for (const syntax::Bump& bump : statement.bumps) {
    code.bumps.push_back({.signal = signal(bump.signal, true),
                          .by = bump.by ? expr(*bump.by) : -1,
                          .is_each = bump.is_each});
  }
  for (const syntax::Condition& wait : statement.waits) {
    code.waits.push_back({.kind = wait.kind,
                          .signal = signal(wait.signal, false),
                          .value = expr(wait.value),
                          .modulus = wait.modulus ? expr(*wait.modulus) : -1});
  }
}

void Resolver::def(const syntax::Statement& statement) {
  if (in_def_)
    return error(statement.at, "def inside def '" + statement.name + "'; accepted: beside it");
  if (defs_.contains(statement.name))
    return error(statement.at, "def '" + statement.name + "' is there already");
  // Registered before its body is compiled: a def may call itself.
  int32_t index = static_cast<int32_t>(code_.defs.size());
  defs_[statement.name] = index;
  code_.defs.push_back(
      {.name = statement.name, .num_params = static_cast<int32_t>(statement.params.size())});
  size_t scope_size = scope_.size();
  int32_t top_used = frame_used_;
  int32_t top_size = frame_size_;
  in_def_ = true;
  frame_used_ = frame_size_ = 0;
  for (const std::string& param : statement.params) new_variable(param);
  std::vector<CodeStatement> body = block(statement.body);
  code_.defs[static_cast<size_t>(index)].body = std::move(body);
  code_.defs[static_cast<size_t>(index)].frame_size = frame_size_;
  in_def_ = false;
  frame_used_ = top_used;
  frame_size_ = top_size;
  scope_.resize(scope_size);
}

void Resolver::call(const syntax::Statement& statement, CodeStatement& code) {
  auto it = defs_.find(statement.name);
  if (it == defs_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, id] : defs_) names.push_back(name);
    return error(statement.at,
                 "unknown op or def '" + statement.name + "'; defs above: " + known(names));
  }
  code.def = it->second;
  int32_t num_params = code_.defs[static_cast<size_t>(code.def)].num_params;
  if (std::ssize(statement.args) != num_params) {
    error(statement.at, "'" + statement.name + "' takes " + std::to_string(num_params) +
                            " arguments, found " + std::to_string(statement.args.size()));
  }
  for (const syntax::Expr& arg : statement.args) code.args.push_back(expr(arg));
}

void Resolver::compound(const syntax::Statement& statement, CodeStatement& code) {
  using enum syntax::StatementKind;
  size_t scope_size = scope_.size();
  int32_t used = frame_used_;
  for (const syntax::Binder& b : statement.binders) code.binders.push_back(binder(b));
  if (statement.kind == kGiven || statement.kind == kEnsure) {
    code.target = memory(statement.target);
    code.value = value(statement.value);
  }
  if (statement.kind == kThread) {
    auto [it, is_new] =
        threads_.try_emplace(statement.name, static_cast<int32_t>(threads_.size()) + 1);
    code.thread = it->second;
  }
  code.body = block(statement.body);
  code.else_body = block(statement.else_body);
  scope_.resize(scope_size);
  frame_used_ = used;
}

CodeStatement Resolver::statement(const syntax::Statement& s) {
  using enum syntax::StatementKind;
  CodeStatement code{
      .kind = s.kind, .at = s.at, .info = info(s), .variables = variables_in_scope()};
  code.accumulate = s.accumulate;
  code.add_bias = s.add_bias;
  code.non_blocking = s.non_blocking;
  code.in_wire = s.reduce_in == syntax::ReduceIn::kWire;
  code.order_tree = s.order == syntax::SumOrder::kTree;
  static constexpr Via kVias[] = {Via::kDefault, Via::kCopyEngine, Via::kSm, Via::kMem};
  code.via = kVias[static_cast<size_t>(s.via.kind)];
  if (s.via.ctas) code.ctas = expr(*s.via.ctas);
  if (s.condition) code.condition = expr(*s.condition);
  if (s.amount) code.amount = expr(*s.amount);
  bool is_value = s.kind == kGiven || s.kind == kEnsure;
  if (!is_value) operands(s, code);
  code.peer = rank(s.peer);
  code.communicator = communicator(s);
  clauses(s, code);
  if (s.kind == kCall) call(s, code);
  if (s.kind == kDef) {
    def(s);
  } else {
    compound(s, code);
  }
  if (s.kind == kLet) {
    code.binders.push_back({.variable = new_variable(s.name), .scope = scope_.back().scope});
  }
  return code;
}

std::vector<CodeStatement> Resolver::block(const std::vector<syntax::Statement>& statements) {
  std::vector<CodeStatement> result;
  size_t scope_size = scope_.size();
  int32_t used = frame_used_;
  std::map<std::string, int32_t> outer_defs = defs_;
  for (const syntax::Statement& s : statements) result.push_back(statement(s));
  defs_ = std::move(outer_defs);
  scope_.resize(scope_size);
  frame_used_ = used;
  return result;
}

}  // namespace stretto
