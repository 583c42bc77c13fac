#include "sim/chrome_trace.h"

#include <gtest/gtest.h>

#include "models/trace.h"
#include "tests/sim/made_timeline.h"

namespace stretto {
namespace {

TEST(chrome_trace, is_read_back_as_it_was) {
  Timeline timeline = made({
      {.start = 1'694'128'201'545'123'457,
       .end = 1'694'128'201'545'123'999,
       .stream = 7,
       .name = "a \"quoted\\\" kernel <1>",
       .ctas = 132,
       .correlation = 5,
       .launch = 1'694'128'201'545'120'001},
      {.start = -1'001,
       .end = 12,
       .stream = 3,
       .name = "[CUDA memset]",
       .device = 1,
       .activity = Activity::kSet},
      {.start = 0,
       .end = 12,
       .stream = 3,
       .name = "[CUDA memcpy PtoP]",
       .device = 1,
       .activity = Activity::kCopy},
  });
  const std::string text = chrome_trace(timeline);
  ByteSource source("made", std::string_view(text));
  const Timeline read = read_chrome_trace(source);
  EXPECT_EQ(read.names, timeline.names);
  EXPECT_EQ(read.spans, timeline.spans);
  EXPECT_EQ(read.ranks, timeline.ranks);
}

}  // namespace
}  // namespace stretto
