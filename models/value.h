#ifndef STRETTO_MODELS_VALUE_H_
#define STRETTO_MODELS_VALUE_H_

// What a slot holds, as a term: which shard, times which weight, summed with what, in which order.
//
//   ValueTable values;
//   ValueId a = values.shard(0, Chunk{2}, 0);                     // A(2) of call 0
//   ValueId d = values.rounded(values.product(a, values.weight(1, Rank{0}, Chunk{0})));
//
// Terms are interned: equal terms have equal ids, so that comparing contents is comparing integers.
// A term says exactly which bits arise: `add` is one IEEE f32 addition (it commutes, it does not
// associate), `rounded` is the rounding to the wire type that a store into a non-f32 slot makes.
// Leaves (shards, locals, weights, bias) are wire-typed already.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/types.h"

namespace stretto {

using ValueId = int32_t;

enum class TermKind : uint8_t {
  kNothing,  // never written
  kJunk,     // a fresh slot at entry; name = its slot: junk equals only itself
  kShard,    // A(c) of call k
  kLocal,    // X@q(c) of call k
  kWeight,   // W@q(c), the same in every call
  kBias,     // one row, the same on every rank, added to each row
  kProduct,  // a * b, accumulated in f32
  kAdd,      // a + b in f32; a <= b as ids
  kSum,      // any order: only in what a text asks for (ensure), never in contents
  kRingSum,  // what an all_reduce in ring order leaves: element block c adds operands c+1, .., c
  kTreeSum,  // what a collective in tree order leaves: halves, then halves of halves
};

struct Term {
  TermKind kind = TermKind::kNothing;
  bool is_rounded = false;  // product, add, sums: rounded to the wire type after the last operation
  int32_t name = 0;         // leaves: index in Program::tensors; junk: the slot
  int32_t rank = 0;         // local, weight: the owner
  int32_t index =
      0;  // leaves: the block (row-major); product, add: a; sums: begin in the list pool
  int32_t extra = 0;  // shard, local: the call; product, add: b; sums: number of operands
  friend bool operator==(const Term&, const Term&) = default;
};

class ValueTable {
 public:
  ValueTable();

  ValueId nothing() const { return 0; }
  ValueId junk(Slot slot);
  ValueId shard(int tensor, Chunk chunk, int call);
  ValueId local(int tensor, Rank owner, Chunk chunk, int call);
  ValueId weight(int tensor, Rank owner, Chunk chunk);
  ValueId bias();
  ValueId product(ValueId a, ValueId b);                // not rounded
  ValueId add(ValueId a, ValueId b);                    // not rounded
  ValueId sum(std::vector<ValueId> operands);           // any order; one operand: itself
  ValueId ring_sum(std::span<const ValueId> operands);  // operands by member; rounded at each hop
  ValueId tree_sum(std::span<const ValueId> operands);
  /// The value after a store into a slot of the wire type; leaves are rounded already.
  ValueId rounded(ValueId value);
  /// ((a + b) + c) + .., rounded after each step where `wire`, never otherwise.
  ValueId chain(std::span<const ValueId> operands, bool wire);

  /// Equal ids <=> equal up to the order of additions and all rounding: every sum flattened to the
  /// multiset of its summands.
  ValueId any_order(ValueId value);
  /// Equal ids <=> equal up to whether a product was rounded before it was added. A fused
  /// multiply-accumulate and a stored partial differ in that alone.
  ValueId strict(ValueId value);
  bool has_any_order_sum(ValueId value);
  /// Do contents satisfy what was asked for? `wanted` with a `sum` matches any order of additions.
  bool satisfies(ValueId contents, ValueId wanted);

  const Term& term(ValueId value) const { return terms_[static_cast<size_t>(value)]; }
  std::span<const ValueId> operands(const Term& sum) const;
  size_t size() const { return terms_.size(); }

 private:
  ValueId intern(const Term& term);
  ValueId intern_list(TermKind kind, bool is_rounded, std::span<const ValueId> operands);
  template <class IsSame, class Make>
  ValueId find_or_make(uint32_t hash, IsSame is_same, Make make);
  void grow();
  void flatten(ValueId value, std::vector<ValueId>& summands);

  std::vector<Term> terms_;
  /// Open addressing over terms_; the hash beside the id spares most looks at a term.
  struct Bucket {
    ValueId id = -1;
    uint32_t hash = 0;
  };

  std::vector<ValueId> lists_;
  std::vector<Bucket> buckets_;
  std::vector<ValueId> rounded_memo_;    // by id, -1: not yet
  std::vector<ValueId> any_order_memo_;  // by id, -1: not yet
  std::vector<ValueId> strict_memo_;
  std::vector<int8_t> has_sum_memo_;
};

/// How to_string() writes a tensor: its name, and its extents for the block's indices.
struct TensorName {
  std::string name;
  std::vector<int32_t> dims;
};

/// "A(2, 0) * W@1", "ring(..)". Long sums are cut in the middle.
std::string to_string(const ValueTable& values, ValueId value, std::span<const TensorName> names);

}  // namespace stretto

#endif  // STRETTO_MODELS_VALUE_H_
