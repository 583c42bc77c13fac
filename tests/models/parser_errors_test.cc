#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/parser.h"

namespace stretto {
namespace {

/// A bad text and what is said about it: "line:column: message", one line for each error.
struct Row {
  std::string text;
  std::string errors;
};

const std::string kOps =
    "after, all_gather, all_reduce, barrier, bump, copy, def, ensure, flush, for, fork, gemm, "
    "given, group, if, "
    "join, kernel, let, part, record, recv, reduce, reduce_scatter, send, set, sync, thread, wait";
const std::string kDeclarations =
    "assume, buffer, communicator, local, param, ragged, rank, require, shard, signal, stream, "
    "view, weight";

std::string errors_of(const std::string& text) {
  try {
    parse(text, "bad.sched");
  } catch (const InputError& error) {
    std::string errors;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (!errors.empty()) errors += "\n";
      errors +=
          std::to_string(diagnostic.at.line) + ":" + std::to_string(diagnostic.at.column) + ": ";
      errors += diagnostic.message;
    }
    return errors;
  }
  return "";
}

std::string with_body(const std::string& body) {
  return "schedule s computes all_gather\nrank r:\n  " + body + "\n";
}

const std::vector<Row> kFiles = {
    {"", "1:1: expected 'schedule' or 'sequence', found end of text"},
    {"schedule s computes all_gather\nbuffer x : [M, K]\n", "1:1: schedule 's' has no 'rank r:'"},
    {"schedule s computes all_gather\nrank r:\n  barrier\nschedule s computes all_gather\nrank "
     "r:\n  barrier\n",
     "4:10: a second schedule or sequence 's'; the first is in line 1"},
    {"schedule s computes all_gather\nrank r:\n  barrier\nsequence s: run s\n",
     "4:10: a second schedule or sequence 's'; the first is in line 1"},
    {"schedule s computes all_gather\nrank r:\n\tbarrier\n",
     "3:1: a tab in the indentation; blocks are indented by spaces"},
    {"schedule s computes all_gather\nrank r:\n    barrier\n  barrier\n",
     "4:3: indentation of 2 fits no open block; open are 0, 4"},
    {"schedule s computes all_gather\nrank r:\n  barrier\n    barrier\n  foo\n",
     "4:5: this line is indented deeper than the one above, which opens no block\n5:3: unknown op "
     "'foo'; known: " +
         kOps + "; did you mean 'for'?"},
    {"shedule s computes all_gather\nrank r: foo\n",
     "1:1: expected 'schedule' or 'sequence', found 'shedule'; did you mean 'schedule'?\n2:9: "
     "unknown op 'foo'; known: " +
         kOps + "; did you mean 'for'?"},
    {"schedule s computes allgather\nrank r: barrier\n",
     "1:21: expected a contract, found 'allgather'; known: all_gather, reduce_scatter, all_reduce, "
     "all_gather_gemm, gemm_reduce_scatter, gemm_all_reduce; did you mean 'all_gather'?"},
    {"schedule computes all_gather\nrank r: barrier\n",
     "1:10: expected a name behind 'schedule', found the keyword 'computes'"},
    {"schedule s computes all_gather\nrank r:\n  barrier\nbarrier\n",
     "4:1: expected 'schedule', 'sequence' or end of text, found the keyword 'barrier'"},
    {"schedule s computes all_gather\nrank q: barrier\n",
     "2:6: expected 'r' behind 'rank', found 'q'"},
    {"schedule s computes all_gather\nrank r barrier\n",
     "2:8: expected ':' behind 'r', found the keyword 'barrier'"},
    {"schedule s computes all_gather\n  buffer x : [M, K]\n  rank r: barrier\n",
     "2:3: this line is indented; declarations and 'rank r:' are not"},
    {"sequence q: walk a\n", "1:13: expected 'run' behind ':', found 'walk'"},
    {"sequence q:\nschedule s computes all_gather\nrank r: barrier\n",
     "1:1: sequence 'q' has no 'run'"},
    {"sequence q:\n  run a bind x\n  run b bind x = \n",
     "2:15: expected '=' behind 'x', found end of line\n3:17: expected a name behind '=', found "
     "end of line"},
    {"sequence q: run a; b\n", "1:20: expected 'run' behind ';', found 'b'"},
    {" schedule s computes all_gather\n rank r: barrier\n",
     "1:2: this line is indented; 'schedule' and 'sequence' are not"},
    {"schedule s computes all_gather\nrank r:\n  barrier\r  foo\n", "3:10: control character 0x0D"},
    {"\357\273\277schedule",
     "1:1: byte 0xEF is not ASCII; only comments may hold other characters"},
};

TEST(parser_errors, files) {
  for (const Row& row : kFiles) EXPECT_EQ(errors_of(row.text), row.errors) << row.text;
}

const std::vector<Row> kDeclarationRows = {
    {"bufer x : [M, K]",
     "2:1: unknown declaration 'bufer'; known: " + kDeclarations + "; did you mean 'buffer'?"},
    {"buffer y : [M, K]\nbufer x : [M, K]",
     "3:1: unknown declaration 'bufer'; known: " + kDeclarations + "; did you mean 'buffer'?"},
    {"buffer x [M, K]", "2:16: expected ':' behind ']', found end of line"},
    {"buffer x : [M]", "2:14: expected an operator or ',' behind 'M', found ']'"},
    {"gemm x = y * z",
     "2:1: expected a declaration, found the keyword 'gemm'; known: " + kDeclarations},
    {"param p = 1", "2:12: expected an operator or 'in' behind '1', found end of line"},
    {"param p = 1 in {}", "2:17: expected an expression behind '{', found '}'"},
    {"assume loud", "2:8: expected 'quiet' behind 'assume', found 'loud'"},
    {"buffer x : [M, K] fresh fresh",
     "2:25: expected 'f32', 'ragged', ';' or end of line behind 'fresh', found the keyword "
     "'fresh'"},
    {"stream s medium",
     "2:10: expected '[', 'high', 'low', ';' or end of line behind 's', found 'medium'"},
    {"communicator c with r", "2:16: expected 'by' behind 'c', found 'with'"},
    {"x : [M, K]", "2:1: unknown declaration 'x'; known: " + kDeclarations},
    {"ragged; x", "2:9: unknown declaration 'x'; known: " + kDeclarations},
};

TEST(parser_errors, declarations) {
  for (const Row& row : kDeclarationRows) {
    const std::string text = "schedule s computes all_gather\n" + row.text + "\nrank r: barrier\n";
    EXPECT_EQ(errors_of(text), row.errors) << row.text;
  }
}

const std::vector<Row> kStatements = {
    {"if r:\n      barrier\n    barrier",
     "5:5: indentation of 4 fits no open block; open are 0, 2, 6"},
    {"alreduce y = x",
     "3:3: unknown op 'alreduce'; known: " + kOps + "; did you mean 'all_reduce'?"},
    {"x[0] = A", "3:3: unknown op 'x'; known: " + kOps +
                     "; without keyword, only a 'given' or 'ensure' directly before is repeated"},
    {"3", "3:3: expected a statement, found '3'; known: " + kOps},
    {"rank", "3:3: expected a statement, found the keyword 'rank'; known: " + kOps},
    {"for i in 0..3 x: barrier", "3:17: expected an operator, ',' or ':' behind '3', found 'x'"},
    {"for i in 0: barrier", "3:13: expected an operator or '..' behind '0', found ':'"},
    {"for 3 in 0..1: barrier", "3:7: expected a name behind 'for', found '3'"},
    {"for i in 0..1:\n  barrier",
     "3:17: expected a block behind ':', on this line or on deeper lines below it"},
    {"barrier\n  else: barrier",
     "4:3: 'else' without an 'if' directly above it, indented the same"},
    {"if r: barrier; else: barrier", "3:18: 'else' begins a line of its own, below its 'if'"},
    {"if r: barrier\n  else barrier",
     "4:8: expected 'if' or ':' behind 'else', found the keyword 'barrier'"},
    {"for i in 0..1: if r: barrier\n  else: barrier",
     "4:3: 'else' without an 'if' directly above it, indented the same"},
    {"if : barrier\n  else: barrier", "3:6: expected an expression behind 'if', found ':'"},
    {"if r: barrier\n  else: barrier\n  else: barrier",
     "5:3: 'else' without an 'if' directly above it, indented the same"},
    {"gemm x y * W", "3:10: expected '[', '@', '+=' or '=' behind 'x', found 'y'"},
    {"gemm x = y + W", "3:14: expected '[', '@' or '*' behind 'y', found '+'"},
    {"gemm x = y * W +", "3:19: expected 'bias' or a name behind '+', found end of line"},
    {"gemm",
     "3:7: expected ':', a clause (on, after, as, sms) or a name behind 'gemm', found end of line"},
    {"copy x = y", "3:13: expected '[', '@' or 'via' behind 'y', found end of line"},
    {"copy x = y via mem", "3:18: expected 'ce' or 'sm' behind 'via', found 'mem'"},
    {"copy x = y via sm", "3:20: expected '(' behind 'sm', found end of line"},
    {"reduce y = a, b in f16", "3:22: expected 'wire' or 'f32' behind 'in', found 'f16'"},
    {"send x <- 1", "3:10: expected '[', '@' or '->' behind 'x', found '<-'"},
    {"recv x -> 1", "3:10: expected '[', '@' or '<-' behind 'x', found '->'"},
    {"send x ->", "3:12: expected 'world' or an expression behind '->', found end of line"},
    {"barrier on a on b", "3:16: a second 'on' in one statement"},
    {"barrier on main, after e", "3:20: expected a name behind ',', found the keyword 'after'"},
    {"all_gather x = y order star", "3:26: expected 'tree' or 'ring' behind 'order', found 'star'"},
    {"wait s > 1", "3:10: expected '[', '@', '+=', 'mod' or '>=' behind 's', found '>'"},
    {"wait s >= 1 == 2",
     "3:15: expected an arithmetic operator, 'via', 'on', 'after', 'as', 'sms', ';' or end of line "
     "behind '1', found '=='"},
    {"gemm: part a = b * c when s >= 1 and t",
     "3:41: expected '[', '@', '+=', 'mod' or '>=' behind 't', found end of line"},
    {"ensure x = ", "3:13: expected a value behind '=', found end of line"},
    {"ensure x = sum(q in 0..1)", "3:27: expected an operator, ',' or ':' behind '1', found ')'"},
    {"ensure x = A(", "3:16: expected '*' or an expression behind '(', found end of line"},
    {"given x = A(1) B",
     "3:18: expected '*', '+', 'for', ';' or end of line behind ')', found 'B'"},
    {"bump s[1\n  barrier\n  foo",
     "3:11: expected an operator, '..', ',' or ']' behind '1', found end of line\n5:3: unknown op "
     "'foo'; known: " +
         kOps + "; did you mean 'for'?"},
    {"bump s[1)", "3:11: expected an operator, '..', ',' or ']' behind '1', found ')'"},
    {"if 1 < 2 < 3: barrier",
     "3:12: a second comparison '<'; comparisons do not chain, join them by 'and' or put one in "
     "parentheses"},
    {"let x = 1 + not 2", "3:15: expected an operand behind '+', found the keyword 'not'"},
    {"let x = 0.5", "3:12: a single '.'; numbers are integers, ranges are 'a..b'"},
    {"let x = 2x",
     "3:11: '2x' is neither a number (decimal digits) nor a name (a letter or '_' first)"},
    {"let x = 1000000000000001",
     "3:11: number '1000000000000001' is too large; at most 1000000000000000"},
    {std::string("let x\0 = 1", 10), "3:8: a NUL byte"},
    {"let x = \303\251", "3:11: byte 0xC3 is not ASCII; only comments may hold other characters"},
    {"let x = $y", "3:11: character '$' is not used in schedules"},
    {"let x = 'a'",
     "3:11: character ''' is not used in schedules\n3:13: character ''' is not used in schedules"},
    {"let all = 1", "3:7: expected a name behind 'let', found the keyword 'all'"},
    {"def f(1): barrier", "3:9: expected ')' or a name behind '(', found '1'"},
    {"f(1", "3:6: expected an operator, ',' or ')' behind '1', found end of line"},
    {"barrier;", "3:11: expected a statement, found end of line; known: " + kOps},
    {"record e[*] on main", "3:12: expected an expression behind '[', found '*'"},
    {"fork", "3:7: expected a name behind 'fork', found end of line"},
    {"fork s@1", "3:9: expected '[', ',', ';' or end of line behind 's', found '@'"},
    {"copy x@all = y via ce",
     "3:10: expected 'world', '(', a number or a name behind '@', found the keyword 'all'"},
    {"after e if on s", "3:14: expected an expression behind 'if', found the keyword 'on'"},
};

TEST(parser_errors, statements) {
  for (const Row& row : kStatements)
    EXPECT_EQ(errors_of(with_body(row.text)), row.errors) << row.text;
}

TEST(parser_errors, begin_with_the_file) {
  try {
    parse("", "bad.sched");
    FAIL() << "an empty text was accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "bad.sched:1:1: expected 'schedule' or 'sequence', found end of text");
  }
}

TEST(parser_errors, all_of_a_text_are_reported) {
  EXPECT_EQ(errors_of(with_body("barrier on 3; copy x = ; let a = 1 +\n  for i in 0..: bar()\n"
                                "    f(\n  if 1: f() g\n  else: sync 1\n  wait s")),
            "3:14: expected a name behind 'on', found '3'\n"
            "3:26: expected a name behind '=', found ';'\n"
            "3:39: expected an operand behind '+', found end of line\n"
            "4:15: expected an expression behind '..', found ':'\n"
            "5:7: expected ')' or an expression behind '(', found end of line\n"
            "6:13: expected ';' or end of line behind ')', found 'g'\n"
            "7:14: expected a name behind 'sync', found '1'\n"
            "8:9: expected '[', '@', '+=', 'mod' or '>=' behind 's', found end of line");
}

TEST(parser_errors, stop_at_twenty) {
  std::string body;
  for (int i = 0; i < 40; ++i) body += "let x = $\n  sync\n  ";
  try {
    parse(with_body(body + "f()"), "bad.sched");
    FAIL() << "a bad text was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 20u);
  }
}

std::string repeat(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

std::string nested_lines(int depth) {
  std::string text = "if 1:\n";
  for (int i = 1; i < depth; ++i) text += repeat(" ", i + 2) + "if 1:\n";
  return text + repeat(" ", depth + 2) + "f()";
}

TEST(parser_errors, nesting_has_a_limit) {
  const std::string message = "nested too deeply; at most 200 levels";
  const std::vector<std::string> bad = {
      "let x = " + repeat("(", 50'000),
      "let x = " + repeat("(", 201) + "1" + repeat(")", 201),
      "let x = 1" + repeat(" + 1", 50'000),
      "let x = " + repeat("-", 50'000) + "1",
      "let x = " + repeat("not ", 50'000) + "1",
      "let x = " + repeat("1 ? 1 : ", 50'000) + "1",
      "let x = " + repeat("min(", 50'000) + "1",
      "ensure x = " + repeat("(", 50'000),
      "ensure x = A" + repeat(" + A", 50'000),
      "ensure x = A" + repeat(" * A", 50'000),
      "ensure x = " + repeat("sum(", 50'000) + "A",
      repeat("if 1: ", 50'000) + "f()",
      nested_lines(1'000),
      "if 1: f()\n  " + repeat("else if 1: f()\n  ", 50'000),
  };
  for (const std::string& body : bad) {
    const std::string errors = errors_of(with_body(body));
    EXPECT_EQ(errors.substr(errors.find(' ') + 1), message) << body.substr(0, 40);
  }
  const std::vector<std::string> good = {
      "let x = " + repeat("(", 150) + "1" + repeat(")", 150),
      "let x = 1" + repeat(" + 1", 150),
      "ensure x = A" + repeat(" + A", 150),
      repeat("if 1: ", 190) + "f()",
      nested_lines(190),
  };
  for (const std::string& body : good)
    EXPECT_EQ(errors_of(with_body(body)), "") << body.substr(0, 40);
}

}  // namespace
}  // namespace stretto
