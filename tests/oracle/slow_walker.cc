#include "tests/oracle/slow_walker.h"

#include <stdexcept>

#include "tests/oracle/value_text.h"

namespace stretto::oracle {

using syntax::DeclarationKind;
using syntax::PlaceRef;
using syntax::StatementKind;

// An event recorded on a stream without any op.
static constexpr int kHappened = -2;

static std::string at_rank(const Array& array, int index, int rank) {
  return value_text::place_name(array.base, array.base_dims, index, rank);
}

void SlowWalker::walk_call() {
  Env env = scope_.numbers;
  env["r"] = speaker_.rank - speaker_.first_rank;
  env["w"] = speaker_.rank;
  env["call"] = speaker_.call;
  post_entry();
  walk(scope_.schedule->body, env);
  post_exit();
}

// The caller writes every local and junk into every fresh slot; givens are added as the walk meets
// them.
void SlowWalker::post_entry() {
  Statement nowhere;
  PlainOp op = make_op("entry", nowhere, {});
  for (const auto& [name, array] : scope_.tensors) {
    const bool is_bound = scope_.binds.contains(name);
    const bool is_view = array.base != name && !is_bound;
    for (const int index : array.elements) {
      const std::string slot = at_rank(array, index, speaker_.rank);
      if (array.kind == DeclarationKind::kLocal && !is_view) {
        const std::string value =
            value_text::local(array.base, speaker_.rank, index, speaker_.call);
        (is_bound ? op.finds : op.writes).push_back({slot, value});
      } else if (array.is_fresh && !is_view) {
        op.writes.push_back({slot, value_text::junk(slot)});
      }
    }
  }
  entry_ = post(op, nowhere, {});
}

void SlowWalker::post_exit() {
  Statement nowhere;
  PlainOp op = make_op("exit", nowhere, {});
  op.expects = expects_;
  op.leaves_bounds = expects_leave_bounds_;
  post(op, nowhere, {});
}

void SlowWalker::walk(const std::vector<Statement>& body, Env env) {
  for (const Statement& statement : body) step(statement, env);
}

void SlowWalker::step(const Statement& statement, Env& env) {
  if (statement.kind == StatementKind::kGiven) {
    PlainOp& entry = ops_.at(static_cast<size_t>(entry_));
    const bool is_bound = scope_.binds.contains(statement.target.name);
    auto& values = is_bound ? entry.finds : entry.writes;
    if (!append_values(statement, scope_, env, speaker_, values)) entry.leaves_bounds = true;
  } else if (statement.kind == StatementKind::kEnsure) {
    if (!append_values(statement, scope_, env, speaker_, expects_)) expects_leave_bounds_ = true;
  } else if (!step_control(statement, env) && !step_streams(statement, env)) {
    step_op(statement, env);
  }
}

bool SlowWalker::step_control(const Statement& statement, Env& env) {
  switch (statement.kind) {
    case StatementKind::kFor:
      for (const Env& inner : assignments(statement.binders, env)) walk(statement.body, inner);
      return true;
    case StatementKind::kIf: {
      const bool holds = evaluate(*statement.condition, env) != 0;
      walk(holds ? statement.body : statement.else_body, env);
      return true;
    }
    case StatementKind::kLet:
      env[statement.name] = evaluate(*statement.condition, env);
      return true;
    case StatementKind::kDef:
      defs_[statement.name] = Def{&statement, env};
      return true;
    case StatementKind::kCall:
      call_def(statement, env);
      return true;
    case StatementKind::kThread: {
      const int outside = thread_;
      const int next = static_cast<int>(threads_.size()) + 1;
      thread_ = threads_.emplace(statement.name, next).first->second;
      walk(statement.body, env);
      thread_ = outside;
      return true;
    }
    default:
      return false;
  }
}

void SlowWalker::call_def(const Statement& statement, const Env& env) {
  const Def def = defs_.at(statement.name);
  if (def.statement->params.size() != statement.args.size()) {
    throw std::invalid_argument("wrong number of arguments for " + statement.name);
  }
  Env inner = def.env;
  for (size_t i = 0; i < statement.args.size(); ++i) {
    inner[def.statement->params[i]] = evaluate(statement.args[i], env);
  }
  walk(def.statement->body, inner);
}

bool SlowWalker::step_streams(const Statement& statement, const Env& env) {
  switch (statement.kind) {
    case StatementKind::kRecord: {
      const std::string stream =
          statement.clauses.on.empty() ? "main" : streams(statement.clauses.on[0], env).at(0);
      const auto last = memory_.last_on_stream.find(stream);
      memory_.events[event_key(statement.target, env)] =
          last == memory_.last_on_stream.end() ? kHappened : last->second;
      return true;
    }
    case StatementKind::kFork:
      for (const PlaceRef& reference : statement.operands) {
        for (const std::string& stream : streams(reference, env)) {
          post_waiting(stream, {"main"}, statement);
        }
      }
      return true;
    case StatementKind::kJoin:
      for (const PlaceRef& reference : statement.operands) {
        post_waiting("main", streams(reference, env), statement);
      }
      return true;
    case StatementKind::kSync:
      post_waiting("", streams(statement.operands.at(0), env), statement);
      return true;
    default:
      return false;
  }
}

// An op on `stream` (none: the host) that waits for the last ops of other streams.
void SlowWalker::post_waiting(const std::string& stream,
                              const std::vector<std::string>& for_streams,
                              const Statement& statement) {
  PlainOp op = make_op(stream.empty() ? "sync" : "after", statement, {});
  op.streams.clear();
  if (!stream.empty()) op.streams.push_back(stream);
  for (const std::string& other : for_streams) {
    const auto last = memory_.last_on_stream.find(other);
    if (last != memory_.last_on_stream.end()) op.deps.push_back(last->second);
  }
  post(op, statement, {});
}

int SlowWalker::post(PlainOp op, const Statement& statement, const Env& env) {
  for (const syntax::EventUse& use : statement.clauses.after) {
    if (use.condition && evaluate(*use.condition, env) == 0) continue;
    const auto event = memory_.events.find(event_key(use.event, env));
    const int dep = event == memory_.events.end() ? -1 : event->second;
    if (dep != kHappened) op.deps.push_back(dep);
  }
  const int index = static_cast<int>(ops_.size());
  if (op.parent < 0) {
    for (const std::string& stream : op.streams) memory_.last_on_stream[stream] = index;
  }
  if (statement.clauses.as) memory_.events[event_key(*statement.clauses.as, env)] = index;
  ops_.push_back(op);
  return index;
}

std::string SlowWalker::event_key(const PlaceRef& event, const Env& env) const {
  std::string key = "run " + std::to_string(run_) + " " + event.name;
  for (const syntax::Index& index : event.indices) {
    key += "," + std::to_string(evaluate(index.first, env));
  }
  return key;
}

std::vector<std::string> SlowWalker::streams(const PlaceRef& reference, const Env& env) {
  const Array& array = scope_.streams.at(reference.name);
  const Elements found = find_elements(array, reference.indices, env);
  if (!found.is_in_bounds) throw std::invalid_argument("no such stream of " + reference.name);
  std::vector<std::string> names;
  for (const int index : found.indices) names.push_back(element_name(array, index));
  return names;
}

}  // namespace stretto::oracle
