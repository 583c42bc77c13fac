// Every text of this folder against what its header says of it, and the ones that made the first
// list of public failures against the very slots, ranks and lines.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/told.h"

namespace stretto {
namespace {

const std::string kFolder = "tests/failures/";

std::string read(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".sched") found.push_back(entry.path().stem().string());
  }
  std::ranges::sort(found);
  return found;
}

/// The header of a text: its comment lines "# key: value".
struct Case {
  std::string text;
  std::map<std::string, std::string> header;
  std::set<std::string> expected;
  int tp_min = 0;
  int tp_max = 0;

  explicit Case(const std::string& name) : text(read(kFolder + name + ".sched")) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
      const size_t colon = line.find(": ");
      if (colon != std::string::npos) header[line.substr(2, colon - 2)] = line.substr(colon + 2);
    }
    std::istringstream words(header["expect"]);
    for (std::string word; words >> word;) expected.insert(word.substr(0, word.find(',')));
    std::sscanf(header["tp"].c_str(), "%d..%d", &tp_min, &tp_max);
  }

  ExpandOptions options(int tp) const {
    ExpandOptions options{.tp = TpSize{tp}};
    if (header.contains("calls")) options.num_calls = std::stoi(header.at("calls"));
    if (header.contains("shape")) {
      Shape shape;
      std::sscanf(header.at("shape").c_str(), "%ldx%ldx%ld", &shape.m, &shape.n, &shape.k);
      options.shape = shape;
    }
    if (header.contains("set")) {
      const std::string set = header.at("set");
      options.set.emplace_back(set.substr(0, set.find('=')), set.substr(set.find('=') + 1));
    }
    return options;
  }
};

/// What a case at one tp comes to: the checks that object, "input", or nothing.
std::set<std::string> outcome(const Case& one, int tp) {
  try {
    return checks_of(verdict_of(one.text, one.options(tp)));
  } catch (const RefusedError&) {
    throw;
  } catch (const InputError&) {
    return {"input"};
  }
}

// `timing` is good and slow, which the simulator says. `residency` depends on a machine; until that
// check exists such a text must expand and be good otherwise.
bool is_as_expected(const Case& one, const std::set<std::string>& found) {
  static const std::set<std::string> kGood = {"good", "timing", "residency"};
  if (kGood.contains(*one.expected.begin())) return found.empty();
  return std::ranges::includes(found, one.expected);
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "good" : text;
}

class Failures : public testing::TestWithParam<std::string> {};

TEST_P(Failures, verdict_is_what_the_header_expects) {
  const Case one(GetParam());
  static const std::set<std::string> kKnown = {
      "good",  "timing", "input",    "matching", "deadlock", "residency", "race",
      "calls", "joins",  "dataflow", "replicas", "bounds",   "contract"};
  ASSERT_FALSE(one.expected.empty()) << "no '# expect:' line";
  ASSERT_TRUE(std::ranges::includes(kKnown, one.expected)) << joined(one.expected);
  ASSERT_LE(1, one.tp_min);
  ASSERT_LE(one.tp_min, one.tp_max);
  int num_checked = 0;
  for (int tp = one.tp_min; tp <= one.tp_max; ++tp) {
    try {
      const std::set<std::string> found = outcome(one, tp);
      EXPECT_TRUE(is_as_expected(one, found))
          << "tp " << tp << ": expected " << joined(one.expected) << ", found " << joined(found);
      ++num_checked;
    } catch (const RefusedError&) {
      continue;  // sizes that `require` refuses
    }
  }
  EXPECT_GT(num_checked, 0) << "every size of the range is refused";
}

INSTANTIATE_TEST_SUITE_P(Texts, Failures, testing::ValuesIn(names()),
                         [](const auto& text) { return text.param; });

TEST(FailureTexts, every_faulty_text_has_its_mended_twin) {
  const std::vector<std::string> all = names();
  ASSERT_FALSE(all.empty());
  for (const std::string& name : all) {
    const bool is_fixed = name.ends_with("_fixed");
    const std::string twin = is_fixed ? name.substr(0, name.size() - 6) : name + "_fixed";
    EXPECT_TRUE(std::ranges::count(all, twin)) << name << " without " << twin;
    EXPECT_EQ(Case(name).expected.contains("good"), is_fixed) << name;
  }
}

TEST(FailureTexts, those_whose_verdict_needs_a_machine_are_these) {
  std::vector<std::string> found;
  for (const std::string& name : names()) {
    if (Case(name).expected.contains("residency")) found.push_back(name);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"nccl_195", "te_1918"}));
}

/// The verdict of a text as lines.
Told told_of(const std::string& name, int tp,
             std::vector<std::pair<std::string, std::string>> set = {}) {
  ExpandOptions options = Case(name).options(tp);
  for (auto& one : set) options.set.push_back(one);
  return told(Case(name).text, options);
}

std::string story(const std::string& name, int tp, Check check) {
  return message_of(verdict_of(Case(name).text, Case(name).options(tp)), check);
}

TEST(FailureStories, te_1583_home_r) {
  EXPECT_EQ(told_of("te_1583_home_r", 4),
            (Told{"race on ranks 0..3: caller, 22", "dataflow on ranks 0..3: caller"}));
  const std::string race = story("te_1583_home_r", 4, Check::kRace);
  EXPECT_TRUE(race.starts_with(
      "slot x[1] on rank 1 is accessed by two ops that nothing orders\n"
      "  1. rank 1: the caller at entry writes it\n"
      "  2. rank 0: test.sched:22: copy x[i+1]@(r+1) = x[i] via ce on comm (i=0) writes it\n"))
      << race;
  EXPECT_TRUE(
      story("te_1583_home_r", 4, Check::kDataflow)
          .starts_with("buffer t ends wrong on ranks 0..3: 12 of 16 slots that are ensured"));
}

TEST(FailureStories, te_1583_slot_0) {
  EXPECT_EQ(told_of("te_1583_slot_0", 4), Told{"replicas on ranks 0..3"});
  EXPECT_TRUE(story("te_1583_slot_0", 4, Check::kReplicas)
                  .starts_with("the result is not the same on every rank\n"
                               "  rank 0 holds A(3) * W@0 in t[1]\n"
                               "  rank 1 holds A(0) * W@1 in t[1]"));
}

TEST(FailureStories, te_1760_rs_alone) {
  EXPECT_EQ(told_of("te_1760_rs_alone", 4), Told{"dataflow on ranks 0..3: caller"});
  EXPECT_TRUE(story("te_1760_rs_alone", 4, Check::kDataflow)
                  .starts_with("buffer y ends wrong on ranks 0..3: 4 of 4 slots that are ensured"));
}

TEST(FailureStories, te_pr1088) {
  EXPECT_EQ(told_of("te_pr1088", 4), Told{"race on ranks 0..3: 21, 27"});
  EXPECT_TRUE(story("te_pr1088", 4, Check::kRace).starts_with("slot u[3] on rank 0 is accessed"));
}

TEST(FailureStories, te_pr1768) {
  EXPECT_EQ(told_of("te_pr1768", 4).at(0), "bounds on ranks 0..3: 27");
  EXPECT_NE(story("te_pr1768", 4, Check::kBounds)
                .find("index 4 of 'x' leaves dimension 0, which is 0..3"),
            std::string::npos);
}

TEST(FailureStories, te_pr188) {
  EXPECT_EQ(told_of("te_pr188", 4), Told{"deadlock on ranks 0..3: 17, 18"});
  EXPECT_NE(story("te_pr188", 4, Check::kDeadlock).find("waits for signal arrived@0"),
            std::string::npos);
}

TEST(FailureStories, nccl_783) {
  EXPECT_EQ(told_of("nccl_783", 4), Told{"deadlock on ranks 0..3: 15, 16"});
  EXPECT_NE(story("nccl_783", 4, Check::kDeadlock).find("is not buffered, so it waits for"),
            std::string::npos);
}

TEST(FailureStories, nccl_899) {
  EXPECT_TRUE(checks_of(verdict_of(Case("nccl_899").text, {.tp = TpSize{4}})).contains("matching"));
  EXPECT_TRUE(story("nccl_899", 4, Check::kMatching)
                  .starts_with("communicators 'first' and 'second' share ranks, and "));
  EXPECT_EQ(told_of("nccl_899", 4, {{"comms", "one"}}),
            (Told{"dataflow on ranks 0..3: caller", "replicas on ranks 0, 3"}));
}

TEST(FailureStories, pytorch_131244) {
  EXPECT_EQ(told_of("pytorch_131244", 4), Told{"replicas on ranks 0..3"});
  EXPECT_NE(story("pytorch_131244", 4, Check::kReplicas)
                .find("(sums in another order differ in their last bits)"),
            std::string::npos);
}

TEST(FailureStories, te_2443) {
  EXPECT_EQ(told_of("te_2443", 4), Told{"dataflow on ranks 0..3: caller"});
  EXPECT_TRUE(story("te_2443", 4, Check::kDataflow)
                  .starts_with("buffer y ends wrong on ranks 0..3: 16 of 16 slots"));
}

TEST(FailureStories, megatron_1238) {
  const Case one("megatron_1238");
  const std::string wrong =
      "M/tp with MxNxK = 2047x512x512: 2047 is not divisible by 4; accepted: "
      "a multiple, or `ragged` behind the shape (rounds up and pads)";
  EXPECT_EQ(input_error(one.text, one.options(4)), "test.sched:8:22: " + wrong +
                                                       "\ntest.sched:10:23: " + wrong +
                                                       "\ntest.sched:11:23: " + wrong);
}

TEST(FailureStories, te_409) {
  EXPECT_EQ(checks_of(verdict_of(Case("te_409").text, {.tp = TpSize{4}})),
            (std::set<std::string>{"deadlock", "matching", "race"}));
  EXPECT_NE(story("te_409", 4, Check::kDeadlock)
                .find("rank 0 never enters: the end of rank 1: test.sched:15: barrier pad on main"),
            std::string::npos);
}

}  // namespace
}  // namespace stretto
