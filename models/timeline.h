#ifndef STRETTO_MODELS_TIMELINE_H_
#define STRETTO_MODELS_TIMELINE_H_

// What ran when, on which stream of which rank: read from a profiler's trace (trace.h), or written
// by an engine. Times are integer nanoseconds on the clock of the file they come from.
//
//   Timeline timeline = read_trace("report.csv");
//   for (const TimelineSpan& span : timeline.spans) .. timeline.name_of(span) ..

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stretto {

enum class Activity : uint8_t { kKernel, kCopy, kSet };

/// Times and durations of a trace stay below, so that sums of two fit into 64 bits; longer than a
/// day is no event of a device.
inline constexpr int64_t kMaxTimeNs = 4'000'000'000'000'000'000;
inline constexpr int64_t kDayNs = 86'400'000'000'000;

/// One kernel, copy or set, as the device executed it.
struct TimelineSpan {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
  std::optional<int64_t> launch_ns;  // by the host, where the trace says when
  int64_t correlation = -1;          // the trace's own number; -1: none
  int32_t rank = 0;                  // index in Timeline::ranks
  int32_t stream = 0;                // the trace's own number
  int32_t name = 0;                  // index in Timeline::names
  int32_t num_ctas = 0;              // of the grid; 0: unknown, or no kernel
  Activity activity = Activity::kKernel;
  bool is_in_last_step = false;  // launched in or after the last of several profiler steps

  int64_t duration_ns() const { return end_ns - start_ns; }
  friend bool operator==(const TimelineSpan&, const TimelineSpan&) = default;
};

/// A device as one process of a file used it.
struct TimelineRank {
  std::string file;
  int64_t process = 0;  // 0 where the trace does not say
  int32_t device = 0;
  std::string device_name;  // "" where the trace does not say
  int32_t num_sms = 0;      // 0 where the trace does not say
  friend bool operator==(const TimelineRank&, const TimelineRank&) = default;
};

struct Timeline {
  std::vector<std::string> names;
  std::vector<TimelineRank> ranks;
  std::vector<TimelineSpan> spans;  // by rank, then start, then end

  const std::string& name_of(const TimelineSpan& span) const {
    return names[static_cast<size_t>(span.name)];
  }
};

/// Gathers spans in any order; names and ranks are numbered as they appear.
class TimelineBuilder {
 public:
  explicit TimelineBuilder(std::string file) : file_(std::move(file)) {}
  int32_t name(std::string_view name);
  int32_t rank(int64_t process, int32_t device);
  void add(const TimelineSpan& span) { timeline_.spans.push_back(span); }
  std::vector<TimelineSpan>& spans() { return timeline_.spans; }
  std::vector<TimelineRank>& ranks() { return timeline_.ranks; }
  /// Ranks by device and process, spans sorted.
  Timeline take();

 private:
  std::string file_;
  Timeline timeline_;
  std::unordered_map<std::string, int32_t> names_;
  std::map<std::pair<int32_t, int64_t>, int32_t> ranks_;  // by device, then process
};

/// The ranks of `more` behind those of `timeline`.
void append(Timeline& timeline, Timeline more);

}  // namespace stretto

#endif  // STRETTO_MODELS_TIMELINE_H_
