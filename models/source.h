#ifndef STRETTO_MODELS_SOURCE_H_
#define STRETTO_MODELS_SOURCE_H_

// Where something stands in a schedule text, and what is wrong with it.
//
// An InputError carries one or more diagnostics, each printed as
//
//   ring.sched:14:9: unknown op 'alreduce'; known: all_gather, all_reduce, ...
//
// that is file:line:column (1-based), what was found, and what is accepted. It is thrown for bad
// input only (exit code 2); a schedule that is wrong is a Violation value, see verify/verdict.h.

#include <stdexcept>
#include <string>
#include <vector>

namespace stretto {

/// 1-based; line 0 means "no place in particular".
struct Location {
  int line = 0;
  int column = 0;
  friend bool operator==(const Location&, const Location&) = default;
};

struct Diagnostic {
  std::string file;
  Location at;
  std::string message;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// "file:line:column: message", or "file: message" where there is no line.
std::string to_string(const Diagnostic& diagnostic);

class InputError : public std::invalid_argument {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  InputError(std::string file, Location at, std::string message);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace stretto

#endif  // STRETTO_MODELS_SOURCE_H_
