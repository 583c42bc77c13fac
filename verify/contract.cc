#include "verify/contract.h"

#include <algorithm>
#include <unordered_map>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

bool is_replicated(const ContractUse& contract) {
  return contract.kind != syntax::ContractKind::kReduceScatter &&
         contract.kind != syntax::ContractKind::kGemmReduceScatter;
}

static bool has_gemm(syntax::ContractKind kind) { return kind >= syntax::ContractKind::kAllGatherGemm; }

static bool is_all_gather(syntax::ContractKind kind) {
  return kind == syntax::ContractKind::kAllGather || kind == syntax::ContractKind::kAllGatherGemm;
}

static std::vector<int32_t> tensors_of_kind(const Program& program, TensorKind kind, int32_t run) {
  std::vector<int32_t> result;
  for (int32_t t = 0; t < std::ssize(program.tensors); ++t) {
    const Tensor& tensor = program.tensors[static_cast<size_t>(t)];
    if (tensor.kind == kind && tensor.run == run) result.push_back(t);
  }
  return result;
}

namespace {

/// Which tensors the ensures of a run speak of: a reduction's locals, and what is multiplied by which weight. A schedule may
/// ensure further values (of a GEMM that only runs beside the collective); those are no business of its contract.
struct Subjects {
  std::vector<int32_t> reduced;                       // locals summed over ranks
  std::vector<std::pair<int32_t, int32_t>> products;  // (shard or local, weight)
};

}  // namespace

static void add_once(auto& list, auto item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(item);
}

static void collect_subjects(Program& program, ValueId wanted, Subjects& subjects) {
  const ValueTable& values = program.values;
  const Term term = values.term(program.values.any_order(wanted));
  std::vector<ValueId> summands = {program.values.any_order(wanted)};
  if (term.kind == TermKind::kSum) summands.assign(values.operands(term).begin(), values.operands(term).end());
  for (ValueId summand : summands) {
    Term factor = values.term(summand);
    while (factor.kind == TermKind::kProduct) {
      const Term& left = values.term(factor.index);
      const Term& right = values.term(factor.extra);
      bool is_leaf = left.kind == TermKind::kShard || left.kind == TermKind::kLocal;
      if (is_leaf && right.kind == TermKind::kWeight) add_once(subjects.products, std::pair{left.name, right.name});
      factor = left;
    }
    bool is_reduced = factor.kind == TermKind::kLocal && (summands.size() > 1 || program.tp.value == 1);
    if (is_reduced) add_once(subjects.reduced, factor.name);
  }
}

static Subjects subjects_of(Program& program, int32_t run) {
  Subjects subjects;
  for (int32_t i = 0; i < program.rank_begin[1]; ++i) {
    const Op op = program.ops[static_cast<size_t>(i)];
    if (op.kind != OpKind::kExit || op.run != run || op.call != 0) continue;
    for (uint32_t k = 0; k < op.values.count; ++k) {
      collect_subjects(program, program.slot_values[op.values.begin + k], subjects);
    }
  }
  return subjects;
}

/// The weights that multiply `tensor` in what is ensured; `fallback` where none does.
static std::vector<int32_t> weights_of(const Subjects& subjects, int32_t tensor, int32_t fallback) {
  std::vector<int32_t> weights;
  for (const auto& [left, weight] : subjects.products) {
    if (left == tensor) weights.push_back(weight);
  }
  if (weights.empty()) weights.push_back(fallback);
  std::ranges::sort(weights);
  return weights;
}

// A schedule that says less than its contract needs is bad input, told with what is missing.
static InputError lacks(const Program& program, const std::string& what) {
  const StatementInfo* any = program.statements.empty() ? nullptr : &program.statements[0];
  return InputError(any != nullptr ? any->file : program.name, {}, program.name + " computes what needs " + what);
}

/// Is block `index` of a local among rank r's own?
static bool is_own(const Program& program, const Tensor& tensor, int32_t index, int32_t r) {
  if (tensor.chunk_dim < 0) {
    if (tensor.num_blocks == program.tp.value) return index == r;
    throw lacks(program, "a dimension of '" + tensor.name + "' declared exactly `tp`, to say whose block is whose");
  }
  int32_t inner = 1;
  for (size_t d = static_cast<size_t>(tensor.chunk_dim) + 1; d < tensor.dims.size(); ++d) inner *= tensor.dims[d];
  return index / inner % tensor.dims[static_cast<size_t>(tensor.chunk_dim)] == r;
}

namespace {

class Blocks {
 public:
  Blocks(Program& program, const ContractUse& contract, const Subjects& subjects, Rank rank, int32_t call)
      : program_(program),
        values_(program.values),
        contract_(contract),
        subjects_(subjects),
        rank_(rank),
        call_(call) {}
  std::vector<ResultBlock> run();

 private:
  void all_gather();
  void reduction();
  void reduction_of(int32_t local, int32_t weight);
  void fed_reduction(int32_t shard, int32_t first_weight, int32_t second_weight);
  void add(std::vector<ValueId> summands);
  bool is_scatter() const { return !is_replicated(contract_); }
  Rank peer(int32_t q) const { return Rank{rank_.value / program_.tp.value * program_.tp.value + q}; }
  int32_t num_blocks(int32_t tensor) const { return program_.tensors[static_cast<size_t>(tensor)].num_blocks; }

  Program& program_;
  ValueTable& values_;
  const ContractUse& contract_;
  const Subjects& subjects_;
  Rank rank_;
  int32_t call_;
  int32_t key_ = 0;
  std::vector<ResultBlock> blocks_;
};

}  // namespace

void Blocks::add(std::vector<ValueId> summands) {
  ResultBlock block{.key = key_};
  block.value = values_.any_order(values_.sum(summands));
  summands.push_back(values_.bias());
  block.value_with_bias = values_.any_order(values_.sum(std::move(summands)));
  blocks_.push_back(block);
}

void Blocks::all_gather() {
  auto shards = tensors_of_kind(program_, TensorKind::kShard, contract_.run);
  auto weights = tensors_of_kind(program_, TensorKind::kWeight, contract_.run);
  if (shards.empty()) throw lacks(program_, "a shard");
  bool with_gemm = has_gemm(contract_.kind);
  if (with_gemm && weights.empty()) throw lacks(program_, "a weight");
  for (int32_t shard : shards) {
    for (int32_t c = 0; c < num_blocks(shard); ++c) {
      ValueId value = values_.shard(shard, Chunk{c}, call_);
      if (!with_gemm) {
        blocks_.push_back({value, -1, key_++});
        continue;
      }
      for (int32_t weight : weights_of(subjects_, shard, weights[0])) {
        for (int32_t j = 0; j < num_blocks(weight); ++j, ++key_) {
          add({values_.product(value, values_.weight(weight, rank_, Chunk{j}))});
        }
      }
    }
  }
}

void Blocks::fed_reduction(int32_t shard, int32_t first_weight, int32_t second_weight) {
  int32_t r = rank_.value % program_.tp.value;
  for (int32_t c = 0; c < num_blocks(shard); ++c) {
    for (int32_t j = 0; j < num_blocks(second_weight); ++j, ++key_) {
      if (is_scatter() && !is_own(program_, program_.tensors[static_cast<size_t>(shard)], c, r)) continue;
      std::vector<ValueId> summands;
      for (int32_t q = 0; q < program_.tp.value; ++q) {
        ValueId input = values_.product(values_.shard(shard, Chunk{c}, call_),
                                        values_.weight(first_weight, peer(q), Chunk{0}));
        summands.push_back(values_.product(input, values_.weight(second_weight, peer(q), Chunk{j})));
      }
      add(std::move(summands));
    }
  }
}

void Blocks::reduction() {
  auto locals = tensors_of_kind(program_, TensorKind::kLocal, contract_.run);
  auto weights = tensors_of_kind(program_, TensorKind::kWeight, contract_.run);
  auto shards = tensors_of_kind(program_, TensorKind::kShard, contract_.run);
  bool with_gemm = has_gemm(contract_.kind);
  if (locals.empty() && with_gemm && !shards.empty() && weights.size() > 1) {
    return fed_reduction(shards[0], weights[0], weights[1]);
  }
  if (locals.empty()) throw lacks(program_, "a local");
  if (with_gemm && weights.empty()) throw lacks(program_, "a weight");
  if (!subjects_.reduced.empty()) locals = subjects_.reduced;
  for (int32_t local : locals) {
    if (!with_gemm) {
      reduction_of(local, -1);
      continue;
    }
    // Beside an all_gather_gemm of its own, the reduction's weight is the last one.
    for (int32_t weight : weights_of(subjects_, local, weights.back())) reduction_of(local, weight);
  }
}

void Blocks::reduction_of(int32_t local, int32_t weight) {
  int32_t r = rank_.value % program_.tp.value;
  const Tensor tensor = program_.tensors[static_cast<size_t>(local)];
  for (int32_t c = 0; c < tensor.num_blocks; ++c) {
    for (int32_t j = 0; j < (weight >= 0 ? num_blocks(weight) : 1); ++j, ++key_) {
      if (is_scatter() && !is_own(program_, tensor, c, r)) continue;
      std::vector<ValueId> summands;
      for (int32_t q = 0; q < program_.tp.value; ++q) {
        ValueId value = values_.local(local, peer(q), Chunk{c}, call_);
        summands.push_back(weight >= 0 ? values_.product(value, values_.weight(weight, peer(q), Chunk{j})) : value);
      }
      add(std::move(summands));
    }
  }
}

std::vector<ResultBlock> Blocks::run() {
  if (is_all_gather(contract_.kind)) {
    all_gather();
  } else {
    reduction();
  }
  return std::move(blocks_);
}

std::vector<ResultBlock> result_blocks(Program& program, const ContractUse& contract, Rank rank, int32_t call) {
  // Rank 0's ensures say what the schedule is about; ranks differ in which blocks, not in which tensors.
  Subjects subjects = subjects_of(program, contract.run);
  return Blocks(program, contract, subjects, rank, call).run();
}

// An all_gather_gemm whose result only feeds the next contract need not be ensured itself.
static bool is_intermediate(const Program& program, size_t index) {
  return index + 1 < program.contracts.size() && program.contracts[index].run == program.contracts[index + 1].run &&
         program.contracts[index].kind == syntax::ContractKind::kAllGatherGemm &&
         has_gemm(program.contracts[index + 1].kind) && !is_all_gather(program.contracts[index + 1].kind) &&
         tensors_of_kind(program, TensorKind::kLocal, program.contracts[index].run).empty();
}

static void check_exit(Program& program, const ContractUse& contract, const Op& exit, Stories& stories) {
  std::unordered_map<ValueId, int32_t> count;
  for (uint32_t k = 0; k < exit.src.count; ++k) {
    ++count[program.values.any_order(program.slot_values[exit.values.begin + k])];
  }
  std::vector<std::string> missing;
  std::vector<std::string> repeated;
  for (const ResultBlock& block : result_blocks(program, contract, exit.rank, exit.call)) {
    int32_t times = 0;
    for (ValueId value : {block.value, block.value_with_bias}) {
      auto it = count.find(value);
      if (it != count.end()) times += it->second;
    }
    if (times == 0) missing.push_back(value_name(program, block.value));
    if (times > 1) repeated.push_back(value_name(program, block.value));
  }
  auto tell = [&](const std::string& key, const std::string& what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    Violation violation{.check = Check::kContract, .ranks = {exit.rank}, .ops = {}, .message = {}};
    violation.message = "the ensures of rank " + std::to_string(exit.rank.value) + " " + what + ": " +
                        list_text(names, 6);
    stories.add(key, std::move(violation));
  };
  tell("missing", "leave out blocks of the result", missing);
  tell("repeated", "name blocks of the result more than once", repeated);
}

void check_contract(Program& program, std::vector<Violation>& violations) {
  for (size_t c = 0; c < program.contracts.size(); ++c) {
    const ContractUse contract = program.contracts[c];
    if (is_intermediate(program, c)) continue;
    Stories stories(violations);
    for (size_t i = 0; i < program.ops.size(); ++i) {
      const Op& op = program.ops[i];
      if (op.kind == OpKind::kExit && op.run == contract.run && op.call == 0) check_exit(program, contract, op, stories);
    }
    stories.finish();
  }
}

}  // namespace stretto
