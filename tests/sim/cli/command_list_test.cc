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

TEST(command_list, has_machines_and_no_workloads_yet) {
  EXPECT_EQ(ran({"list", "machines", "workloads"}),
            (Ran{kGood,
                 "machines\n"
                 "  h200x2  two H200 SXM on NVLink, one host; CUDA 13.0, cuBLAS 13.1, NCCL 2.28, "
                 "bf16, multicast off\n"
                 "workloads\n  none yet\n",
                 ""}));
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
