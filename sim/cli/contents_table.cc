#include "sim/cli/contents_table.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "sim/cli/words.h"

namespace stretto {
namespace {

/// The extents that an index has to name; a dimension of one block has nothing to say.
std::vector<int32_t> index_of(const std::vector<int32_t>& dims, int32_t block, bool keep_ones) {
  std::vector<int32_t> index;
  for (size_t d = dims.size(); d-- > 0; block /= std::max(dims[d], 1)) {
    if (keep_ones || dims[d] != 1) index.insert(index.begin(), block % std::max(dims[d], 1));
  }
  return index;
}

std::string index_text(const std::vector<int32_t>& index, const std::string& separator) {
  std::vector<std::string> parts;
  parts.reserve(index.size());
  for (const int32_t i : index) parts.push_back(std::to_string(i));
  return joined(parts, separator);
}

/// What an index cell means, equal for every cell of a buffer: which shard, times which weight.
struct Meaning {
  int32_t shard = -1;
  int32_t weight = -1;
  int32_t weight_block = 0;
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

/// One block of one shard of the last call, or that times a weight of the slot's own rank.
struct BlockValue {
  Meaning meaning;
  int32_t block = 0;
};

std::optional<BlockValue> block_value(const Program& program, Rank rank, ValueId value) {
  const Term& term = program.values.term(value);
  if (term.kind == TermKind::kShard && term.extra == program.num_calls - 1) {
    return BlockValue{.meaning = {.shard = term.name}, .block = term.index};
  }
  if (term.kind != TermKind::kProduct) return std::nullopt;
  const Term& weight = program.values.term(term.extra);
  auto result = block_value(program, rank, term.index);
  const bool is_plain = result && result->meaning.weight < 0;
  if (!is_plain || weight.kind != TermKind::kWeight || weight.rank != rank.value) {
    return std::nullopt;
  }
  result->meaning.weight = weight.name;
  result->meaning.weight_block = weight.index;
  return result;
}

/// Nothing, junk, or a product with one of them.
bool is_empty(const Program& program, ValueId value) {
  const Term& term = program.values.term(value);
  if (term.kind == TermKind::kProduct) return is_empty(program, term.index);
  return term.kind == TermKind::kNothing || term.kind == TermKind::kJunk;
}

/// "A(c)", "A(c, s) * W", "A(c) * W[1]"
std::string meaning_text(const Program& program, const Meaning& meaning) {
  static constexpr const char* kIndices[] = {"", "(c)", "(c, s)"};
  const Tensor& shard = program.tensors[static_cast<size_t>(meaning.shard)];
  const auto count = std::ranges::count_if(shard.dims, [](int32_t extent) { return extent != 1; });
  std::string text = shard.name + (count < 3 ? kIndices[count] : "(c, s, ..)");
  if (meaning.weight < 0) return text;
  const Tensor& weight = program.tensors[static_cast<size_t>(meaning.weight)];
  return text + " * " +
         (weight.num_blocks > 1 ? block_name(weight, meaning.weight_block) : weight.name);
}

struct Cells {
  const Program& program;
  const Verdict& verdict;
  const Tensor& tensor;
  std::vector<int32_t> blocks;  // columns

  ValueId value(int32_t rank, int32_t block) const {
    const Slot slot = program.slot(Rank{rank}, tensor.first_slot + block);
    return verdict.contents[static_cast<size_t>(slot.value)];
  }
};

/// What the cells' indices mean, where all of them are indices (or empty, but not all).
std::optional<Meaning> common_meaning(const Cells& cells) {
  std::optional<Meaning> common;
  for (int32_t rank = 0; rank < cells.program.num_ranks(); ++rank) {
    for (const int32_t block : cells.blocks) {
      const ValueId value = cells.value(rank, block);
      if (is_empty(cells.program, value)) continue;
      const auto found = block_value(cells.program, Rank{rank}, value);
      if (!found || (common && *common != found->meaning)) return std::nullopt;
      common = found->meaning;
    }
  }
  return common;
}

std::string index_cell(const Cells& cells, int32_t rank, int32_t block) {
  const ValueId value = cells.value(rank, block);
  if (is_empty(cells.program, value)) return ".";
  const auto found = block_value(cells.program, Rank{rank}, value);
  const Tensor& shard = cells.program.tensors[static_cast<size_t>(found->meaning.shard)];
  const std::string text = index_text(index_of(shard.dims, found->block, false), ",");
  return text.empty() ? "0" : text;
}

/// The value in words, cut so that a row fits a wide screen.
std::string word_cell(const Cells& cells, int32_t rank, int32_t block) {
  const size_t room = std::max<size_t>(14, 96 / cells.blocks.size());
  std::string text = value_name(cells.program, cells.value(rank, block));
  if (text.size() > room) text = text.substr(0, room - 2) + "..";
  return text;
}

/// "t[1..4]", "x[0..1, 0..3]", "y"; the bare name where the columns are not one run.
std::string buffer_text(const Tensor& tensor, const std::vector<int32_t>& blocks) {
  if (tensor.dims.empty()) return tensor.name;
  const bool is_run = blocks.back() - blocks.front() + 1 == static_cast<int32_t>(blocks.size());
  if (tensor.dims.size() == 1 && is_run && blocks.size() > 1) {
    return tensor.name + "[" + std::to_string(blocks.front()) + ".." +
           std::to_string(blocks.back()) + "]";
  }
  if (blocks.size() == 1) return block_name(tensor, blocks.front());
  if (static_cast<int32_t>(blocks.size()) < tensor.num_blocks) return tensor.name;
  std::vector<std::string> ranges;
  for (const int32_t extent : tensor.dims) {
    ranges.push_back(extent == 1 ? "0" : "0.." + std::to_string(extent - 1));
  }
  return tensor.name + "[" + joined(ranges, ", ") + "]";
}

ContentsTable make_table(const Cells& cells) {
  const std::optional<Meaning> meaning = common_meaning(cells);
  ContentsTable table{.buffer = buffer_text(cells.tensor, cells.blocks),
                      .holds = meaning ? meaning_text(cells.program, *meaning) : "",
                      .rows = {{"slot"}}};
  for (const int32_t block : cells.blocks) {
    const std::string text = index_text(index_of(cells.tensor.dims, block, true), ",");
    table.rows.front().push_back(text.empty() ? "." : text);
  }
  for (int32_t rank = 0; rank < cells.program.num_ranks(); ++rank) {
    std::vector<std::string> row = {"rank " + std::to_string(rank)};
    for (const int32_t block : cells.blocks) {
      row.push_back(meaning ? index_cell(cells, rank, block) : word_cell(cells, rank, block));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// By local slot: does an exit of the last call read it on some rank?
std::vector<bool> slots_read_at_exit(const Program& program) {
  std::vector<bool> is_read(static_cast<size_t>(program.slots_per_rank));
  for (const Op& op : program.ops) {
    if (op.kind != OpKind::kExit || op.call != program.num_calls - 1) continue;
    for (const Slot slot : program.slots_of(op.src)) {
      is_read[static_cast<size_t>(slot.value % program.slots_per_rank)] = true;
    }
  }
  return is_read;
}

std::vector<int32_t> blocks_in_scope(const Tensor& tensor, ContentsScope scope,
                                     const std::vector<bool>& is_read) {
  std::vector<int32_t> all(static_cast<size_t>(tensor.num_blocks));
  std::iota(all.begin(), all.end(), 0);
  if (scope == ContentsScope::kAll) return all;
  std::vector<int32_t> read;
  std::ranges::copy_if(all, std::back_inserter(read), [&](int32_t block) {
    return is_read[static_cast<size_t>(tensor.first_slot) + static_cast<size_t>(block)];
  });
  return read.empty() ? all : read;
}

}  // namespace

std::string block_name(const Tensor& tensor, int32_t block) {
  if (tensor.dims.empty()) return tensor.name;
  return tensor.name + "[" + index_text(index_of(tensor.dims, block, true), ", ") + "]";
}

std::string to_string(const ContentsTable& table) {
  const bool is_index = !table.holds.empty();
  const std::string heading = is_index ? " holds " + table.holds + ", by slot:" : " by slot:";
  return table.buffer + heading + "\n" +
         table_text(table.rows, {.indent = 2, .gap = is_index ? 1 : 2, .align_right = is_index});
}

std::vector<ContentsTable> contents_tables(const Program& program, const Verdict& verdict,
                                           ContentsScope scope) {
  const auto num_slots =
      static_cast<size_t>(program.slots_per_rank) * static_cast<size_t>(program.num_ranks());
  if (verdict.contents.size() != num_slots) return {};
  const std::vector<bool> is_read = slots_read_at_exit(program);
  std::vector<ContentsTable> tables;
  for (const Tensor& tensor : program.tensors) {
    if (tensor.kind != TensorKind::kBuffer || tensor.num_blocks == 0) continue;
    const Cells cells{program, verdict, tensor, blocks_in_scope(tensor, scope, is_read)};
    ContentsTable table = make_table(cells);
    if (scope == ContentsScope::kAll || !table.holds.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace stretto
