#include "models/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "models/parser.h"

namespace stretto {
namespace {

TEST(Library, schedules_are_sorted_by_name) {
  EXPECT_TRUE(std::ranges::is_sorted(shipped_schedules(), {}, &ShippedSchedule::name));
}

TEST(Library, a_row_is_a_text_of_its_folder_letter_by_letter) {
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    std::ifstream file{std::string(shipped.path)};
    ASSERT_TRUE(file) << shipped.path;
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), shipped.text) << shipped.path;
  }
}

TEST(Library, every_text_of_the_folder_is_a_row) {
  std::set<std::string> paths;
  for (const ShippedSchedule& shipped : shipped_schedules()) paths.emplace(shipped.path);
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("models/schedules")) {
    if (entry.path().extension() == ".sched") files.insert(entry.path().string());
  }
  EXPECT_EQ(paths, files);
}

TEST(Library, a_row_defines_what_it_is_named_after) {
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    const syntax::File file = parse(shipped.text, std::string(shipped.path));
    const std::string name(shipped.name);
    const bool is_there = std::ranges::count(file.schedules, name, &syntax::Schedule::name) == 1 ||
                          std::ranges::count(file.sequences, name, &syntax::Sequence::name) == 1;
    EXPECT_TRUE(is_there) << name;
  }
}

}  // namespace
}  // namespace stretto
