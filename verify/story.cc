#include "verify/story.h"

#include <algorithm>

namespace stretto {

std::string to_string(Check check) {
  static constexpr const char* kNames[] = {"matching", "deadlock", "residency", "race",
                                           "calls",    "joins",    "dataflow",  "replicas",
                                           "bounds",   "contract"};
  return kNames[static_cast<size_t>(check)];
}

OpReference reference(const Program& program, int32_t index) {
  const Op& op = program.ops[static_cast<size_t>(index)];
  OpReference result{
      .op = index, .file = {}, .line = 0, .rank = op.rank, .call = op.call, .variables = {}};
  result.is_caller = op.kind == OpKind::kEntry || op.kind == OpKind::kExit;
  if (op.statement < 0) return result;
  const StatementInfo& statement = program.statements[static_cast<size_t>(op.statement)];
  result.file = statement.file;
  result.line = statement.at.line;
  auto values = program.numbers_of(op.variables);
  for (size_t i = 0; i < values.size(); ++i)
    result.variables.emplace_back(statement.variables[i], values[i]);
  return result;
}

std::vector<Rank> unique_ranks(std::vector<Rank> ranks) {
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

std::string ranks_text(std::span<const Rank> ranks) {
  if (ranks.size() == 1) return "rank " + std::to_string(ranks[0].value);
  bool is_range =
      ranks.size() > 2 && ranks.back().value - ranks.front().value + 1 == std::ssize(ranks);
  if (is_range)
    return "ranks " + std::to_string(ranks.front().value) + ".." +
           std::to_string(ranks.back().value);
  std::vector<std::string> names;
  for (Rank rank : ranks) names.push_back(std::to_string(rank.value));
  return "ranks " + list_text(names, 8);
}

std::string list_text(const std::vector<std::string>& names, size_t max) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < max; ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > max) text += ", .. (" + std::to_string(names.size()) + " in all)";
  return text;
}

int32_t statement_of(const Program& program, int32_t op) {
  const Op& o = program.ops[static_cast<size_t>(op)];
  if (o.kind == OpKind::kEntry) return -2;
  return o.kind == OpKind::kExit ? -3 : o.statement;
}

bool Stories::add(const std::string& key, Violation violation) {
  auto entry = std::ranges::find(entries_, key, &Entry::key);
  if (entry == entries_.end()) {
    entries_.push_back({key, out_.size(), 1});
    out_.push_back(std::move(violation));
    return true;
  }
  ++entry->count;
  auto& ranks = out_[entry->index].ranks;
  ranks.insert(ranks.end(), violation.ranks.begin(), violation.ranks.end());
  return false;
}

void Stories::finish() {
  for (const Entry& entry : entries_) {
    Violation& violation = out_[entry.index];
    violation.ranks = unique_ranks(std::move(violation.ranks));
    if (entry.count > 1) {
      violation.message += "\n  and " + std::to_string(entry.count - 1) + " more like it, on " +
                           ranks_text(violation.ranks);
    }
  }
  entries_.clear();
}

}  // namespace stretto
