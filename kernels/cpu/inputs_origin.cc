// Budgets, with p = per_rank() = 192 / ranks: a local's random columns are within p / 4, a weight
// adds at most four of them (fewer columns may be larger), so that a sum over all ranks stays
// within 192 (and a mask within 255).

#include <algorithm>

#include "kernels/cpu/inputs.h"
#include "kernels/cpu/random.h"

namespace stretto::cpu {

enum OriginColumn : int64_t { kOne, kChunk, kRow, kCall, kTag, kMask };

int64_t Inputs::origin_columns(int64_t size) const {
  int64_t num_masks = (program_.num_ranks() + 7) / 8;
  int64_t num_random = std::max<int64_t>(2, size / 4);
  return std::clamp<int64_t>(size - num_random, 0, kMask + num_masks);
}

/// In -bound..bound.
static float small(uint64_t number, int64_t bound) {
  return static_cast<float>(static_cast<int64_t>(number % static_cast<uint64_t>(2 * bound + 1)) -
                            bound);
}

static float mask_bit(int32_t rank, int64_t col) {
  return col == kMask + rank / 8 ? static_cast<float>(1 << (rank % 8)) : 0.0f;
}

float Inputs::origin_header(Key leaf, int64_t row, int64_t col) const {
  bool is_local = leaf.kind == TermKind::kLocal;
  int64_t modulus = 250 / program_.dp;
  if (col == kOne) return 1;
  if (col >= kMask) return mask_bit(leaf.rank, col);
  if (is_local && leaf.rank % program_.tp.value != 0) return 0;
  if (col == kChunk) return static_cast<float>(1 + leaf.index % modulus);
  if (col == kRow) return static_cast<float>(1 + row % modulus);
  if (col == kTag) return static_cast<float>(1 + leaf.name % 8);
  int64_t rest = leaf.extra + program_.num_calls * (leaf.index / modulus);
  return static_cast<float>(1 + rest % modulus);
}

namespace {

/// Numbers the blocks of a tensor: digit e of a block's number goes into the e-th random element,
/// so that no two blocks are the same, however small. Over all ranks if there is room, else over
/// the blocks of each.
class BlockDigits {
 public:
  BlockDigits(const Program& program, const Term& leaf, int64_t base, int64_t num_elements)
      : base_(base) {
    int64_t num_blocks = program.tensors[static_cast<size_t>(leaf.name)].num_blocks;
    number_ = leaf.index + num_blocks * leaf.extra;
    total_ = num_blocks * program.num_calls;
    if (digits_for(total_ * program.num_ranks()) > num_elements) return;
    number_ += total_ * leaf.rank;
    total_ *= program.num_ranks();
  }
  /// In 0..base-1, or -1 when there are no more digits.
  int64_t next() {
    if (total_ <= 1) return -1;
    int64_t digit = number_ % base_;
    number_ /= base_;
    total_ = (total_ + base_ - 1) / base_;
    return digit;
  }

 private:
  int64_t digits_for(int64_t total) const {
    int64_t count = 0;
    for (; total > 1; total = (total + base_ - 1) / base_) ++count;
    return count;
  }

  int64_t base_;
  int64_t number_ = 0;
  int64_t total_ = 1;
};

}  // namespace

void Inputs::fill_origin_data(Key leaf, Matrix& block) const {
  bool is_local = leaf.kind == TermKind::kLocal;
  int64_t count = origin_columns(block.cols);
  if (!is_local) count = std::min<int64_t>(count, kMask);
  int64_t num_mixed = std::clamp<int64_t>(block.cols - count, 1, 4);
  int64_t bound = is_local ? std::max<int64_t>(1, per_rank() / num_mixed) : has_masked_ ? 1 : 8;
  int64_t base = 2 * bound + 1;
  BlockDigits digits(program_, leaf, base, block.rows * (block.cols - count));
  for (int64_t row = 0; row < block.rows; ++row) {
    for (int64_t col = 0; col < count; ++col) block.at(row, col) = origin_header(leaf, row, col);
    for (int64_t col = count; col < block.cols; ++col) {
      int64_t digit = digits.next();
      uint64_t shift = hash_of({static_cast<int64_t>(seed_), leaf.name, row, col, 6});
      uint64_t drawn = digit < 0
                           ? number(leaf, row, col, 0)
                           : shift % static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
      block.at(row, col) = small(drawn, bound);
    }
  }
}

void Inputs::fill_weight_header(Key leaf, int64_t count, Matrix& block) const {
  WeightRole role = roles_[static_cast<size_t>(leaf.name)];
  bool is_first = leaf.rank % program_.tp.value == 0;
  for (int64_t col = 0; col < count; ++col) {
    bool is_passed_on = !role.is_masked || col == kOne || (col < kTag && is_first);
    if (is_passed_on) block.at(col, col) = 1;
    if (role.is_masked && col >= kMask) block.at(kOne, col) = mask_bit(leaf.rank, col);
  }
  if (count <= kTag) return;
  const Tensor& tensor = program_.tensors[static_cast<size_t>(leaf.name)];
  int64_t bound = role.is_summed ? std::max<int64_t>(1, per_rank() - 1) : 100;
  block.at(kOne, kTag) =
      static_cast<float>(1 + (leaf.index + tensor.num_blocks * leaf.rank) % bound);
}

void Inputs::fill_origin_weight(Key leaf, Matrix& block) const {
  int64_t rows_used = origin_columns(block.rows);
  int64_t count = std::min(rows_used, origin_columns(block.cols));
  fill_weight_header(leaf, count, block);
  bool is_masked = roles_[static_cast<size_t>(leaf.name)].is_masked;
  int64_t num_nonzeros = std::clamp<int64_t>(is_masked ? per_rank() / 4 : per_rank(), 1, 4);
  int64_t num_random = block.rows - rows_used;
  for (int64_t col = count; col < block.cols; ++col) {
    int64_t first = rows_used + col % num_random;  // each row is used by some column
    bool bit =
        col - count < 31 && (leaf.index >> (col - count)) & 1;  // blocks differ in these signs
    bool flip = hash_of({static_cast<int64_t>(seed_), leaf.name, leaf.rank, col, 7}) & 1;
    block.at(first, col) = bit != flip ? 1.0f : -1.0f;
    for (int64_t k = 1; k < num_nonzeros; ++k) {
      uint64_t hash = number(leaf, k, col, 1);
      int64_t row = rows_used + static_cast<int64_t>((hash >> 8) & 0xffffff) % num_random;
      if (row != first) block.at(row, col) = hash & 1 ? 1.0f : -1.0f;
    }
  }
}

float Inputs::origin_bias(int64_t col, int64_t cols) const {
  if (col < origin_columns(cols)) return 1;
  uint64_t hash = hash_of({static_cast<int64_t>(seed_), col, 2});
  return static_cast<float>(hash & 1 ? 1 + (hash >> 1) % 3
                                     : -1.0f - static_cast<float>((hash >> 1) % 3));
}

}  // namespace stretto::cpu
