#include "models/trace.h"

#include <array>
#include <cctype>

#include "models/source.h"

namespace stretto {

/// The first bytes behind blanks.
static std::string beginning(const std::string& path) {
  ByteSource source(path);
  std::array<char, 4096> buffer;
  size_t count = source.read(buffer);
  std::string text(buffer.data(), count);
  size_t from = text.find_first_not_of(" \t\r\n");
  return from == std::string::npos ? "" : text.substr(from);
}

static Timeline read_by_content(const std::string& path, const std::string& begin,
                                ReadProgress progress) {
  if (begin.starts_with("SQLite format 3")) return read_nsys_sqlite(path, std::move(progress));
  ByteSource source(path, std::move(progress));
  const bool is_json = begin[0] == '{' || (begin[0] == '[' && !begin.starts_with("[CUDA"));
  return is_json ? read_chrome_trace(source) : read_nsys_table(source);
}

Timeline read_trace(const std::string& path, ReadProgress progress) {
  std::string begin = beginning(path);
  if (begin.empty()) throw InputError(path, {}, "the file is empty");
  Timeline timeline = read_by_content(path, begin, std::move(progress));
  if (timeline.spans.empty())
    throw InputError(path, {},
                     "no kernel, copy or set of a device in this trace. A trace of CUDA graphs "
                     "needs node level (nsys profile --cuda-graph-trace=node)");
  return timeline;
}

}  // namespace stretto
