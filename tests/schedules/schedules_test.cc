// What holds of every text in models/schedules/: a new one is tested by being there.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/expand.h"
#include "models/library.h"
#include "models/parser.h"
#include "tests/support/told.h"

namespace stretto {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ShippedSchedule& shipped : shipped_schedules()) all.emplace_back(shipped.name);
  return all;
}

const ShippedSchedule& row(const std::string& name) {
  return *std::ranges::find(shipped_schedules(), name, &ShippedSchedule::name);
}

/// Every choice of one value for each parameter.
std::vector<Sets> combinations(const std::vector<ParameterDomain>& domains) {
  std::vector<Sets> all = {{}};
  for (const ParameterDomain& domain : domains) {
    std::vector<Sets> longer;
    for (const Sets& set : all) {
      for (const std::string& value : domain.values) {
        longer.push_back(set);
        longer.back().emplace_back(domain.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::string text_of(const ExpandOptions& options) {
  std::string text = "tp " + std::to_string(options.tp.value);
  for (const auto& [name, value] : options.set) text += ", " + name + " = " + value;
  return text;
}

class Schedules : public testing::TestWithParam<std::string> {
 protected:
  const ShippedSchedule& shipped() const { return row(GetParam()); }
  syntax::File file() const { return parse(shipped().text, std::string(shipped().path)); }

  /// Verifies; false where `require` refuses.
  bool expect_good(const ExpandOptions& options) const {
    try {
      Program program = expand(file(), options);
      EXPECT_EQ(told(verify(program)), Told{}) << text_of(options);
      return true;
    } catch (const RefusedError&) {
      return false;
    }
  }
};

TEST_P(Schedules, verifies_for_tp_2_to_16) {
  int num_checked = 0;
  for (int tp = 2; tp <= 16; ++tp) num_checked += expect_good({.tp = TpSize{tp}});
  EXPECT_GE(num_checked, 3);
}

TEST_P(Schedules, verifies_over_all_parameters) {
  int num_checked = 0;
  for (const int tp : {2, 3, 4, 8}) {
    for (const Sets& set : combinations(parameter_domains(file(), {.tp = TpSize{tp}}))) {
      num_checked += expect_good({.tp = TpSize{tp}, .set = set});
    }
  }
  EXPECT_GT(num_checked, 0);
}

TEST_P(Schedules, verifies_on_every_transport) {
  for (const char* transport : {"nccl", "ce", "sm"}) {
    for (const int tp : {2, 3, 4, 8}) {
      expect_good({.tp = TpSize{tp}, .set = {{"transport", transport}}});
      expect_good({.tp = TpSize{tp}, .num_calls = 2, .set = {{"transport", transport}}});
    }
  }
}

TEST_P(Schedules, verifies_for_two_calls) {
  for (int tp = 2; tp <= 8; ++tp) expect_good({.tp = TpSize{tp}, .num_calls = 2});
}

TEST_P(Schedules, needs_the_quiet_that_it_assumes) {
  std::string text(shipped().text);
  const std::string assumption = "assume quiet\n";
  const size_t at = text.find(assumption);
  if (at == std::string::npos) return;  // the list below says which ones have it
  text.erase(at, assumption.size());
  std::set<std::string> found;
  for (const int tp : {2, 4, 8}) {
    found.merge(checks_of(verdict_of(text, {.tp = TpSize{tp}, .num_calls = 2})));
  }
  EXPECT_TRUE(found.contains("calls"));
}

TEST_P(Schedules, is_a_heading_comment_and_10_to_40_lines_of_one_statement_each) {
  const std::string_view text = shipped().text;
  EXPECT_TRUE(text.starts_with("# ")) << "no heading comment that says what it is and whose";
  EXPECT_EQ(text.find('\t'), std::string_view::npos);
  std::istringstream lines{std::string(text)};
  int num_lines = 0;
  for (std::string line; std::getline(lines, line); ++num_lines) {
    const std::string code = line.substr(0, line.find('#'));
    EXPECT_EQ(code.find(';'), std::string::npos) << line;
    EXPECT_LE(line.size(), 100U) << line;
  }
  EXPECT_GE(num_lines, 10);
  EXPECT_LE(num_lines, 40);
}

INSTANTIATE_TEST_SUITE_P(Shipped, Schedules, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

/// The schedules of which something holds.
std::vector<std::string> where(const std::function<bool(const Program&)>& holds) {
  std::vector<std::string> found;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    const syntax::File file = parse(shipped.text, std::string(shipped.path));
    if (holds(expand(file, {.tp = TpSize{4}}))) found.emplace_back(shipped.name);
  }
  return found;
}

TEST(ScheduleTexts, those_that_assume_quiet_are_these) {
  EXPECT_EQ(where([](const Program& program) { return program.assumes_quiet; }),
            (std::vector<std::string>{"te_atomic_ag", "te_atomic_rs", "te_bulk_ag", "te_bulk_rs",
                                      "te_multiatomic_ag", "te_ring_ag", "te_ring_ag_aggregate",
                                      "te_ring_rs"}));
}

TEST(ScheduleTexts, those_whose_result_is_permuted_are_these) {
  const auto is_permuted = [](const Program& program) {
    return std::ranges::any_of(program.contracts, &ContractUse::is_permuted);
  };
  EXPECT_EQ(where(is_permuted), (std::vector<std::string>{"te_atomic_ag", "te_multiatomic_ag"}));
}

}  // namespace
}  // namespace stretto
