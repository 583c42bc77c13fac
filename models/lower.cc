#include "models/lower.h"

#include <algorithm>

#include "models/lowerer.h"

namespace stretto {

static constexpr int64_t kStepsMax = 4'000'000'000;  // statements run, over all ranks and calls
static constexpr int32_t kDepthMax = 1000;           // nested calls of defs

void EventTable::clear() {
  ++epoch_;
  count_ = 0;
}

size_t EventTable::position(const Key& key) const {
  uint64_t hash = static_cast<uint32_t>(key.name);
  for (int32_t index : key.indices)
    hash = (hash ^ static_cast<uint32_t>(index)) * 0x9E3779B97F4A7C15ull;
  size_t mask = entries_.size() - 1;
  size_t at = (hash >> 20) & mask;
  while (entries_[at].epoch == epoch_ && !(entries_[at].key == key)) at = (at + 1) & mask;
  return at;
}

void EventTable::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.epoch == epoch_) entries_[position(entry.key)] = entry;
  }
}

void EventTable::put(const Key& key, Record record) {
  if (count_ * 2 >= entries_.size()) grow();
  Entry& entry = entries_[position(key)];
  if (entry.epoch != epoch_) ++count_;
  entry = {key, record, epoch_};
}

const EventTable::Record* EventTable::find(const Key& key) const {
  const Entry& entry = entries_[position(key)];
  return entry.epoch == epoch_ ? &entry.record : nullptr;
}

Lowerer::Lowerer(const std::vector<Code>& runs, const ExpandOptions& options, Program& program)
    : runs_(runs), options_(options), program_(program) {}

void Lowerer::fail(Location at, std::string message) const {
  std::string where = " (rank " + std::to_string(rank_.value) + ")";
  throw InputError(code_->file, at, std::move(message) + where);
}

int32_t Lowerer::small(ExprId expr, Location at) {
  int64_t number = this->number(expr);
  if (number < -(1 << 30) || number > (1 << 30)) {
    fail(at, std::to_string(number) + " is out of range; accepted: -2^30..2^30");
  }
  return static_cast<int32_t>(number);
}

int16_t Lowerer::short_count(ExprId expr, Location at) {
  int32_t count = small(expr, at);
  if (count < 0 || count > INT16_MAX)
    fail(at, std::to_string(count) + " is out of range; accepted: 0..32767");
  return static_cast<int16_t>(count);
}

void Lowerer::loop(const CodeStatement& s, size_t binder) {
  if (binder == s.binders.size()) {
    if (s.kind == syntax::StatementKind::kFor) {
      block(s.body);
    } else {
      caller_statement(s);
    }
    return;
  }
  const CodeBinder& b = s.binders[binder];
  int64_t last = number(b.last);
  for (int64_t i = number(b.first); i <= last; ++i) {
    if (++steps_ > kStepsMax) fail(s.at, "the expansion does not end within 4e9 steps");
    frames_.at(b.scope, b.variable) = i;
    loop(s, binder + 1);
  }
}

void Lowerer::call_def(const CodeStatement& s) {
  const CodeDef& def = code_->defs[static_cast<size_t>(s.def)];
  if (++depth_ > kDepthMax) fail(s.at, "'" + def.name + "' calls itself more than 1000 deep");
  size_t old_begin = frames_.local_begin;
  size_t new_begin = frames_.stack.size();
  for (ExprId arg : s.args) {
    int64_t number = this->number(arg);
    frames_.stack.push_back(number);
  }
  frames_.stack.resize(new_begin + static_cast<size_t>(def.frame_size));
  frames_.local_begin = new_begin;
  block(def.body);
  frames_.stack.resize(new_begin);
  frames_.local_begin = old_begin;
  --depth_;
}

void Lowerer::check_context(const CodeStatement& s) const {
  using enum syntax::StatementKind;
  bool is_control = s.kind == kFor || s.kind == kIf || s.kind == kLet || s.kind == kCall;
  if (context_ == Context::kTop) {
    if (s.kind == kPart) fail(s.at, "a part outside a gemm launch");
    return;
  }
  if (is_control) return;
  if (context_ == Context::kGroup && s.kind != kSend && s.kind != kRecv) {
    fail(s.at, "a group holds send and recv only");
  }
  if (context_ == Context::kParts && s.kind != kPart) fail(s.at, "a gemm launch holds parts only");
  bool is_line = s.kind == kCopy || s.kind == kReduce || s.kind == kBump || s.kind == kWait ||
                 s.kind == kBarrier;
  if (context_ == Context::kKernel && !is_line) {
    fail(s.at, "a kernel holds copy, reduce, bump, wait and barrier only");
  }
}

void Lowerer::statement(const CodeStatement& s) {
  using enum syntax::StatementKind;
  if (++steps_ > kStepsMax) fail(s.at, "the expansion does not end within 4e9 steps");
  check_context(s);
  switch (s.kind) {
    case kGiven:
    case kEnsure:
    case kFor:
      return loop(s, 0);
    case kGemm:
      return gemm(s, OpKind::kGemm);
    case kPart:
      return gemm(s, OpKind::kPart);
    case kGatedGemm:
      return parent_op(s, OpKind::kGatedGemm, Context::kParts);
    case kGroup:
      return parent_op(s, OpKind::kGroup, Context::kGroup);
    case kKernel:
      return parent_op(s, OpKind::kKernel, Context::kKernel);
    case kCopy:
      return copy(s);
    case kReduce:
      return reduce(s);
    case kSend:
      return send_recv(s, OpKind::kSend);
    case kRecv:
      return send_recv(s, OpKind::kRecv);
    case kAllGather:
      return collective(s, OpKind::kAllGather);
    case kReduceScatter:
      return collective(s, OpKind::kReduceScatter);
    case kAllReduce:
      return collective(s, OpKind::kAllReduce);
    case kBarrier:
      return collective(s, OpKind::kBarrier);
    case kBump:
      return signal_op(s, OpKind::kBump);
    case kSet:
      return signal_op(s, OpKind::kSet);
    case kWait:
      return signal_op(s, OpKind::kWait);
    case kFlush:
    case kAfter: {
      Op op = new_op(s, s.kind == kFlush ? OpKind::kFlush : OpKind::kAfter);
      post(s, op);
      return;
    }
    case kRecord:
      return record(s);
    case kFork:
      return fork(s);
    case kJoin:
      return join(s);
    case kSync:
      return sync(s);
    case kIf:
      return block(number(s.condition) != 0 ? s.body : s.else_body);
    case kLet:
      frames_.at(s.binders[0].scope, s.binders[0].variable) = number(s.condition);
      return;
    case kDef:
      return;
    case kCall:
      return call_def(s);
    case kThread:
      return host_thread(s);
  }
}

void Lowerer::host_thread(const CodeStatement& s) {
  int16_t outer = thread_;
  if (s.thread > INT16_MAX) fail(s.at, "more than 32767 host threads");
  thread_ = static_cast<int16_t>(s.thread);
  block(s.body);
  thread_ = outer;
}

void Lowerer::block(const std::vector<CodeStatement>& statements) {
  for (const CodeStatement& s : statements) statement(s);
}

void Lowerer::finish_entry(int32_t entry, int32_t call) {
  std::vector<Slot> slots;
  std::vector<ValueId> values;
  for (size_t i = 0; i < code_->tensors.size(); ++i) {
    int32_t tensor_index = code_->tensors[i];
    const Tensor& tensor = program_.tensors[static_cast<size_t>(tensor_index)];
    bool is_local = tensor.kind == TensorKind::kLocal;
    if (code_->is_captured[i] || (!tensor.is_fresh && !is_local)) continue;
    for (int32_t block = 0; block < tensor.num_blocks; ++block) {
      Slot slot = program_.slot(rank_, tensor.first_slot + block);
      slots.push_back(slot);
      values.push_back(is_local ? program_.values.local(tensor_index, rank_, Chunk{block}, call)
                                : program_.values.junk(slot));
    }
  }
  slots.insert(slots.end(), entry_slots_.begin(), entry_slots_.end());
  values.insert(values.end(), entry_values_.begin(), entry_values_.end());
  Op& op = program_.ops[static_cast<size_t>(entry)];
  op.dst = {static_cast<uint32_t>(program_.slots.size()), static_cast<uint32_t>(slots.size())};
  op.src = {op.dst.begin + op.dst.count, static_cast<uint32_t>(captured_slots_.size())};
  op.values = {static_cast<uint32_t>(program_.slot_values.size()), op.dst.count + op.src.count};
  program_.slots.insert(program_.slots.end(), slots.begin(), slots.end());
  program_.slots.insert(program_.slots.end(), captured_slots_.begin(), captured_slots_.end());
  program_.slot_values.insert(program_.slot_values.end(), values.begin(), values.end());
  program_.slot_values.insert(program_.slot_values.end(), captured_values_.begin(),
                              captured_values_.end());
}

void Lowerer::run_call(const Code& code, int16_t run, int32_t call) {
  code_ = &code;
  run_ = run;
  call_ = call;
  frames_.globals = code.globals;
  frames_.globals[kR] = rank_.value % program_.tp.value;
  frames_.globals[kW] = rank_.value;
  frames_.globals[kCall] = call;
  frames_.stack.assign(static_cast<size_t>(code.top_frame_size), 0);
  frames_.local_begin = 0;
  for (auto* list : {&entry_slots_, &captured_slots_, &exit_slots_}) list->clear();
  for (auto* list : {&entry_values_, &captured_values_, &exit_values_}) list->clear();
  Op caller{.kind = OpKind::kEntry, .stream = 0, .run = run, .rank = rank_, .call = call};
  int32_t entry = next_op();
  program_.ops.push_back(caller);
  last_on_stream_[0] = entry;
  // What a bound local holds at entry is what its name stands for.
  for (size_t i = 0; i < code.tensors.size(); ++i) {
    const Tensor& tensor = program_.tensors[static_cast<size_t>(code.tensors[i])];
    if (!code.is_captured[i] || tensor.kind != TensorKind::kLocal) continue;
    for (int32_t block = 0; block < tensor.num_blocks; ++block) {
      captured_slots_.push_back(program_.slot(rank_, tensor.bound_slot + block));
      captured_values_.push_back(program_.values.local(code.tensors[i], rank_, Chunk{block}, call));
    }
  }
  first_given_ = first_ensure_ = -1;
  block(code.body);
  finish_entry(entry, call);
  program_.ops[static_cast<size_t>(entry)].statement = first_given_;
  caller.kind = OpKind::kExit;
  caller.statement = first_ensure_;
  caller.src = {static_cast<uint32_t>(program_.slots.size()),
                static_cast<uint32_t>(exit_slots_.size())};
  caller.values = {static_cast<uint32_t>(program_.slot_values.size()), caller.src.count};
  program_.slots.insert(program_.slots.end(), exit_slots_.begin(), exit_slots_.end());
  program_.slot_values.insert(program_.slot_values.end(), exit_values_.begin(), exit_values_.end());
  last_on_stream_[0] = next_op();
  program_.ops.push_back(caller);
}

void Lowerer::run_rank(Rank world_rank) {
  rank_ = world_rank;
  events_.clear();
  last_on_stream_.assign(program_.streams.size(), -1);
  awaited_.assign(static_cast<size_t>(program_.signals_per_rank), 0);
  program_.rank_begin.push_back(next_op());
  for (int32_t call = 0; call < options_.num_calls; ++call) {
    for (size_t run = 0; run < runs_.size(); ++run)
      run_call(runs_[run], static_cast<int16_t>(run), call);
  }
}

int32_t Lowerer::communicator_of(int32_t declared, Rank member) {
  return communicators_[static_cast<size_t>(run_)][static_cast<size_t>(declared)]
                       [static_cast<size_t>(member.value)];
}

std::vector<int32_t> Lowerer::make_instances(const std::string& name,
                                             const std::vector<std::pair<int32_t, int64_t>>& key) {
  std::map<std::pair<int32_t, int64_t>, int32_t> instances;
  std::vector<int32_t> of_rank;
  for (int32_t w = 0; w < program_.num_ranks(); ++w) {
    auto [it, is_new] = instances.try_emplace(key[static_cast<size_t>(w)],
                                              static_cast<int32_t>(program_.communicators.size()));
    if (is_new) program_.communicators.push_back({name, {}});
    program_.communicators[static_cast<size_t>(it->second)].members.push_back(Rank{w});
    of_rank.push_back(it->second);
  }
  return of_rank;
}

void Lowerer::make_communicators() {
  // Runs of a sequence that name the same communicator share it: the first one's ranks hold.
  using Key = std::vector<std::pair<int32_t, int64_t>>;  // by world rank: group (-1: none), colour
  std::map<std::string, std::pair<Key, std::vector<int32_t>>> made;
  int32_t tp = program_.tp.value;
  for (const Code& code : runs_) {
    code_ = &code;
    auto& of_run = communicators_.emplace_back(code.communicator_names.size());
    frames_.globals = code.globals;
    frames_.stack.assign(static_cast<size_t>(code.top_frame_size), 0);
    for (size_t c = 0; c < code.communicator_names.size(); ++c) {
      if (c == 1) continue;  // pair: made as sends and receives ask for it
      Key key;
      for (int32_t w = 0; w < program_.num_ranks(); ++w) {
        frames_.globals[kR] = w % tp;
        frames_.globals[kW] = w;
        bool is_world = c >= 2 && code.colour_is_world[c - 2];
        key.emplace_back(is_world ? -1 : w / tp, c < 2 ? 0 : number(code.colours[c - 2]));
      }
      const std::string& name = code.communicator_names[c];
      auto [it, is_new] = made.try_emplace(name, key, std::vector<int32_t>{});
      if (is_new) it->second.second = make_instances(name, key);
      if (it->second.first != key) {
        fail({}, "communicator '" + name + "' is bound to one of other ranks in an earlier run");
      }
      of_run[c] = it->second.second;
    }
  }
}

void Lowerer::run() {
  try {
    code_ = &runs_[0];
    if (runs_.size() > INT16_MAX) fail({}, "more than 32767 runs in a sequence");
    if (program_.streams.size() > INT16_MAX) fail({}, "more than 32767 streams");
    make_communicators();
    for (int32_t w = 0; w < program_.num_ranks(); ++w) {
      run_rank(Rank{w});
      if (w > 0) continue;
      // SPMD: the other ranks will be about as long as the first.
      size_t ranks = static_cast<size_t>(program_.num_ranks());
      program_.ops.reserve(program_.ops.size() * ranks + ranks);
      program_.slots.reserve(program_.slots.size() * ranks + ranks);
      program_.numbers.reserve(program_.numbers.size() * ranks + ranks);
      program_.slot_values.reserve(program_.slot_values.size() * ranks + ranks);
    }
    program_.rank_begin.push_back(next_op());
  } catch (const EvaluationError& e) {
    fail(e.at, e.message);
  }
}

void lower(const std::vector<Code>& runs, const ExpandOptions& options, Program& program) {
  Lowerer(runs, options, program).run();
}

}  // namespace stretto
