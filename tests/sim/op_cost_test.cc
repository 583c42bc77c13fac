#include "sim/op_cost.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "sim/cli/machine_source.h"
#include "tests/support/program_from.h"

namespace stretto {
namespace {

constexpr std::string_view kText = R"(schedule chunked computes gemm_all_reduce
local X : [M, K/tp]
weight W : [K/tp, N]
buffer u : [M, N]
buffer y : [M, N] fresh
rank r:
  gemm u = X * W  on main
  all_reduce y = u  on main
  ensure y = sum(q in 0..tp-1: X@q * W@q)
)";

std::vector<std::optional<int64_t>> costs(int tp) {
  const Program program =
      program_from(kText, {.tp = TpSize{tp}, .shape = Shape{8192, 8192, 16384}});
  const Machine machine = load_machine("h200x2");
  std::vector<std::optional<int64_t>> result;
  for (int32_t i = 0; i < program.rank_begin[1]; ++i) {
    const OpKind kind = program.ops[static_cast<size_t>(i)].kind;
    if (kind == OpKind::kGemm || kind == OpKind::kAllReduce)
      result.push_back(alone_ns(machine, program, i));
  }
  return result;
}

TEST(op_cost, takes_shapes_from_the_slots) {
  const Machine machine = load_machine("h200x2");
  EXPECT_EQ(costs(2),
            (std::vector<std::optional<int64_t>>{gemm_ns(machine, 8192, 8192, 8192), 472'400}));
}

TEST(op_cost, keeps_the_busbw_of_a_collective_for_more_ranks) {
  // A rank moves 2 (n-1)/n of the bytes: 3/4 against 1/2.
  EXPECT_EQ(costs(4).at(1), 472'400 * 3 / 2);
}

/// Medians in us by shape, then by variant.
using Measured = std::map<std::vector<int64_t>, std::map<std::string, double>>;

Measured measurements() {
  std::ifstream file("models/measurements/interleaved_2xh200.txt");
  Measured measured;
  std::map<std::string, double>* shape = nullptr;
  const std::regex head("SHAPE M=(\\d+) N=(\\d+) K=(\\d+).*"), row("  (\\w+) +([0-9.]+).*");
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, match, head))
      shape = &measured[{std::stoll(match[1]), std::stoll(match[2]), std::stoll(match[3])}];
    else if (shape != nullptr && std::regex_match(line, match, row))
      (*shape)[match[1]] = std::stod(match[2]);
  }
  return measured;
}

// Clocks alone move a GEMM by 15 %; transfers repeat to a few percent.
TEST(op_cost, gives_the_measured_time_of_operations_alone_on_two_h200) {
  const Machine machine = load_machine("h200x2");
  const Measured measured = measurements();
  ASSERT_EQ(measured.size(), 7u);
  for (const auto& [shape, us] : measured) {
    const int64_t m = shape[0], n = shape[1], k = shape[2];
    const auto near = [&](const std::string& variant, int64_t ns, double share) {
      EXPECT_NEAR(static_cast<double>(ns) / (1e3 * us.at(variant)), 1, share)
          << variant << " at " << m << "x" << n << "x" << k;
    };
    near("gemm", gemm_ns(machine, m, n, k), 0.06);
    near("nccl_ag", time_ns(machine.transfers.at("all-gather"), 2 * m * k), 0.03);
    near("nccl_sendrecv", time_ns(machine.transfers.at("send/recv"), m * k), 0.03);
    near("ce_exchange", time_ns(machine.transfers.at("peer copy"), m * k), 0.01);
    near("nccl_ar", time_ns(machine.transfers.at("all-reduce"), 2 * m * n), 0.01);
    near("nccl_rs", time_ns(machine.transfers.at("reduce-scatter"), 2 * m * n), 0.01);
  }
}

}  // namespace
}  // namespace stretto
