#include "models/resolve.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_from.h"

namespace stretto {
namespace {

/// Lines 1 to 7 of a text that is good but for what a test adds.
const std::string kHead = R"(schedule s computes all_gather
shard A[ring tp] : [M/tp, N]
weight W : [N, N]
buffer x[ring tp] : [M/tp, N]
view v = x[0]
signal f[2]
stream c[2]
)";

/// With `declaration` as line 8.
std::string with_declaration(const std::string& declaration) {
  return kHead + declaration + "\nrank r:\n  given x[r] = A(r)\n";
}

/// With `statement` as line 9.
std::string with_statement(const std::string& statement) {
  return kHead + "rank r:\n  " + statement + "\n";
}

using Column = std::vector<std::pair<std::string, std::string>>;

TEST(Resolve, bad_declarations_are_told_with_what_is_accepted) {
  const Column column = {
      {"buffer x : [M, N]", "8:1: 'x' is declared twice; accepted: a new name"},
      {"signal tp", "8:1: 'tp' is declared twice; accepted: a new name"},
      {"param p = q in 0..1", "8:11: unknown name 'q'; known: r, tp, call, w, dp, all, M, N, K"},
      {"buffer y[0-1] : [M, N]", "8:11: extent -1 of 'y'; accepted: 0..16777216 elements in all"},
      {"buffer y[4097, 4097] : [M, N]",
       "8:16: extent 4097 of 'y'; accepted: 0..16777216 elements in all"},
      {"buffer y : [0, N]", "8:13: a shape of 0; accepted: 1..2^31-1"},
      {"buffer y : [M div 0, N]", "8:15: M div 0 with MxNxK = 8x8x8: division by zero"},
      {"view u = A[0]", "8:10: shard 'A' has no memory (values only); known: W, x, v"},
      {"view u = z[0]", "8:10: unknown buffer 'z'; known: W, x, v"},
      {"view u = x[0, 1]", "8:10: buffer 'x' has 1 dimensions, found 2 indices"},
  };
  for (const auto& [declaration, message] : column) {
    EXPECT_EQ(input_error(with_declaration(declaration), 4), "test.sched:" + message)
        << declaration;
  }
}

TEST(Resolve, bad_places_and_values_are_told_with_what_is_accepted) {
  const Column column = {
      {"copy z = x[0]  via ce", "9:8: unknown buffer 'z'; known: W, x, v"},
      {"copy A[0] = x[0]  via ce", "9:8: shard 'A' has no memory (values only); known: W, x, v"},
      {"copy x[0] = x[1, 2]  via ce", "9:15: buffer 'x' has 1 dimensions, found 2 indices"},
      {"copy W = W  via ce", "9:8: weight 'W' is constant; accepted: a buffer"},
      {"copy v[0] = x[1]  via ce", "9:8: buffer 'v' has 0 dimensions, found 1 indices"},
      {"given x[r] = x(r)", "9:16: 'x' is no shard, local or weight; known: A, W"},
      {"given x[r] = A(r, 0)", "9:16: value 'A' has 1 dimensions, found 2 indices"},
      {"given x[r] = A@0(r)", "9:16: shard 'A' is the same on every rank; accepted: no '@'"},
      {"copy x[i] = x[0]  via ce",
       "9:10: unknown name 'i'; known: r, tp, call, w, dp, all, M, N, K"},
  };
  for (const auto& [statement, message] : column) {
    EXPECT_EQ(input_error(with_statement(statement), 4), "test.sched:" + message) << statement;
  }
}

TEST(Resolve, bad_signals_streams_and_events_are_told_with_what_is_accepted) {
  const Column column = {
      {"bump g", "9:8: unknown signal 'g'; known: f"},
      {"bump f[0, 1]", "9:8: signal 'f' has 1 dimensions, found 2 indices"},
      {"wait f[0]@1 >= 1",
       "9:8: '@' behind signal 'f': only a bump reaches another rank's signals"},
      {"set f[0]@1 = 1", "9:7: '@' behind signal 'f': only a bump reaches another rank's signals"},
      {"barrier  on d", "9:15: unknown stream 'd'; known: c, main"},
      {"barrier  on c[0, 1]", "9:15: stream 'c' has 1 dimensions, found 2 indices"},
      {"barrier  as e[0, 0, 0, 0]", "9:15: event 'e' has more than 3 indices"},
      {"barrier  over node", "9:3: unknown communicator 'node'; known: all, pair"},
      {"barrier  over pair", "9:3: 'over pair' is for send and recv"},
  };
  for (const auto& [statement, message] : column) {
    EXPECT_EQ(input_error(with_statement(statement), 4), "test.sched:" + message) << statement;
  }
}

TEST(Resolve, bad_defs_and_calls_are_told_with_what_is_accepted) {
  const Column column = {
      {"step(1)", "9:3: unknown op or def 'step'; defs above: none is declared"},
      {"def f(i): bump f[i]\n  g(1)", "10:3: unknown op or def 'g'; defs above: known: f"},
      {"def f(i): bump f[i]\n  f(1, 2)", "10:3: 'f' takes 1 arguments, found 2"},
      {"def f(i): bump f[i]\n  def f(i): bump f[i]", "10:3: def 'f' is there already"},
      {"def f(i):\n    def g(j): bump f[j]", "10:5: def inside def 'g'; accepted: beside it"},
      {"def f(j): bump f[j]\n  bump f[j]",
       "10:10: unknown name 'j'; known: r, tp, call, w, dp, all, M, N, K"},
  };
  for (const auto& [statements, message] : column) {
    EXPECT_EQ(input_error(with_statement(statements), 4), "test.sched:" + message) << statements;
  }
}

TEST(Resolve, all_errors_of_a_text_are_told_in_one_go) {
  EXPECT_EQ(input_error(kHead + R"(buffer x : [M, N]
rank r:
  bump g
  copy z = x[0]  via ce
  step(q)
)",
                        4),
            "test.sched:8:1: 'x' is declared twice; accepted: a new name\n"
            "test.sched:10:8: unknown signal 'g'; known: f\n"
            "test.sched:11:8: unknown buffer 'z'; known: W, x, v\n"
            "test.sched:12:3: unknown op or def 'step'; defs above: none is declared");
}

/// What a text with a parameter is refused for.
std::string refusal(const std::string& value) {
  const std::string text =
      with_declaration("param p = 2 in 1..3\nparam q = near in {near, far, 7}");
  try {
    program_from(text, {.tp = TpSize{4}, .set = {{value.substr(0, 1), value.substr(2)}}});
  } catch (const RefusedError& error) {
    return error.what();
  }
  return "";
}

TEST(Resolve, parameters_stay_inside_their_domain) {
  EXPECT_EQ(refusal("p=1"), "");
  EXPECT_EQ(refusal("q=far"), "");
  EXPECT_EQ(refusal("q=7"), "");
  EXPECT_EQ(refusal("p=4"), "test.sched:8:1: p = 4 is outside its domain; accepted: 1, 2, 3");
  EXPECT_EQ(refusal("p=near"), "test.sched:8:1: p = near is outside its domain; accepted: 1, 2, 3");
  EXPECT_EQ(refusal("q=1000000007"),
            "test.sched:9:1: q = 1000000007 is outside its domain; accepted: near, far, 7");
}

TEST(Resolve, an_unknown_parameter_is_told_with_the_known_ones) {
  EXPECT_EQ(input_error(with_declaration("param p = 2 in 1..3"),
                        {.tp = TpSize{4}, .set = {{"lanes", "2"}}}),
            "test.sched: unknown parameter 'lanes'; known: p, transport");
}

TEST(Resolve, a_default_outside_the_domain_is_refused) {
  EXPECT_EQ(input_error(with_declaration("param p = tp in 1..3"), 4),
            "test.sched:8:1: p = 4 is outside its domain; accepted: 1, 2, 3");
  EXPECT_EQ(input_error(with_declaration("param p = tp in 1..3"), 3), "");
}

TEST(Resolve, a_later_parameter_may_use_an_earlier_one) {
  const Program program = program_from(
      with_declaration("param p = tp in 1..8\nparam q = min(3, p) in 1..p"), {.tp = TpSize{4}});
  EXPECT_EQ(program.parameters,
            (std::vector<std::pair<std::string, std::string>>{{"p", "4"}, {"q", "3"}}));
}

TEST(Resolve, domains_are_listed_for_a_sweep) {
  const std::string text =
      with_declaration("param p = min(3, tp) in 1..tp\nparam q = near in {near, far, tp+1}");
  const std::vector<ParameterDomain> domains =
      parameter_domains(parse(text, "test.sched"), {.tp = TpSize{2}});
  ASSERT_EQ(domains.size(), 2U);
  EXPECT_EQ(domains[0].name, "p");
  EXPECT_EQ(domains[0].default_value, "2");
  EXPECT_EQ(domains[0].values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(domains[1].name, "q");
  EXPECT_EQ(domains[1].default_value, "near");
  EXPECT_EQ(domains[1].values, (std::vector<std::string>{"near", "far", "3"}));
}

TEST(Resolve, require_refuses_with_the_condition_and_the_values) {
  const std::string text = with_declaration("param p = 2 in 1..3\nrequire tp mod p == 0");
  EXPECT_EQ(input_error(text, 4), "");
  EXPECT_EQ(input_error(text, 5),
            "test.sched:9:1: refused by `require tp mod p == 0` (tp = 5, p = 2)");
  EXPECT_THROW(program_from(text, 5), RefusedError);
}

TEST(Resolve, an_enumerator_equals_no_plain_number) {
  const std::string text =
      with_declaration("param q = near in {near, far}\nrequire q != 0 and q != 1 and q == near");
  EXPECT_EQ(input_error(text, 4), "");
}

TEST(Resolve, a_shape_that_does_not_divide_is_told_where_it_is_declared) {
  EXPECT_EQ(input_error(kHead + "rank r:\n  barrier\n", {.tp = TpSize{4}, .shape = Shape{7, 8, 8}}),
            "test.sched:2:22: M/tp with MxNxK = 7x8x8: 7 is not divisible by 4; accepted: a "
            "multiple, or `ragged` behind the shape (rounds up and pads)\n"
            "test.sched:4:23: M/tp with MxNxK = 7x8x8: 7 is not divisible by 4; accepted: a "
            "multiple, or `ragged` behind the shape (rounds up and pads)");
}

TEST(Resolve, options_out_of_range_are_refused) {
  const std::string text = with_statement("barrier");
  EXPECT_EQ(input_error(text, 0), "test.sched: tp must be in 1..65536");
  EXPECT_EQ(input_error(text, {.tp = TpSize{2}, .dp = 0}), "test.sched: dp must be in 1..65536");
  EXPECT_EQ(input_error(text, {.tp = TpSize{2}, .num_calls = 0}),
            "test.sched: calls must be in 1..1000");
  EXPECT_EQ(input_error(text, {.tp = TpSize{2}, .set = {{"transport", "mpi"}}}),
            "test.sched: transport = mpi; accepted: nccl, ce, sm");
  EXPECT_EQ(input_error(text, {.tp = TpSize{2}, .name = "t"}),
            "test.sched: no schedule 't' in this file");
}

}  // namespace
}  // namespace stretto
