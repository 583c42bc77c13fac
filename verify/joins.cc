#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

// Only streams and events count here, as in a graph capture: that a counter happens to order the last op of a stream
// before the exit does not join the stream.
static std::vector<bool> joined_by(const Program& program, int32_t exit, int32_t begin) {
  std::vector<bool> joined(static_cast<size_t>(exit - begin + 1), false);
  std::vector<std::vector<int32_t>> before(joined.size());
  std::vector<int32_t> last(program.streams.size(), -1);
  for (int32_t i = begin; i <= exit; ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    if (op.parent >= 0) continue;
    auto& list = before[static_cast<size_t>(i - begin)];
    for (int32_t dep : program.numbers_of(op.deps)) {
      if (dep >= begin) list.push_back(dep);
    }
    auto on_stream = [&](int32_t stream) {
      if (last[static_cast<size_t>(stream)] >= 0) list.push_back(last[static_cast<size_t>(stream)]);
      last[static_cast<size_t>(stream)] = i;
    };
    if (op.stream >= 0) on_stream(op.stream);
    for (int32_t stream : program.numbers_of(op.more_streams)) on_stream(stream);
  }
  std::vector<int32_t> todo = {exit};
  joined[static_cast<size_t>(exit - begin)] = true;
  while (!todo.empty()) {
    int32_t i = todo.back();
    todo.pop_back();
    for (int32_t previous : before[static_cast<size_t>(i - begin)]) {
      if (joined[static_cast<size_t>(previous - begin)]) continue;
      joined[static_cast<size_t>(previous - begin)] = true;
      todo.push_back(previous);
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
      std::string message = "stream " + stream + " is not joined: nothing says that this has ended when the caller goes on\n  " +
                            op_name(program, last);
      stories.add(stream, {Check::kJoins, {op.rank}, {reference(program, last)}, std::move(message)});
    }
  }
  stories.finish();
  return capturable;
}

}  // namespace stretto
