#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tidy/functions.h"
#include "tests/tidy/rules.h"
#include "tests/tidy/source_text.h"

namespace stretto::tidy {
namespace {

std::vector<std::string> messages(const Findings& findings) {
  std::vector<std::string> texts;
  for (const Finding& finding : findings) texts.push_back(to_string(finding));
  return texts;
}

using Texts = std::vector<std::string>;

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "  f();\n";
  return text;
}

TEST(source_text, comments_and_literals_are_blanked_and_lines_stay) {
  EXPECT_EQ(blank_comments_and_literals("a // b\nc"), "a     \nc");
  EXPECT_EQ(blank_comments_and_literals("a /* b\n*/ c"), "a     \n   c");
  EXPECT_EQ(blank_comments_and_literals(R"(f("x\"{", '{');)"), "f(      ,    );");
  EXPECT_EQ(blank_comments_and_literals("x = R\"a({\n\")a\" + 1;"), "x =      \n     + 1;");
  EXPECT_EQ(blank_comments_and_literals("1'000'000 { '}'"), "1'000'000 {    ");
}

TEST(source_text, a_character_of_several_bytes_is_one_column) {
  EXPECT_EQ(count_columns("a\xC2\xA7z"), 3);
}

TEST(functions, bodies_are_found_outside_and_inside_of_classes) {
  EXPECT_EQ(find_functions("#include <a>\n"
                           "namespace a {\n"
                           "struct S : T<int(int)> {\n"
                           "  int f() const { return 1; }\n"
                           " private:\n"
                           "  S(int a)\n"
                           "      : a_(a) {\n"
                           "    if (a) { g(); }\n"
                           "  }\n"
                           "  int a_ = 0;\n"
                           "};\n"
                           "constexpr int kTable[] = {f(1), 2};\n"
                           "TEST(a, b) {\n"
                           "}\n"
                           "}\n"),
            (std::vector<FunctionSpan>{{4, 4, "f"}, {6, 9, "S"}, {13, 14, "TEST"}}));
}

TEST(columns, a_line_of_101_is_reported) {
  EXPECT_EQ(messages(check_columns({"a.sched", std::string(101, 'x') + "\n"})),
            Texts{"a.sched:1: 101 columns, at most 100"});
  EXPECT_EQ(check_columns({"a.sched", std::string(100, 'x') + "\n"}), Findings{});
}

TEST(columns, markdown_tables_and_fenced_text_are_free) {
  const std::string wide(200, 'x');
  EXPECT_EQ(check_columns({"a.md", "| " + wide + " |\n```\n" + wide + "\n```\n"}), Findings{});
  EXPECT_EQ(check_columns({"a.md", "```\n```\n" + wide + "\n"}).size(), 1u);
}

TEST(whitespace, tabs_trailing_space_and_a_missing_end_are_reported) {
  EXPECT_EQ(messages(check_whitespace({"a.h", "\tx\ny \nz"})),
            (Texts{"a.h:1: tab; use spaces", "a.h:2: space at the end of the line",
                   "a.h:3: no line end at the end of the file"}));
  EXPECT_EQ(check_whitespace({"a.h", "x\n"}), Findings{});
}

TEST(file_length, a_source_of_401_lines_is_reported) {
  EXPECT_EQ(messages(check_file_length({"a.cc", lines(401)})),
            Texts{"a.cc: 401 lines, at most 400; look for the second noun"});
  EXPECT_EQ(check_file_length({"a.cc", lines(400)}), Findings{});
  EXPECT_EQ(check_file_length({"a.md", lines(401)}), Findings{});
}

TEST(function_length, a_function_of_71_lines_is_reported) {
  EXPECT_EQ(messages(check_function_length({"a.cc", "void g()\n{\n" + lines(68) + "}\n"})),
            Texts{"a.cc:1: function g has 71 lines, at most 70"});
  EXPECT_EQ(check_function_length({"a.cc", "void g() {\n" + lines(68) + "}\n"}), Findings{});
}

TEST(layers, an_include_against_the_arrows_is_reported) {
  EXPECT_EQ(messages(check_layers({"models/a.h", "#include \"verify/b.h\"\n"})),
            Texts{"models/a.h:1: models/ may not include verify/b.h; only models/"});
  for (const auto& [path, include] :
       std::vector<std::pair<std::string, std::string>>{{"verify/a.cc", "sim/b.h"},
                                                        {"verify/a.cc", "kernels/cpu/b.h"},
                                                        {"kernels/cpu/a.cc", "verify/b.h"},
                                                        {"sim/a.cc", "verify/b.h"},
                                                        {"sim/a.cc", "sim/cli/b.h"},
                                                        {"models/a.cc", "tests/b.h"},
                                                        {"sim/cli/a.cc", "tests/b.h"}}) {
    EXPECT_EQ(check_layers({path, "#include \"" + include + "\"\n"}).size(), 1u) << path << include;
  }
}

TEST(layers, includes_along_the_arrows_are_fine) {
  for (const auto& [path, include] :
       std::vector<std::pair<std::string, std::string>>{{"verify/a.cc", "models/b.h"},
                                                        {"kernels/cpu/a.cc", "kernels/b.h"},
                                                        {"sim/a.cc", "sim/b.h"},
                                                        {"sim/cli/a.cc", "verify/b.h"},
                                                        {"sim/cli/a.cc", "sim/cli/b.h"},
                                                        {"tests/a.cc", "sim/cli/b.h"},
                                                        {"models/a.cc", "vector"}}) {
    EXPECT_EQ(check_layers({path, "#include \"" + include + "\"\n"}), Findings{}) << path;
  }
}

TEST(layers, device_headers_stay_in_kernels) {
  EXPECT_EQ(messages(check_layers({"sim/a.cc", "\n#include <nccl.h>\n"})),
            Texts{"sim/a.cc:2: nccl.h outside of kernels/"});
  EXPECT_EQ(check_layers({"kernels/cuda/a.cc", "#include <cuda_runtime.h>\n"}), Findings{});
}

TEST(layers, sources_live_in_the_folders_of_the_design) {
  EXPECT_EQ(messages(check_layers({"src/a.cc", ""})),
            Texts{"src/a.cc: C++ outside of the folders of DESIGN.md"});
}

TEST(guard, it_is_named_after_the_path) {
  EXPECT_EQ(
      messages(check_guard({"models/types.h", "#ifndef TYPES_H\n#define TYPES_H\n#endif\n"})),
      Texts{"models/types.h: include guard missing or misnamed; use STRETTO_MODELS_TYPES_H_"});
  EXPECT_EQ(check_guard({"models/types.h",
                         "#ifndef STRETTO_MODELS_TYPES_H_\n#define STRETTO_MODELS_TYPES_H_\n"}),
            Findings{});
}

TEST(banned, each_call_comes_with_its_replacement) {
  EXPECT_EQ(messages(check_banned({"sim/a.cc", "int a;\nstd::cout << std::endl;\n"})),
            (Texts{"sim/a.cc:2: 'std::endl': use '\\n'",
                   "sim/a.cc:2: 'std::cout': use a returned string; only sim/cli prints"}));
  for (const char* text : {"int x = rand();",
                           "srand(1);",
                           "std::random_device device;",
                           "time(nullptr);",
                           "std::chrono::system_clock::now();",
                           "using namespace std;",
                           "assert(x);",
                           "double link_gbps = 1;",
                           "atoi(text);",
                           "strtol(text, 0, 10);",
                           "sprintf(a, b);",
                           "strcpy(a, b);",
                           "#pragma once",
                           "goto fail;",
                           "cudaMalloc(&p, 4);",
                           "cudaFreeAsync(p, s);",
                           "printf(x);",
                           "fprintf(stderr, x);",
                           "puts(x);",
                           "std::exit(code);",
                           "exit(1);"}) {
    EXPECT_EQ(check_banned({"kernels/a.cc", text}).size(), 1u) << text;
  }
}

TEST(banned, the_places_and_words_that_are_allowed) {
  for (const char* text : {"operand(1);", "static_assert(true);", "// std::endl", "\"rand()\"",
                           "snprintf(a, 2, b);", "uptime(0);", "on_exit(1);", "run.abort();",
                           "exit(place);", "using namespace stretto;", "link_gb_per_s"}) {
    EXPECT_EQ(check_banned({"kernels/a.cc", text}), Findings{}) << text;
  }
  EXPECT_EQ(check_banned({"kernels/cuda/device_buffer.h", "cudaMalloc(&p, 4);"}), Findings{});
  EXPECT_EQ(check_banned({"sim/cli/a.cc", "std::cout << text;"}), Findings{});
  EXPECT_EQ(check_banned({"tests/a.cc", "std::cerr << text;"}), Findings{});
  EXPECT_EQ(check_banned({"models/a.cc", "int main() {\nstd::cerr << text; }"}), Findings{});
}

TEST(markdown, exactly_one_title) {
  EXPECT_EQ(messages(check_markdown({"models/A.md", "## a\n"})),
            Texts{"models/A.md: 0 titles ('# ..'); use exactly one"});
  EXPECT_EQ(check_markdown({"models/A.md", "# a\n# b\n"}).size(), 1u);
  EXPECT_EQ(check_markdown({"models/A.md", "# a\n```\n# comment\n```\n"}), Findings{});
}

TEST(markdown, a_folders_readme_has_eight_lines_and_the_top_one_is_free) {
  EXPECT_EQ(
      messages(check_markdown({"sim/README.md", "# a\n" + lines(8)})),
      Texts{"sim/README.md: 9 lines, at most 8; a folder's README says what belongs there and "
            "what may not"});
  EXPECT_EQ(check_markdown({"sim/README.md", "# a\n" + lines(7)}), Findings{});
  EXPECT_EQ(check_markdown({"README.md", "# a\n" + lines(80)}), Findings{});
}

TEST(todo, it_needs_an_issue) {
  const std::string mark = "TO" + std::string("DO");
  EXPECT_EQ(messages(check_todo({"a.cc", "// " + mark + " later\n"})),
            Texts{"a.cc:1: " + mark + " without an issue; " + mark + "(#12): ..."});
  EXPECT_EQ(check_todo({"a.cc", "// " + mark + "(#12): later\n"}), Findings{});
}

TEST(readmes, a_folder_of_sources_without_one_is_reported_once) {
  EXPECT_EQ(messages(check_readmes({{"sim/a.h", ""}, {"sim/b.h", ""}, {"sim/c/x.sched", ""}})),
            (Texts{"sim/README.md: missing: say in a few lines what belongs here and what may not",
                   "sim/c/README.md: missing: say in a few lines what belongs here and what may "
                   "not"}));
  EXPECT_EQ(check_readmes({{"sim/a.h", ""}, {"sim/README.md", ""}}), Findings{});
}

TEST(tested, a_source_whose_header_no_test_includes_is_reported) {
  const SourceFile source{"sim/a.cc", ""};
  const SourceFile header{"sim/a.h", ""};
  const SourceFile piece{"sim/a_piece.cc", "#include \"sim/a.h\"\n"};
  EXPECT_EQ(
      messages(check_tested({source, header, piece})),
      (Texts{"sim/a.cc: no test includes sim/a.h", "sim/a_piece.cc: no test includes sim/a.h"}));
  EXPECT_EQ(
      check_tested({source, header, piece, {"tests/sim/a_test.cc", "#include \"sim/a.h\"\n"}}),
      Findings{});
  EXPECT_EQ(messages(check_tested({{"sim/a.cc", ""}})),
            Texts{"sim/a.cc: no test includes a header of it"});
}

TEST(tested, a_piece_is_tested_through_the_header_of_the_whole) {
  const std::vector<SourceFile> tree = {
      {"sim/a.h", ""}, {"sim/a_b.h", ""}, {"sim/a_b.cc", ""}, {"sim/ab.cc", ""}, {"sim/ab.h", ""}};
  std::vector<SourceFile> tested = tree;
  tested.push_back({"tests/sim/a_test.cc", "#include \"sim/a.h\"\n"});
  EXPECT_EQ(check_tested(tree).size(), 2u);
  EXPECT_EQ(messages(check_tested(tested)), Texts{"sim/ab.cc: no test includes sim/ab.h"});
}

TEST(complete, an_included_header_that_was_not_given_is_reported) {
  const SourceFile source{"sim/a.cc", "#include \"sim/b.h\"\n#include <vector>\n"};
  EXPECT_EQ(messages(check_complete({source})),
            Texts{"sim/a.cc:1: sim/b.h is not among the files to check; list its package in "
                  "tests/tidy/BUILD"});
  EXPECT_EQ(check_complete({source, {"sim/b.h", ""}}), Findings{});
}

}  // namespace
}  // namespace stretto::tidy
