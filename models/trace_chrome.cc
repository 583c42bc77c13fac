// Chrome JSON as the PyTorch profiler (Kineto) and `stretto trace --trace` write it. Times are
// microseconds, ints or floats.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "models/json_reader.h"
#include "models/source.h"
#include "models/trace.h"

namespace stretto {
namespace {

/// The members of one event that matter here; reused from event to event.
struct Event {
  std::string name;
  std::string category;
  bool is_complete = false;  // "ph": "X"
  std::optional<int64_t> ts_ns;
  std::optional<int64_t> dur_ns;
  int64_t pid = -1;
  int64_t stream = -1;
  int64_t correlation = -1;
  int64_t device = -1;
  int64_t source_device = -1;  // of a copy between devices
  int64_t num_ctas = 0;
  double ctas_per_sm = 0;

  void clear() {
    std::string keep_name = std::move(name), keep_category = std::move(category);
    *this = {};
    (name = std::move(keep_name)).clear();
    (category = std::move(keep_category)).clear();
  }
};

/// Longer is no event of a device; the bound keeps sums of nanoseconds within 64 bits.

/// "1234.567" microseconds are 1234567 ns, to the nanosecond whatever the size of the number: a
/// double holds no nanoseconds since 1970.
std::optional<int64_t> ns_of_us(std::string_view text) {
  int64_t whole = 0;
  const char* stop = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), stop, whole);
  const bool is_plain =
      error == std::errc() && (end == stop || *end == '.') &&
      std::all_of(end == stop ? stop : end + 1, stop, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_plain) {
    double us = NAN;
    const auto [behind, bad] = std::from_chars(text.data(), stop, us);
    if (bad != std::errc() || behind != stop || !(std::abs(us) * 1e3 < kMaxTimeNs))
      return std::nullopt;
    return std::llround(us * 1e3);
  }
  if (std::abs(whole) > kMaxTimeNs / 1000) return std::nullopt;
  int64_t fraction = 0;
  for (int i = 1; i <= 4; ++i) fraction = fraction * 10 + (stop - end > i ? end[i] - '0' : 0);
  fraction = (fraction + 5) / 10;
  return whole * 1000 + (text.front() == '-' ? -fraction : fraction);
}

class ChromeReader {
 public:
  explicit ChromeReader(ByteSource& source) : json_(source), builder_(source.path()) {}
  Timeline run();

 private:
  void events();
  void event();
  void arguments();
  void grid();
  void device_properties();
  void device();
  void take_event();
  void take_span(Activity activity);
  std::optional<int64_t> time_ns(JsonToken token);
  int64_t whole(JsonToken token);
  int32_t rank();
  void name_devices();
  void finish_spans();

  struct Launch {
    int64_t correlation;
    int64_t ts_ns;
  };
  struct Step {
    std::string name;
    int64_t ts_ns;
  };
  struct Device {
    int64_t id = -1;
    std::string name;
    int64_t num_sms = 0;
  };

  JsonReader json_;
  TimelineBuilder builder_;
  Event event_;
  std::vector<Launch> launches_;
  std::vector<Step> steps_;
  std::vector<Device> devices_;
  bool has_graph_launch_ = false;
};

std::optional<int64_t> ChromeReader::time_ns(JsonToken token) {
  if (token == JsonToken::kNumber || token == JsonToken::kString) return ns_of_us(json_.text());
  json_.skip(token);
  return std::nullopt;
}

/// -1 for what is no number.
int64_t ChromeReader::whole(JsonToken token) {
  double value = NAN;
  const std::string_view text = json_.text();
  if (token == JsonToken::kNumber || token == JsonToken::kString)
    std::from_chars(text.data(), text.data() + text.size(), value);
  json_.skip(token);
  return value > -9e15 && value < 9e15 ? static_cast<int64_t>(value) : -1;
}

void ChromeReader::grid() {
  int64_t ctas = 1;
  JsonToken token = json_.next();
  if (token != JsonToken::kBeginArray) return json_.skip(token);
  for (token = json_.next(); token != JsonToken::kEndArray; token = json_.next())
    ctas = std::min<int64_t>(ctas * std::clamp<int64_t>(whole(token), 1, INT32_MAX), INT32_MAX);
  event_.num_ctas = ctas;
}

void ChromeReader::arguments() {
  JsonToken token = json_.next();
  if (token != JsonToken::kBeginObject) return json_.skip(token);
  while (json_.next() == JsonToken::kKey) {
    std::string_view key = json_.text();
    if (key == "stream") {
      event_.stream = whole(json_.next());
    } else if (key == "correlation") {
      event_.correlation = whole(json_.next());
    } else if (key == "device") {
      event_.device = whole(json_.next());
    } else if (key == "fromDevice") {
      event_.source_device = whole(json_.next());
    } else if (key == "blocks per SM") {
      json_.skip(json_.next());
      const std::string_view text = json_.text();
      std::from_chars(text.data(), text.data() + text.size(), event_.ctas_per_sm);
    } else if (key == "grid") {
      grid();
    } else {
      json_.skip(json_.next());
    }
  }
}

/// The rank of the event: a copy between devices belongs to its source.
int32_t ChromeReader::rank() {
  int64_t device = event_.source_device;
  if (device < 0) device = event_.pid >= 0 ? event_.pid : event_.device;
  return builder_.rank(0, static_cast<int32_t>(std::clamp<int64_t>(device, 0, INT32_MAX)));
}

void ChromeReader::take_span(Activity activity) {
  if (!event_.ts_ns || !event_.dur_ns || *event_.dur_ns < 0 || *event_.dur_ns > kDayNs)
    json_.fail("a " + event_.category + " whose ts or dur is missing or no time");
  TimelineSpan span;
  span.start_ns = *event_.ts_ns;
  span.end_ns = *event_.ts_ns + *event_.dur_ns;
  span.correlation = event_.correlation;
  span.stream = static_cast<int32_t>(std::clamp<int64_t>(event_.stream, -1, INT32_MAX));
  span.num_ctas = static_cast<int32_t>(event_.num_ctas);
  span.activity = activity;
  span.rank = rank();
  span.name = builder_.name(event_.name);
  TimelineRank& rank = builder_.ranks()[static_cast<size_t>(span.rank)];
  if (rank.num_sms == 0 && event_.ctas_per_sm > 0 && event_.num_ctas > 0)
    rank.num_sms =
        static_cast<int32_t>(std::clamp(event_.num_ctas / event_.ctas_per_sm + 0.5, 0.0, 10'000.0));
  builder_.add(span);
}

void ChromeReader::take_event() {
  if (!event_.is_complete) return;
  const std::string& category = event_.category;
  if (category == "kernel" || category == "Kernel") return take_span(Activity::kKernel);
  if (category == "gpu_memcpy" || category == "Memcpy") return take_span(Activity::kCopy);
  if (category == "gpu_memset" || category == "Memset") return take_span(Activity::kSet);
  if (!event_.ts_ns) return;
  if (event_.name.starts_with("ProfilerStep#") && category != "gpu_user_annotation")
    steps_.push_back({event_.name, *event_.ts_ns});
  if (event_.stream < 0 && event_.correlation >= 0)
    launches_.push_back({event_.correlation, *event_.ts_ns});
  has_graph_launch_ = has_graph_launch_ || event_.name == "cudaGraphLaunch";
}

void ChromeReader::event() {
  event_.clear();
  while (json_.next() == JsonToken::kKey) {
    const std::string_view key = json_.text();
    if (key == "args") {
      arguments();
    } else if (key == "ph") {
      json_.skip(json_.next());
      event_.is_complete = json_.text() == "X";
    } else if (key == "name" || key == "cat") {
      std::string& text = key == "name" ? event_.name : event_.category;
      const JsonToken token = json_.next();
      text = json_.text();
      json_.skip(token);
    } else if (key == "ts") {
      event_.ts_ns = time_ns(json_.next());
    } else if (key == "dur") {
      event_.dur_ns = time_ns(json_.next());
    } else if (key == "pid") {
      event_.pid = whole(json_.next());
    } else {
      json_.skip(json_.next());
    }
  }
  take_event();
}

void ChromeReader::device() {
  Device& device = devices_.emplace_back();
  while (json_.next() == JsonToken::kKey) {
    const std::string_view key = json_.text();
    if (key == "id") {
      device.id = whole(json_.next());
    } else if (key == "numSms") {
      device.num_sms = whole(json_.next());
    } else if (key == "name") {
      const JsonToken token = json_.next();
      device.name = json_.text();
      json_.skip(token);
    } else {
      json_.skip(json_.next());
    }
  }
}

void ChromeReader::device_properties() {
  JsonToken token = json_.next();
  if (token != JsonToken::kBeginArray) return json_.skip(token);
  for (token = json_.next(); token != JsonToken::kEndArray; token = json_.next()) {
    if (token == JsonToken::kBeginObject) {
      device();
    } else {
      json_.skip(token);
    }
  }
}

void ChromeReader::events() {
  for (JsonToken token = json_.next(); token != JsonToken::kEndArray; token = json_.next()) {
    if (token == JsonToken::kBeginObject) {
      event();
    } else {
      json_.skip(token);
    }
  }
}

void ChromeReader::name_devices() {
  for (TimelineRank& rank : builder_.ranks()) {
    const auto found = std::ranges::find(devices_, rank.device, &Device::id);
    if (found == devices_.end()) continue;
    rank.device_name = found->name;
    if (found->num_sms > 0)
      rank.num_sms = static_cast<int32_t>(std::min<int64_t>(found->num_sms, 10'000));
  }
}

int64_t ceil_us(int64_t ns) { return ns / 1000 + (ns % 1000 > 0 ? 1 : 0); }

// Launch times by correlation; and, where two or more steps were annotated, what was not launched
// before the last of them.
void ChromeReader::finish_spans() {
  std::ranges::sort(launches_, {}, [](const Launch& launch) {
    return std::pair(launch.correlation, launch.ts_ns);
  });
  std::set<std::string> names;
  int64_t last_step_us = INT64_MIN;
  for (const Step& step : steps_) {
    names.insert(step.name);
    last_step_us = std::max(last_step_us, ceil_us(step.ts_ns));
  }
  for (TimelineSpan& span : builder_.spans()) {
    // Not equal_range: clang 14, which builds the fuzz targets, does not compile its subrange.
    auto launch = std::ranges::lower_bound(launches_, span.correlation, {}, &Launch::correlation);
    bool is_early = false;
    for (; launch != launches_.end() && launch->correlation == span.correlation; ++launch) {
      is_early = is_early || ceil_us(launch->ts_ns) < last_step_us;
      if (!span.launch_ns) span.launch_ns = launch->ts_ns;
    }
    span.is_in_last_step = names.size() > 1 && !is_early;
  }
}

Timeline ChromeReader::run() {
  JsonToken token = json_.next();
  bool has_events = token == JsonToken::kBeginArray;
  if (has_events) {
    events();
  } else if (token == JsonToken::kBeginObject) {
    while (json_.next() == JsonToken::kKey) {
      const std::string_view key = json_.text();
      if (key == "traceEvents") {
        token = json_.next();
        has_events = has_events || token == JsonToken::kBeginArray;
        token == JsonToken::kBeginArray ? events() : json_.skip(token);
      } else if (key == "deviceProperties") {
        device_properties();
      } else {
        json_.skip(json_.next());
      }
    }
  }
  if (!has_events) json_.fail("no traceEvents: not a Chrome trace");
  json_.next();  // nothing may follow
  if (builder_.spans().empty() && has_graph_launch_)
    json_.fail("CUDA graphs were launched, their kernels were not recorded");
  name_devices();
  finish_spans();
  return builder_.take();
}

}  // namespace

Timeline read_chrome_trace(ByteSource& source) { return ChromeReader(source).run(); }

}  // namespace stretto
