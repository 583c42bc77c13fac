// Random trees are printed and read back; random damage to good texts is reported or harmless. A
// failure prints the RC_PARAMS that replay it; RC_PARAMS="max_success=10000" runs more cases.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// What to insert for each thing that the first error of a text expects.
std::vector<std::string> expected_pieces(const std::string& message) {
  static const std::map<std::string, std::string> kSamples = {
      {"a name", "n"},
      {"a communicator", "n"},
      {"a number", "1"},
      {"a value", "n"},
      {"an expression", "1"},
      {"an operand", "1"},
      {"an operator", "+"},
      {"an arithmetic operator", "+"},
      {"end of line", "\n"},
      {"end of text", ""},
      {"a clause (on, after, as, sms)", "on n"},
  };
  std::vector<std::string> pieces;
  const size_t end = std::min(message.find(" behind '"), message.find(", found "));
  for (const auto& [thing, sample] : kSamples) {
    if (message.find(thing) < end) pieces.push_back(sample);
  }
  for (size_t at = message.find('\''); at < end; at = message.find('\'', at + 1)) {
    const size_t close = message.find('\'', at + 1);
    pieces.push_back(message.substr(at + 1, close - at - 1));
    at = close;
  }
  return pieces;
}

/// The first error of a text, if there is one.
std::optional<Diagnostic> first_error(const std::string& text) {
  try {
    parse(text, "text");
  } catch (const InputError& error) {
    return error.diagnostics()[0];
  }
  return std::nullopt;
}

TEST(parser_properties, what_an_error_expects_is_accepted_there) {
  check_property("what an error expects is accepted there", 1000, [] {
    std::string text(kLanguageTexts[below(kLanguageTexts.size())]);
    damage(text);
    const std::optional<Diagnostic> error = first_error(text);
    RC_PRE(error.has_value());
    RC_PRE(error->message.starts_with("expected "));
    RC_PRE(error->message.find("known: ") == std::string::npos);
    size_t place = 0;
    for (int line = 1; line < error->at.line; ++line) place = text.find('\n', place) + 1;
    place += error->at.column - 1;
    for (const std::string& piece : expected_pieces(error->message)) {
      const std::string gap = error->at.column > 1 ? " " : "";
      const std::string longer = text.substr(0, place) + gap + piece + " " + text.substr(place);
      const std::optional<Diagnostic> next = first_error(longer);
      const int column = error->at.column + static_cast<int>(gap.size());
      const bool is_accepted = !next || next->at.line > error->at.line ||
                               next->at.column > column ||
                               next->message.find("has no") != std::string::npos;
      if (!is_accepted)
        RC_FAIL(to_string(*error) + "\nis not so for '" + piece + "': " + to_string(*next) + "\n" +
                text);
    }
  });
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
