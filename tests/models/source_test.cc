#include "models/source.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stretto {
namespace {

TEST(Source, a_diagnostic_reads_file_line_column_message) {
  EXPECT_EQ(to_string(Diagnostic{"ring.sched", {14, 9}, "unknown op 'alreduce'"}),
            "ring.sched:14:9: unknown op 'alreduce'");
}

TEST(Source, a_diagnostic_without_a_place_has_no_line) {
  EXPECT_EQ(to_string(Diagnostic{"ring.sched", {}, "tp must be in 1..65536"}),
            "ring.sched: tp must be in 1..65536");
}

TEST(Source, an_error_tells_all_its_diagnostics_a_line_each) {
  const std::vector<Diagnostic> two = {{"a.sched", {1, 2}, "first"}, {"a.sched", {3, 4}, "second"}};
  const InputError error(two);
  EXPECT_EQ(error.diagnostics(), two);
  EXPECT_STREQ(error.what(), "a.sched:1:2: first\na.sched:3:4: second");
}

TEST(Source, an_error_of_one_diagnostic) {
  const InputError error("a.sched", {1, 2}, "first");
  EXPECT_EQ(error.diagnostics(), (std::vector<Diagnostic>{{"a.sched", {1, 2}, "first"}}));
}

}  // namespace
}  // namespace stretto
