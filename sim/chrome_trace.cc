#include "sim/chrome_trace.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

namespace stretto {
namespace {

std::string quoted(const std::string& text) {
  // Bytes that are no UTF-8 may stand in a name.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Microseconds with three decimals: whole nanoseconds, whatever the size.
std::string us_text(int64_t ns) {
  const bool is_negative = ns < 0;
  const uint64_t size = is_negative ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  return fmt::format("{}{}.{:03}", is_negative ? "-" : "", size / 1000, size % 1000);
}

std::string_view category(Activity activity) {
  switch (activity) {
    case Activity::kKernel:
      return "kernel";
    case Activity::kCopy:
      return "gpu_memcpy";
    case Activity::kSet:
      return "gpu_memset";
  }
  return "";
}

}  // namespace

std::string chrome_trace(const Timeline& timeline) {
  std::string text = "{\"schemaVersion\": 1, \"deviceProperties\": [";
  auto out = std::back_inserter(text);
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    const TimelineRank& rank = timeline.ranks[r];
    fmt::format_to(out, "{}{{\"id\": {}, \"name\": {}, \"numSms\": {}}}", r == 0 ? "" : ", ", r,
                   quoted(rank.device_name), rank.num_sms);
  }
  text += "],\n\"traceEvents\": [";
  for (size_t r = 0; r < timeline.ranks.size(); ++r) {
    fmt::format_to(out,
                   "{}{{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": {}, \"args\": "
                   "{{\"name\": {}}}}}",
                   r == 0 ? "\n" : ",\n", r,
                   quoted(fmt::format("rank {} ({})", r, timeline.ranks[r].file)));
  }
  for (const TimelineSpan& span : timeline.spans) {
    fmt::format_to(out,
                   ",\n{{\"ph\": \"X\", \"cat\": \"{}\", \"name\": {}, \"pid\": {}, \"tid\": {}, "
                   "\"ts\": {}, \"dur\": {}, \"args\": {{\"stream\": {}, \"correlation\": {}",
                   category(span.activity), quoted(timeline.name_of(span)), span.rank, span.stream,
                   us_text(span.start_ns), us_text(span.duration_ns()), span.stream,
                   span.correlation);
    if (span.num_ctas > 0) fmt::format_to(out, ", \"grid\": [{}, 1, 1]", span.num_ctas);
    text += "}}";
    if (span.launch_ns && span.correlation >= 0)
      fmt::format_to(
          out,
          ",\n{{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"launch\", \"pid\": "
          "{}, \"tid\": -1, \"ts\": {}, \"dur\": 0.000, \"args\": {{\"correlation\": {}}}}}",
          span.rank, us_text(*span.launch_ns), span.correlation);
  }
  return text + "\n]}\n";
}

}  // namespace stretto
