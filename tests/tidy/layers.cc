#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/rules.h"

namespace stretto::tidy {
namespace {

/// A folder and what its sources may include; the first row that fits a path counts.
struct Layer {
  std::string_view folder;
  std::string_view may_include;  // folders, each with a slash behind it; a prefix is enough
};

constexpr std::array kLayers = {
    Layer{"models/", "models/"},
    Layer{"verify/", "models/ verify/"},
    Layer{"sim/cli/", "models/ verify/ sim/ kernels/"},
    Layer{"sim/", "models/ sim/"},
    Layer{"kernels/", "models/ kernels/"},
    Layer{"tests/", "models/ verify/ sim/ kernels/ tests/"},
};

struct Include {
  int line = 0;
  std::string path;
};

std::vector<Include> find_includes(std::string_view text) {
  static const std::regex kInclude("\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
  std::vector<Include> includes;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_match(line.begin(), line.end(), match, kInclude)) {
      includes.push_back({number, match.str(1)});
    }
  }
  return includes;
}

bool is_ours(std::string_view path) {
  return std::ranges::any_of(kLayers,
                             [&](const Layer& layer) { return path.starts_with(layer.folder); });
}

bool is_device_header(std::string_view path) {
  static constexpr std::array<std::string_view, 6> kPrefixes = {"cuda", "nccl",  "cublas",
                                                                "nvml", "cupti", "mpi"};
  return std::ranges::any_of(kPrefixes, [&](std::string_view p) { return path.starts_with(p); });
}

bool allows(const Layer& layer, std::string_view included) {
  // The command line is above the rest of sim: nothing but itself and tests includes it.
  if (included.starts_with("sim/cli/")) {
    return layer.folder == "sim/cli/" || layer.folder == "tests/";
  }
  const std::string with_slash = std::string(top_folder(included)) + "/";
  return layer.may_include.find(with_slash) != std::string_view::npos;
}

/// The headers that a test of a .cc may include: for models/parser_places.cc its namesake and, as
/// it is a piece of it, models/parser.h; for a name without such headers, the first own header that
/// it includes.
std::vector<std::string> headers_of(const SourceFile& source, const std::vector<SourceFile>& tree) {
  std::vector<std::string> headers;
  std::string stem = source.path.substr(0, source.path.rfind('.'));
  while (folder(stem) == folder(source.path)) {
    const std::string header = stem + ".h";
    if (std::ranges::find(tree, header, &SourceFile::path) != tree.end()) headers.push_back(header);
    const size_t end = stem.rfind('_');
    if (end == std::string::npos) break;
    stem.resize(end);
  }
  for (const Include& include : find_includes(source.text)) {
    if (headers.empty() && folder(include.path) == folder(source.path)) {
      headers.push_back(include.path);
    }
  }
  return headers;
}

/// Sources that are tested in another way than through a header of theirs.
struct TestedOtherwise {
  std::string_view begin;  // of the path
  std::string_view how;
};

constexpr std::array kTestedOtherwise = {
    TestedOtherwise{"models/embed_schedules.cc", "a build tool; library_test reads what it writes"},
    TestedOtherwise{"sim/cli/huge_pages.cc", "memory for the program; its examples run in it"},
    TestedOtherwise{"sim/cli/main.cc", "the program; the examples of tests/sim/cli run it"},
    TestedOtherwise{"kernels/cpu/blocked.", "a part of the executor; executor_test"},
    TestedOtherwise{"kernels/cpu/effects", "a part of the executor; executor_test"},
    TestedOtherwise{"kernels/cpu/execution.", "a part of the executor; executor_test"},
    TestedOtherwise{"kernels/cpu/lane.", "a part of the executor; executor_test"},
    TestedOtherwise{"kernels/cpu/threads.", "a part of the executor; executor_test"},
    TestedOtherwise{"kernels/cpu/weight_roles.", "a part of the inputs; executor_test"},
};

bool needs_test(std::string_view path) {
  return (path.ends_with(".cc") || path.ends_with(".cu")) && top_folder(path) != "tests" &&
         std::ranges::none_of(kTestedOtherwise, [&](const TestedOtherwise& row) {
           return path.starts_with(row.begin);
         });
}

}  // namespace

Findings check_layers(const SourceFile& file) {
  if (!is_cpp(file.path)) return {};
  const auto layer = std::ranges::find_if(
      kLayers, [&](const Layer& row) { return file.path.starts_with(row.folder); });
  if (layer == kLayers.end()) return {{file.path, 0, "C++ outside of the folders of DESIGN.md"}};
  const bool may_use_devices =
      file.path.starts_with("kernels/") || file.path.starts_with("tests/kernels/");
  Findings findings;
  for (const auto& [line, path] : find_includes(file.text)) {
    if (is_ours(path) && !allows(*layer, path)) {
      findings.push_back({file.path, line,
                          std::string(layer->folder) + " may not include " + path + "; only " +
                              std::string(layer->may_include)});
    }
    if (is_device_header(path) && !may_use_devices) {
      findings.push_back({file.path, line, path + " outside of kernels/"});
    }
  }
  return findings;
}

Findings check_tested(const std::vector<SourceFile>& tree) {
  const auto is_tested = [&](const std::string& header) {
    return std::ranges::any_of(tree, [&](const SourceFile& file) {
      return top_folder(file.path) == "tests" &&
             file.text.find("#include \"" + header + "\"") != std::string::npos;
    });
  };
  Findings findings;
  for (const SourceFile& source : tree) {
    if (!needs_test(source.path)) continue;
    const std::vector<std::string> headers = headers_of(source, tree);
    if (std::ranges::any_of(headers, is_tested)) continue;
    const std::string wanted = headers.empty() ? "a header of it" : headers.front();
    findings.push_back({source.path, 0, "no test includes " + wanted});
  }
  return findings;
}

Findings check_complete(const std::vector<SourceFile>& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file.path)) continue;
    for (const auto& [line, path] : find_includes(file.text)) {
      if (!is_ours(path) || std::ranges::find(tree, path, &SourceFile::path) != tree.end())
        continue;
      findings.push_back({file.path, line,
                          path + " is not among the files to check; list its package in "
                                 "tests/tidy/BUILD"});
    }
  }
  return findings;
}

Findings check_readmes(const std::vector<SourceFile>& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    const std::string_view in = folder(file.path);
    if (in.empty() || !(is_cpp(file.path) || file.path.ends_with(".sched"))) continue;
    const std::string readme = std::string(in) + "/README.md";
    const bool is_there = std::ranges::find(tree, readme, &SourceFile::path) != tree.end();
    const bool is_said = std::ranges::find(findings, readme, &Finding::path) != findings.end();
    if (is_there || is_said) continue;
    findings.push_back(
        {readme, 0, "missing: say in a few lines what belongs here and what may not"});
  }
  return findings;
}

Findings check_tree(const std::vector<SourceFile>& tree) {
  Findings findings;
  for (const SourceFile& file : tree) {
    std::ranges::copy(check_file(file), std::back_inserter(findings));
  }
  for (const auto rule : {check_readmes, check_tested, check_complete}) {
    std::ranges::copy(rule(tree), std::back_inserter(findings));
  }
  return findings;
}

}  // namespace stretto::tidy
