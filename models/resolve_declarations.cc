#include <algorithm>
#include <numeric>

#include "models/printer.h"
#include "models/resolver.h"

namespace stretto {

// Enumerators are numbers no text would write, so that `p == slot_r` never holds for a plain
// number.
static constexpr int64_t kFirstEnumerator = 1'000'000'007;
static constexpr int64_t kDomainMax = 1'000'000;
static constexpr int64_t kBlocksMax = 1 << 24;  // slots, signals or streams of one declaration

bool Resolver::claim(const syntax::Declaration& d) {
  bool is_known = tensors_.contains(d.name) || values_.contains(d.name) ||
                  views_.contains(d.name) || signals_.contains(d.name) ||
                  streams_.contains(d.name) || communicators_.contains(d.name) ||
                  enumerators_.contains(d.name) || std::ranges::count(global_names_, d.name) > 0;
  if (is_known) error(d.at, "'" + d.name + "' is declared twice; accepted: a new name");
  return !is_known;
}

std::vector<std::pair<std::string, int64_t>> Resolver::domain(const syntax::Declaration& d) {
  std::vector<std::pair<std::string, int64_t>> values;
  if (d.domain_from) {
    int64_t first = number_of(*d.domain_from);
    int64_t last = number_of(*d.domain_to);
    if (last - first >= kDomainMax) {
      error(d.at, "the domain of '" + d.name + "' has more than " + std::to_string(kDomainMax) +
                      " values; accepted: fewer");
      last = first + kDomainMax - 1;
    }
    for (int64_t v = first; v <= last; ++v) values.emplace_back(std::to_string(v), v);
    return values;
  }
  for (const syntax::Expr& element : d.domain_set) {
    if (element.kind == syntax::ExprKind::kName &&
        std::ranges::count(global_names_, element.name) == 0) {
      auto [it, is_new] =
          enumerators_.try_emplace(element.name, kFirstEnumerator + std::ssize(enumerators_));
      values.emplace_back(element.name, it->second);
    } else {
      int64_t v = number_of(element);
      values.emplace_back(std::to_string(v), v);
    }
  }
  return values;
}

void Resolver::declare_param(const syntax::Declaration& d) {
  if (!claim(d)) return;
  auto values = domain(d);
  ParameterDomain out{.name = d.name};
  for (const auto& [text, number] : values) out.values.push_back(text);
  int64_t value = number_of(*d.value);
  auto by_number = std::ranges::find(values, value, &std::pair<std::string, int64_t>::second);
  out.default_value = by_number == values.end() ? std::to_string(value) : by_number->first;
  std::string text = out.default_value;
  for (const auto& [name, wanted] : in_.options->set) {
    if (name == d.name) text = wanted;
  }
  auto chosen = std::ranges::find(values, text, &std::pair<std::string, int64_t>::first);
  if (chosen == values.end()) {
    std::string accepted;
    for (size_t i = 0; i < values.size(); ++i) {
      bool is_shown = i < 20 || i + 1 == values.size();
      if (is_shown) accepted += (i ? ", " : "") + values[i].first;
      if (i == 20 && !is_shown) accepted += ", ..";
    }
    throw RefusedError(in_.file, d.at,
                       d.name + " = " + text + " is outside its domain; accepted: " + accepted);
  }
  global_names_.push_back(d.name);
  code_.globals.push_back(chosen->second);
  program_.parameters.emplace_back(d.name, text);
  domains_.push_back(std::move(out));
}

void Resolver::require(const syntax::Declaration& d) {
  if (number_of(*d.value) != 0) return;
  std::string values = "tp = " + std::to_string(in_.options->tp.value);
  for (const auto& [name, value] : program_.parameters) values += ", " + name + " = " + value;
  throw RefusedError(in_.file, d.at,
                     "refused by `require " + print(*d.value) + "` (" + values + ")");
}

std::vector<int32_t> Resolver::extents(const syntax::Declaration& d) {
  std::vector<int32_t> dims;
  int64_t product = 1;
  for (const syntax::Dimension& dim : d.dims) {
    int64_t extent = number_of(dim.extent);
    product = extent < 0 || extent > kBlocksMax ? kBlocksMax + 1 : product * extent;
    if (product > kBlocksMax) {
      error(dim.extent.at, "extent " + std::to_string(extent) + " of '" + d.name +
                               "'; accepted: 0.." + std::to_string(kBlocksMax) +
                               " elements in all");
      return {};
    }
    dims.push_back(static_cast<int32_t>(extent));
  }
  return dims;
}

static int shape_symbols(const syntax::Expr& expr) {
  int symbols = expr.name == "M" ? 1 : expr.name == "N" ? 2 : expr.name == "K" ? 4 : 0;
  for (const syntax::Expr& arg : expr.args) symbols |= shape_symbols(arg);
  return symbols;
}

int64_t Resolver::shape_number(const syntax::Expr& expr, bool is_ragged) {
  divide_rounds_up_ = is_ragged;
  ExprId id = this->expr(expr);
  divide_rounds_up_ = false;
  try {
    int64_t number = number_of(id);
    if (number > 0 && number < (int64_t{1} << 31)) return number;
    error(expr.at, "a shape of " + std::to_string(number) + "; accepted: 1..2^31-1");
  } catch (const EvaluationError& e) {
    int symbols = shape_symbols(expr);
    if (!in_.shape_is_free || e.divide_node < 0 || symbols == 0) {
      std::string shape = std::to_string(in_.shape.m) + "x" + std::to_string(in_.shape.n) + "x" +
                          std::to_string(in_.shape.k);
      error(e.at, print(expr) + " with MxNxK = " + shape + ": " + e.message);
      return 1;
    }
    throw ShapeTooSmall{symbols, e.denominator / std::gcd(e.numerator, e.denominator)};
  }
  return 1;
}

int32_t Resolver::bound_object(const std::string& name, SharedNames::Kind kind,
                               int32_t fresh_object, Location at) {
  for (const auto& [own, shared] : in_.binds) {
    if (own != name) continue;
    auto [it, is_new] =
        in_.shared->entries.try_emplace(shared, SharedNames::Entry{kind, fresh_object});
    if (is_new) return -1;
    if (it->second.kind == kind) return it->second.object;
    error(at,
          "'" + name + "' is bound to '" + shared + "', which is something else in an earlier run");
  }
  return -1;
}

void Resolver::lay_out_memory(const syntax::Declaration& d, Tensor tensor) {
  int32_t fresh = static_cast<int32_t>(program_.tensors.size());
  int32_t bound = tensor.kind == TensorKind::kShard
                      ? -1
                      : bound_object(d.name, SharedNames::Kind::kTensor, fresh, d.at);
  bool has_value = tensor.kind != TensorKind::kBuffer;
  if (bound >= 0) {
    const Tensor& other = program_.tensors[static_cast<size_t>(bound)];
    if (other.num_blocks != tensor.num_blocks || other.rows != tensor.rows ||
        other.cols != tensor.cols) {
      error(d.at, "'" + d.name + "' is bound to '" + other.name + "' of another size");
    }
    tensors_[d.name] = bound;
    if (!has_value) {
      code_.tensors.push_back(bound);
      code_.is_captured.push_back(true);
      return;
    }
    tensor.bound_slot = other.first_slot;
  } else if (tensor.kind != TensorKind::kShard) {
    tensor.first_slot = program_.slots_per_rank;
    program_.slots_per_rank += tensor.num_blocks;
    tensors_[d.name] = fresh;
  }
  if (has_value) values_[d.name] = fresh;
  tensor.name = in_.prefix + d.name;
  program_.tensors.push_back(std::move(tensor));
  code_.tensors.push_back(fresh);
  code_.is_captured.push_back(bound >= 0);
}

void Resolver::declare_tensor(const syntax::Declaration& d) {
  if (!claim(d)) return;
  using enum syntax::DeclarationKind;
  Tensor tensor;
  tensor.kind = d.kind == kShard    ? TensorKind::kShard
                : d.kind == kLocal  ? TensorKind::kLocal
                : d.kind == kWeight ? TensorKind::kWeight
                                    : TensorKind::kBuffer;
  tensor.dims = extents(d);
  for (size_t i = 0; i < tensor.dims.size(); ++i) {
    tensor.num_blocks *= tensor.dims[i];
    tensor.is_ring.push_back(d.dims[i].is_ring);
    if (tensor.chunk_dim < 0 && d.dims[i].extent.name == "tp")
      tensor.chunk_dim = static_cast<int32_t>(i);
  }
  tensor.rows = shape_number(*d.rows, d.is_ragged || is_ragged_);
  tensor.cols = shape_number(*d.cols, d.is_ragged || is_ragged_);
  tensor.is_f32 = d.is_f32;
  tensor.is_fresh = d.is_fresh;
  tensor.run = in_.run;
  lay_out_memory(d, std::move(tensor));
}

void Resolver::declare_signal(const syntax::Declaration& d) {
  if (!claim(d)) return;
  int32_t fresh = static_cast<int32_t>(program_.signal_arrays.size());
  int32_t bound = bound_object(d.name, SharedNames::Kind::kSignals, fresh, d.at);
  signals_[d.name] = bound >= 0 ? bound : fresh;
  if (bound >= 0) return;
  SignalArray array{.name = in_.prefix + d.name, .dims = extents(d), .is_ring = {}};
  for (size_t i = 0; i < array.dims.size(); ++i) {
    array.num_signals *= array.dims[i];
    array.is_ring.push_back(d.dims[i].is_ring);
  }
  array.first_signal = program_.signals_per_rank;
  program_.signals_per_rank += array.num_signals;
  program_.signal_arrays.push_back(std::move(array));
}

void Resolver::declare_stream(const syntax::Declaration& d) {
  if (!claim(d)) return;
  int32_t fresh = static_cast<int32_t>(program_.stream_arrays.size());
  int32_t bound = bound_object(d.name, SharedNames::Kind::kStream, fresh, d.at);
  streams_[d.name] = bound >= 0 ? bound : fresh;
  if (bound >= 0) return;
  StreamArray array{.name = in_.prefix + d.name, .dims = extents(d), .is_ring = {}};
  for (size_t i = 0; i < array.dims.size(); ++i) {
    array.num_streams *= array.dims[i];
    array.is_ring.push_back(d.dims[i].is_ring);
  }
  array.first_stream = static_cast<int32_t>(program_.streams.size());
  for (int32_t i = 0; i < array.num_streams; ++i) {
    std::string name = array.name;
    if (!array.dims.empty()) name += "[" + std::to_string(i) + "]";
    program_.streams.push_back({name, d.priority});
  }
  program_.stream_arrays.push_back(std::move(array));
}

void Resolver::declare_communicator(const syntax::Declaration& d) {
  if (!claim(d)) return;
  communicators_[d.name] = static_cast<int32_t>(code_.communicator_names.size());
  code_.communicator_names.push_back(in_.prefix + d.name);
  for (const auto& [own, shared] : in_.binds) {
    if (own == d.name) code_.communicator_names.back() = shared;
  }
  bool is_world = false;
  auto mentions_world = [&](auto&& self, const syntax::Expr& e) -> void {
    is_world = is_world || e.name == "w" || e.name == "dp";
    for (const syntax::Expr& arg : e.args) self(self, arg);
  };
  mentions_world(mentions_world, *d.value);
  code_.colours.push_back(expr(*d.value));
  code_.colour_is_world.push_back(is_world);
}

void Resolver::declare(const syntax::Declaration& d) {
  using enum syntax::DeclarationKind;
  switch (d.kind) {
    case kParam:
      return declare_param(d);
    case kRequire:
      return require(d);
    case kRequireCapturable:
      program_.requires_capturable = true;
      return;
    case kAssumeQuiet:
      program_.assumes_quiet = true;
      return;
    case kRagged:
      is_ragged_ = true;
      return;
    case kShard:
    case kLocal:
    case kWeight:
    case kBuffer:
      return declare_tensor(d);
    case kSignal:
      return declare_signal(d);
    case kStream:
      return declare_stream(d);
    case kCommunicator:
      return declare_communicator(d);
    case kView:
      if (!claim(d)) return;
      code_.views.push_back({.name = d.name, .place = memory(d.place)});
      views_[d.name] = static_cast<int32_t>(code_.views.size()) - 1;
      return;
  }
}

}  // namespace stretto
