#include <algorithm>
#include <map>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

namespace {

/// One slot that an exit reads.
struct Reading {
  Slot slot;
  ValueId found = 0;
  ValueId wanted = 0;
  bool is_right = true;
};

}  // namespace

static std::string pad(std::string text, size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// Rows are ranks, columns the slots that exits read of one buffer: what is there, and what should
// be where it differs.
static std::string table(const Program& program,
                         const std::map<Rank, std::vector<Reading>>& by_rank) {
  static constexpr size_t kRowsMax = 8;
  static constexpr size_t kColumnsMax = 8;
  std::vector<std::vector<std::string>> rows;
  for (const auto& [rank, readings] : by_rank) {
    if (rows.size() == kRowsMax) break;
    std::vector<std::string> row = {"rank " + std::to_string(rank.value)};
    for (const Reading& reading : readings) {
      if (row.size() > kColumnsMax) break;
      std::string cell =
          slot_name(program, reading.slot) + ": " + value_name(program, reading.found);
      if (!reading.is_right) cell += " [should be " + value_name(program, reading.wanted) + "]";
      row.push_back(std::move(cell));
    }
    rows.push_back(std::move(row));
  }
  std::vector<size_t> widths(kColumnsMax + 1, 0);
  for (const auto& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    text += "\n   ";
    for (size_t c = 0; c < row.size(); ++c)
      text += " " + (c + 1 < row.size() ? pad(row[c], widths[c] + 1) : row[c]);
  }
  return text + (by_rank.size() > kRowsMax ? "\n    .." : "");
}

void check_dataflow(Program& program, Contents& contents, std::vector<Violation>& violations) {
  // (call, buffer) -> readings by rank; only buffers with a wrong slot are told.
  std::map<std::pair<int32_t, std::string>, std::map<Rank, std::vector<Reading>>> buffers;
  std::map<std::pair<int32_t, std::string>, std::vector<int32_t>> wrong_exits;
  std::map<std::pair<int32_t, std::string>, size_t> num_wrong;
  auto each_reading = [&](auto visit) {
    for (int32_t i = 0; i < static_cast<int32_t>(program.ops.size()); ++i) {
      const Op& op = program.ops[static_cast<size_t>(i)];
      if (op.kind != OpKind::kExit) continue;
      for (uint32_t k = 0; k < op.src.count; ++k) {
        ValueId found = contents.at_exit[op.values.begin + k];
        if (found < 0) continue;
        ValueId wanted = wanted_value(program, contents, program.slot_values[op.values.begin + k]);
        bool is_right = program.values.satisfies(found, wanted);
        visit(i, Reading{program.slots[op.src.begin + k], found, wanted, is_right});
      }
    }
  };
  each_reading([&](int32_t exit, const Reading& reading) {
    if (reading.is_right) return;
    int32_t call = program.ops[static_cast<size_t>(exit)].call;
    std::pair<int32_t, std::string> key{call, program.tensor_of(reading.slot).name};
    auto& exits = wrong_exits[key];
    if (exits.empty() || exits.back() != exit) exits.push_back(exit);
    ++num_wrong[key];
  });
  if (wrong_exits.empty()) return;
  each_reading([&](int32_t exit, const Reading& reading) {
    const Op& op = program.ops[static_cast<size_t>(exit)];
    std::pair<int32_t, std::string> key{op.call, program.tensor_of(reading.slot).name};
    if (wrong_exits.contains(key)) buffers[key][op.rank].push_back(reading);
  });
  for (const auto& [key, exits] : wrong_exits) {
    Violation violation{.check = Check::kDataflow};
    size_t total = 0;
    for (int32_t exit : exits) {
      violation.ranks.push_back(program.ops[static_cast<size_t>(exit)].rank);
      if (violation.ops.size() < 8) violation.ops.push_back(reference(program, exit));
    }
    for (const auto& [rank, readings] : buffers[key]) total += readings.size();
    violation.ranks = unique_ranks(std::move(violation.ranks));
    std::string names;
    std::string call = program.num_calls > 1 ? " after call " + std::to_string(key.first) : "";
    violation.message = "buffer " + key.second + " ends wrong" + call + " on " +
                        ranks_text(violation.ranks) + ": " + std::to_string(num_wrong[key]) +
                        " of " + std::to_string(total) + " slots that are ensured" +
                        table(program, buffers[key]);
    violations.push_back(std::move(violation));
  }
}

}  // namespace stretto
