// One page without outside parts: the numbers on top, then a drawing of each rank, a lane a stream.
// Communication is hatched and labelled, green where compute ran beside it, red where none did.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "sim/cli/trace_report.h"
#include "sim/intervals.h"

namespace stretto {
namespace {

constexpr double kWidth = 1400;  // pixels
constexpr double kLaneHeight = 26;
constexpr double kMinPixels = 0.5;  // nearer than that two boxes of a kind become one
constexpr double kLabelPixels = 60;

constexpr std::string_view kHead = R"html(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>stretto trace</title><style>
body { font: 14px sans-serif; margin: 24px; color: #222; }
table { border-collapse: collapse; } td, th { padding: 3px 12px; text-align: right; }
th { border-bottom: 1px solid #888; } td:first-child, th:first-child { text-align: left; }
text { font: 11px sans-serif; } .gemm { fill: #4472c4; } .other { fill: #a9bbdf; }
.memory { fill: #c8c8c8; } .fused { fill: #8e5fbf; }
.hidden { fill: url(#hidden); stroke: #1d7a2f; } .exposed { fill: url(#exposed); stroke: #b3261e; }
</style></head><body>
<svg width="0" height="0"><defs>
<pattern id="hidden" width="6" height="6" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)">
<rect width="6" height="6" fill="#c9ecd0"/><rect width="2" height="6" fill="#1d7a2f"/></pattern>
<pattern id="exposed" width="6" height="6" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)">
<rect width="6" height="6" fill="#f9d4d1"/><rect width="2" height="6" fill="#b3261e"/></pattern>
</defs></svg>
)html";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

struct Box {
  double left = 0;
  double right = 0;
  std::string title;
  std::string label;
};

/// The drawing of one rank.
class RankDrawing {
 public:
  RankDrawing(const TraceReport& report, const Timeline& timeline, size_t rank, Interval window)
      : report_(report), timeline_(timeline), rank_(rank), window_(window) {}
  std::string svg();

 private:
  double x(int64_t ns) const {
    const double width =
        static_cast<double>(std::max<int64_t>(window_.end_ns - window_.begin_ns, 1));
    return kWidth * static_cast<double>(ns - window_.begin_ns) / width;
  }
  void add(const TimelineSpan& span, Interval part, std::string_view look, std::string label);
  void collect();

  const TraceReport& report_;
  const Timeline& timeline_;
  size_t rank_;
  Interval window_;
  std::map<int32_t, std::map<std::string_view, std::vector<Box>>> lanes_;  // by stream, by look
};

void RankDrawing::add(const TimelineSpan& span, Interval part, std::string_view look,
                      std::string label) {
  std::vector<Box>& boxes = lanes_[span.stream][look];
  const double left = x(part.begin_ns), right = x(part.end_ns);
  if (!boxes.empty() && right - boxes.back().left < kMinPixels) {
    boxes.back().right = std::max(boxes.back().right, right);
    return;
  }
  boxes.push_back({left, right,
                   fmt::format("{} | {} ns from {} ns", timeline_.name_of(span).substr(0, 120),
                               grouped(span.duration_ns()), grouped(span.start_ns)),
                   std::move(label)});
}

void RankDrawing::collect() {
  std::vector<const TimelineSpan*> spans;
  std::vector<Interval> compute;
  const auto kind = [&](const TimelineSpan& span) -> const KernelName& {
    return report_.overlap.name_of(span);
  };
  for (const TimelineSpan& span : timeline_.spans) {
    if (span.rank != static_cast<int32_t>(rank_)) continue;
    spans.push_back(&span);
    const bool is_compute =
        kind(span).kind == KernelKind::kGemm || kind(span).kind == KernelKind::kOtherCompute;
    if (is_compute) compute.push_back({span.start_ns, span.end_ns});
  }
  const Intervals busy = union_of(std::move(compute));
  for (const TimelineSpan* span : spans) {
    const Interval whole{span->start_ns, span->end_ns};
    switch (kind(*span).kind) {
      case KernelKind::kCommunication: {
        const auto first = std::ranges::upper_bound(busy, whole.begin_ns, {}, &Interval::end_ns);
        const auto last = std::ranges::lower_bound(busy, whole.end_ns, {}, &Interval::begin_ns);
        add(*span, whole, "exposed", kind(*span).operation);
        for (auto it = first; it < last; ++it) {
          add(*span, {std::max(it->begin_ns, whole.begin_ns), std::min(it->end_ns, whole.end_ns)},
              "hidden", "");
        }
        break;
      }
      case KernelKind::kGemm:
        add(*span, whole, "gemm", "");
        break;
      case KernelKind::kOtherCompute:
        add(*span, whole, "other", "");
        break;
      case KernelKind::kMemory:
        add(*span, whole, "memory", "");
        break;
      case KernelKind::kFused:
        add(*span, whole, "fused", "");
        break;
    }
  }
}

std::string RankDrawing::svg() {
  collect();
  std::string text = fmt::format("<svg width=\"{}\" height=\"{}\">\n", kWidth + 110,
                                 kLaneHeight * static_cast<double>(lanes_.size()) + 6);
  double top = 2;
  for (const auto& [stream, looks] : lanes_) {
    text += fmt::format("<text x=\"0\" y=\"{}\">stream {}</text>\n", top + 14, stream);
    for (const std::string_view look : {"memory", "other", "gemm", "fused", "exposed", "hidden"}) {
      const auto boxes = looks.find(look);
      if (boxes == looks.end()) continue;
      for (const Box& box : boxes->second) {
        text += fmt::format(
            "<rect class=\"{}\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"20\"><title>{}"
            "</title></rect>\n",
            look, 100 + box.left, top, std::max(box.right - box.left, 0.2), escaped(box.title));
      }
    }
    if (const auto comm = looks.find("exposed"); comm != looks.end()) {
      for (const Box& box : comm->second) {
        if (box.right - box.left < kLabelPixels) continue;
        text += fmt::format("<text x=\"{:.2f}\" y=\"{}\">{}</text>\n", 104 + box.left, top + 14,
                            escaped(box.label));
      }
    }
    top += kLaneHeight;
  }
  return text + "</svg>\n";
}

std::string numbers_table(const TraceReport& report) {
  std::string text =
      "<table><tr><th>rank</th><th>communication ns</th><th>hidden ns</th><th>exposed ns</th>"
      "<th>overlap</th><th>order</th></tr>\n";
  const auto row = [&](const std::string& title, const OverlapNumbers& numbers,
                       const std::string& order) {
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(title), grouped(numbers.comm_ns), grouped(numbers.hidden_ns),
        grouped(numbers.exposed_ns), percent_text(numbers.overlap_percent), escaped(order));
  };
  for (size_t r = 0; r < report.timeline.ranks.size(); ++r)
    row(rank_title(report, r), numbers_of(report, r), report.overlap.ranks[r].order.text);
  row("all", numbers_of_all(report), "");
  return text + "</table>\n";
}

std::string list(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string text = "<ul>\n";
  for (const std::string& sentence : sentences) text += "<li>" + escaped(sentence) + "</li>\n";
  return text + "</ul>\n";
}

}  // namespace

std::string trace_html(const TraceReport& report) {
  const Timeline timeline = aligned(report.timeline, report.match.clocks);
  Interval window{INT64_MAX, INT64_MIN};
  for (const TimelineSpan& span : timeline.spans) {
    window.begin_ns = std::min(window.begin_ns, span.start_ns);
    window.end_ns = std::max(window.end_ns, span.end_ns);
  }
  std::string text(kHead);
  text +=
      fmt::format("<h1>Overlap {}</h1>\n", percent_text(numbers_of_all(report).overlap_percent));
  text += numbers_table(report) + list(common_findings(report));
  text += fmt::format(
      "<p>{} ns from the first start to the last end. Blue: GEMM; light blue: other compute; grey: "
      "copies and sets; violet: not separable; hatched: communication, green where hidden, red "
      "where "
      "exposed.</p>\n",
      grouped(window.end_ns - window.begin_ns));
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    text += "<h2>" + escaped(rank_title(report, r)) + "</h2>\n" + list(rank_findings(report, r));
    text += RankDrawing(report, timeline, r, window).svg();
  }
  return text + "</body></html>\n";
}

}  // namespace stretto
