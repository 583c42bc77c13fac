#include "tests/oracle/agreement.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tests/oracle/program_dump.h"

namespace stretto::oracle {

namespace {

bool has(const Verdict& verdict, const std::set<Check>& checks) {
  return std::ranges::any_of(verdict.violations,
                             [&](const Violation& v) { return checks.contains(v.check); });
}

std::vector<int32_t> not_in(const Witness& witness, size_t num_ops) {
  std::vector<bool> has_ended(num_ops, false);
  for (const int32_t op : witness.order) has_ended[static_cast<size_t>(op)] = true;
  std::vector<int32_t> missing;
  for (size_t i = 0; i < num_ops; ++i) {
    if (!has_ended[i]) missing.push_back(static_cast<int32_t>(i));
  }
  return missing;
}

// The members of a group that never ends: whether one of them has ended nobody can tell.
std::vector<int32_t> without_members(const Program& program, std::vector<int32_t> ops) {
  const std::vector<int32_t> all = ops;
  std::erase_if(ops, [&](int32_t i) {
    const int32_t parent = program.ops[static_cast<size_t>(i)].parent;
    return parent >= 0 && program.ops[static_cast<size_t>(parent)].kind == OpKind::kGroup &&
           std::ranges::binary_search(all, parent);
  });
  return ops;
}

std::string names(const Program& program, const std::vector<int32_t>& ops) {
  std::string text;
  for (const int32_t op : ops) text += "\n  " + op_name(program, op);
  return text.empty() ? " nothing" : text;
}

std::string messages(const Verdict& verdict) {
  std::string text = "verify says:";
  for (const Violation& v : verdict.violations) {
    text += "\n  " + to_string(v.check) + ": " + v.message;
  }
  return verdict.violations.empty() ? text + " good" : text;
}

std::string about_hangs(const Program& program, const Exploration& found, const Verdict& verdict) {
  const std::string ours = "explorer, never ends:" + names(program, found.never_end) + "\n";
  const bool hangs = !found.never_end.empty();
  const bool is_deadlock = has(verdict, {Check::kDeadlock});
  const bool is_blamed = is_deadlock || has(verdict, {Check::kMatching});
  if (hangs ? !is_blamed : is_deadlock) return ours + messages(verdict);
  if (verdict.capturable.has_value() != found.least_never_end.empty()) {
    return "explorer, least ordering, never ends:" + names(program, found.least_never_end) + "\n" +
           messages(verdict);
  }
  if (!verdict.witness || !verdict.witness->is_hang) return "";
  const std::vector<int32_t> missing =
      without_members(program, not_in(*verdict.witness, program.ops.size()));
  if (missing == without_members(program, found.never_end)) return "";
  return ours + "verify, not in the witness:" + names(program, missing);
}

bool is_known(const Exploration& found, int32_t a, int32_t b) {
  return std::ranges::any_of(found.races, [&](const Race& race) {
    return race.first == std::min(a, b) && race.second == std::max(a, b);
  });
}

// The pair that a race's story shows first is one that the explorer has seen in flight together.
std::string about_pairs(const Program& program, const Exploration& found, const Verdict& verdict) {
  for (const Violation& v : verdict.violations) {
    if (v.check != Check::kRace || v.ops.size() < 2) continue;
    if (is_known(found, v.ops[0].op, v.ops[1].op)) continue;
    return "verify, race of ops that are never in flight together:" +
           names(program, {v.ops[0].op, v.ops[1].op}) + "\n" + v.message;
  }
  return "";
}

std::string about_races(const Program& program, const Exploration& found, const Verdict& verdict) {
  const bool races = has(verdict, {Check::kRace, Check::kCalls});
  if (found.races.empty() != races) {
    return found.has_set_race ? "" : about_pairs(program, found, verdict);
  }
  std::string text = "explorer, races: " + std::to_string(found.races.size()) + "\n";
  for (const Race& race : found.races) {
    text += race.what + ":" + names(program, {race.first, race.second}) + "\n";
  }
  return text + messages(verdict);
}

std::string about_contents(const Program& program, const Exploration& found,
                           const Verdict& verdict) {
  if (!found.contents_alike) return "explorer: contents differ between runs";
  for (size_t i = 0; i < found.exit_contents.size(); ++i) {
    if (found.exit_contents[i].empty()) continue;
    if (i >= verdict.exit_contents.size()) return "verify has no contents for an exit";
    const std::string theirs = value_text_of(program, verdict.exit_contents[i]);
    if (theirs == found.exit_contents[i]) continue;
    return "exit value " + std::to_string(i) + "\n  explorer: " + found.exit_contents[i] +
           "\n  verify:   " + theirs;
  }
  return "";
}

}  // namespace

std::string disagreement(const Program& program, const Exploration& found, const Verdict& verdict) {
  if (found.has_set_race) return about_races(program, found, verdict);
  if (!found.hangs_alike) return "explorer: runs get stuck at different ops (most blocking)";
  if (!found.least_hangs_alike) return "explorer: runs get stuck at different ops (least ordering)";
  std::string text = about_hangs(program, found, verdict);
  if (text.empty()) text = about_races(program, found, verdict);
  const bool is_unique = found.never_end.empty() && found.races.empty();
  if (text.empty() && is_unique) text = about_contents(program, found, verdict);
  return text;
}

std::string class_of(const Exploration& found) {
  return !found.never_end.empty() ? "hang" : !found.races.empty() ? "race" : "good";
}

}  // namespace stretto::oracle
