// Two expanders, one specification: the fast one and the slow one list the same ops for every text
// that is at hand, every tp, every parameter and every transport.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "models/expand.h"
#include "models/library.h"
#include "models/parser.h"
#include "tests/models/language_texts.h"
#include "tests/oracle/odd_texts.h"
#include "tests/oracle/program_dump.h"
#include "tests/oracle/slow_expander.h"

namespace stretto::oracle {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

// Every chunk of every shipped schedule divides this.
constexpr int64_t kDivisible = 705'600;

struct Count {
  int compared = 0;
  int refused = 0;  // by both
  void operator+=(const Count& more) {
    compared += more.compared;
    refused += more.refused;
  }
};

void print_count(const Count& count) {
  std::cerr << count.compared << " compared, " << count.refused << " refused by both\n";
}

std::string name_of(const ExpandOptions& options) {
  std::string name = "tp " + std::to_string(options.tp.value) + " dp " +
                     std::to_string(options.dp) + " calls " + std::to_string(options.num_calls);
  for (const auto& [parameter, value] : options.set) name += " " + parameter + "=" + value;
  return name;
}

template <class Expand>
std::optional<std::string> dump_or_refusal(Expand expand) {
  try {
    return canonical_dump(expand());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

// A transport adds its signals behind those of the text.
size_t num_declared_signals(const syntax::File& file, ExpandOptions options) {
  std::erase_if(options.set, [](const auto& setting) { return setting.first == "transport"; });
  return expand(file, options).signal_arrays.size();
}

void compare(const syntax::File& file, const ExpandOptions& options, Count& count) {
  const auto slow = dump_or_refusal([&] { return slow_expand(file, options); });
  const auto fast = dump_or_refusal(
      [&] { return listing_of(expand(file, options), num_declared_signals(file, options)); });
  ASSERT_EQ(slow.has_value(), fast.has_value())
      << file.path << " " << name_of(options) << ": only one expander refuses this";
  ++(slow ? count.compared : count.refused);
  if (!slow) return;
  ASSERT_EQ(first_difference(*slow, *fast), "") << file.path << " " << name_of(options);
}

// The default of every parameter, each value of each parameter beside the defaults of the others,
// and two transports.
std::vector<Settings> settings_of(const syntax::File& file, const ExpandOptions& options) {
  std::vector<Settings> all = {{}, {{"transport", "ce"}}, {{"transport", "sm"}}};
  for (const ParameterDomain& domain : parameter_domains(file, options)) {
    for (const std::string& value : domain.values) {
      if (value != domain.default_value) all.push_back({{domain.name, value}});
    }
  }
  return all;
}

Count compare_all(const std::string& text, const std::string& path, int max_calls) {
  const syntax::File file = parse(text, path);
  Count count;
  for (int tp = 2; tp <= 8; ++tp) {
    ExpandOptions options;
    options.tp = TpSize{tp};
    options.shape = Shape{kDivisible, kDivisible, kDivisible};
    for (const Settings& settings : settings_of(file, options)) {
      options.set = settings;
      options.num_calls = tp <= 4 ? max_calls : 1;
      compare(file, options, count);
    }
  }
  return count;
}

TEST(expander, seven_texts_of_the_language) {
  Count total;
  for (const std::string_view text : kLanguageTexts) {
    const Count count = compare_all(std::string(text), "LANGUAGE.md", 2);
    EXPECT_GT(count.compared, 7);
    total += count;
  }
  print_count(total);
}

TEST(expander, odd_corners) {
  Count total;
  for (const std::string_view text : kOddTexts) {
    const Count count = compare_all(std::string(text), std::string(text), 2);
    EXPECT_GT(count.compared, 7);
    total += count;
  }
  print_count(total);
}

TEST(expander, shipped_schedules) {
  Count total;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    const Count count = compare_all(std::string(shipped.text), std::string(shipped.path), 2);
    EXPECT_GT(count.compared, 0) << shipped.path;
    total += count;
  }
  print_count(total);
}

TEST(expander, known_failures) {
  namespace fs = std::filesystem;
  int texts = 0;
  Count total;
  for (const fs::directory_entry& entry : fs::directory_iterator("tests/failures")) {
    if (entry.path().extension() != ".sched") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const Count count = compare_all(text.str(), entry.path().string(), 2);
    EXPECT_GT(count.compared, 0) << entry.path();
    total += count;
    ++texts;
  }
  print_count(total);
  EXPECT_GT(texts, 20);
}

TEST(expander, groups_of_a_larger_world) {
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    const syntax::File file = parse(shipped.text, std::string(shipped.path));
    ExpandOptions options;
    options.tp = TpSize{4};
    options.dp = 2;
    options.shape = Shape{kDivisible, kDivisible, kDivisible};
    Count count;
    compare(file, options, count);
  }
  for (const std::string_view text : kOddTexts) {
    const syntax::File file = parse(text, std::string(text));
    ExpandOptions options;
    options.tp = TpSize{4};
    options.dp = 3;
    options.shape = Shape{kDivisible, kDivisible, kDivisible};
    Count count;
    compare(file, options, count);
    EXPECT_EQ(count.refused, 0);
  }
}

}  // namespace
}  // namespace stretto::oracle
