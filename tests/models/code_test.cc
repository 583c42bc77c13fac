#include "models/code.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stretto {
namespace {

using syntax::ExprKind;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

/// An expression under construction: each verb returns its id.
struct Calculator {
  Code code;
  Frames frames{.globals = {10, 11}, .stack = {20, 21, 30, 31}, .local_begin = 2};

  ExprId add(Node node) {
    code.nodes.push_back(node);
    return static_cast<ExprId>(code.nodes.size()) - 1;
  }
  ExprId number(int64_t value) { return add({.number = value}); }
  ExprId name(VariableScope scope, int32_t position) {
    return add({.kind = ExprKind::kName, .scope = scope, .a = position});
  }
  ExprId apply(ExprKind kind, int64_t a, int64_t b) {
    const ExprId left = number(a);
    const ExprId right = number(b);
    return add({.kind = kind, .a = left, .b = right, .at = {3, 7}});
  }
  ExprId list(ExprKind kind, const std::vector<int64_t>& numbers) {
    const int32_t begin = static_cast<int32_t>(code.lists.size());
    for (const int64_t value : numbers) code.lists.push_back(number(value));
    return add({.kind = kind, .a = begin, .b = static_cast<int32_t>(numbers.size())});
  }
  int64_t result(ExprId expr) { return evaluate(code, expr, frames); }
  /// What is wrong with an expression, at its place; empty if nothing is.
  std::string failure(ExprId expr) {
    try {
      result(expr);
    } catch (const EvaluationError& error) {
      return std::to_string(error.at.line) + ":" + std::to_string(error.at.column) + ": " +
             error.message;
    }
    return "";
  }
};

int64_t value_of(ExprKind kind, int64_t a, int64_t b) {
  Calculator calculator;
  return calculator.result(calculator.apply(kind, a, b));
}

std::string failure_of(ExprKind kind, int64_t a, int64_t b) {
  Calculator calculator;
  return calculator.failure(calculator.apply(kind, a, b));
}

TEST(Code, div_and_mod_round_down) {
  // a, b, a div b, a mod b
  const std::vector<std::tuple<int64_t, int64_t, int64_t, int64_t>> table = {
      {7, 2, 3, 1},   {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, 2, 3, 0},
      {-6, 2, -3, 0}, {6, -2, -3, 0}, {0, 5, 0, 0},    {-1, 8, -1, 7},  {-8, 8, -1, 0},
  };
  for (const auto& [a, b, quotient, rest] : table) {
    EXPECT_EQ(std::pair(floor_div(a, b), floor_mod(a, b)), std::pair(quotient, rest))
        << a << ", " << b;
    EXPECT_EQ(value_of(ExprKind::kDiv, a, b), quotient) << a << " div " << b;
    EXPECT_EQ(value_of(ExprKind::kMod, a, b), rest) << a << " mod " << b;
  }
}

TEST(Code, comparisons_and_arithmetic) {
  const std::vector<std::tuple<ExprKind, int, int, int>> table = {
      {ExprKind::kAdd, 5, 3, 8},         {ExprKind::kSubtract, 3, 5, -2},
      {ExprKind::kMultiply, -4, 3, -12}, {ExprKind::kDivide, 12, 4, 3},
      {ExprKind::kEqual, 2, 2, 1},       {ExprKind::kNotEqual, 2, 2, 0},
      {ExprKind::kLess, 2, 2, 0},        {ExprKind::kLessEqual, 2, 2, 1},
      {ExprKind::kGreater, 3, 2, 1},     {ExprKind::kGreaterEqual, 1, 2, 0},
      {ExprKind::kAnd, 5, 2, 1},         {ExprKind::kAnd, 5, 0, 0},
      {ExprKind::kOr, 0, 7, 1},          {ExprKind::kOr, 0, 0, 0},
  };
  for (const auto& [kind, a, b, expected] : table) EXPECT_EQ(value_of(kind, a, b), expected);
}

TEST(Code, min_and_max_take_any_number_of_operands) {
  Calculator c;
  EXPECT_EQ(c.result(c.list(ExprKind::kMin, {4})), 4);
  EXPECT_EQ(c.result(c.list(ExprKind::kMin, {4, -2, 9})), -2);
  EXPECT_EQ(c.result(c.list(ExprKind::kMax, {4, -2, 9})), 9);
}

TEST(Code, names_are_positions_in_three_scopes) {
  Calculator c;
  EXPECT_EQ(c.result(c.name(VariableScope::kGlobal, 1)), 11);
  EXPECT_EQ(c.result(c.name(VariableScope::kTop, 1)), 21);
  EXPECT_EQ(c.result(c.name(VariableScope::kLocal, 1)), 31);
}

TEST(Code, numbers_that_leave_64_bits_are_told_with_their_place) {
  const std::string told = "3:7: the number leaves 64 bits";
  EXPECT_EQ(failure_of(ExprKind::kAdd, kMost, 1), told);
  EXPECT_EQ(failure_of(ExprKind::kSubtract, kLeast, 1), told);
  EXPECT_EQ(failure_of(ExprKind::kMultiply, kMost, 2), told);
  EXPECT_EQ(failure_of(ExprKind::kDiv, kLeast, -1), told);
  EXPECT_EQ(failure_of(ExprKind::kAdd, kMost, 0), "");
}

TEST(Code, the_least_number_has_no_opposite) {
  Calculator c;
  const ExprId least = c.number(kLeast);
  EXPECT_EQ(c.failure(c.add({.kind = ExprKind::kNegate, .a = least, .at = {3, 7}})),
            "3:7: the number leaves 64 bits");
  EXPECT_EQ(value_of(ExprKind::kMod, kLeast, -1), 0);
}

TEST(Code, division_by_zero_is_told_with_its_place) {
  for (const ExprKind kind : {ExprKind::kDivide, ExprKind::kDiv, ExprKind::kMod}) {
    EXPECT_EQ(failure_of(kind, 5, 0), "3:7: division by zero");
  }
}

TEST(Code, a_quotient_must_come_out_even) {
  EXPECT_EQ(failure_of(ExprKind::kDivide, 7, 2),
            "3:7: 7 is not divisible by 2; accepted: a multiple, or `ragged` behind the shape "
            "(rounds up and pads)");
}

TEST(Code, a_ragged_quotient_rounds_up) {
  Calculator c;
  const auto ragged = [&](int64_t a, int64_t b) {
    const ExprId expr = c.apply(ExprKind::kDivide, a, b);
    c.code.nodes.back().is_ragged = true;
    return c.result(expr);
  };
  EXPECT_EQ(ragged(7, 2), 4);
  EXPECT_EQ(ragged(8, 2), 4);
  EXPECT_EQ(ragged(1, 8), 1);
}

TEST(Code, what_is_not_needed_is_not_computed) {
  Calculator c;
  const ExprId bad = c.apply(ExprKind::kDiv, 1, 0);
  const ExprId zero = c.number(0);
  const ExprId one = c.number(1);
  EXPECT_EQ(c.result(c.add({.kind = ExprKind::kAnd, .a = zero, .b = bad})), 0);
  EXPECT_EQ(c.result(c.add({.kind = ExprKind::kOr, .a = one, .b = bad})), 1);
  EXPECT_EQ(c.result(c.add({.kind = ExprKind::kSelect, .a = one, .b = one, .c = bad})), 1);
  EXPECT_EQ(c.result(c.add({.kind = ExprKind::kSelect, .a = zero, .b = bad, .c = zero})), 0);
}

}  // namespace
}  // namespace stretto
