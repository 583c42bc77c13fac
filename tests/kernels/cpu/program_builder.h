#ifndef STRETTO_TESTS_KERNELS_CPU_PROGRAM_BUILDER_H_
#define STRETTO_TESTS_KERNELS_CPU_PROGRAM_BUILDER_H_

// Programs by hand, for tests of the executor alone: rank by rank, op by op.
//
//   ProgramBuilder b(2);
//   int a = b.tensor(TensorKind::kShard, "A", 2, 4, 8);
//   int x = b.tensor(TensorKind::kBuffer, "x", 2, 4, 8);
//   for (int r = 0; r < 2; ++r) {
//     b.begin_rank(r);
//     b.entry({{b.slot(x, r), b.values().shard(a, Chunk{r}, 0)}});
//     b.post({.kind = OpKind::kCopy, .dst = {b.slot(x, r, 1 - r)}, .src = {b.slot(x, r)}});
//     ..
//   }
//   Program program = b.finish();  // sends meet recvs, collectives meet

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/program.h"

namespace stretto {

struct Post {
  OpKind kind = OpKind::kAfter;
  int stream = 0;
  std::vector<Slot> dst = {};
  std::vector<Slot> src = {};
  std::vector<Slot> rhs = {};
  std::vector<Slot> addend = {};
  std::vector<int32_t> after = {};
  int peer = -1;
  std::vector<SignalUse> signals = {};
  std::vector<SignalWait> waits = {};
  bool accumulate = false;
  bool add_bias = false;
  bool non_blocking = false;
  bool bump_each = false;
  bool in_wire = false;
  bool order_tree = false;
  int ctas = 0;
  int thread = 0;
  std::vector<int32_t> more_streams = {};
  bool over_all = true;  // barriers: false when they have a pad
};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(int tp, int num_calls = 1) {
    program_.name = "by_hand";
    program_.tp = TpSize{tp};
    program_.num_calls = num_calls;
    program_.streams.push_back({.name = "main"});
    Communicator all{.name = "all", .members = {}};
    for (int rank = 0; rank < tp; ++rank) all.members.push_back(Rank{rank});
    program_.communicators.push_back(all);
  }

  int tensor(TensorKind kind, std::string name, int num_blocks, int64_t rows, int64_t cols,
             bool is_f32 = false) {
    Tensor tensor;
    tensor.kind = kind;
    tensor.name = std::move(name);
    tensor.dims = {num_blocks};
    tensor.num_blocks = num_blocks;
    tensor.rows = rows;
    tensor.cols = cols;
    tensor.is_f32 = is_f32;
    if (kind != TensorKind::kShard)
      tensor.first_slot =
          std::exchange(program_.slots_per_rank, program_.slots_per_rank + num_blocks);
    program_.tensors.push_back(tensor);
    return static_cast<int>(program_.tensors.size()) - 1;
  }
  int signal(std::string name) {
    SignalArray array;
    array.name = std::move(name);
    array.first_signal = program_.signals_per_rank++;
    program_.signal_arrays.push_back(array);
    return array.first_signal;
  }
  int stream(std::string name) {
    program_.streams.push_back({.name = std::move(name)});
    return static_cast<int>(program_.streams.size()) - 1;
  }

  ValueTable& values() { return program_.values; }
  Program& program() { return program_; }
  /// Of the rank that is being written, or of `owner`.
  Slot slot(int tensor, int block, int owner = -1) const {
    int32_t first = program_.tensors[static_cast<size_t>(tensor)].first_slot;
    return program_.slot(Rank{owner < 0 ? rank_ : owner}, first + block);
  }
  Signal signal_at(int signal, int owner = -1) const {
    return program_.signal(Rank{owner < 0 ? rank_ : owner}, signal);
  }

  void begin_rank(int rank) {
    rank_ = rank;
    call_ = 0;
    program_.rank_begin.push_back(next_op());
  }
  void begin_call(int call) { call_ = call; }

  using Contents = std::vector<std::pair<Slot, ValueId>>;
  int entry(const Contents& contents) { return caller(OpKind::kEntry, contents); }
  int exit(const Contents& contents) { return caller(OpKind::kExit, contents); }

  int post(const Post& post) {
    Op op = op_of(post);
    program_.ops.push_back(op);
    return next_op() - 1;
  }
  /// A group, kernel or gated GEMM and its children.
  int post(const Post& parent, const std::vector<Post>& children) {
    int index = post(parent);
    program_.ops[static_cast<size_t>(index)].num_children = static_cast<int32_t>(children.size());
    for (const Post& child : children) {
      int op = post(child);
      program_.ops[static_cast<size_t>(op)].parent = index;
      program_.ops[static_cast<size_t>(op)].stream = parent.stream;
    }
    return index;
  }

  /// The k-th send meets the k-th recv of its pair, the k-th collective of a rank those of the
  /// others.
  Program finish() {
    program_.rank_begin.push_back(next_op());
    std::map<std::pair<int32_t, int32_t>, std::vector<int32_t>> sends;
    std::map<std::pair<int32_t, int32_t>, size_t> num_received;
    std::map<std::pair<int32_t, int32_t>, int32_t> num_calls;  // (rank, pad) -> calls so far
    std::map<std::pair<int32_t, int32_t>, int32_t> meetings;   // (pad, call) -> meeting
    for (int32_t i = 0; i < next_op(); ++i) {
      Op& op = program_.ops[static_cast<size_t>(i)];
      if (op.kind == OpKind::kSend) sends[{op.rank.value, op.peer.value}].push_back(i);
      if (!is_collective(op.kind)) continue;
      int32_t pad = op.signals.count > 0
                        ? program_.signal_uses[op.signals.begin].signal.value / program_.num_ranks()
                        : -1;
      int32_t call = num_calls[{op.rank.value, pad}]++;
      auto [meeting, is_new] =
          meetings.emplace(std::pair(pad, call), static_cast<int32_t>(program_.meetings.size()));
      if (is_new) {
        program_.meetings.push_back({.communicator = 0, .members = {}});
        program_.meetings.back().members.assign(static_cast<size_t>(program_.num_ranks()), -1);
      }
      op.meet = meeting->second;
      program_.meetings[static_cast<size_t>(op.meet)].members[static_cast<size_t>(op.rank.value)] =
          i;
    }
    for (int32_t i = 0; i < next_op(); ++i) {
      Op& op = program_.ops[static_cast<size_t>(i)];
      if (op.kind != OpKind::kRecv) continue;
      std::pair pair{op.peer.value, op.rank.value};
      size_t k = num_received[pair]++;
      if (k >= sends[pair].size()) continue;
      op.meet = sends[pair][k];
      program_.ops[static_cast<size_t>(op.meet)].meet = i;
    }
    return std::move(program_);
  }

 private:
  int32_t next_op() const { return static_cast<int32_t>(program_.ops.size()); }

  template <class Value>
  static Span append(std::vector<Value>& pool, const std::vector<Value>& values) {
    Span span{static_cast<uint32_t>(pool.size()), static_cast<uint32_t>(values.size())};
    pool.insert(pool.end(), values.begin(), values.end());
    return span;
  }

  int caller(OpKind kind, const Contents& contents) {
    std::vector<Slot> slots;
    std::vector<ValueId> ids;
    for (const auto& [slot, value] : contents) {
      slots.push_back(slot);
      ids.push_back(value);
    }
    Post post{.kind = kind};
    (kind == OpKind::kEntry ? post.dst : post.src) = slots;
    Op op = op_of(post);
    op.values = append(program_.slot_values, ids);
    program_.ops.push_back(op);
    return next_op() - 1;
  }

  Op op_of(const Post& post) {
    Op op;
    op.kind = post.kind;
    op.rank = Rank{rank_};
    op.call = call_;
    op.stream = post.kind == OpKind::kSync ? -1 : post.stream;
    op.thread = post.thread;
    op.peer = Rank{post.peer};
    op.accumulate = post.accumulate;
    op.add_bias = post.add_bias;
    op.non_blocking = post.non_blocking;
    op.bump_each = post.bump_each;
    op.in_wire = post.in_wire;
    op.order_tree = post.order_tree;
    op.ctas = post.ctas;
    bool uses_communicator =
        post.kind == OpKind::kSend || post.kind == OpKind::kRecv || is_collective(post.kind);
    if (uses_communicator && post.over_all) op.communicator = 0;
    op.dst = append(program_.slots, post.dst);
    op.src = append(program_.slots, post.src);
    op.rhs = append(program_.slots, post.rhs);
    op.addend = append(program_.slots, post.addend);
    op.deps = append(program_.numbers, post.after);
    op.more_streams = append(program_.numbers, post.more_streams);
    op.signals = append(program_.signal_uses, post.signals);
    op.waits = append(program_.signal_waits, post.waits);
    op.statement = static_cast<int32_t>(program_.statements.size());
    program_.statements.push_back({.file = "by_hand",
                                   .at = {.line = next_op() + 1, .column = 1},
                                   .text = to_string(post.kind),
                                   .variables = {}});
    return op;
  }

  Program program_;
  int32_t rank_ = 0;
  int32_t call_ = 0;
};

}  // namespace stretto

#endif  // STRETTO_TESTS_KERNELS_CPU_PROGRAM_BUILDER_H_
