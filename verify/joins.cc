#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

// Only streams and events count here, as in a graph capture: that a counter happens to order the
// last op of a stream before the exit does not join the stream. Events and stream order lead back
// in posting order, so one pass from the exit backwards marks all that is joined.
static std::vector<bool> joined_by(const Program& program, int32_t exit, int32_t begin) {
  std::vector<bool> joined(static_cast<size_t>(exit - begin + 1), false);
  joined.back() = true;
  std::vector<bool> is_wanted(program.streams.size(),
                              false);  // the next op met on this stream is joined
  auto join_streams = [&](const Op& op) {
    if (op.stream >= 0) is_wanted[static_cast<size_t>(op.stream)] = true;
    for (int32_t stream : program.numbers_of(op.more_streams))
      is_wanted[static_cast<size_t>(stream)] = true;
  };
  for (int32_t i = exit; i >= begin; --i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    if (op.parent >= 0) continue;
    bool is_joined = joined[static_cast<size_t>(i - begin)];
    if (op.stream >= 0) is_joined = is_joined || is_wanted[static_cast<size_t>(op.stream)];
    for (int32_t stream : program.numbers_of(op.more_streams)) {
      is_joined = is_joined || is_wanted[static_cast<size_t>(stream)];
    }
    if (!is_joined) continue;
    joined[static_cast<size_t>(i - begin)] = true;
    join_streams(op);
    for (int32_t dep : program.numbers_of(op.deps)) {
      if (dep >= begin) joined[static_cast<size_t>(dep - begin)] = true;
    }
  }
  return joined;
}

bool check_joins(const Program& program, std::vector<Violation>& violations) {
  Stories stories(violations);
  bool capturable = true;
  for (int32_t w = 0; w < program.num_ranks(); ++w) {
    int32_t begin = program.rank_begin[static_cast<size_t>(w)];
    int32_t end = program.rank_begin[static_cast<size_t>(w) + 1];
    std::vector<int32_t> last_on_stream(program.streams.size(), -1);
    for (int32_t i = begin; i < end; ++i) {
      const Op& op = program.ops[static_cast<size_t>(i)];
      if (is_launch(op)) last_on_stream[static_cast<size_t>(op.stream)] = i;
    }
    // The last exit stands for all: what it does not join, no one does.
    std::vector<bool> joined = joined_by(program, end - 1, begin);
    for (int32_t last : last_on_stream) {
      if (last < 0 || joined[static_cast<size_t>(last - begin)]) continue;
      capturable = false;
      if (!program.requires_capturable) continue;
      const Op& op = program.ops[static_cast<size_t>(last)];
      const std::string& stream = program.streams[static_cast<size_t>(op.stream)].name;
      std::string message =
          "stream " + stream +
          " is not joined: nothing says that this has ended when the caller goes on\n  " +
          op_name(program, last);
      stories.add(stream,
                  {Check::kJoins, {op.rank}, {reference(program, last)}, std::move(message)});
    }
  }
  stories.finish();
  return capturable;
}

}  // namespace stretto
