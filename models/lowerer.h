#ifndef STRETTO_MODELS_LOWERER_H_
#define STRETTO_MODELS_LOWERER_H_

// The working state of lower(). Its members are defined by subject in lower.cc (control flow,
// calls, entry and exit), lower_places.cc (places, ranks, values) and lower_ops.cc (one function
// per kind of op).

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/code.h"
#include "models/expand.h"
#include "models/program.h"

namespace stretto {

/// Events of one rank: (run, name, up to three indices) -> the op that a wait binds to.
class EventTable {
 public:
  struct Key {
    int32_t name = 0;
    std::array<int32_t, 3> indices = {0, 0, 0};
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Record {
    int32_t op = -1;  // -1: the stream was empty, so the event has happened
    int32_t thread = 0;
  };
  void clear();
  void put(const Key& key, Record record);
  const Record* find(const Key& key) const;

 private:
  struct Entry {
    Key key;
    Record record;
    uint32_t epoch = 0;
  };
  size_t position(const Key& key) const;
  void grow();
  std::vector<Entry> entries_ = std::vector<Entry>(256);
  size_t count_ = 0;
  uint32_t epoch_ = 1;
};

class Lowerer {
 public:
  Lowerer(const std::vector<Code>& runs, const ExpandOptions& options, Program& program);
  void run();

 private:
  enum class Context : uint8_t { kTop, kGroup, kKernel, kParts };

  // lower.cc
  void run_rank(Rank world_rank);
  void run_call(const Code& code, int16_t run, int32_t call);
  void finish_entry(int32_t entry, int32_t call);
  void block(const std::vector<CodeStatement>& statements);
  void statement(const CodeStatement& s);
  void loop(const CodeStatement& s, size_t binder);
  void call_def(const CodeStatement& s);
  void host_thread(const CodeStatement& s);
  void make_communicators();
  std::vector<int32_t> make_instances(const std::string& name,
                                      const std::vector<std::pair<int32_t, int64_t>>& key);
  void check_context(const CodeStatement& s) const;
  int64_t number(ExprId expr) { return evaluate(*code_, expr, frames_); }
  int32_t small(ExprId expr, Location at);
  int16_t short_count(ExprId expr, Location at);  // SMs, CTAs
  [[noreturn]] void fail(Location at, std::string message) const;

  // lower_places.cc
  /// Appends the linear indices of a place to `out`; false (and a misuse) when one leaves a plain
  /// dimension.
  bool linear(const std::vector<CodeIndex>& indices, const std::vector<int32_t>& dims,
              const std::vector<bool>& ring, const std::string& name, std::vector<int32_t>& out);
  bool single(const std::vector<CodeIndex>& indices, const std::vector<int32_t>& dims,
              const std::vector<bool>& ring, std::vector<int32_t>& out);
  bool local_slots(const CodePlace& place, Rank owner, std::vector<int32_t>& out);
  Rank rank_of(const CodeRank& rank);  // -1 (and a misuse) outside the world
  Span slots(const CodePlace& place);
  int32_t tensor_of(const CodePlace& place) const;
  int32_t stream_of(const CodePlace& place);
  std::vector<int32_t> streams_of(const std::vector<CodePlace>& places);
  std::vector<Signal> signals_of(const CodePlace& place);
  ValueId value(const CodeValue& value, std::span<const int32_t> stars, size_t& next_star,
                bool is_f32);
  ValueId value_ref(const CodeValue& value, std::span<const int32_t> stars, size_t& next_star);
  ValueId sum(const CodeValue& value, std::span<const int32_t> stars, bool is_f32);
  void value_loop(const CodeValue& value, size_t binder, std::span<const int32_t> stars,
                  bool is_f32, std::vector<ValueId>& out);
  void caller_statement(const CodeStatement& s);

  // lower_ops.cc
  Op new_op(const CodeStatement& s, OpKind kind);
  int32_t post(const CodeStatement& s, Op& op);
  void parent_op(const CodeStatement& s, OpKind kind, Context context);
  void gemm(const CodeStatement& s, OpKind kind);
  void copy(const CodeStatement& s);
  void reduce(const CodeStatement& s);
  void send_recv(const CodeStatement& s, OpKind kind);
  void collective(const CodeStatement& s, OpKind kind);
  void signal_op(const CodeStatement& s, OpKind kind);
  void fork(const CodeStatement& s);
  void join(const CodeStatement& s);
  void record(const CodeStatement& s);
  void sync(const CodeStatement& s);
  void add_bumps(const CodeStatement& s, Op& op);
  void add_waits(const CodeStatement& s, Op& op);
  void bind_events(const CodeStatement& s, Op& op);
  EventTable::Key event_key(const CodeEvent& event);
  int32_t communicator_of(int32_t declared, Rank member);
  void misuse(Misuse::Kind kind, std::string message);
  void check_pairing(const CodeStatement& s, Span dst, Span other, bool one_is_enough);
  void check_same_shape(const CodeStatement& s, int32_t a, int32_t b) const;
  void check_gemm_shape(const CodeStatement& s) const;
  int32_t next_op() const { return static_cast<int32_t>(program_.ops.size()); }

  const std::vector<Code>& runs_;
  const ExpandOptions& options_;
  Program& program_;
  const Code* code_ = nullptr;
  int16_t run_ = 0;
  int32_t call_ = 0;
  Rank rank_;  // world rank being run
  Frames frames_;
  Context context_ = Context::kTop;
  int32_t parent_ = -1;
  int16_t thread_ = 0;
  int32_t depth_ = 0;
  int64_t steps_ = 0;
  EventTable events_;
  std::vector<int32_t> last_on_stream_;
  std::vector<int32_t> awaited_;  // by local signal
  std::vector<int32_t> scratch_;
  std::vector<std::vector<std::vector<int32_t>>>
      communicators_;                                     // [run][declared][world rank] -> instance
  std::map<std::pair<int32_t, int32_t>, int32_t> pairs_;  // world ranks -> instance
  /// Sums by (run, sum, call, group, what they read, stars, f32).
  std::map<std::vector<int64_t>, ValueId> sums_;
  std::vector<int64_t> sum_key_;
  std::vector<int32_t> slots_scratch_;
  std::vector<Slot> entry_slots_;
  std::vector<ValueId> entry_values_;
  std::vector<Slot> captured_slots_;
  std::vector<ValueId> captured_values_;
  std::vector<Slot> exit_slots_;
  std::vector<ValueId> exit_values_;
  int32_t first_given_ = -1;  // of this call: where the caller's entry and exit stand in the text
  int32_t first_ensure_ = -1;
  bool place_is_bad_ = false;  // a misuse was found in the op being made: its operands are dropped
};

}  // namespace stretto

#endif  // STRETTO_MODELS_LOWERER_H_
