#include "tests/oracle/slow_expander.h"

#include <algorithm>
#include <stdexcept>

#include "tests/oracle/slow_walker.h"

namespace stretto::oracle {

namespace {

const syntax::Schedule& find_schedule(const syntax::File& file, const std::string& name) {
  for (const syntax::Schedule& schedule : file.schedules) {
    if (schedule.name == name) return schedule;
  }
  throw std::invalid_argument("no schedule " + name);
}

const syntax::Sequence* find_sequence(const syntax::File& file, const std::string& name) {
  for (const syntax::Sequence& sequence : file.sequences) {
    if (sequence.name == name) return &sequence;
  }
  return nullptr;
}

std::string contract_name(const syntax::Contract& contract) {
  static const char* const kNames[] = {"all_gather",      "reduce_scatter",      "all_reduce",
                                       "all_gather_gemm", "gemm_reduce_scatter", "gemm_all_reduce"};
  return std::string(kNames[static_cast<int>(contract.kind)]) +
         (contract.is_permuted ? " permuted" : "");
}

// Which body comes when: one run for a schedule, several for a sequence.
std::vector<Scope> declare_runs(const syntax::File& file, const ExpandOptions& options,
                                const std::string& name) {
  const syntax::Sequence* sequence = find_sequence(file, name);
  if (sequence == nullptr) return {declare(find_schedule(file, name), options, {})};
  std::vector<Scope> scopes;
  for (const syntax::Run& run : sequence->runs) {
    const std::map<std::string, std::string> binds(run.binds.begin(), run.binds.end());
    scopes.push_back(declare(find_schedule(file, run.schedule), options, binds));
  }
  return scopes;
}

std::string last_name(const syntax::File& file) {
  if (file.sequences.empty()) return file.schedules.at(file.schedules.size() - 1).name;
  const syntax::Sequence& sequence = file.sequences.back();
  const bool ends_with_schedule =
      !file.schedules.empty() && file.schedules.back().at.line > sequence.at.line;
  return ends_with_schedule ? file.schedules.back().name : sequence.name;
}

std::vector<std::string> head_of(const std::vector<Scope>& scopes, const ExpandOptions& options) {
  std::vector<std::string> head = {"tp " + std::to_string(options.tp.value) + " dp " +
                                   std::to_string(options.dp) + " calls " +
                                   std::to_string(options.num_calls)};
  bool assumes_quiet = false;
  bool requires_capturable = false;
  for (size_t run = 0; run < scopes.size(); ++run) {
    for (const syntax::Contract& contract : scopes[run].schedule->computes) {
      head.push_back("computes " + contract_name(contract) + " run " + std::to_string(run));
    }
    assumes_quiet = assumes_quiet || scopes[run].assumes_quiet;
    requires_capturable = requires_capturable || scopes[run].requires_capturable;
  }
  if (assumes_quiet) head.push_back("assumes quiet");
  if (requires_capturable) head.push_back("requires capturable");
  std::vector<std::string> facts = {"stream main"};
  for (const Scope& scope : scopes) {
    facts.insert(facts.end(), scope.head.begin(), scope.head.end());
  }
  std::ranges::sort(facts);
  facts.erase(std::ranges::unique(facts).begin(), facts.end());
  head.insert(head.end(), facts.begin(), facts.end());
  return head;
}

void walk_rank(const std::vector<Scope>& scopes, const ExpandOptions& options, int rank,
               std::vector<PlainOp>& ops) {
  RankMemory memory;
  const int tp = options.tp.value;
  for (int call = 0; call < options.num_calls; ++call) {
    for (size_t run = 0; run < scopes.size(); ++run) {
      const Speaker speaker{rank, rank / tp * tp, tp, call};
      SlowWalker(scopes[run], speaker, static_cast<int>(run), memory, ops).walk_call();
    }
  }
}

// The transport asked for with `--set transport=..` is none of the schedule's parameters.
std::string take_transport(ExpandOptions& options) {
  std::string transport = "nccl";
  for (const auto& [name, value] : options.set) {
    if (name == "transport") transport = value;
  }
  std::erase_if(options.set, [](const auto& entry) { return entry.first == "transport"; });
  return transport;
}

}  // namespace

Listing slow_expand(const syntax::File& file, const ExpandOptions& asked) {
  ExpandOptions options = asked;
  const std::string transport = take_transport(options);
  const std::string name = options.name.empty() ? last_name(file) : options.name;
  const std::vector<Scope> scopes = declare_runs(file, options, name);
  Listing listing;
  listing.head = head_of(scopes, options);
  for (int rank = 0; rank < options.tp.value * options.dp; ++rank) {
    walk_rank(scopes, options, rank, listing.ops);
  }
  link(listing);
  return transport == "nccl" ? listing : rewrite_transport(listing, transport);
}

}  // namespace stretto::oracle
