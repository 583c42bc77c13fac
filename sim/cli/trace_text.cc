#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/table.h"
#include "sim/cli/trace_report.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr size_t kMaxRows = 16;  // kernels of a rank; the most exposed ones

const std::string& operation_of(const TraceReport& report, size_t span) {
  return report.overlap.name_of(report.timeline.spans[span]).operation;
}

std::string gemm_title(const RankOverlap& rank, size_t span) {
  const auto found = std::ranges::find(rank.gemms, span);
  if (found == rank.gemms.end()) return "another kernel";
  return fmt::format("GEMM {}", found - rank.gemms.begin() + 1);
}

std::string hidden_by_text(const RankOverlap& rank, const CommKernel& comm) {
  std::vector<std::string> parts;
  for (const HiddenBy& by : comm.hidden_by) {
    if (parts.size() == 3) {
      parts.emplace_back("..");
      break;
    }
    parts.push_back(gemm_title(rank, by.span) + ": " + grouped(by.hidden_ns));
  }
  return joined(parts, ", ");
}

/// What the start delay is counted from.
std::string behind_text(const TraceReport& report, const RankOverlap& rank,
                        const CommKernel& comm) {
  if (!comm.start_delay_ns) return "";
  if (!comm.could_start_after) return "its launch";
  const auto before = std::ranges::find(rank.comm, *comm.could_start_after, &CommKernel::span);
  if (before == rank.comm.end()) return gemm_title(rank, *comm.could_start_after);
  return fmt::format("{} {}", operation_of(report, before->span), before - rank.comm.begin() + 1);
}

/// Numbers of the rank's communication kernels to show, by start.
std::vector<size_t> rows_to_show(const TraceReport& report, const RankOverlap& rank) {
  std::vector<size_t> rows(rank.comm.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  if (rows.size() <= kMaxRows) return rows;
  std::ranges::stable_sort(rows, std::greater(), [&](size_t i) {
    return report.timeline.spans[rank.comm[i].span].duration_ns() - rank.comm[i].hidden_ns;
  });
  rows.resize(kMaxRows);
  std::ranges::sort(rows);
  return rows;
}

std::string kernels_text(const TraceReport& report, const RankOverlap& rank) {
  if (rank.comm.empty()) return "";
  TableRows table = {{"#", "communication", "start ns", "ns", "hidden ns", "%", "start delay ns",
                      "behind", "hidden by (ns)"}};
  for (const size_t i : rows_to_show(report, rank)) {
    const CommKernel& comm = rank.comm[i];
    const TimelineSpan& span = report.timeline.spans[comm.span];
    const OverlapNumbers numbers = overlap_numbers(span.duration_ns(), comm.hidden_ns, 0);
    table.push_back({std::to_string(i + 1), operation_of(report, comm.span), grouped(span.start_ns),
                     grouped(span.duration_ns()), grouped(comm.hidden_ns),
                     numbers.overlap_percent ? fmt::format("{:.1f}", *numbers.overlap_percent) : "",
                     comm.start_delay_ns ? grouped(*comm.start_delay_ns) : "?",
                     behind_text(report, rank, comm), hidden_by_text(rank, comm)});
  }
  std::string text = table_text(table, {.indent = 2});
  if (rank.comm.size() > kMaxRows)
    text += fmt::format("  .. the {} most exposed of {}; --json has them all\n", kMaxRows,
                        rank.comm.size());
  return text;
}

std::string gaps_text(const RankOverlap& rank) {
  if (rank.gaps.empty()) return fmt::format("none above 5 us on stream {}", rank.compute_stream);
  int64_t total = 0, longest = 0;
  for (const Gap& gap : rank.gaps) {
    total += gap.end_ns - gap.begin_ns;
    longest = std::max(longest, gap.end_ns - gap.begin_ns);
  }
  return fmt::format("{} above 5 us on stream {}, {} ns together, the longest {} ns",
                     rank.gaps.size(), rank.compute_stream, grouped(total), grouped(longest));
}

std::string numbers_text(const OverlapNumbers& numbers) {
  if (!numbers.overlap_percent) return "none: no communication";
  return fmt::format("{}: communication {} ns, hidden {} ns, exposed {} ns",
                     percent_text(numbers.overlap_percent), grouped(numbers.comm_ns),
                     grouped(numbers.hidden_ns), grouped(numbers.exposed_ns));
}

std::string order_text(const ShownOrder& order) {
  return order.text + (order.num_chunks > 1 ? fmt::format(" ({} chunks)", order.num_chunks) : "");
}

std::string rank_text(const TraceReport& report, size_t r) {
  const RankOverlap& rank = report.overlap.ranks[r];
  std::string compute = fmt::format("{} ns, {}", grouped(rank.numbers.compute_ns),
                                    counted(rank.gemms.size(), "GEMM"));
  if (rank.gemm_overlap_ns > 0)
    compute += fmt::format("; GEMMs overlap each other by {} ns", grouped(rank.gemm_overlap_ns));
  TableRows rows = {{"overlap", numbers_text(numbers_of(report, r))}, {"compute", compute}};
  if (!rank.order.text.empty()) rows.push_back({"order", order_text(rank.order)});
  rows.push_back({"gaps", gaps_text(rank)});
  std::string text = rank_title(report, r) + "\n" + table_text(rows, {.indent = 2});
  text += kernels_text(report, rank);
  for (const std::string& finding : rank_findings(report, r)) text += "  " + finding + "\n";
  return text;
}

/// "ring.sched:14: gemm d[r - i] = x[r - i] * W (i=2)"
std::string op_text(const OpMatch& match, int32_t op) {
  const std::string name = op_name(match.program, op);
  return name.substr(name.find(": ") + 2);
}

std::string mismatch_text(const TraceReport& report, const CountMismatch& mismatch) {
  std::string text =
      fmt::format("{}: {} where the schedule has {}\n", mismatch.kind,
                  mismatch.found == 1 ? "1 kernel" : grouped(mismatch.found) + " kernels",
                  grouped(mismatch.expected));
  for (size_t i = 0; i < mismatch.extra.size() && i < 5; ++i) {
    const TimelineSpan& span = report.timeline.spans[mismatch.extra[i]];
    text += fmt::format("  extra at {} ns, {} ns: {}\n", grouped(span.start_ns),
                        grouped(span.duration_ns()), report.timeline.name_of(span).substr(0, 80));
  }
  for (size_t i = 0; i < mismatch.missing.size() && i < 5; ++i)
    text += "  missing " + op_text(*report.ops, mismatch.missing[i]) + "\n";
  return text;
}

std::string ratio_text(const MatchedOp& op) {
  if (!op.predicted_ns || *op.predicted_ns == 0) return "?";
  return fmt::format("{:.2f}",
                     static_cast<double>(op.measured_ns) / static_cast<double>(*op.predicted_ns));
}

std::string ops_text(const TraceReport& report) {
  const OpMatch& match = *report.ops;
  const Shape& shape = match.program.shape;
  std::string text =
      fmt::format("against {}, tp {}, shape {}x{}x{}: {}\n", match.program.name,
                  match.program.tp.value, shape.m, shape.n, shape.k,
                  match.is_whole() ? "every op has its kernel" : "kernels and ops do not match");
  for (size_t r = 0; r < match.ranks.size(); ++r) {
    const RankOps& rank = match.ranks[r];
    text += fmt::format("rank {} as rank {} of the schedule, {}\n", r, rank.program_rank,
                        counted(static_cast<size_t>(rank.num_calls), "call"));
    const bool has_prediction = std::ranges::any_of(
        rank.ops, [](const MatchedOp& op) { return op.predicted_ns.has_value(); });
    TableRows rows = {{"kind", "measured ns", "op"}};
    if (has_prediction) rows[0].insert(rows[0].begin() + 2, {"alone ns", "measured / alone"});
    for (const MatchedOp& op : rank.ops) {
      std::vector<std::string>& row = rows.emplace_back();
      row = {op.kind, grouped(op.measured_ns)};
      if (has_prediction) {
        row.push_back(op.predicted_ns ? grouped(*op.predicted_ns) : "?");
        row.push_back(ratio_text(op));
      }
      row.push_back(op_text(match, op.op));
    }
    if (rows.size() > 1) text += table_text(rows, {.indent = 2});
    for (const CountMismatch& mismatch : rank.mismatches)
      text += indented(mismatch_text(report, mismatch), 2);
  }
  return text;
}

}  // namespace

std::string trace_text(const TraceReport& report) {
  std::string text;
  if (!report.hta.empty())
    text += "overlap as HolisticTraceAnalysis defines it (whole us, last step dropped)\n";
  for (size_t r = 0; r < report.timeline.ranks.size(); ++r) text += rank_text(report, r);
  if (report.timeline.ranks.size() > 1)
    text += "all ranks: overlap " + numbers_text(numbers_of_all(report)) + "\n";
  for (const std::string& finding : common_findings(report)) text += finding + "\n";
  if (report.ops) text += ops_text(report);
  return text;
}

std::string trace_markdown(const TraceReport& report) {
  const OverlapNumbers all = numbers_of_all(report);
  std::string text =
      all.overlap_percent
          ? fmt::format(
                "**Overlap {}**: of {} us of communication {} us ran while compute ran, {} us "
                "are exposed.\n\n",
                percent_text(all.overlap_percent), grouped((all.comm_ns + 500) / 1000),
                grouped((all.hidden_ns + 500) / 1000), grouped((all.exposed_ns + 500) / 1000))
          : "**No communication** in this trace, so no overlap.\n\n";
  text +=
      "| rank | communication ns | hidden ns | exposed ns | overlap | order |\n"
      "| --- | ---: | ---: | ---: | ---: | --- |\n";
  for (size_t r = 0; r < report.timeline.ranks.size(); ++r) {
    const OverlapNumbers numbers = numbers_of(report, r);
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", r, grouped(numbers.comm_ns),
                        grouped(numbers.hidden_ns), grouped(numbers.exposed_ns),
                        percent_text(numbers.overlap_percent), report.overlap.ranks[r].order.text);
  }
  std::string findings;
  for (size_t r = 0; r < report.timeline.ranks.size(); ++r) {
    for (const std::string& finding : rank_findings(report, r))
      findings += fmt::format("- rank {}: {}\n", r, finding);
  }
  for (const std::string& finding : common_findings(report)) findings += "- " + finding + "\n";
  if (report.ops)
    findings += fmt::format("- {} `{}` at tp {}\n",
                            report.ops->is_whole() ? "every op has its kernel: matches"
                                                   : "kernels and ops do not match: differs from",
                            report.ops->program.name, report.ops->program.tp.value);
  if (!findings.empty()) text += "\n" + findings;
  return text;
}

}  // namespace stretto
