#include "models/printer.h"

#include <string_view>
#include <utility>
#include <vector>

#include "models/printer_parts.h"

namespace stretto {
namespace {

using printing::print_exprs;
using printing::print_list;
using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::Schedule;
using syntax::Sequence;
using syntax::Statement;
using syntax::StatementKind;

void print_block(const std::vector<Statement>& block, const std::string& indent, std::string& text);

/// A statement and what belongs to it. `lead` is the `else ` of an `else if`.
void print_lines(const Statement& statement, const std::string& indent, std::string_view lead,
                 std::string& text) {
  text += indent + std::string(lead) + print(statement) + "\n";
  print_block(statement.body, indent + "  ", text);
  const std::vector<Statement>& other = statement.else_body;
  if (other.size() == 1 && other[0].kind == StatementKind::kIf) {
    print_lines(other[0], indent, "else ", text);
  } else if (!other.empty()) {
    text += indent + "else:\n";
    print_block(other, indent + "  ", text);
  }
}

void print_block(const std::vector<Statement>& block, const std::string& indent,
                 std::string& text) {
  for (const Statement& statement : block) print_lines(statement, indent, "", text);
}

std::string print_dims(const Declaration& declaration) {
  if (declaration.dims.empty()) return "";
  return "[" +
         print_list(declaration.dims,
                    [](const syntax::Dimension& dim) {
                      const std::string extent = print(dim.extent);
                      if (!dim.is_ring) return extent;
                      return extent.starts_with('-') ? "ring (" + extent + ")" : "ring " + extent;
                    }) +
         "]";
}

std::string print_tensor(std::string_view word, const Declaration& d) {
  return std::string(word) + " " + d.name + print_dims(d) + " : [" + print(*d.rows) + ", " +
         print(*d.cols) + "]" + (d.is_f32 ? " f32" : "") + (d.is_fresh ? " fresh" : "") +
         (d.is_ragged ? " ragged" : "");
}

std::string print_param(const Declaration& declaration) {
  const std::string head = "param " + declaration.name + " = " + print(*declaration.value) + " in ";
  if (!declaration.domain_set.empty())
    return head + "{" + print_exprs(declaration.domain_set) + "}";
  return head + print(*declaration.domain_from) + ".." + print(*declaration.domain_to);
}

std::string print_stream(const Declaration& declaration) {
  const std::string head = "stream " + declaration.name + print_dims(declaration);
  switch (declaration.priority) {
    case syntax::Priority::kNormal:
      return head;
    case syntax::Priority::kHigh:
      return head + " high";
    case syntax::Priority::kLow:
      return head + " low";
  }
  return head;
}

std::string print_declaration(const Declaration& d) {
  switch (d.kind) {
    case DeclarationKind::kParam:
      return print_param(d);
    case DeclarationKind::kRequire:
      return "require " + print(*d.value);
    case DeclarationKind::kRequireCapturable:
      return "require capturable";
    case DeclarationKind::kAssumeQuiet:
      return "assume quiet";
    case DeclarationKind::kRagged:
      return "ragged";
    case DeclarationKind::kShard:
      return print_tensor("shard", d);
    case DeclarationKind::kLocal:
      return print_tensor("local", d);
    case DeclarationKind::kWeight:
      return print_tensor("weight", d);
    case DeclarationKind::kBuffer:
      return print_tensor("buffer", d);
    case DeclarationKind::kView:
      return "view " + d.name + " = " + print(d.place);
    case DeclarationKind::kSignal:
      return "signal " + d.name + print_dims(d);
    case DeclarationKind::kStream:
      return print_stream(d);
    case DeclarationKind::kCommunicator:
      return "communicator " + d.name + " by " + print(*d.value);
  }
  return "";
}

std::string print_comment(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (line.empty() ? "#" : "# " + line) + "\n";
  return text;
}

std::string print_schedule(const Schedule& schedule) {
  std::string text = print_comment(schedule.comment) + "schedule " + schedule.name + " computes ";
  text += print_list(schedule.computes,
                     [](const syntax::Contract& contract) { return print(contract); });
  text += "\n";
  for (const Declaration& declaration : schedule.declarations)
    text += print_declaration(declaration) + "\n";
  text += "rank r:\n";
  print_block(schedule.body, "  ", text);
  return text;
}

std::string print_run(const syntax::Run& run) {
  std::string text = "run " + run.schedule;
  if (run.binds.empty()) return text;
  return text + " bind " +
         print_list(run.binds, [](const std::pair<std::string, std::string>& bind) {
           return bind.first + " = " + bind.second;
         });
}

std::string print_sequence(const Sequence& sequence) {
  std::string text = print_comment(sequence.comment) + "sequence " + sequence.name + ":\n";
  for (const syntax::Run& run : sequence.runs) text += "  " + print_run(run) + "\n";
  return text;
}

}  // namespace

/// Schedules and sequences in the order of the text they come from.
std::string print(const syntax::File& file) {
  std::string text;
  auto schedule = file.schedules.begin();
  auto sequence = file.sequences.begin();
  while (schedule != file.schedules.end() || sequence != file.sequences.end()) {
    if (!text.empty()) text += "\n";
    const bool is_schedule =
        sequence == file.sequences.end() ||
        (schedule != file.schedules.end() && schedule->at.line <= sequence->at.line);
    text += is_schedule ? print_schedule(*schedule++) : print_sequence(*sequence++);
  }
  return text;
}

static std::string_view contract_word(syntax::ContractKind kind) {
  switch (kind) {
    case syntax::ContractKind::kAllGather:
      return "all_gather";
    case syntax::ContractKind::kReduceScatter:
      return "reduce_scatter";
    case syntax::ContractKind::kAllReduce:
      return "all_reduce";
    case syntax::ContractKind::kAllGatherGemm:
      return "all_gather_gemm";
    case syntax::ContractKind::kGemmReduceScatter:
      return "gemm_reduce_scatter";
    case syntax::ContractKind::kGemmAllReduce:
      return "gemm_all_reduce";
  }
  return "";
}

std::string print(const syntax::Contract& contract) {
  return std::string(contract_word(contract.kind)) + (contract.is_permuted ? " permuted" : "");
}

}  // namespace stretto
