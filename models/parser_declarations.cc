#include "models/parser_declarations.h"

#include <algorithm>
#include <array>
#include <string>

#include "models/parser_expressions.h"
#include "models/parser_places.h"
#include "models/suggest.h"

namespace stretto::parsing {

using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::Dimension;

namespace {

/// `ring` is the keyword where an extent follows it, otherwise a name.
bool at_ring(const Cursor& cursor) {
  if (cursor.peek().text != "ring") return false;
  const Token& next = cursor.peek(1);
  return next.kind == TokenKind::kName || next.kind == TokenKind::kNumber || next.text == "(" ||
         next.text == "min" || next.text == "max" || next.text == "all" || next.text == "not";
}

void parse_dims(Cursor& cursor, Declaration& declaration) {
  if (!cursor.accept("[")) return;
  do {
    Dimension& dim = declaration.dims.emplace_back();
    dim.is_ring = at_ring(cursor);
    cursor.want("'ring'");
    if (dim.is_ring) cursor.advance();
    dim.extent = parse_expr(cursor);
  } while (cursor.accept(","));
  cursor.expect("]");
}

void parse_param(Cursor& cursor, Declaration& declaration) {
  declaration.name = cursor.expect_name();
  cursor.expect("=");
  declaration.value = parse_expr(cursor);
  cursor.expect("in");
  if (cursor.accept("{")) {
    do {
      declaration.domain_set.push_back(parse_expr(cursor));
    } while (cursor.accept(","));
    cursor.expect("}");
  } else {
    declaration.domain_from = parse_expr(cursor);
    cursor.expect("..");
    declaration.domain_to = parse_expr(cursor);
  }
}

void parse_require(Cursor& cursor, Declaration& declaration) {
  if (cursor.accept("capturable")) {
    declaration.kind = DeclarationKind::kRequireCapturable;
  } else {
    declaration.value = parse_expr(cursor);
  }
}

void parse_assume(Cursor& cursor, Declaration&) { cursor.expect("quiet"); }

void parse_ragged(Cursor&, Declaration&) {}

void parse_tensor(Cursor& cursor, Declaration& declaration) {
  declaration.name = cursor.expect_name();
  parse_dims(cursor, declaration);
  cursor.expect(":");
  cursor.expect("[");
  declaration.rows = parse_expr(cursor);
  cursor.expect(",");
  declaration.cols = parse_expr(cursor);
  cursor.expect("]");
  for (;;) {
    if (!declaration.is_f32 && cursor.accept("f32")) {
      declaration.is_f32 = true;
    } else if (!declaration.is_fresh && cursor.accept("fresh")) {
      declaration.is_fresh = true;
    } else if (!declaration.is_ragged && cursor.accept("ragged")) {
      declaration.is_ragged = true;
    } else {
      return;
    }
  }
}

void parse_view(Cursor& cursor, Declaration& declaration) {
  declaration.name = cursor.expect_name();
  cursor.expect("=");
  declaration.place = parse_place(cursor);
}

void parse_signal(Cursor& cursor, Declaration& declaration) {
  declaration.name = cursor.expect_name();
  parse_dims(cursor, declaration);
}

void parse_stream_declaration(Cursor& cursor, Declaration& declaration) {
  parse_signal(cursor, declaration);
  if (cursor.accept("high")) {
    declaration.priority = syntax::Priority::kHigh;
  } else if (cursor.accept("low")) {
    declaration.priority = syntax::Priority::kLow;
  }
}

void parse_communicator(Cursor& cursor, Declaration& declaration) {
  declaration.name = cursor.expect_name();
  cursor.expect("by");
  declaration.value = parse_expr(cursor);
}

struct Rule {
  std::string_view keyword;
  DeclarationKind kind;
  void (*parse)(Cursor&, Declaration&);
};

constexpr auto kRules = std::to_array<Rule>({
    {"assume", DeclarationKind::kAssumeQuiet, parse_assume},
    {"buffer", DeclarationKind::kBuffer, parse_tensor},
    {"communicator", DeclarationKind::kCommunicator, parse_communicator},
    {"local", DeclarationKind::kLocal, parse_tensor},
    {"param", DeclarationKind::kParam, parse_param},
    {"ragged", DeclarationKind::kRagged, parse_ragged},
    {"require", DeclarationKind::kRequire, parse_require},
    {"shard", DeclarationKind::kShard, parse_tensor},
    {"signal", DeclarationKind::kSignal, parse_signal},
    {"stream", DeclarationKind::kStream, parse_stream_declaration},
    {"view", DeclarationKind::kView, parse_view},
    {"weight", DeclarationKind::kWeight, parse_tensor},
});

const Rule* find_rule(std::string_view keyword) {
  const auto found = std::find_if(kRules.begin(), kRules.end(),
                                  [&](const Rule& r) { return r.keyword == keyword; });
  return found == kRules.end() ? nullptr : &*found;
}

/// What may begin a line here, in order.
std::array<std::string_view, kRules.size() + 1> known_words() {
  std::array<std::string_view, kRules.size() + 1> words;
  std::transform(kRules.begin(), kRules.end(), words.begin(),
                 [](const Rule& r) { return r.keyword; });
  words.back() = "rank";
  std::sort(words.begin(), words.end());
  return words;
}

/// True when `require` may go on with this token.
bool begins_expr(const Token& token) {
  return token.kind == TokenKind::kNumber || token.text == "(" || token.text == "-" ||
         token.text == "not" || token.text == "min" || token.text == "max" || token.text == "all" ||
         token.text == "capturable";
}

/// True when the declaration at the cursor has no keyword and repeats the last one: a name, unless
/// it looks like a misspelt keyword with another name behind it.
bool repeats(const Cursor& cursor, std::string_view keyword) {
  if (keyword.empty() || keyword == "ragged") return false;
  if (!cursor.at_name()) return keyword == "require" && begins_expr(cursor.peek());
  const auto words = known_words();
  return cursor.peek(1).kind != TokenKind::kName ||
         nearest_word(cursor.peek().text, words).empty() || keyword == "communicator" ||
         keyword == "stream";
}

[[noreturn]] void fail_unknown(Cursor& cursor) {
  const auto words = known_words();
  const std::string known = "; known: " + list_words(words);
  if (!cursor.at_name())
    cursor.fail("expected a declaration, found " + describe(cursor.peek()) + known);
  const std::string word(cursor.peek().text);
  cursor.fail("unknown declaration '" + word + "'" + known + did_you_mean(word, words));
}

}  // namespace

Declaration parse_declaration(Cursor& cursor, std::string_view& keyword) {
  Declaration declaration;
  declaration.at = cursor.mark();
  if (find_rule(cursor.peek().text) != nullptr) {
    keyword = cursor.peek().text;
    cursor.advance();
  } else if (!repeats(cursor, keyword)) {
    fail_unknown(cursor);
  }
  const Rule& rule = *find_rule(keyword);
  declaration.kind = rule.kind;
  rule.parse(cursor, declaration);
  return declaration;
}

}  // namespace stretto::parsing
