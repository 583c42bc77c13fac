#include "sim/cli/verify_report.h"

#include <algorithm>
#include <chrono>

#include "models/expand.h"
#include "sim/cli/schedule_source.h"

namespace stretto {
namespace {

constexpr int kMaxRanksOfTables = 8;

bool is_set(const Options& options, const std::string& name) {
  return std::ranges::any_of(options.set, [&](const auto& pair) { return pair.first == name; });
}

/// Every combination of the parameters that --set leaves open; without --sweep the one that sets
/// nothing.
std::vector<Assignments> combinations(const syntax::File& file, const ExpandOptions& expand_options,
                                      const Options& options) {
  std::vector<Assignments> all = {{}};
  if (!options.is_sweep) return all;
  for (const ParameterDomain& domain : parameter_domains(file, expand_options)) {
    if (is_set(options, domain.name)) continue;
    std::vector<Assignments> longer;
    for (const Assignments& shorter : all) {
      for (const std::string& value : domain.values) {
        longer.push_back(shorter);
        longer.back().emplace_back(domain.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

void add_new(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::ranges::find(all, text) == all.end()) all.push_back(text);
  }
}

/// Capturable: false at some size beats not known at some size beats true.
std::optional<bool> both_capturable(std::optional<bool> a, std::optional<bool> b) {
  if (a == false || b == false) return false;
  return a && b ? a : std::nullopt;
}

/// Replicas: null (nothing replicated) gives way to what other sizes say.
std::optional<bool> both_replicas(std::optional<bool> a, std::optional<bool> b) {
  if (a && b) return *a && *b;
  return a ? a : b;
}

void add_verdict(VerifyReport& report, const Program& program, Verdict verdict,
                 const Assignments& set) {
  const bool is_first = report.num_programs++ == 0;
  if (report.sizes.empty() || report.sizes.back() != program.tp) report.sizes.push_back(program.tp);
  report.replicas_identical = both_replicas(report.replicas_identical, verdict.replicas_identical);
  report.capturable =
      is_first ? verdict.capturable : both_capturable(report.capturable, verdict.capturable);
  add_new(report.assumes, verdict.assumes);
  add_new(report.notes, verdict.notes);
  for (const ContractUse& contract : program.contracts) report.is_permuted |= contract.is_permuted;
  for (Violation& violation : verdict.violations) {
    report.findings.push_back({program.tp, set, std::move(violation)});
  }
}

void verify_one(VerifyReport& report, const syntax::File& file, ExpandOptions options,
                const Assignments& set, bool has_tables) {
  options.set.insert(options.set.end(), set.begin(), set.end());
  try {
    Program program = expand(file, options);
    Verdict verdict = verify(program);
    if (has_tables && program.num_ranks() <= kMaxRanksOfTables) {
      report.contents = contents_tables(program, verdict, ContentsScope::kBlocks);
    }
    add_verdict(report, program, std::move(verdict), set);
  } catch (const RefusedError& refused) {
    report.refused.push_back({options.tp, set, refused.what()});
  }
}

}  // namespace

VerifyReport verify_over(const syntax::File& file, TpRange range, const Options& options,
                         const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  VerifyReport report;
  report.schedule = schedule_name(file);
  for (int size = range.first; size <= range.last; ++size) {
    const ExpandOptions at_size = expand_options(options, TpSize{size});
    progress(report.schedule + " tp " + std::to_string(size));
    const bool has_tables = range.is_one_size() && !options.is_sweep && !options.is_all;
    for (const Assignments& set : combinations(file, at_size, options)) {
      verify_one(report, file, at_size, set, has_tables);
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  report.seconds = elapsed.count();
  return report;
}

}  // namespace stretto
