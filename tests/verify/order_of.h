#ifndef STRETTO_TESTS_VERIFY_ORDER_OF_H_
#define STRETTO_TESTS_VERIFY_ORDER_OF_H_

// A small program with its order of events, whose nodes are named by the lines of their ops:
//
//   const OrderOf order(text, 2);
//   order.name(order.end(8, 0));  // "end of 8@0"

#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/program_from.h"
#include "verify/order.h"
#include "verify/run.h"

namespace stretto {

struct OrderOf {
  Program program;
  Order order;
  Runner runner;

  OrderOf(std::string_view text, const ExpandOptions& options)
      : program(program_from(text, options)), order(make_order(program)), runner(program, order) {}
  OrderOf(std::string_view text, int tp) : OrderOf(text, {.tp = TpSize{tp}}) {}

  int line_of(int32_t op) const {
    const Op& of = program.ops.at(static_cast<size_t>(op));
    const bool is_caller = of.kind == OpKind::kEntry || of.kind == OpKind::kExit;
    return is_caller ? 0 : program.statements.at(static_cast<size_t>(of.statement)).at.line;
  }
  /// The first op of a line on a rank.
  int32_t op(int line, int rank = 0) const {
    for (int32_t i = 0; i < std::ssize(program.ops); ++i) {
      const bool is_own = program.ops[static_cast<size_t>(i)].rank == Rank{rank};
      if (is_own && line_of(i) == line) return i;
    }
    throw std::out_of_range("no op on line " + std::to_string(line));
  }
  Node start(int line, int rank = 0) const { return start_of(owner_of(program, op(line, rank))); }
  Node end(int line, int rank = 0) const { return end_of(owner_of(program, op(line, rank))); }

  /// "end of 8@0"; landings and shares are "data of 8@0", meetings and quiet points "meeting".
  std::string name(Node node) const {
    const int32_t i = order.op_of(node);
    if (i < 0) return "meeting";
    const Op& of = program.ops[static_cast<size_t>(i)];
    const std::string caller = of.kind == OpKind::kEntry ? "entry" : "exit";
    const std::string line = line_of(i) > 0 ? std::to_string(line_of(i)) : caller;
    const char* what = node >= 2 * order.num_ops ? "data" : node == start_of(i) ? "start" : "end";
    return std::string(what) + " of " + line + "@" + std::to_string(of.rank.value);
  }
};

}  // namespace stretto

#endif  // STRETTO_TESTS_VERIFY_ORDER_OF_H_
