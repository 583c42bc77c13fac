#include "sim/cli/program_text.h"

#include <fmt/format.h>

#include "sim/cli/op_text.h"
#include "sim/cli/table.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

std::string line_text(const Program& program, const Op& op) {
  const bool is_caller = op.kind == OpKind::kEntry || op.kind == OpKind::kExit;
  if (is_caller) return "";
  return std::to_string(program.statements[static_cast<size_t>(op.statement)].at.line);
}

std::string rank_text(const Program& program, Rank rank) {
  TableRows rows = {{"op", "stream", "what", "waits for", "line"}};
  const auto begin = static_cast<size_t>(program.rank_begin[static_cast<size_t>(rank.value)]);
  const auto end = static_cast<size_t>(program.rank_begin[static_cast<size_t>(rank.value) + 1]);
  for (size_t index = begin; index < end; ++index) {
    const Op& op = program.ops[index];
    const auto number = static_cast<int32_t>(index);
    const std::string indent = op.parent >= 0 ? "  " : "";
    rows.push_back({std::to_string(index), stream_text(program, op),
                    indent + op_text(program, number), waits_text(program, number),
                    line_text(program, op)});
  }
  return fmt::format("rank {}\n{}", rank.value, table_text(rows, {.indent = 2}));
}

}  // namespace

std::string program_text(const Program& program, std::optional<Rank> only_rank) {
  const std::string parameters = assignments_text(program.parameters);
  std::string text =
      fmt::format("{}  tp {}  {}x{}x{}{}{}  ({})\n", program.name, program.tp.value,
                  program.shape.m, program.shape.n, program.shape.k, parameters.empty() ? "" : "  ",
                  parameters, counted(program.ops.size(), "op"));
  for (int32_t rank = 0; rank < program.num_ranks(); ++rank) {
    if (!only_rank || only_rank->value == rank) text += rank_text(program, Rank{rank});
  }
  return text;
}

}  // namespace stretto
