#include <gtest/gtest.h>

#include "models/library.h"
#include "sim/cli/command.h"
#include "sim/cli/listing.h"
#include "tests/sim/cli/examples.h"

namespace stretto {
namespace {

TEST(command_list, has_a_row_for_every_shipped_schedule) {
  const std::string text = ran({"list", "schedules"}).out;
  EXPECT_TRUE(text.starts_with("schedules\n"));
  EXPECT_EQ(lines_of(text).size(), 1 + shipped_schedules().size());
  for (const ScheduleRow& row : make_listing({}).schedules) {
    EXPECT_NE(text.find("  " + row.name + " "), std::string::npos) << row.name;
    EXPECT_FALSE(row.computes.empty()) << row.name;
    EXPECT_FALSE(row.about.empty()) << row.name;
  }
}

TEST(command_list, has_no_machines_and_workloads_yet) {
  EXPECT_EQ(ran({"list", "machines", "workloads"}),
            (Ran{kGood, "machines\n  none yet\nworkloads\n  none yet\n", ""}));
  EXPECT_EQ(ran({"list", "workloads", "--json"}), (Ran{kGood, "{\"workloads\":[]}\n", ""}));
}

TEST(command_list, of_something_else_is_bad_input) {
  EXPECT_EQ(ran({"list", "machine"}),
            (Ran{kBadInput, "",
                 "unknown section 'machine'; did you mean 'machines'?; known: schedules, machines, "
                 "workloads\n"}));
}

}  // namespace
}  // namespace stretto
