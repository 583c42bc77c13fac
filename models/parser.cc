#include "models/parser.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "models/lexer.h"
#include "models/parser_blocks.h"
#include "models/parser_cursor.h"
#include "models/parser_declarations.h"
#include "models/suggest.h"

namespace stretto {
namespace {

using parsing::Cursor;
using parsing::describe;
using parsing::Failure;
using syntax::Contract;
using syntax::ContractKind;
using syntax::Mark;
using syntax::Schedule;
using syntax::Sequence;

constexpr auto kContracts = std::to_array<std::string_view>({
    "all_gather",
    "reduce_scatter",
    "all_reduce",
    "all_gather_gemm",
    "gemm_reduce_scatter",
    "gemm_all_reduce",
});

constexpr auto kFileWords = std::to_array<std::string_view>({"schedule", "sequence"});

bool at_file_word(const Cursor& cursor) {
  const std::string_view text = cursor.peek().text;
  return text == kFileWords[0] || text == kFileWords[1];
}

class FileParser {
 public:
  FileParser(std::string_view text, std::string path) : cursor_(lex(text, path), path) {
    file_.path = std::move(path);
  }
  syntax::File run();

 private:
  std::vector<std::string> comment_of(int line) const;
  std::string parse_name(Mark at);
  Contract parse_contract();
  void parse_schedule();
  void parse_head(Schedule& schedule);
  void parse_declarations(Schedule& schedule);
  void parse_rank(Schedule& schedule);
  void parse_sequence();
  void parse_run(Sequence& sequence);
  void parse_runs(Sequence& sequence);
  void reject_line();
  void reject_indent();

  Cursor cursor_;
  syntax::File file_;
  std::map<std::string, int> lines_of_names_;
};

/// The comment lines directly above a line and the comment behind it.
std::vector<std::string> FileParser::comment_of(int line) const {
  const std::map<int, Comment>& comments = cursor_.lexed().comments;
  std::vector<std::string> lines;
  for (int above = line - 1; comments.contains(above) && comments.at(above).is_own_line; --above) {
    lines.push_back(comments.at(above).text);
  }
  std::reverse(lines.begin(), lines.end());
  if (comments.contains(line)) lines.push_back(comments.at(line).text);
  return lines;
}

/// The name of a schedule or sequence, which a file may have once.
std::string FileParser::parse_name(Mark at) {
  const Location here = cursor_.peek().at;
  std::string name = cursor_.expect_name();
  const auto [entry, is_new] = lines_of_names_.emplace(name, at.line);
  if (!is_new) {
    cursor_.report(here, "a second schedule or sequence '" + name + "'; the first is in line " +
                             std::to_string(entry->second));
  }
  return name;
}

Contract FileParser::parse_contract() {
  Contract contract;
  contract.at = cursor_.mark();
  const std::string_view word = cursor_.peek().text;
  const auto found = std::find(kContracts.begin(), kContracts.end(), word);
  if (found == kContracts.end()) {
    cursor_.fail("expected a contract, found " + describe(cursor_.peek()) +
                 "; known: " + list_words(kContracts) + did_you_mean(word, kContracts));
  }
  cursor_.advance();
  contract.kind = static_cast<ContractKind>(found - kContracts.begin());
  contract.is_permuted = cursor_.accept("permuted");
  return contract;
}

/// The line of `schedule`, behind the keyword.
void FileParser::parse_head(Schedule& schedule) {
  try {
    schedule.name = parse_name(schedule.at);
    cursor_.expect("computes");
    do {
      schedule.computes.push_back(parse_contract());
    } while (cursor_.accept(","));
    cursor_.expect_newline();
  } catch (const Failure&) {
    cursor_.skip_line();
  }
}

void FileParser::parse_declarations(Schedule& schedule) {
  std::string_view keyword;
  while (!cursor_.is(TokenKind::kEnd) && !at_file_word(cursor_) && cursor_.peek().text != "rank") {
    if (cursor_.is(TokenKind::kIndent)) {
      cursor_.report(cursor_.peek().at,
                     "this line is indented; declarations and 'rank r:' are not");
    }
    if (cursor_.is(TokenKind::kIndent) || cursor_.is(TokenKind::kDedent)) {
      cursor_.advance();
      continue;
    }
    try {
      schedule.declarations.push_back(parsing::parse_declaration(cursor_, keyword));
      if (!cursor_.accept(";")) cursor_.expect_newline();
    } catch (const Failure&) {
      cursor_.skip_to_statement_end();
      cursor_.advance();
    }
  }
}

void FileParser::parse_rank(Schedule& schedule) {
  if (cursor_.peek().text != "rank") {
    const std::string name = schedule.name.empty() ? "" : " '" + schedule.name + "'";
    cursor_.report(schedule.at, "schedule" + name + " has no 'rank r:'");
    return;
  }
  try {
    cursor_.advance();
    cursor_.expect("r");
    schedule.body = parsing::parse_block(cursor_);
  } catch (const Failure&) {
    cursor_.skip_lines();
  }
}

void FileParser::parse_schedule() {
  Schedule schedule;
  schedule.at = cursor_.mark();
  schedule.comment = comment_of(schedule.at.line);
  cursor_.advance();
  parse_head(schedule);
  parse_declarations(schedule);
  parse_rank(schedule);
  file_.schedules.push_back(std::move(schedule));
}

void FileParser::parse_run(Sequence& sequence) {
  syntax::Run run;
  run.at = cursor_.mark();
  cursor_.expect("run");
  run.schedule = cursor_.expect_name();
  if (cursor_.accept("bind")) {
    do {
      std::string name = cursor_.expect_name();
      cursor_.expect("=");
      run.binds.emplace_back(std::move(name), cursor_.expect_name());
    } while (cursor_.accept(","));
  }
  sequence.runs.push_back(std::move(run));
}

/// The runs of a block, on the line of `sequence` or on deeper lines.
void FileParser::parse_runs(Sequence& sequence) {
  const bool is_inline = !cursor_.is(TokenKind::kNewline);
  if (!is_inline) {
    cursor_.advance();
    if (!cursor_.is(TokenKind::kIndent)) {
      cursor_.report(sequence.at, "sequence '" + sequence.name + "' has no 'run'");
      return;
    }
    cursor_.advance();
  }
  for (bool goes_on = true; goes_on;) {
    try {
      parse_run(sequence);
      if (cursor_.accept(";")) continue;
      cursor_.expect_newline();
      goes_on = !is_inline && !cursor_.is(TokenKind::kDedent);
    } catch (const Failure&) {
      cursor_.skip_lines();
      goes_on = !is_inline && !cursor_.is(TokenKind::kDedent);
    }
  }
  if (!is_inline) cursor_.advance();
}

void FileParser::parse_sequence() {
  Sequence sequence;
  sequence.at = cursor_.mark();
  sequence.comment = comment_of(sequence.at.line);
  try {
    cursor_.advance();
    sequence.name = parse_name(sequence.at);
    cursor_.expect(":");
    parse_runs(sequence);
  } catch (const Failure&) {
    cursor_.skip_lines();
  }
  file_.sequences.push_back(std::move(sequence));
}

/// A line that begins neither a schedule nor a sequence. What follows is skipped up to the next of
/// them, unless `schedule` is only misspelt.
void FileParser::reject_line() {
  const std::string_view word = cursor_.peek().text;
  for (const std::string_view known : kFileWords) cursor_.want("'" + std::string(known) + "'");
  if (!file_.schedules.empty() || !file_.sequences.empty()) cursor_.want("end of text");
  cursor_.report_expected(did_you_mean(word, kFileWords));
  Schedule dropped;
  dropped.at = cursor_.mark();
  cursor_.skip_line();
  if (nearest_word(word, kFileWords) == "schedule") {
    parse_declarations(dropped);
    parse_rank(dropped);
  }
  while (!cursor_.is(TokenKind::kEnd) && !at_file_word(cursor_)) cursor_.advance();
}

void FileParser::reject_indent() {
  if (cursor_.peek(1).text == kFileWords[0] || cursor_.peek(1).text == kFileWords[1]) {
    cursor_.report(cursor_.peek().at, "this line is indented; 'schedule' and 'sequence' are not");
    cursor_.advance();
  } else {
    cursor_.report(cursor_.peek().at,
                   "this line is indented deeper than the one above, which opens no block");
    cursor_.skip_block();
  }
}

syntax::File FileParser::run() {
  if (cursor_.is(TokenKind::kEnd)) {
    cursor_.report({1, 1}, "expected 'schedule' or 'sequence', found end of text");
  }
  while (!cursor_.is(TokenKind::kEnd)) {
    if (cursor_.peek().text == "schedule") {
      parse_schedule();
    } else if (cursor_.peek().text == "sequence") {
      parse_sequence();
    } else if (cursor_.is(TokenKind::kIndent)) {
      reject_indent();
    } else if (cursor_.is(TokenKind::kDedent)) {
      cursor_.advance();
    } else {
      reject_line();
    }
  }
  cursor_.throw_errors();
  return std::move(file_);
}

}  // namespace

syntax::File parse(std::string_view text, std::string path) {
  return FileParser(text, std::move(path)).run();
}

}  // namespace stretto
