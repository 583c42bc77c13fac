#ifndef STRETTO_TESTS_ORACLE_SLOW_SCOPE_H_
#define STRETTO_TESTS_ORACLE_SLOW_SCOPE_H_

// What the names of one schedule mean for one tp: numbers in a std::map, arrays of slots, signals
// and streams by name. Written from models/LANGUAGE.md alone, for the slow expander.
//
//   Scope scope = declare(schedule, options, "");
//   evaluate(expr, scope.numbers);

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/expand.h"
#include "models/syntax.h"

namespace stretto::oracle {

using Env = std::map<std::string, int64_t>;

/// Rounds down: mod is in 0..b-1.
int64_t floor_div(int64_t a, int64_t b);
int64_t floor_mod(int64_t a, int64_t b);

/// Throws std::invalid_argument for an unknown name, a division by zero, or `/` outside a shape.
int64_t evaluate(const syntax::Expr& expr, const Env& env);

/// Something declared with dimensions: a tensor, a view of one, signals or streams. An element of
/// it is an element of the array `base`, whose name and dimensions name it.
struct Array {
  syntax::DeclarationKind kind = syntax::DeclarationKind::kBuffer;
  std::string base;
  std::vector<int> base_dims;
  std::vector<int> dims;
  std::vector<bool> is_ring;
  std::vector<int> elements;  // by row-major index over dims: index in base
  bool is_f32 = false;
  bool is_fresh = false;
};

/// "compute[2]": an element of the base array, no rank named.
std::string element_name(const Array& array, int index);

/// Where indices lead: elements of the base array in row-major order over the many-valued indices.
struct Elements {
  std::vector<int> indices;
  std::vector<int> extents;   // of the many-valued indices
  std::vector<bool> is_ring;  // of the same
  bool is_in_bounds = true;
};
Elements find_elements(const Array& array, const std::vector<syntax::Index>& indices,
                       const Env& env);

struct Scope {
  const syntax::Schedule* schedule = nullptr;
  Env numbers;                           // parameters, their enumerators, tp, dp, all, M, N, K
  std::map<std::string, Array> tensors;  // views included
  std::map<std::string, Array> signals;
  std::map<std::string, Array> streams;
  std::map<std::string, syntax::Expr> communicators;
  std::map<std::string, std::string> binds;  // of a sequence: own name to shared name
  bool assumes_quiet = false;
  bool requires_capturable = false;
  std::vector<std::string> head;  // what Listing::head says about it

  const Array& tensor(const std::string& name) const { return tensors.at(name); }
};

/// Throws std::invalid_argument where `require`, a domain or a shape refuses.
Scope declare(const syntax::Schedule& schedule, const ExpandOptions& options,
              const std::map<std::string, std::string>& binds);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_SLOW_SCOPE_H_
