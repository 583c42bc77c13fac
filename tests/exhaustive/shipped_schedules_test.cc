// Every run of every shipped schedule and of every known failure that is small enough at tp = 2 and
// 3, as written and by copies: verify() and the explorer agree.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "models/expand.h"
#include "models/library.h"
#include "models/parser.h"
#include "tests/oracle/agreement.h"
#include "tests/oracle/explorer.h"
#include "verify/verdict.h"

namespace stretto {
namespace {

constexpr size_t kMaxStates = 15'000;

struct Count {
  int compared = 0;
  int too_large = 0;
  int refused = 0;  // tp or transport
};

void compare(const syntax::File& file, const ExpandOptions& options, Count& count) {
  Program program;
  try {
    program = expand(file, options);
  } catch (const InputError&) {
    ++count.refused;
    return;
  }
  const oracle::Exploration found =
      oracle::explore(program, {.max_states = kMaxStates, .seed = 1, .num_runs = 2});
  ++(found.is_too_large ? count.too_large : count.compared);
  if (found.is_too_large) return;
  EXPECT_EQ(oracle::disagreement(program, found, verify(program)), "")
      << file.path << " tp " << options.tp.value;
}

void compare_all(std::string_view text, const std::string& path, Count& count) {
  const syntax::File file = parse(text, path);
  for (const int tp : {2, 3}) {
    for (const char* transport : {"", "ce"}) {
      ExpandOptions options;
      options.tp = TpSize{tp};
      if (*transport != '\0') options.set.push_back({"transport", transport});
      compare(file, options, count);
    }
  }
}

void print_count(const Count& count) {
  std::cerr << count.compared << " compared, " << count.too_large << " too large, " << count.refused
            << " refused\n";
}

TEST(every_run, of_shipped_schedules) {
  Count count;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    compare_all(shipped.text, std::string(shipped.path), count);
  }
  print_count(count);
  EXPECT_GT(count.compared, 60);
}

TEST(every_run, of_known_failures) {
  Count count;
  for (const auto& entry : std::filesystem::directory_iterator("tests/failures")) {
    if (entry.path().extension() != ".sched") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    compare_all(text.str(), entry.path().string(), count);
  }
  print_count(count);
  EXPECT_GT(count.compared, 60);
}

}  // namespace
}  // namespace stretto
