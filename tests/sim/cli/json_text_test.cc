#include "sim/cli/json_text.h"

#include <gtest/gtest.h>

#include "tests/sim/cli/reports.h"

namespace stretto {
namespace {

/// Line ends and the spaces behind them are there for the reader of the test.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool is_indent = c == ' ' && (line.ends_with('\n') || line.empty());
    if (line.ends_with('\n') && !is_indent) line.pop_back();
    if (!is_indent) line += c;
  }
  return line + '\n';
}

TEST(json_text, of_a_good_verdict) {
  VerifyReport report = good_report();
  report.replicas_identical = std::nullopt;
  report.assumes = {"quiet"};
  report.seconds = 0.5;
  EXPECT_EQ(to_json(report), one_line(R"json({
 "schedule":"ring",
 "tp":[2,3,4],
 "ok":true,
 "violations":[],
 "replicas_identical":null,
 "assumes":["quiet"],
 "capturable":true,
 "residency":null,
 "refused":[],
 "notes":[],
 "programs":3,
 "seconds":0.5
})json"));
}

TEST(json_text, a_violation_has_its_ops_by_place) {
  VerifyReport report = bad_report();
  report.sizes = {TpSize{3}};
  report.findings.resize(1);
  report.findings[0].set = {{"split", "2"}};
  report.refused = {{TpSize{2}, {}, "a.sched:2:1: require tp > 2"}};
  report.capturable = std::nullopt;
  report.seconds = 0.5;
  EXPECT_EQ(to_json(report), one_line(R"json({
 "schedule":"ring",
 "tp":[3],
 "ok":false,
 "violations":[{"check":"race","tp":3,
   "ranks":[0,1],
   "ops":[{"file":"a.sched",
   "line":7,"rank":1,"call":0,"variables":{"i":2}}],
   "message":"x[1]@1 is written twice\nnothing orders the two",
   "set":{"split":"2"}}],
 "replicas_identical":false,
 "assumes":[],
 "capturable":null,
 "residency":null,
 "refused":[{"tp":2,"reason":"a.sched:2:1: require tp > 2"}],
 "notes":[],
 "programs":3,
 "seconds":0.5
})json"));
}

TEST(json_text, of_several_schedules_is_ok_when_all_are) {
  EXPECT_TRUE(to_json(std::vector{good_report(), good_report()}).starts_with(R"({"ok":true,)"));
  EXPECT_TRUE(to_json(std::vector{good_report(), bad_report()}).starts_with(R"({"ok":false,)"));
}

TEST(json_text, of_a_wrong_run) {
  EXPECT_EQ(to_json(wrong_run()), one_line(R"json({
 "schedule":"ring",
 "tp":2,
 "shape":{"m":64,"n":32,"k":16},
 "dtype":"bf16",
 "seed":7,
 "ok":false,
 "bitwise_equal":false,
 "replicas_identical":false,
 "seconds":0.25,
 "violations":[],
 "mismatches":[{"rank":1,"slot":"x[0]",
   "row":3,"col":5,
   "found":2.0,"expected":-1.0,
   "should_be":"A(0)","wrong_elements":12}],
 "blocked":[]
})json"));
}

TEST(json_text, what_was_not_run_is_neither_equal_nor_unequal) {
  RunReport report = good_run();
  report.is_run = false;
  report.violations = {race_of_two()};
  const std::string json = to_json(report);
  EXPECT_NE(json.find(R"("bitwise_equal":null)"), std::string::npos);
  EXPECT_NE(json.find(R"("check":"race")"), std::string::npos);
}

TEST(json_text, a_hang_says_what_is_blocked) {
  EXPECT_NE(to_json(hanging_run())
                .find(R"("blocked":[{"op":"rank 0: a.sched:7: send x[0] -> 1",)"
                      R"("waits_for":"start of recv on rank 1"}])"),
            std::string::npos);
}

TEST(json_text, of_a_listing_has_the_sections_asked_for) {
  Listing listing;
  listing.sections = {"machines"};
  EXPECT_EQ(to_json(listing), "{\"machines\":[]}\n");
}

}  // namespace
}  // namespace stretto
