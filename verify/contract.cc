#include "verify/contract.h"

#include <algorithm>

#include "verify/checks.h"
#include "verify/story.h"

namespace stretto {

bool is_replicated(const ContractUse& contract) {
  return contract.kind != syntax::ContractKind::kReduceScatter &&
         contract.kind != syntax::ContractKind::kGemmReduceScatter;
}

static bool has_gemm(syntax::ContractKind kind) {
  return kind >= syntax::ContractKind::kAllGatherGemm;
}

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

/// Which tensors the ensures of a run speak of: a reduction's locals, and what is multiplied by
/// which weight. A schedule may ensure further values (of a GEMM that only runs beside the
/// collective); those are no business of its contract.
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
  if (term.kind == TermKind::kSum)
    summands.assign(values.operands(term).begin(), values.operands(term).end());
  for (ValueId summand : summands) {
    Term factor = values.term(summand);
    while (factor.kind == TermKind::kProduct) {
      const Term& left = values.term(factor.index);
      const Term& right = values.term(factor.extra);
      bool is_leaf = left.kind == TermKind::kShard || left.kind == TermKind::kLocal;
      if (is_leaf && right.kind == TermKind::kWeight)
        add_once(subjects.products, std::pair{left.name, right.name});
      factor = left;
    }
    bool is_reduced =
        factor.kind == TermKind::kLocal && (summands.size() > 1 || program.tp.value == 1);
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

// A schedule that says less than its contract needs is bad input, told with what is missing.
static InputError lacks(const Program& program, const std::string& what) {
  const StatementInfo* any = program.statements.empty() ? nullptr : &program.statements[0];
  return InputError(any != nullptr ? any->file : program.name, {},
                    program.name + " computes what needs " + what);
}

/// Is block `index` of a local among rank r's own?
static bool is_own(const Program& program, const Tensor& tensor, int32_t index, int32_t r) {
  if (tensor.chunk_dim < 0) {
    if (tensor.num_blocks == program.tp.value) return index == r;
    throw lacks(program, "a dimension of '" + tensor.name +
                             "' declared exactly `tp`, to say whose block is whose");
  }
  int32_t inner = 1;
  for (size_t d = static_cast<size_t>(tensor.chunk_dim) + 1; d < tensor.dims.size(); ++d)
    inner *= tensor.dims[d];
  return index / inner % tensor.dims[static_cast<size_t>(tensor.chunk_dim)] == r;
}

// What multiplies `tensor` in the ensures; `fallback` where nothing does.
static void add_factors(const Subjects& subjects, int32_t tensor, int32_t fallback,
                        std::vector<std::pair<int32_t, int32_t>>& factors) {
  size_t before = factors.size();
  for (const auto& product : subjects.products) {
    if (product.first == tensor) factors.push_back(product);
  }
  if (factors.size() == before) factors.emplace_back(tensor, fallback);
  std::sort(factors.begin() + static_cast<std::ptrdiff_t>(before), factors.end());
}

ResultBlocks::ResultBlocks(Program& program, const ContractUse& contract)
    : program_(program), contract_(contract) {
  Subjects subjects = subjects_of(program, contract.run);
  auto shards = tensors_of_kind(program, TensorKind::kShard, contract.run);
  auto locals = tensors_of_kind(program, TensorKind::kLocal, contract.run);
  auto weights = tensors_of_kind(program, TensorKind::kWeight, contract.run);
  bool with_gemm = has_gemm(contract.kind);
  if (with_gemm && weights.empty()) throw lacks(program, "a weight");
  if (is_all_gather(contract.kind)) {
    if (shards.empty()) throw lacks(program, "a shard");
    for (int32_t shard : shards) {
      if (with_gemm) {
        add_factors(subjects, shard, weights[0], factors_);
      } else {
        factors_.emplace_back(shard, -1);
      }
    }
    return;
  }
  if (locals.empty() && with_gemm && !shards.empty() && weights.size() > 1) {
    fed_by_ = weights[0];
    factors_ = {{shards[0], weights[1]}};
    return;
  }
  if (!subjects.reduced.empty()) locals = subjects.reduced;
  if (locals.empty()) throw lacks(program, "a local");
  for (int32_t local : locals) {
    // Beside an all_gather_gemm of its own, the reduction's weight is the last one.
    if (with_gemm) {
      add_factors(subjects, local, weights.back(), factors_);
    } else {
      factors_.emplace_back(local, -1);
    }
  }
}

void ResultBlocks::select(Rank rank, int32_t call) {
  // The result of an all-reduce is one for a whole group.
  bool is_reduction = !is_all_gather(contract_.kind);
  bool same_group =
      rank_.value >= 0 && rank.value / program_.tp.value == rank_.value / program_.tp.value;
  bool is_known =
      call == call_ && (rank == rank_ || (is_reduction && is_replicated(contract_) && same_group));
  rank_ = rank;
  call_ = call;
  if (is_known) return;
  if (is_reduction) {
    select_reduction();
  } else {
    select_all_gather();
  }
}

void ResultBlocks::select_all_gather() {
  if (!keys_.empty()) return;  // all blocks, on every rank
  int32_t count = 0;
  for (const auto& [shard, weight] : factors_)
    count += num_blocks(shard) * (weight >= 0 ? num_blocks(weight) : 1);
  for (int32_t key = 0; key < count; ++key) keys_.push_back(key);
}

void ResultBlocks::select_reduction() {
  for (ValueId value : values_) {
    if (value >= 0) key_by_value_[static_cast<size_t>(value)] = -1;
  }
  keys_.clear();
  values_.clear();
  for (const auto& [tensor, weight] : factors_) add_reduction(tensor, weight, fed_by_);
}

void ResultBlocks::add_reduction(int32_t index, int32_t weight, int32_t fed_by) {
  ValueTable& values = program_.values;
  const Tensor& tensor = program_.tensors[static_cast<size_t>(index)];
  int32_t r = rank_.value % program_.tp.value;
  for (int32_t c = 0; c < tensor.num_blocks; ++c) {
    for (int32_t j = 0; j < (weight >= 0 ? num_blocks(weight) : 1); ++j) {
      values_.push_back(-1);
      if (!is_replicated(contract_) && !is_own(program_, tensor, c, r)) continue;
      std::vector<ValueId> summands;
      for (int32_t q = 0; q < program_.tp.value; ++q) {
        ValueId value = fed_by >= 0 ? values.product(values.shard(index, Chunk{c}, call_),
                                                     values.weight(fed_by, peer(q), Chunk{0}))
                                    : values.local(index, peer(q), Chunk{c}, call_);
        if (weight >= 0) value = values.product(value, values.weight(weight, peer(q), Chunk{j}));
        summands.push_back(value);
      }
      ValueId sum = values.any_order(values.sum(std::move(summands)));
      int32_t key = static_cast<int32_t>(values_.size()) - 1;
      keys_.push_back(key);
      values_.back() = sum;
      if (key_by_value_.size() <= static_cast<size_t>(sum))
        key_by_value_.resize(values.size() + 1, -1);
      key_by_value_[static_cast<size_t>(sum)] = key;
    }
  }
}

int32_t ResultBlocks::gathered_key(ValueId value) const {
  Term term = program_.values.term(value);
  int32_t block = 0;
  int32_t weight = -1;
  if (term.kind == TermKind::kProduct) {
    const Term& right = program_.values.term(term.extra);
    if (right.kind != TermKind::kWeight || right.rank != rank_.value) return -1;
    weight = right.name;
    block = right.index;
    term = program_.values.term(term.index);
  }
  if (term.kind != TermKind::kShard || term.extra != call_) return -1;
  int32_t begin = 0;
  for (const auto& [shard, of_weight] : factors_) {
    int32_t inner = of_weight >= 0 ? num_blocks(of_weight) : 1;
    if (shard == term.name && of_weight == weight) return begin + term.index * inner + block;
    begin += num_blocks(shard) * inner;
  }
  return -1;
}

/// `value` less one bias.
static ValueId without_bias(ValueTable& values, ValueId value) {
  const Term& term = values.term(value);
  if (term.kind != TermKind::kSum) return value;
  std::vector<ValueId> summands(values.operands(term).begin(), values.operands(term).end());
  auto bias = std::ranges::find_if(
      summands, [&](ValueId s) { return values.term(s).kind == TermKind::kBias; });
  if (bias == summands.end()) return value;
  summands.erase(bias);
  return values.sum(std::move(summands));
}

int32_t ResultBlocks::key_of(ValueId value) {
  ValueId plain = without_bias(program_.values, program_.values.any_order(value));
  if (is_all_gather(contract_.kind)) return gathered_key(plain);
  return static_cast<size_t>(plain) < key_by_value_.size()
             ? key_by_value_[static_cast<size_t>(plain)]
             : -1;
}

ValueId ResultBlocks::block(int32_t key) {
  if (!is_all_gather(contract_.kind)) return values_[static_cast<size_t>(key)];
  for (const auto& [shard, weight] : factors_) {
    int32_t inner = weight >= 0 ? num_blocks(weight) : 1;
    int32_t count = num_blocks(shard) * inner;
    if (key >= count) {
      key -= count;
      continue;
    }
    ValueId value = program_.values.shard(shard, Chunk{key / inner}, call_);
    if (weight < 0) return value;
    return program_.values.product(value,
                                   program_.values.weight(weight, rank_, Chunk{key % inner}));
  }
  return program_.values.nothing();
}

// An all_gather_gemm whose result only feeds the next contract need not be ensured itself.
static bool is_intermediate(const Program& program, size_t index) {
  return index + 1 < program.contracts.size() &&
         program.contracts[index].run == program.contracts[index + 1].run &&
         program.contracts[index].kind == syntax::ContractKind::kAllGatherGemm &&
         has_gemm(program.contracts[index + 1].kind) &&
         !is_all_gather(program.contracts[index + 1].kind) &&
         tensors_of_kind(program, TensorKind::kLocal, program.contracts[index].run).empty();
}

namespace {

/// How often each block is named by one exit.
struct Census {
  std::vector<int32_t> count;
  std::vector<int32_t> named;
};

}  // namespace

static void check_exit(Program& program, ResultBlocks& blocks, const Op& exit, Census& census,
                       Stories& stories) {
  blocks.select(exit.rank, exit.call);
  for (uint32_t k = 0; k < exit.src.count; ++k) {
    int32_t key = blocks.key_of(program.slot_values[exit.values.begin + k]);
    if (key < 0) continue;
    if (census.count.size() <= static_cast<size_t>(key))
      census.count.resize(static_cast<size_t>(key) + 1, 0);
    ++census.count[static_cast<size_t>(key)];
    census.named.push_back(key);
  }
  std::vector<std::string> missing;
  std::vector<std::string> repeated;
  for (int32_t key : blocks.keys()) {
    int32_t times =
        static_cast<size_t>(key) < census.count.size() ? census.count[static_cast<size_t>(key)] : 0;
    if (times == 0) missing.push_back(value_name(program, blocks.block(key)));
    if (times > 1) repeated.push_back(value_name(program, blocks.block(key)));
  }
  for (int32_t key : census.named) census.count[static_cast<size_t>(key)] = 0;
  census.named.clear();
  auto tell = [&](const std::string& key, const std::string& what,
                  const std::vector<std::string>& names) {
    if (names.empty()) return;
    Violation violation{.check = Check::kContract, .ranks = {exit.rank}, .ops = {}, .message = {}};
    violation.message = "the ensures of rank " + std::to_string(exit.rank.value) + " " + what +
                        ": " + list_text(names, 6);
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
    ResultBlocks blocks(program, contract);
    Census census;
    for (size_t i = 0; i < program.ops.size(); ++i) {
      const Op& op = program.ops[i];
      bool is_exit = op.kind == OpKind::kExit && op.run == contract.run;
      if (is_exit) check_exit(program, blocks, op, census, stories);
    }
    stories.finish();
  }
}

}  // namespace stretto
