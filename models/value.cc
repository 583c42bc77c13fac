#include "models/value.h"

#include <algorithm>

namespace stretto {

static bool is_sum(TermKind kind) {
  return kind == TermKind::kSum || kind == TermKind::kRingSum || kind == TermKind::kTreeSum;
}

static bool is_leaf(TermKind kind) { return kind <= TermKind::kBias; }

static uint64_t mix(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

// Eight terms with neighbouring numbers (the chunks of a shard, say) share a cache line of buckets.
static uint32_t hash_of(const Term& term, std::span<const ValueId> operands) {
  uint32_t number = static_cast<uint32_t>(term.kind == TermKind::kJunk ? term.name : term.index);
  uint64_t hash =
      mix(static_cast<uint64_t>(term.kind) * 2 + term.is_rounded, static_cast<uint32_t>(term.rank));
  if (is_sum(term.kind)) {
    number = static_cast<uint32_t>(operands.size());
    for (ValueId operand : operands) hash = mix(hash, static_cast<uint32_t>(operand));
  } else {
    uint32_t name = term.kind == TermKind::kJunk ? 0 : static_cast<uint32_t>(term.name);
    hash = mix(hash, static_cast<uint64_t>(name) << 32 | static_cast<uint32_t>(term.extra));
    hash = mix(hash, number / 8);
  }
  return static_cast<uint32_t>(hash ^ (hash >> 32)) * 8 + number % 8;
}

ValueTable::ValueTable() : buckets_(1024) { intern(Term{}); }

std::span<const ValueId> ValueTable::operands(const Term& sum) const {
  return {lists_.data() + sum.index, static_cast<size_t>(sum.extra)};
}

void ValueTable::grow() {
  std::vector<Bucket> old(buckets_.size() * 2);
  old.swap(buckets_);
  size_t mask = buckets_.size() - 1;
  for (const Bucket& bucket : old) {
    if (bucket.id < 0) continue;
    size_t at = bucket.hash & mask;
    while (buckets_[at].id >= 0) at = (at + 1) & mask;
    buckets_[at] = bucket;
  }
}

template <class IsSame, class Make>
ValueId ValueTable::find_or_make(uint32_t hash, IsSame is_same, Make make) {
  if (terms_.size() * 2 >= buckets_.size()) grow();
  size_t mask = buckets_.size() - 1;
  size_t at = hash & mask;
  for (; buckets_[at].id >= 0; at = (at + 1) & mask) {
    ValueId known = buckets_[at].id;
    if (buckets_[at].hash == hash && is_same(terms_[static_cast<size_t>(known)])) return known;
  }
  terms_.push_back(make());
  buckets_[at] = {static_cast<ValueId>(terms_.size() - 1), hash};
  return buckets_[at].id;
}

ValueId ValueTable::intern(const Term& term) {
  return find_or_make(
      hash_of(term, {}), [&](const Term& known) { return known == term; }, [&] { return term; });
}

ValueId ValueTable::intern_list(TermKind kind, bool is_rounded, std::span<const ValueId> list) {
  Term term{.kind = kind, .is_rounded = is_rounded, .extra = static_cast<int32_t>(list.size())};
  auto is_same = [&](const Term& known) {
    return known.kind == kind && known.is_rounded == is_rounded &&
           std::ranges::equal(operands(known), list);
  };
  return find_or_make(hash_of(term, list), is_same, [&] {
    term.index = static_cast<int32_t>(lists_.size());
    lists_.insert(lists_.end(), list.begin(), list.end());
    return term;
  });
}

ValueId ValueTable::junk(Slot slot) {
  return intern({.kind = TermKind::kJunk, .is_rounded = true, .name = slot.value});
}

ValueId ValueTable::shard(int tensor, Chunk chunk, int call) {
  return intern({.kind = TermKind::kShard,
                 .is_rounded = true,
                 .name = tensor,
                 .index = chunk.value,
                 .extra = call});
}

ValueId ValueTable::local(int tensor, Rank owner, Chunk chunk, int call) {
  return intern({.kind = TermKind::kLocal,
                 .is_rounded = true,
                 .name = tensor,
                 .rank = owner.value,
                 .index = chunk.value,
                 .extra = call});
}

ValueId ValueTable::weight(int tensor, Rank owner, Chunk chunk) {
  return intern({.kind = TermKind::kWeight,
                 .is_rounded = true,
                 .name = tensor,
                 .rank = owner.value,
                 .index = chunk.value});
}

ValueId ValueTable::bias() { return intern({.kind = TermKind::kBias, .is_rounded = true}); }

ValueId ValueTable::product(ValueId a, ValueId b) {
  return intern({.kind = TermKind::kProduct, .index = a, .extra = b});
}

ValueId ValueTable::add(ValueId a, ValueId b) {
  return intern({.kind = TermKind::kAdd, .index = std::min(a, b), .extra = std::max(a, b)});
}

ValueId ValueTable::sum(std::vector<ValueId> summands) {
  if (summands.size() == 1) return summands[0];
  std::ranges::sort(summands);
  return intern_list(TermKind::kSum, true, summands);
}

ValueId ValueTable::ring_sum(std::span<const ValueId> summands) {
  if (summands.size() == 1) return summands[0];
  return intern_list(TermKind::kRingSum, true, summands);
}

ValueId ValueTable::tree_sum(std::span<const ValueId> summands) {
  if (summands.size() == 1) return summands[0];
  return intern_list(TermKind::kTreeSum, true, summands);
}

ValueId ValueTable::rounded(ValueId value) {
  size_t id = static_cast<size_t>(value);
  Term term = terms_[id];
  if (term.is_rounded || is_leaf(term.kind)) return value;
  if (rounded_memo_.size() < terms_.size()) rounded_memo_.resize(terms_.size() * 2, -1);
  if (rounded_memo_[id] >= 0) return rounded_memo_[id];
  term.is_rounded = true;
  return rounded_memo_[id] = intern(term);
}

ValueId ValueTable::chain(std::span<const ValueId> list, bool wire) {
  ValueId total = list.empty() ? nothing() : list[0];
  for (size_t i = 1; i < list.size(); ++i) {
    total = add(total, list[i]);
    if (wire) total = rounded(total);
  }
  return total;
}

void ValueTable::flatten(ValueId value, std::vector<ValueId>& summands) {
  const Term term = this->term(value);
  if (term.kind == TermKind::kAdd) {
    flatten(term.index, summands);
    flatten(term.extra, summands);
  } else if (is_sum(term.kind)) {
    for (int32_t i = 0; i < term.extra; ++i)
      flatten(lists_[static_cast<size_t>(term.index + i)], summands);
  } else {
    summands.push_back(any_order(value));
  }
}

ValueId ValueTable::any_order(ValueId value) {
  size_t id = static_cast<size_t>(value);
  if (any_order_memo_.size() < terms_.size()) any_order_memo_.resize(terms_.size() * 2, -1);
  if (any_order_memo_[id] >= 0) return any_order_memo_[id];
  const Term term = terms_[id];
  ValueId result = value;
  if (term.kind == TermKind::kProduct) {
    ValueId left = any_order(term.index);
    result = product(left, any_order(term.extra));
  } else if (term.kind == TermKind::kAdd || is_sum(term.kind)) {
    std::vector<ValueId> summands;
    flatten(value, summands);
    result = sum(std::move(summands));
  }
  if (any_order_memo_.size() < terms_.size()) any_order_memo_.resize(terms_.size() * 2, -1);
  return any_order_memo_[id] = result;
}

ValueId ValueTable::strict(ValueId value) {
  size_t id = static_cast<size_t>(value);
  if (strict_memo_.size() < terms_.size()) strict_memo_.resize(terms_.size() * 2, -1);
  if (strict_memo_[id] >= 0) return strict_memo_[id];
  const Term term = terms_[id];
  ValueId result = value;
  if (term.kind == TermKind::kProduct) {
    ValueId left = strict(term.index);
    result = product(left, strict(term.extra));
  } else if (term.kind == TermKind::kAdd) {
    ValueId left = strict(term.index);
    result = add(left, strict(term.extra));
    if (term.is_rounded) result = rounded(result);
  } else if (is_sum(term.kind)) {
    std::vector<ValueId> summands;
    for (ValueId operand : operands(term)) summands.push_back(operand);
    for (ValueId& operand : summands) operand = strict(operand);
    if (term.kind == TermKind::kSum) std::ranges::sort(summands);
    result = intern_list(term.kind, term.is_rounded, summands);
  }
  if (strict_memo_.size() < terms_.size()) strict_memo_.resize(terms_.size() * 2, -1);
  return strict_memo_[id] = result;
}

bool ValueTable::has_any_order_sum(ValueId value) {
  size_t id = static_cast<size_t>(value);
  if (has_sum_memo_.size() < terms_.size()) has_sum_memo_.resize(terms_.size() * 2, -1);
  if (has_sum_memo_[id] >= 0) return has_sum_memo_[id] != 0;
  const Term& term = terms_[id];
  bool found = term.kind == TermKind::kSum;
  if (term.kind == TermKind::kProduct || term.kind == TermKind::kAdd) {
    found = has_any_order_sum(term.index) || has_any_order_sum(term.extra);
  } else if (is_sum(term.kind)) {
    for (ValueId operand : operands(term)) found = found || has_any_order_sum(operand);
  }
  has_sum_memo_[id] = found;
  return found;
}

bool ValueTable::satisfies(ValueId contents, ValueId wanted) {
  if (contents == wanted) return true;
  if (has_any_order_sum(wanted)) return any_order(contents) == any_order(wanted);
  return strict(contents) == strict(wanted);
}

/// "(2, 0)" for a row-major block; "" where there are no dimensions.
static std::string block_text(const std::vector<int32_t>& dims, int32_t block) {
  std::string text;
  for (size_t d = dims.size(); d-- > 0;) {
    text = std::to_string(block % dims[d]) + (text.empty() ? "" : ", ") + text;
    block /= dims[d];
  }
  return dims.empty() ? "" : "(" + text + ")";
}

static std::string list_text(const ValueTable& values, std::span<const ValueId> list,
                             std::span<const TensorName> names) {
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i == 3 && list.size() > 6) {
      text += ", ..";
      i = list.size() - 2;
    }
    text += (text.empty() ? "" : ", ") + to_string(values, list[i], names);
  }
  return text;
}

std::string to_string(const ValueTable& values, ValueId value, std::span<const TensorName> names) {
  const Term& term = values.term(value);
  auto name = [&] { return names[static_cast<size_t>(term.name)].name; };
  auto block = [&] { return block_text(names[static_cast<size_t>(term.name)].dims, term.index); };
  auto call = [&] {
    return term.extra > 0 ? " of call " + std::to_string(term.extra) : std::string();
  };
  switch (term.kind) {
    case TermKind::kNothing:
      return "nothing";
    case TermKind::kJunk:
      return "junk";
    case TermKind::kShard:
      return name() + block() + call();
    case TermKind::kLocal:
      return name() + "@" + std::to_string(term.rank) + block() + call();
    case TermKind::kWeight:
      return name() + "@" + std::to_string(term.rank) + block();
    case TermKind::kBias:
      return "bias";
    case TermKind::kProduct:
      return to_string(values, term.index, names) + " * " + to_string(values, term.extra, names);
    case TermKind::kAdd:
      return "(" + to_string(values, term.index, names) + " + " +
             to_string(values, term.extra, names) + ")";
    case TermKind::kSum:
      return "sum(" + list_text(values, values.operands(term), names) + ")";
    case TermKind::kRingSum:
      return "ring(" + list_text(values, values.operands(term), names) + ")";
    case TermKind::kTreeSum:
      return "tree(" + list_text(values, values.operands(term), names) + ")";
  }
  return "?";
}

}  // namespace stretto
