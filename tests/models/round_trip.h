#ifndef STRETTO_TESTS_MODELS_ROUND_TRIP_H_
#define STRETTO_TESTS_MODELS_ROUND_TRIP_H_

// What must hold of every text, good or bad: parse() returns or throws InputError, with places
// inside the text; what it returns is printed as a text of the same tree, which is printed the same
// again.

#include <string>
#include <string_view>

#include "models/parser.h"
#include "models/printer.h"

namespace stretto {

/// What is wrong with the printed form of a tree; empty if nothing is.
inline std::string print_failure(const syntax::File& file) {
  const std::string printed = print(file);
  try {
    const syntax::File again = parse(printed, "printed");
    if (!(again == file)) return "the printed text is another tree:\n" + printed;
    if (print(again) != printed) return "the printed text is printed differently:\n" + printed;
  } catch (const InputError& error) {
    return "the printed text is refused: " + std::string(error.what()) + "\n" + printed;
  }
  return "";
}

/// What is wrong with how a text is taken; empty if nothing is.
inline std::string round_trip_failure(std::string_view text) {
  try {
    return print_failure(parse(text, "text"));
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) return "an error without a diagnostic";
    if (error.diagnostics().size() > 20) return "more than 20 diagnostics";
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (diagnostic.at.line < 1 || diagnostic.at.column < 1) return "an error without a place";
      if (diagnostic.message.empty()) return "an error without a message";
    }
  }
  return "";
}

}  // namespace stretto

#endif  // STRETTO_TESTS_MODELS_ROUND_TRIP_H_
