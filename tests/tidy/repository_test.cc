// The tidy rules over this repository: all files that BUILD gives as data.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tidy/rules.h"

namespace stretto::tidy {
namespace {

namespace fs = std::filesystem;

bool is_checked(const fs::path& path) {
  static const std::set<std::string> kSuffixes = {".h",  ".cc", ".cu",  ".cuh",
                                                  ".md", ".sh", ".bzl", ".sched"};
  static const std::set<std::string> kNames = {"BUILD", "WORKSPACE", "run", "debian.BUILD"};
  return kSuffixes.contains(path.extension()) || kNames.contains(path.filename());
}

SourceFile read_source(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return {path.string(), text.str()};
}

std::vector<SourceFile> read_tree() {
  std::vector<SourceFile> tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(".")) {
    const fs::path path = entry.path().lexically_relative(".");
    // Another repository among the runfiles is not ours to judge.
    if (path.string().starts_with("external/") || !entry.is_regular_file()) continue;
    if (is_checked(path)) tree.push_back(read_source(path));
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

/// The BUILD files of the checkout, found through the symbolic link that WORKSPACE is here.
std::vector<std::string> packages_of_checkout() {
  const fs::path root = fs::canonical("WORKSPACE").parent_path();
  std::vector<std::string> packages;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
    const fs::path path = it->path().lexically_relative(root);
    const std::string name = path.filename();
    const bool is_other_workspace = it->is_directory() && fs::exists(it->path() / "WORKSPACE");
    if (name.starts_with("bazel-") || name == ".git" || is_other_workspace) {
      it.disable_recursion_pending();
    } else if (name == "BUILD") {
      packages.push_back(path);
    }
  }
  std::ranges::sort(packages);
  return packages;
}

TEST(tidy, the_repository_keeps_its_rules) {
  const std::vector<SourceFile> tree = read_tree();
  ASSERT_FALSE(tree.empty());
  for (const Finding& finding : check_tree(tree)) ADD_FAILURE() << finding;
}

TEST(tidy, every_package_is_checked) {
  const std::vector<SourceFile> tree = read_tree();
  for (const std::string& build : packages_of_checkout()) {
    EXPECT_NE(std::ranges::find(tree, build, &SourceFile::path), tree.end())
        << build << " is not checked: give it a filegroup 'tidy' and list that in tests/tidy/BUILD";
  }
}

}  // namespace
}  // namespace stretto::tidy
