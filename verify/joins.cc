#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

bool check_joins(const Program& program, const HappensBefore& before, std::vector<Violation>& violations) {
  Stories stories(violations);
  bool capturable = true;
  std::vector<int32_t> last_on_stream;
  for (int32_t i = 0; i < static_cast<int32_t>(program.ops.size()); ++i) {
    const Op& op = program.ops[static_cast<size_t>(i)];
    if (op.kind == OpKind::kEntry && op.run == 0) last_on_stream.assign(program.streams.size(), -1);
    if (op.kind != OpKind::kExit) {
      if (is_launch(op)) last_on_stream[static_cast<size_t>(op.stream)] = i;
      continue;
    }
    for (int32_t last : last_on_stream) {
      if (last < 0 || before.precedes(end_of(last), end_of(i))) continue;
      capturable = false;
      if (!program.requires_capturable) continue;
      const std::string& stream = program.streams[static_cast<size_t>(program.ops[static_cast<size_t>(last)].stream)].name;
      stories.add(stream, {Check::kJoins,
                           {op.rank},
                           {reference(program, last)},
                           "stream " + stream + " is not joined: nothing says that this has ended when the caller goes on\n  " +
                               op_name(program, last)});
    }
  }
  stories.finish();
  return capturable;
}

}  // namespace stretto
