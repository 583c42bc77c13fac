// The declarations of a schedule, one after the other (slow_scope.h).

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tests/oracle/slow_scope.h"
#include "tests/oracle/value_text.h"

namespace stretto::oracle {

using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::Expr;
using syntax::ExprKind;

// `/` must divide, or rounds up where that is allowed.
static int64_t evaluate_shape(const Expr& expr, const Env& env, bool is_ragged) {
  const auto arg = [&](size_t i) { return evaluate_shape(expr.args.at(i), env, is_ragged); };
  if (expr.kind == ExprKind::kMultiply) return arg(0) * arg(1);
  if (expr.kind != ExprKind::kDivide) return evaluate(expr, env);
  const int64_t a = arg(0);
  const int64_t b = arg(1);
  if (floor_mod(a, b) == 0) return a / b;
  if (!is_ragged) throw std::invalid_argument("a shape does not divide");
  return floor_div(a, b) + 1;
}

// Enumerators are numbers of their own, the same for the same name.
static int64_t enumerator(const std::string& name) {
  int64_t number = 1'000'000'007;
  for (const char letter : name)
    number = floor_mod(number * 131 + letter, 2'000'000'011) + 1'000'000;
  return number;
}

static std::vector<int64_t> domain(const Declaration& param, Env& env) {
  std::vector<int64_t> values;
  for (const Expr& item : param.domain_set) {
    const bool is_new = item.kind == ExprKind::kName && !env.contains(item.name);
    if (is_new) env[item.name] = enumerator(item.name);
    values.push_back(evaluate(item, env));
  }
  if (param.domain_from) {
    const int64_t last = evaluate(*param.domain_to, env);
    for (int64_t v = evaluate(*param.domain_from, env); v <= last; ++v) values.push_back(v);
  }
  return values;
}

static void declare_param(const Declaration& param, const ExpandOptions& options, Scope& scope) {
  const std::vector<int64_t> allowed = domain(param, scope.numbers);
  int64_t value = 0;
  const auto is_it = [&](const auto& entry) { return entry.first == param.name; };
  const auto set = std::ranges::find_if(options.set, is_it);
  if (set == options.set.end()) {
    value = evaluate(*param.value, scope.numbers);
  } else if (scope.numbers.contains(set->second)) {
    value = scope.numbers.at(set->second);
  } else {
    value = std::stoll(set->second);
  }
  if (std::ranges::find(allowed, value) == allowed.end()) {
    throw std::invalid_argument("param " + param.name + " is outside its domain");
  }
  scope.numbers[param.name] = value;
}

static Array declare_array(const Declaration& declaration, const Scope& scope) {
  Array array;
  array.kind = declaration.kind;
  const auto bound = scope.binds.find(declaration.name);
  array.base = bound == scope.binds.end() ? declaration.name : bound->second;
  int count = 1;
  for (const syntax::Dimension& dim : declaration.dims) {
    array.dims.push_back(static_cast<int>(evaluate(dim.extent, scope.numbers)));
    array.is_ring.push_back(dim.is_ring);
    count *= array.dims.back();
  }
  array.base_dims = array.dims;
  array.elements.resize(static_cast<size_t>(count));
  std::iota(array.elements.begin(), array.elements.end(), 0);
  array.is_f32 = declaration.is_f32;
  array.is_fresh = declaration.is_fresh;
  return array;
}

static Array declare_view(const Declaration& view, const Scope& scope) {
  Array array = scope.tensor(view.place.name);
  const Elements elements = find_elements(array, view.place.indices, scope.numbers);
  if (!elements.is_in_bounds) throw std::invalid_argument("view " + view.name + " leaves bounds");
  array.dims = elements.extents;
  array.is_ring = elements.is_ring;
  array.elements = elements.indices;
  return array;
}

static std::string kind_name(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::kShard:
      return "shard";
    case DeclarationKind::kLocal:
      return "local";
    case DeclarationKind::kWeight:
      return "weight";
    default:
      return "buffer";
  }
}

static std::string tensor_fact(const Declaration& declaration, const Array& array, Scope& scope,
                               bool all_ragged) {
  const bool is_ragged = all_ragged || declaration.is_ragged;
  std::string fact = kind_name(declaration.kind) + " " + array.base;
  for (size_t d = 0; d < array.dims.size(); ++d) {
    const Expr& extent = declaration.dims[d].extent;
    const bool is_chunk = extent.kind == ExprKind::kName && extent.name == "tp";
    fact += std::string(" [") + (array.is_ring[d] ? "ring " : "") + std::to_string(array.dims[d]) +
            (is_chunk ? " chunk]" : "]");
  }
  fact += " : " + std::to_string(evaluate_shape(*declaration.rows, scope.numbers, is_ragged));
  fact += " x " + std::to_string(evaluate_shape(*declaration.cols, scope.numbers, is_ragged));
  return fact + (array.is_f32 ? " f32" : "") + (array.is_fresh ? " fresh" : "");
}

std::string element_name(const Array& array, int index) {
  const std::string name = value_text::place_name(array.base, array.base_dims, index, 0);
  return name.substr(0, name.rfind('@'));
}

static std::string array_fact(const std::string& word, const Array& array) {
  std::string fact = word + " " + array.base;
  for (const int extent : array.dims) fact += " [" + std::to_string(extent) + "]";
  return fact;
}

static void add_stream_facts(const Declaration& declaration, Scope& scope) {
  const Array& array = scope.streams.at(declaration.name);
  const syntax::Priority priority = declaration.priority;
  const char* words = priority == syntax::Priority::kHigh  ? " high"
                      : priority == syntax::Priority::kLow ? " low"
                                                           : "";
  for (const int index : array.elements) {
    scope.head.push_back("stream " + element_name(array, index) + words);
  }
}

static void declare_one(const Declaration& declaration, const ExpandOptions& options,
                        bool all_ragged, Scope& scope) {
  const std::string& name = declaration.name;
  switch (declaration.kind) {
    case DeclarationKind::kParam:
      return declare_param(declaration, options, scope);
    case DeclarationKind::kRequire:
      if (evaluate(*declaration.value, scope.numbers) != 0) return;
      throw std::invalid_argument("refused by require");
    case DeclarationKind::kRequireCapturable:
      scope.requires_capturable = true;
      return;
    case DeclarationKind::kAssumeQuiet:
      scope.assumes_quiet = true;
      return;
    case DeclarationKind::kRagged:
      return;
    case DeclarationKind::kView:
      scope.tensors[name] = declare_view(declaration, scope);
      return;
    case DeclarationKind::kSignal:
      scope.signals[name] = declare_array(declaration, scope);
      scope.head.push_back(array_fact("signal", scope.signals[name]));
      return;
    case DeclarationKind::kStream:
      scope.streams[name] = declare_array(declaration, scope);
      add_stream_facts(declaration, scope);
      return;
    case DeclarationKind::kCommunicator:
      scope.communicators[name] = *declaration.value;
      return;
    default:
      scope.tensors[name] = declare_array(declaration, scope);
      scope.head.push_back(tensor_fact(declaration, scope.tensors[name], scope, all_ragged));
  }
}

Scope declare(const syntax::Schedule& schedule, const ExpandOptions& options,
              const std::map<std::string, std::string>& binds) {
  Scope scope;
  scope.schedule = &schedule;
  scope.binds = binds;
  const Shape shape = options.shape.value_or(Shape{});
  scope.numbers = {{"tp", options.tp.value}, {"dp", options.dp}, {"all", options.num_sms},
                   {"M", shape.m},           {"N", shape.n},     {"K", shape.k}};
  scope.streams["main"] = Array{DeclarationKind::kStream, "main", {}, {}, {}, {0}, false, false};
  const bool all_ragged = std::ranges::any_of(
      schedule.declarations, [](const auto& d) { return d.kind == DeclarationKind::kRagged; });
  for (const Declaration& declaration : schedule.declarations) {
    declare_one(declaration, options, all_ragged, scope);
  }
  return scope;
}

}  // namespace stretto::oracle
