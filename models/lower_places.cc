#include <algorithm>

#include "models/lowerer.h"

namespace stretto {

Rank Lowerer::rank_of(const CodeRank& rank) {
  if (!rank.is_given) return rank_;
  int64_t number = this->number(rank.expr);
  int32_t tp = program_.tp.value;
  if (!rank.is_world) return Rank{rank_.value / tp * tp + floor_mod(number, tp)};
  if (number >= 0 && number < program_.num_ranks()) return Rank{number};
  misuse(Misuse::Kind::kMatching, "world(" + std::to_string(number) + ") is outside the world of " +
                                      std::to_string(program_.num_ranks()) + " ranks");
  return Rank{-1};
}

// The common case: one element, inside its dimensions. False leaves it to the general one.
bool Lowerer::single(const std::vector<CodeIndex>& indices, const std::vector<int32_t>& dims,
                     const std::vector<bool>& ring, std::vector<int32_t>& out) {
  int64_t linear = 0;
  for (size_t d = 0; d < indices.size(); ++d) {
    if (indices[d].kind != syntax::Index::Kind::kOne) return false;
    int64_t index = number(indices[d].first);
    if (index < 0 || index >= dims[d]) {
      if (!ring[d] || dims[d] == 0) return false;
      index = floor_mod(index, dims[d]);
    }
    linear = linear * dims[d] + index;
  }
  out.push_back(static_cast<int32_t>(linear));
  return true;
}

bool Lowerer::linear(const std::vector<CodeIndex>& indices, const std::vector<int32_t>& dims,
                     const std::vector<bool>& ring, const std::string& name,
                     std::vector<int32_t>& out) {
  if (indices.size() == dims.size() && single(indices, dims, ring, out)) return true;
  // `out` grows as an outer product, dimension by dimension.
  size_t begin = out.size();
  out.push_back(0);
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t first = 0;
    int64_t count = dims[d];
    if (!indices.empty() && indices[d].kind != syntax::Index::Kind::kAll) {
      first = number(indices[d].first);
      count =
          indices[d].kind == syntax::Index::Kind::kOne ? 1 : number(indices[d].last) - first + 1;
    }
    if (count < 0) count = 0;
    bool leaves = count > 0 && (first < 0 || first + count > dims[d]);
    if (leaves && (!ring[d] || dims[d] == 0)) {
      int64_t bad = first < 0 ? first : std::max<int64_t>(first, dims[d]);
      misuse(Misuse::Kind::kBounds, "index " + std::to_string(bad) + " of '" + name +
                                        "' leaves dimension " + std::to_string(d) +
                                        ", which is 0.." + std::to_string(dims[d] - 1));
      out.resize(begin);
      return false;
    }
    if (count > (1 << 24)) fail({}, "place '" + name + "' names more than 2^24 elements");
    size_t old = out.size() - begin;
    if (count == 1) {
      int64_t index = leaves ? floor_mod(first, dims[d]) : first;
      for (size_t i = begin; i < out.size(); ++i)
        out[i] = static_cast<int32_t>(out[i] * dims[d] + index);
      continue;
    }
    std::vector<int32_t> outer(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
    out.resize(begin);
    out.reserve(begin + old * static_cast<size_t>(count));
    for (int32_t base : outer) {
      for (int64_t i = first; i < first + count; ++i) {
        out.push_back(static_cast<int32_t>(base * dims[d] + floor_mod(i, dims[d])));
      }
    }
  }
  return true;
}

bool Lowerer::local_slots(const CodePlace& place, Rank owner, std::vector<int32_t>& out) {
  if (!place.is_view) {
    const Tensor& tensor = program_.tensors[static_cast<size_t>(place.object)];
    size_t begin = out.size();
    bool is_good = linear(place.indices, tensor.dims, tensor.is_ring, tensor.name, out);
    for (size_t i = begin; i < out.size(); ++i) out[i] += tensor.first_slot;
    return is_good;
  }
  // A view is its place, seen from the rank that owns the memory.
  const CodeView& view = code_->views[static_cast<size_t>(place.object)];
  int64_t r = frames_.globals[kR];
  frames_.globals[kR] = owner.value % program_.tp.value;
  std::vector<int32_t> all;
  bool is_good = local_slots(view.place, owner, all);
  std::vector<int32_t> dims;
  const Tensor& tensor = program_.tensors[static_cast<size_t>(tensor_of(view.place))];
  for (size_t d = 0; d < view.place.indices.size(); ++d) {
    const CodeIndex& index = view.place.indices[d];
    if (index.kind == syntax::Index::Kind::kAll) dims.push_back(tensor.dims[d]);
    if (index.kind == syntax::Index::Kind::kRange) {
      dims.push_back(
          static_cast<int32_t>(std::max<int64_t>(0, number(index.last) - number(index.first) + 1)));
    }
  }
  if (view.place.indices.empty()) dims = tensor.dims;
  frames_.globals[kR] = r;
  std::vector<int32_t> chosen;
  is_good = is_good &&
            linear(place.indices, dims, std::vector<bool>(dims.size(), false), view.name, chosen);
  for (int32_t index : chosen) out.push_back(all[static_cast<size_t>(index)]);
  return is_good;
}

int32_t Lowerer::tensor_of(const CodePlace& place) const {
  return place.is_view ? tensor_of(code_->views[static_cast<size_t>(place.object)].place)
                       : place.object;
}

Span Lowerer::slots(const CodePlace& place) {
  Rank owner = rank_of(place.rank);
  scratch_.clear();
  if (owner.value < 0 || !local_slots(place, owner, scratch_)) {
    place_is_bad_ = true;
    return {};
  }
  Span span{static_cast<uint32_t>(program_.slots.size()), static_cast<uint32_t>(scratch_.size())};
  for (int32_t local : scratch_) program_.slots.push_back(program_.slot(owner, local));
  return span;
}

std::vector<int32_t> Lowerer::streams_of(const std::vector<CodePlace>& places) {
  std::vector<int32_t> streams;
  for (const CodePlace& place : places) {
    const StreamArray& array = program_.stream_arrays[static_cast<size_t>(place.object)];
    size_t begin = streams.size();
    if (!linear(place.indices, array.dims, array.is_ring, array.name, streams))
      place_is_bad_ = true;
    for (size_t i = begin; i < streams.size(); ++i) streams[i] += array.first_stream;
  }
  return streams;
}

int32_t Lowerer::stream_of(const CodePlace& place) {
  const StreamArray& array = program_.stream_arrays[static_cast<size_t>(place.object)];
  scratch_.clear();
  if (!linear(place.indices, array.dims, array.is_ring, array.name, scratch_)) return 0;
  if (scratch_.size() != 1) {
    fail(place.at, "'" + array.name + "' names " + std::to_string(scratch_.size()) +
                       " streams; accepted: one");
  }
  return array.first_stream + scratch_[0];
}

std::vector<Signal> Lowerer::signals_of(const CodePlace& place) {
  const SignalArray& array = program_.signal_arrays[static_cast<size_t>(place.object)];
  Rank owner = rank_of(place.rank);
  std::vector<Signal> signals;
  scratch_.clear();
  if (owner.value < 0 || !linear(place.indices, array.dims, array.is_ring, array.name, scratch_))
    return signals;
  for (int32_t local : scratch_)
    signals.push_back(program_.signal(owner, array.first_signal + local));
  return signals;
}

ValueId Lowerer::value_ref(const CodeValue& value, std::span<const int32_t> stars,
                           size_t& next_star) {
  const Tensor& tensor = program_.tensors[static_cast<size_t>(value.tensor)];
  int64_t block = 0;
  for (size_t d = 0; d < tensor.dims.size(); ++d) {
    int64_t index = 0;
    bool is_many = value.indices.empty() || value.indices[d].kind != syntax::Index::Kind::kOne;
    if (is_many && next_star >= stars.size()) {
      fail(value.at, "the value has more many-valued indices (* or ..) than its place");
    }
    if (is_many) index = stars[next_star++];
    if (!value.indices.empty() && value.indices[d].first >= 0)
      index += number(value.indices[d].first);
    if (tensor.is_ring[d] && tensor.dims[d] > 0) index = floor_mod(index, tensor.dims[d]);
    if (index < 0 || index >= tensor.dims[d]) {
      misuse(Misuse::Kind::kBounds, "index " + std::to_string(index) + " of value '" + tensor.name +
                                        "' leaves dimension " + std::to_string(d) +
                                        ", which is 0.." + std::to_string(tensor.dims[d] - 1));
      return program_.values.nothing();
    }
    block = block * tensor.dims[d] + index;
  }
  if (tensor.kind == TensorKind::kShard)
    return program_.values.shard(value.tensor, Chunk{block}, call_);
  Rank owner = rank_of(value.rank);
  if (tensor.kind == TensorKind::kWeight)
    return program_.values.weight(value.tensor, owner, Chunk{block});
  return program_.values.local(value.tensor, owner, Chunk{block}, call_);
}

void Lowerer::value_loop(const CodeValue& v, size_t binder, std::span<const int32_t> stars,
                         bool is_f32, std::vector<ValueId>& out) {
  if (binder == v.binders.size()) {
    for (const CodeValue& arg : v.args) {
      size_t next_star = 0;
      out.push_back(value(arg, stars, next_star, is_f32));
    }
    return;
  }
  const CodeBinder& b = v.binders[binder];
  int64_t last = number(b.last);
  for (int64_t i = number(b.first); i <= last; ++i) {
    frames_.at(b.scope, b.variable) = i;
    value_loop(v, binder + 1, stars, is_f32, out);
  }
}

ValueId Lowerer::value(const CodeValue& v, std::span<const int32_t> stars, size_t& next_star,
                       bool is_f32) {
  ValueTable& values = program_.values;
  switch (v.kind) {
    case syntax::ValueKind::kRef:
      return value_ref(v, stars, next_star);
    case syntax::ValueKind::kBias:
      return values.bias();
    case syntax::ValueKind::kMultiply: {
      ValueId result = value(v.args[0], stars, next_star, is_f32);
      for (size_t i = 1; i < v.args.size(); ++i) {
        result = values.product(result, value(v.args[i], stars, next_star, is_f32));
      }
      return result;
    }
    default:
      break;
  }
  return sum(v, stars, is_f32);
}

ValueId Lowerer::sum(const CodeValue& v, std::span<const int32_t> stars, bool is_f32) {
  ValueId* kept = nullptr;
  if (v.memo >= 0) {
    sum_key_ = {run_,   v.memo,
                call_,  rank_.value / program_.tp.value,
                is_f32, v.reads_rank ? rank_.value : -1};
    for (const CodeBinder& read : v.reads)
      sum_key_.push_back(frames_.at(read.scope, read.variable));
    sum_key_.insert(sum_key_.end(), stars.begin(), stars.end());
    auto [it, is_new] = sums_.try_emplace(sum_key_, -1);
    if (!is_new) return it->second;
    kept = &it->second;  // map nodes stay where they are
  }
  std::vector<ValueId> list;
  value_loop(v, 0, stars, is_f32, list);
  ValueTable& values = program_.values;
  ValueId result = v.kind == syntax::ValueKind::kSum
                       ? values.sum(std::move(list))
                       : values.chain(list, v.kind == syntax::ValueKind::kChain && !is_f32);
  if (v.kind == syntax::ValueKind::kFold && !is_f32) result = values.rounded(result);
  if (kept != nullptr) *kept = result;
  return result;
}

void Lowerer::caller_statement(const CodeStatement& s) {
  bool is_given = s.kind == syntax::StatementKind::kGiven;
  if (s.target.rank.is_given)
    fail(s.at, "the caller reads and writes this rank's memory; found '@'");
  place_is_bad_ = false;
  int32_t& first = is_given ? first_given_ : first_ensure_;
  if (first < 0) first = s.info;
  std::vector<int32_t>& slots = slots_scratch_;
  slots.clear();
  if (!local_slots(s.target, rank_, slots)) return;
  // Positions of the many-valued indices, which the value's own follow.
  std::vector<int32_t> extents;
  int32_t tensor_index = tensor_of(s.target);
  const Tensor& tensor = program_.tensors[static_cast<size_t>(tensor_index)];
  for (size_t d = 0; d < s.target.indices.size(); ++d) {
    const CodeIndex& index = s.target.indices[d];
    if (index.kind == syntax::Index::Kind::kAll) extents.push_back(tensor.dims[d]);
    if (index.kind == syntax::Index::Kind::kRange) {
      extents.push_back(static_cast<int32_t>(number(index.last) - number(index.first) + 1));
    }
  }
  if (s.target.is_view) extents = {static_cast<int32_t>(slots.size())};
  if (s.target.indices.empty() && !s.target.is_view) extents = tensor.dims;
  const Code& code = *code_;
  auto own = std::ranges::find(code.tensors, tensor_index);
  bool is_captured = own != code.tensors.end() &&
                     code.is_captured[static_cast<size_t>(own - code.tensors.begin())];
  std::vector<int32_t> stars(extents.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    int32_t rest = static_cast<int32_t>(i);
    for (size_t d = extents.size(); d-- > 0;) {
      stars[d] = rest % extents[d];
      rest /= extents[d];
    }
    size_t next_star = 0;
    ValueId wanted = value(s.value, stars, next_star, tensor.is_f32);
    if (!tensor.is_f32) wanted = program_.values.rounded(wanted);
    Slot slot = program_.slot(rank_, slots[i]);
    auto& to_slots = !is_given ? exit_slots_ : is_captured ? captured_slots_ : entry_slots_;
    auto& to_values = !is_given ? exit_values_ : is_captured ? captured_values_ : entry_values_;
    to_slots.push_back(slot);
    to_values.push_back(wanted);
  }
}

}  // namespace stretto
