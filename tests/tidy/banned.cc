#include <array>
#include <cstdint>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/rules.h"

namespace stretto::tidy {
namespace {

enum class Where : uint8_t {
  kEverywhere,
  kLibraries,  // all but the command line, tests and files with a main
};

struct Ban {
  const char* pattern;  // a regular expression over code without comments and literals
  const char* instead;
  Where where = Where::kEverywhere;
  const char* except = "";  // the end of a path where it is allowed
};

constexpr std::array kBans = {
    Ban{"\\bs?rand\\s*\\(", "std::mt19937_64 with a seed that is an argument"},
    Ban{"\\brandom_device\\b", "a seed that is an argument: a failure must be replayed"},
    Ban{"\\bsystem_clock\\b|\\btime\\s*\\(\\s*(nullptr|NULL|0)\\s*\\)",
        "std::chrono::steady_clock"},
    Ban{"\\bstd::endl\\b", "'\\n'"},
    Ban{"\\busing\\s+namespace\\s+std\\b", "the names with std::"},
    Ban{"\\bassert\\s*\\(", "CHECK, which stays on in release builds"},
    Ban{"\\b\\w*_gbps\\w*", "_gb_per_s: bits or bytes, and per what, must be readable"},
    Ban{"\\bato[ifl]+\\s*\\(|\\bstrto[a-z]+\\s*\\(", "std::from_chars, which reports bad input"},
    Ban{"\\b(s|vs)printf\\s*\\(|\\bstr(cpy|cat)\\s*\\(", "fmt::format or std::string"},
    Ban{"#\\s*pragma\\s+once", "an include guard named after the path"},
    Ban{"\\bgoto\\b", "a function that returns"},
    Ban{"\\bcuda(Malloc|Free)(Async|Host|Managed)?\\s*\\(", "DeviceBuffer", Where::kEverywhere,
        "device_buffer.h"},
    Ban{"\\bv?f?printf\\s*\\(|\\bf?puts\\s*\\(", "a returned string; only sim/cli prints",
        Where::kLibraries},
    Ban{"\\bstd::(cout|cerr|clog)\\b", "a returned string; only sim/cli prints", Where::kLibraries},
    Ban{"\\bstd::(exit|abort|quick_exit)\\s*\\(|\\bexit\\s*\\(\\s*([0-9]|EXIT)",
        "an exception; one catch in main", Where::kLibraries},
};

bool is_library(const SourceFile& file, const std::string& code) {
  return top_folder(file.path) != "tests" && folder(file.path) != "sim/cli" &&
         code.find("int main(") == std::string::npos;
}

bool applies(const Ban& ban, const SourceFile& file, bool is_in_library) {
  const std::string_view except = ban.except;
  if (!except.empty() && file.path.ends_with(except)) return false;
  return ban.where == Where::kEverywhere || is_in_library;
}

}  // namespace

Findings check_banned(const SourceFile& file) {
  if (!is_cpp(file.path)) return {};
  static const std::vector<std::regex> kPatterns = [] {
    std::vector<std::regex> patterns;
    for (const Ban& ban : kBans) patterns.emplace_back(ban.pattern, std::regex::optimize);
    return patterns;
  }();
  const std::string code = blank_comments_and_literals(file.text);
  const bool is_in_library = is_library(file, code);
  Findings findings;
  int number = 0;
  for (const std::string_view line : split_lines(code)) {
    ++number;
    const size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) continue;
    for (size_t i = 0; i < kBans.size(); ++i) {
      if (!applies(kBans[i], file, is_in_library)) continue;
      std::match_results<std::string_view::const_iterator> match;
      if (!std::regex_search(line.begin() + static_cast<long>(begin), line.end(), match,
                             kPatterns[i])) {
        continue;
      }
      findings.push_back({file.path, number, "'" + match.str() + "': use " + kBans[i].instead});
    }
  }
  return findings;
}

}  // namespace stretto::tidy
