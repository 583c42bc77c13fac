// Random trees are printed and read back; random damage to good texts is reported or harmless. A
// failure prints the RC_PARAMS that replay it; RC_PARAMS="max_success=10000" runs more cases.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <string>
#include <string_view>

#include "tests/models/language_texts.h"
#include "tests/models/round_trip.h"
#include "tests/properties/check_property.h"
#include "tests/properties/syntax_parts.h"
#include "tests/properties/syntax_trees.h"

namespace stretto {
namespace {

constexpr auto kPieces = std::to_array<std::string_view>({
    "\n",     "\n  ",      "\n    ",
    "\r\n",   "\t",        " ",
    ";",      ":",         ",",
    "(",      ")",         "[",
    "]",      "{",         "}",
    "@",      "..",        "->",
    "<-",     "+=",        "==",
    "=",      "*",         "+",
    "-",      "?",         "#",
    "0",      "r",         "tp ",
    "part ",  "ring ",     "by ",
    "each ",  "if ",       "else ",
    "for ",   "in ",       "gemm ",
    "on ",    "after ",    "as ",
    "sms(",   "bump ",     "when ",
    "given ", "ensure ",   "not ",
    "mod ",   "min(",      "sum(",
    "all ",   "world(",    "bias ",
    "rank ",  "schedule ", "1000000000000001",
    "$",      "\xC3\xA9",
});

/// Deletes, doubles, moves or inserts a piece of the text.
void damage(std::string& text) {
  const size_t from = below(text.size() + 1);
  const size_t size = below(12);
  const std::string piece = text.substr(from, size);
  switch (below(4)) {
    case 0:
      text.erase(from, size);
      break;
    case 1:
      text.insert(below(text.size() + 1), piece);
      break;
    case 2:
      text.erase(from, size);
      text.insert(below(text.size() + 1), piece);
      break;
    default:
      text.insert(from, kPieces[below(kPieces.size())]);
  }
}

TEST(parser_properties, printed_trees_are_read_back) {
  check_property("printed trees are read back", 1000, [] {
    const std::string failure = print_failure(any_file());
    if (!failure.empty()) RC_FAIL(failure);
  });
}

TEST(parser_properties, damaged_texts_are_refused_or_read) {
  check_property("damaged texts are refused or read", 2000, [] {
    std::string text(kLanguageTexts[below(kLanguageTexts.size())]);
    const int edits = 1 + below(4);
    for (int edit = 0; edit < edits; ++edit) damage(text);
    const std::string failure = round_trip_failure(text);
    if (!failure.empty()) RC_FAIL(failure + "\n" + text);
  });
}

}  // namespace
}  // namespace stretto
