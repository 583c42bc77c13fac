#include "models/json_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stretto {
namespace {

/// One sign a token, with its text: "{ k:a n:1 }".
std::string shown(JsonToken token, std::string_view text) {
  switch (token) {
    case JsonToken::kBeginObject:
      return "{";
    case JsonToken::kEndObject:
      return "}";
    case JsonToken::kBeginArray:
      return "[";
    case JsonToken::kEndArray:
      return "]";
    case JsonToken::kKey:
      return "k:" + std::string(text);
    case JsonToken::kString:
      return "s:" + std::string(text);
    case JsonToken::kNumber:
      return "n:" + std::string(text);
    case JsonToken::kLiteral:
      return "l:" + std::string(text);
    case JsonToken::kEnd:
      return "end";
  }
  return "?";
}

std::string tokens(std::string_view text) {
  ByteSource source("made.json", text);
  JsonReader json(source);
  std::string all;
  for (;;) {
    const JsonToken token = json.next();
    if (token == JsonToken::kEnd) return all;
    all += (all.empty() ? "" : " ") + shown(token, json.text());
  }
}

std::string failure_of(std::string_view text) {
  try {
    return "no failure: " + tokens(text);
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(json_reader, reads_an_object_token_by_token) {
  EXPECT_EQ(tokens(R"({"a": 1, "b": [true, null, "x"], "c": {}, "d": []})"),
            "{ k:a n:1 k:b [ l:true l:null s:x ] k:c { } k:d [ ] }");
}

TEST(json_reader, takes_any_value_at_the_top) {
  EXPECT_EQ(tokens("[]"), "[ ]");
  EXPECT_EQ(tokens(" \"x\"\r\n"), "s:x");
  EXPECT_EQ(tokens("-1.5e+3"), "n:-1.5e+3");
  EXPECT_EQ(tokens("\tfalse "), "l:false");
}

TEST(json_reader, gives_numbers_as_they_are_written) {
  EXPECT_EQ(tokens("[1694128201545123.457, 0, -0.25, 1E9]"),
            "[ n:1694128201545123.457 n:0 n:-0.25 n:1E9 ]");
}

TEST(json_reader, takes_nan_and_infinity_for_numbers) {
  EXPECT_EQ(tokens("[NaN, Infinity, -Infinity]"), "[ n:NaN n:Infinity n:-Infinity ]");
}

TEST(json_reader, resolves_escapes) {
  EXPECT_EQ(tokens(R"(["a\"b\\c\/d", "\n\t\b\f\r", "\u0041\u00e9\u20AC"])"),
            "[ s:a\"b\\c/d s:\n\t\b\f\r s:A\xC3\xA9\xE2\x82\xAC ]");
  EXPECT_EQ(tokens(R"({"a\u003ab" : 1})"), "{ k:a:b n:1 }");
}

TEST(json_reader, keeps_an_escape_that_json_does_not_know) {
  EXPECT_EQ(tokens(R"(["C:\path\x", "\u12", "\uzz"])"), R"([ s:C:\path\x s:\u12 s:\uzz ])");
}

TEST(json_reader, lets_control_characters_stand_in_a_string) {
  EXPECT_EQ(tokens("[\"a\nb\tc\x01\"]"), "[ s:a\nb\tc\x01 ]");
}

TEST(json_reader, takes_blanks_before_a_colon) {
  EXPECT_EQ(tokens("{\"a\"  \n :1}"), "{ k:a n:1 }");
}

// The reader's buffer has 256 KiB: every token comes to lie across its end once.
TEST(json_reader, reads_tokens_that_lie_across_pieces) {
  const std::string token_text = R"({"key" : "va\nlue", "n": 12345.678, "l": true})";
  for (size_t shift = 0; shift <= token_text.size(); ++shift) {
    const std::string blanks(256 * 1024 - shift, ' ');
    EXPECT_EQ(tokens(blanks + token_text), "{ k:key s:va\nlue k:n n:12345.678 k:l l:true }")
        << shift;
  }
}

TEST(json_reader, reads_a_string_longer_than_any_piece) {
  const std::string text(700'000, 'x');
  EXPECT_EQ(tokens("[\"" + text + "\", \"" + text + "\\n\"]"),
            "[ s:" + text + " s:" + text + "\n ]");
}

TEST(json_reader, skips_one_whole_value) {
  ByteSource source("made.json", R"({"a": {"b": [1, {"c": 2}]}, "d": [[]], "e": 3, "f": "g"})");
  JsonReader json(source);
  EXPECT_EQ(json.next(), JsonToken::kBeginObject);
  for (const char* key : {"a", "d", "e"}) {
    ASSERT_EQ(json.next(), JsonToken::kKey);
    EXPECT_EQ(json.text(), key);
    json.skip(json.next());
  }
  EXPECT_EQ(json.next(), JsonToken::kKey);
  EXPECT_EQ(json.text(), "f");
  EXPECT_EQ(json.next(), JsonToken::kString);
  EXPECT_EQ(json.next(), JsonToken::kEndObject);
  EXPECT_EQ(json.next(), JsonToken::kEnd);
}

TEST(json_reader, skips_the_value_at_the_top) {
  ByteSource source("made.json", R"([[1], {"a": []}])");
  JsonReader json(source);
  json.skip(json.next());
  EXPECT_EQ(json.next(), JsonToken::kEnd);
}

TEST(json_reader, says_where_text_is_no_json) {
  const std::vector<std::pair<std::string_view, std::string>> bad = {
      {"[1 2]", "1:4: unexpected character; accepted: ',' or the closing bracket"},
      {"[1,\n  ;]", "2:3: unexpected character; accepted: a JSON value"},
      {"[1,]", "1:4: unexpected character; accepted: a JSON value"},
      {"{\"a\": 1,}", "1:9: unexpected character; accepted: a key in quotes"},
      {"{1: 2}", "1:2: unexpected character; accepted: a key in quotes"},
      {"{\"a\" 1}", "1:6: a key without ':'"},
      {"{\n\"a\": 1]", "2:7: unexpected bracket"},
      {"[1}", "1:3: unexpected bracket"},
      {"]", "1:1: unexpected character; accepted: a JSON value"},
      {"[nul]", "1:5: 'nul' is no JSON value"},
      {"[] []", "1:4: something stands behind the end of the JSON value"},
      {"", "1:1: the file is empty"},
      {" \n ", "2:2: the file is empty"},
  };
  for (const auto& [text, message] : bad) {
    EXPECT_EQ(failure_of(text), "made.json:" + message) << text;
  }
}

TEST(json_reader, counts_lines_and_columns_across_pieces) {
  EXPECT_EQ(failure_of("[\n" + std::string(300'000, ' ') + ";]"),
            "made.json:2:300001: unexpected character; accepted: a JSON value");
  EXPECT_EQ(failure_of("[" + std::string(300'000, '\n') + "  ;]"),
            "made.json:300001:3: unexpected character; accepted: a JSON value");
}

// The whole is valid; no beginning of it is.
TEST(json_reader, refuses_a_file_that_is_cut_off_anywhere) {
  const std::string whole = R"({"a": [1, "x\n\u0041"], "b" : {"c": true}})";
  ASSERT_EQ(failure_of(whole), "no failure: { k:a [ n:1 s:x\nA ] k:b { k:c l:true } }");
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(failure_of(whole.substr(0, size)).substr(0, 10), "no failure") << size;
  }
  EXPECT_EQ(failure_of(R"({"a": [1)"), "made.json:1:9: the file ends in the middle: it is cut off");
  EXPECT_EQ(failure_of(R"({"a": "b)"), "made.json:1:9: the file ends within a string");
}

TEST(json_reader, refuses_nesting_that_no_trace_has) {
  EXPECT_EQ(tokens(std::string(1000, '[') + std::string(1000, ']')).size(), 3999u);
  EXPECT_NE(failure_of(std::string(1'000'000, '[')).find("more than 1000 levels of nesting"),
            std::string::npos);
}

}  // namespace
}  // namespace stretto
