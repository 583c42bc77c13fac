// Feeds arbitrary bytes to the parser. Build with clang++ -fsanitize=fuzzer,address,undefined; run
// with -dict=tests/fuzz/parser.dict and the shipped schedules as first corpus:
//
//   parser_fuzz -dict=tests/fuzz/parser.dict -runs=200000 corpus models/schedules

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/models/round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string failure = stretto::round_trip_failure(text);
  if (!failure.empty()) {
    std::fprintf(stderr, "%s\n", failure.c_str());
    std::abort();
  }
  return 0;
}
