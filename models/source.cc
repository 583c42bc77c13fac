#include "models/source.h"

#include <utility>

namespace stretto {

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.at.line > 0) {
    text += ":" + std::to_string(diagnostic.at.line) + ":" + std::to_string(diagnostic.at.column);
  }
  return text + ": " + diagnostic.message;
}

static std::string join_lines(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += "\n";
    text += to_string(diagnostic);
  }
  return text;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::invalid_argument(join_lines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(std::string file, Location at, std::string message)
    : InputError(std::vector<Diagnostic>{{std::move(file), at, std::move(message)}}) {}

}  // namespace stretto
