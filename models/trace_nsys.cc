// The report cuda_gpu_trace of Nsight Systems: as CSV, or as a table whose columns are marked by a
// line of dashes under the titles.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "models/source.h"
#include "models/trace.h"

namespace stretto {
namespace {

/// Lines of a file, one by one.
class LineReader {
 public:
  explicit LineReader(ByteSource& source) : source_(source) {}
  /// Without its end; nullopt behind the last.
  std::optional<std::string_view> next() {
    for (;;) {
      size_t at = buffer_.find('\n', begin_);
      if (at != std::string::npos) {
        std::string_view line(buffer_.data() + begin_, at - begin_);
        begin_ = at + 1;
        ++number_;
        return trimmed_end(line);
      }
      buffer_.erase(0, begin_);
      begin_ = 0;
      if (is_at_end_) return last();
      size_t size = buffer_.size();
      if (size > kMaxLineBytes) throw InputError(source_.path(), {number_ + 1, 1}, "no text file");
      buffer_.resize(size + kPieceBytes);
      size_t read = source_.read({buffer_.data() + size, kPieceBytes});
      buffer_.resize(size + read);
      is_at_end_ = read == 0;
    }
  }
  int number() const { return number_; }  // of the line returned last, from 1

 private:
  static constexpr size_t kPieceBytes = 256 * 1024;
  static constexpr size_t kMaxLineBytes = 16 << 20;
  static std::string_view trimmed_end(std::string_view line) {
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }
  std::optional<std::string_view> last() {
    if (buffer_.empty() || is_done_) return std::nullopt;
    is_done_ = true;
    ++number_;
    begin_ = 0;
    return trimmed_end(buffer_);
  }

  ByteSource& source_;
  std::string buffer_;
  size_t begin_ = 0;
  int number_ = 0;
  bool is_at_end_ = false;
  bool is_done_ = false;
};

std::string_view trimmed(std::string_view text) {
  size_t from = text.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

/// Quotes may hold commas; a doubled quote is one.
void split_csv(std::string_view line, std::vector<std::string>& fields) {
  fields.assign(1, "");
  bool is_quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (c == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
}

enum Column { kStart, kDuration, kCorrelation, kGridX, kGridY, kGridZ, kDevice, kStream, kName };
constexpr std::array<std::string_view, 9> kTitles = {"Start", "Duration", "CorrId", "GrdX", "GrdY",
                                                     "GrdZ",  "Device",   "Strm",   "Name"};

/// Where the columns stand, and what a unit of a time is.
struct Layout {
  std::array<int, kTitles.size()> place;  // field number, -1: not in this report
  int64_t start_unit_ns = 1;
  int64_t duration_unit_ns = 1;
};

/// "Start (us)" -> 1000; 0 for a unit that nobody knows.
int64_t unit_ns(std::string_view title) {
  size_t open = title.find('(');
  if (open == std::string_view::npos) return 1;
  std::string_view unit = title.substr(open + 1, title.find(')', open) - open - 1);
  if (unit == "ns" || unit == "nsec") return 1;
  if (unit == "us" || unit == "usec" || unit == "μs") return 1000;
  if (unit == "ms" || unit == "msec") return 1'000'000;
  if (unit == "s" || unit == "sec") return 1'000'000'000;
  return 0;
}

std::optional<Layout> layout_of(const std::vector<std::string>& titles) {
  Layout layout;
  layout.place.fill(-1);
  for (size_t i = 0; i < titles.size(); ++i) {
    std::string_view title = trimmed(titles[i]);
    std::string_view word = trimmed(title.substr(0, title.find('(')));
    auto known = std::ranges::find(kTitles, word);
    if (known == kTitles.end()) continue;
    size_t column = static_cast<size_t>(known - kTitles.begin());
    layout.place[column] = static_cast<int>(i);
    if (column == kStart) layout.start_unit_ns = unit_ns(title);
    if (column == kDuration) layout.duration_unit_ns = unit_ns(title);
  }
  for (Column needed : {kStart, kDuration, kName}) {
    if (layout.place[needed] < 0) return std::nullopt;
  }
  return layout;
}

/// Column ranges from a line of dashes: "---------  ---".
std::vector<std::pair<size_t, size_t>> ranges_of(std::string_view dashes) {
  std::vector<std::pair<size_t, size_t>> ranges;
  for (size_t i = 0; i < dashes.size();) {
    size_t from = dashes.find('-', i);
    if (from == std::string_view::npos) break;
    i = std::min(dashes.find(' ', from), dashes.size());
    ranges.emplace_back(from, i);
  }
  return ranges;
}

bool is_dashes(std::string_view line) {
  return line.find("--") != std::string_view::npos &&
         line.find_first_not_of("- ") == std::string_view::npos;
}

class NsysReader {
 public:
  explicit NsysReader(ByteSource& source)
      : source_(source), lines_(source), builder_(source.path()) {}
  Timeline run();

 private:
  void header();
  void row(std::string_view line);
  void fields_of(std::string_view line);
  std::string_view field(Column column) const;
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(source_.path(), {lines_.number(), 1}, message);
  }
  int64_t time_ns(Column column, int64_t unit) const;
  int64_t number(Column column, int64_t otherwise) const;
  int32_t rank();

  ByteSource& source_;
  LineReader lines_;
  TimelineBuilder builder_;
  Layout layout_;
  std::vector<std::pair<size_t, size_t>> ranges_;  // of the plain table; empty: CSV
  std::vector<std::string> fields_;
};

void NsysReader::header() {
  std::string above;
  while (auto line = lines_.next()) {
    if (is_dashes(*line) && above.find("Start") != std::string::npos) {
      ranges_ = ranges_of(*line);
      // A title may be wider than its dashes only in the last column.
      ranges_.back().second = std::string::npos;
      fields_of(above);
    } else {
      split_csv(*line, fields_);
    }
    if (auto layout = layout_of(fields_); layout && (!ranges_.empty() || fields_.size() > 2)) {
      layout_ = *layout;
      if (layout_.start_unit_ns == 0 || layout_.duration_unit_ns == 0)
        fail("unknown unit of Start or Duration; accepted: (ns), (us), (ms), (s)");
      return;
    }
    above = *line;
    ranges_.clear();
  }
  throw InputError(
      source_.path(), {},
      "no trace that is known here; accepted: `nsys stats -r cuda_gpu_trace` as CSV or "
      "table, Chrome JSON of the PyTorch profiler (also gzipped)");
}

void NsysReader::fields_of(std::string_view line) {
  if (ranges_.empty()) return split_csv(line, fields_);
  fields_.clear();
  for (auto [from, to] : ranges_) {
    fields_.emplace_back(from < line.size() ? trimmed(line.substr(from, to - from)) : "");
  }
}

std::string_view NsysReader::field(Column column) const {
  int place = layout_.place[column];
  if (place < 0 || static_cast<size_t>(place) >= fields_.size()) return {};
  return trimmed(fields_[static_cast<size_t>(place)]);
}

/// Keeps the sum of a start and a duration within 64 bits.

int64_t NsysReader::time_ns(Column column, int64_t unit) const {
  std::string text(field(column));
  std::erase(text, ',');  // thousands in the plain table
  int64_t whole = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  if (is_whole && whole > -kMaxTimeNs / unit && whole < kMaxTimeNs / unit) return whole * unit;
  double value = 0;
  auto [stop, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
  value *= static_cast<double>(unit);
  if (bad != std::errc{} || stop != text.data() + text.size() || !(std::abs(value) < kMaxTimeNs))
    fail("'" + text + "' is no time in column " + std::string(kTitles[column]));
  return static_cast<int64_t>(value + 0.5);
}

int64_t NsysReader::number(Column column, int64_t otherwise) const {
  std::string text(field(column));
  std::erase(text, ',');
  int64_t value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// "NVIDIA H100 80GB HBM3 (1)" is device 1.
int32_t NsysReader::rank() {
  std::string_view device = field(kDevice);
  size_t open = device.rfind('(');
  int32_t index = 0;
  if (open != std::string_view::npos)
    std::from_chars(device.data() + open + 1, device.data() + device.size(), index);
  const int32_t rank = builder_.rank(0, index);
  std::string& name = builder_.ranks()[static_cast<size_t>(rank)].device_name;
  if (name.empty()) name = trimmed(device.substr(0, std::min(open, device.size())));
  return rank;
}

void NsysReader::row(std::string_view line) {
  fields_of(line);
  TimelineSpan span;
  span.start_ns = time_ns(kStart, layout_.start_unit_ns);
  int64_t duration = time_ns(kDuration, layout_.duration_unit_ns);
  if (duration < 0) fail("a negative duration");
  span.end_ns = span.start_ns + duration;
  span.correlation = number(kCorrelation, -1);
  span.stream = static_cast<int32_t>(number(kStream, 0));
  int64_t ctas = std::clamp<int64_t>(number(kGridX, 0), 0, INT32_MAX);
  for (const Column axis : {kGridY, kGridZ})
    ctas = std::min<int64_t>(ctas * std::clamp<int64_t>(number(axis, 1), 1, INT32_MAX), INT32_MAX);
  span.num_ctas = static_cast<int32_t>(ctas);
  std::string_view name = field(kName);
  if (name.empty()) fail("a row without a name: the file is cut off");
  if (name.find("memcpy") != std::string_view::npos) span.activity = Activity::kCopy;
  if (name.find("memset") != std::string_view::npos) span.activity = Activity::kSet;
  span.rank = rank();
  span.name = builder_.name(name);
  builder_.add(span);
}

Timeline NsysReader::run() {
  header();
  while (auto line = lines_.next()) {
    if (is_dashes(*line)) continue;
    // An empty line ends the report; further ones may stand behind it.
    if (trimmed(*line).empty()) {
      if (!builder_.spans().empty()) break;
      continue;
    }
    row(*line);
  }
  return builder_.take();
}

}  // namespace

Timeline read_nsys_table(ByteSource& source) { return NsysReader(source).run(); }

}  // namespace stretto
