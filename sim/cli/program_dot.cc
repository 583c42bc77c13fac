#include <fmt/format.h>

#include <vector>

#include "sim/cli/op_text.h"
#include "sim/cli/program_text.h"

namespace stretto {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string edge(int32_t from, int32_t to, const std::string& style) {
  return fmt::format("  o{} -> o{} [{}];\n", from, to, style);
}

/// A cluster with a node an op.
std::string rank_cluster(const Program& program, int32_t rank) {
  std::string text = fmt::format("  subgraph cluster_{} {{\n    label=\"rank {}\";\n", rank, rank);
  for (int32_t op = program.rank_begin[static_cast<size_t>(rank)];
       op < program.rank_begin[static_cast<size_t>(rank) + 1]; ++op) {
    const std::string stream = stream_text(program, program.ops[static_cast<size_t>(op)]);
    text += fmt::format("    o{} [label={}];\n", op, quoted(stream + ": " + op_text(program, op)));
  }
  return text + "  }\n";
}

/// Each launch behind the last one on each of its streams, children below their launch.
std::string stream_edges(const Program& program) {
  const size_t num_streams = program.streams.size();
  std::vector<int32_t> last(num_streams * static_cast<size_t>(program.num_ranks()), -1);
  std::string text;
  for (int32_t index = 0; index < static_cast<int32_t>(program.ops.size()); ++index) {
    const Op& op = program.ops[static_cast<size_t>(index)];
    if (op.parent >= 0) text += edge(op.parent, index, "style=solid, color=gray");
    if (!is_launch(op) || op.stream < 0) continue;
    std::vector<int32_t> streams = {op.stream};
    for (const int32_t stream : program.numbers_of(op.more_streams)) streams.push_back(stream);
    for (const int32_t stream : streams) {
      int32_t& before =
          last[static_cast<size_t>(op.rank.value) * num_streams + static_cast<size_t>(stream)];
      if (before >= 0) text += edge(before, index, "style=solid");
      before = index;
    }
  }
  return text;
}

std::string event_edges(const Program& program) {
  std::string text;
  for (int32_t index = 0; index < static_cast<int32_t>(program.ops.size()); ++index) {
    for (const int32_t dep : program.numbers_of(program.ops[static_cast<size_t>(index)].deps)) {
      if (dep >= 0) text += edge(dep, index, "style=dashed");
    }
  }
  return text;
}

/// Sends to their recvs; the members of a meeting in a chain without direction.
std::string match_edges(const Program& program) {
  std::string text;
  for (int32_t index = 0; index < static_cast<int32_t>(program.ops.size()); ++index) {
    const Op& op = program.ops[static_cast<size_t>(index)];
    if (op.kind == OpKind::kSend && op.meet >= 0) text += edge(index, op.meet, "style=bold");
  }
  for (const Meeting& meeting : program.meetings) {
    for (size_t i = 1; i < meeting.members.size(); ++i) {
      if (meeting.members[i - 1] < 0 || meeting.members[i] < 0) continue;
      text += edge(meeting.members[i - 1], meeting.members[i], "style=bold, dir=none");
    }
  }
  return text;
}

std::string signal_edges(const Program& program) {
  const auto count =
      static_cast<size_t>(program.signals_per_rank) * static_cast<size_t>(program.num_ranks());
  std::vector<std::vector<int32_t>> bumps(count);
  for (int32_t index = 0; index < static_cast<int32_t>(program.ops.size()); ++index) {
    const Op& op = program.ops[static_cast<size_t>(index)];
    if (op.kind == OpKind::kBarrier) continue;
    for (const SignalUse& use : program.signals_of(op)) {
      bumps[static_cast<size_t>(use.signal.value)].push_back(index);
    }
  }
  std::string text;
  for (int32_t index = 0; index < static_cast<int32_t>(program.ops.size()); ++index) {
    for (const SignalWait& wait : program.waits_of(program.ops[static_cast<size_t>(index)])) {
      for (const int32_t bump : bumps[static_cast<size_t>(wait.signal.value)]) {
        text += edge(bump, index, "style=dotted");
      }
    }
  }
  return text;
}

}  // namespace

std::string program_dot(const Program& program) {
  std::string text = fmt::format("digraph {} {{\n  node [shape=box];\n", quoted(program.name));
  for (int32_t rank = 0; rank < program.num_ranks(); ++rank) text += rank_cluster(program, rank);
  return text + stream_edges(program) + event_edges(program) + match_edges(program) +
         signal_edges(program) + "}\n";
}

}  // namespace stretto
