#include "sim/cli/demo.h"

#include <gtest/gtest.h>

#include <string>

#include "sim/cli/schedule_source.h"

namespace stretto {
namespace {

std::vector<Check> checks_of(const VerifyReport& report) {
  std::vector<Check> checks;
  for (const Finding& finding : report.findings) checks.push_back(finding.violation.check);
  return checks;
}

TEST(demo, slot_r_is_rejected_as_the_text_of_the_public_issue_is) {
  const Demo demo = make_demo();
  const syntax::File asked = load_schedule("tests/failures/te_1583_home_r.sched");
  const VerifyReport report = verify_over(asked, {4, 4}, {}, [](const std::string&) {});
  EXPECT_EQ(checks_of(demo.slot_r), (std::vector{Check::kRace, Check::kDataflow}));
  EXPECT_EQ(checks_of(demo.slot_r), checks_of(report));
  EXPECT_TRUE(demo.ok());
}

TEST(demo, at_least_the_blocks_that_verify_names_come_out_wrong) {
  const Demo demo = make_demo();
  ASSERT_EQ(demo.slot_r.findings.size(), 2U);
  const std::string& dataflow = demo.slot_r.findings[1].violation.message;
  EXPECT_NE(dataflow.find("12 of 16 slots"), std::string::npos) << dataflow;
  EXPECT_EQ(demo.slot_r_run.num_slots, 16U);
  EXPECT_GE(demo.slot_r_run.wrong.size(), 12U);
}

}  // namespace
}  // namespace stretto
