#include "sim/cli/schedule_source.h"

#include <stdexcept>

#include "models/library.h"
#include "models/parser.h"
#include "models/printer.h"
#include "sim/cli/user_file.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

syntax::File load_shipped(const std::string& name) {
  std::vector<std::string> known;
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    if (shipped.name == name) return parse(shipped.text, std::string(shipped.path));
    known.emplace_back(shipped.name);
  }
  throw std::invalid_argument(unknown_word("schedule", name, known) +
                              "; a FILE has a '/' or ends in .sched");
}

/// The file's last text: a sequence if it stands behind every schedule.
const syntax::Sequence* last_sequence(const syntax::File& file) {
  if (file.sequences.empty()) return nullptr;
  const syntax::Sequence& sequence = file.sequences.back();
  const bool is_last = file.schedules.empty() || sequence.at.line > file.schedules.back().at.line;
  return is_last ? &sequence : nullptr;
}

/// Up to the first ": " or ". " outside of parentheses.
std::string first_clause(const std::string& text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool is_mark = text[i] == ':' || text[i] == '.';
    const bool is_end = i + 1 == text.size() || text[i + 1] == ' ';
    if (depth == 0 && is_mark && is_end) return text.substr(0, i);
  }
  return text;
}

}  // namespace

syntax::File load_schedule(const std::string& name_or_file) {
  if (!is_file_name(name_or_file, ".sched")) return load_shipped(name_or_file);
  return parse(read_user_text(name_or_file, "a schedule text, or a NAME of `stretto list`"),
               name_or_file);
}

std::string schedule_name(const syntax::File& file) {
  if (const syntax::Sequence* sequence = last_sequence(file)) return sequence->name;
  return file.schedules.empty() ? "" : file.schedules.back().name;
}

std::string headline(const syntax::File& file) {
  const syntax::Sequence* sequence = last_sequence(file);
  if (sequence == nullptr && file.schedules.empty()) return "";
  return first_clause(
      joined(sequence != nullptr ? sequence->comment : file.schedules.back().comment, " "));
}

std::string computes_text(const syntax::File& file) {
  std::vector<std::string> parts;
  if (const syntax::Sequence* sequence = last_sequence(file)) {
    for (const syntax::Run& run : sequence->runs) parts.push_back(run.schedule);
    return "runs " + joined(parts, ", ");
  }
  if (file.schedules.empty()) return "";
  for (const syntax::Contract& contract : file.schedules.back().computes) {
    parts.push_back(print(contract));
  }
  return joined(parts, ", ");
}

}  // namespace stretto
