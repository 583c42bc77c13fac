// Feeds arbitrary bytes to the readers of traces: the first byte says which. What is no trace must
// leave as InputError and nothing else may happen. First corpus: files of the three formats with a
// letter (c, n, s) in front.
//
//   bazel run --config=fuzz //tests/fuzz:trace_fuzz -- -runs=200000

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "models/source.h"
#include "models/trace.h"

namespace stretto {

static void read(char format, std::string_view bytes) {
  ByteSource source("fuzz", bytes);
  if (format == 'c') read_chrome_trace(source);
  if (format == 'n') read_nsys_table(source);
  if (format == 's') read_nsys_sqlite_bytes("fuzz", std::as_bytes(std::span(bytes)));
}

}  // namespace stretto

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  try {
    stretto::read(static_cast<char>(data[0]), {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const stretto::InputError&) {
  }
  return 0;
}
