#ifndef STRETTO_SIM_CLI_TRACE_REPORT_H_
#define STRETTO_SIM_CLI_TRACE_REPORT_H_

// What `stretto trace` found, and its forms: text, Markdown for a pull request, JSON, one HTML
// page.

#include <string>
#include <vector>

#include "models/timeline.h"
#include "sim/op_match.h"
#include "sim/overlap.h"
#include "sim/rank_match.h"

namespace stretto {

struct TraceReport {
  Timeline timeline;  // as read; not aligned
  OverlapReport overlap;
  RankMatch match;
  std::vector<OverlapNumbers> hta;  // with --definition hta, by rank; else empty
  std::optional<OpMatch> ops;       // with --schedule
};

/// One sentence each, on one rank: why communication began late, what is not separable.
std::vector<std::string> rank_findings(const TraceReport& report, size_t rank);
/// On all ranks together: spinning, clocks, unknown kernels.
std::vector<std::string> common_findings(const TraceReport& report);

std::string trace_text(const TraceReport& report);
std::string trace_markdown(const TraceReport& report);
/// {"definition", "all": {"comm_ns", "hidden_ns", "exposed_ns", "overlap_percent", ..}, "ranks":
/// [..], "spinning", "clocks", "unknown_kernels", "schedule"}
std::string trace_json(const TraceReport& report);
std::string trace_html(const TraceReport& report);

/// "second", "12th": from 0.
std::string ordinal(size_t number);
/// "1,350,935"
std::string grouped(int64_t number);
/// "29.5 %", or "none" where there was no communication.
std::string percent_text(const std::optional<double>& percent);
/// "rank 1 (device 1, NVIDIA H100, 132 SMs)"
std::string rank_title(const TraceReport& report, size_t rank);
/// By the definition asked for.
OverlapNumbers numbers_of(const TraceReport& report, size_t rank);
OverlapNumbers numbers_of_all(const TraceReport& report);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_TRACE_REPORT_H_
