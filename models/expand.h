#ifndef STRETTO_MODELS_EXPAND_H_
#define STRETTO_MODELS_EXPAND_H_

// Syntax tree to Program.
//
//   Program program = expand(parse(text, path), {.tp = TpSize{4}});
//
// Steps: names are resolved once (resolve.h), the body is run once per rank and call (lower.h),
// then sends meet recvs and collectives meet (link.h), and a transport is written in if one is
// asked for (transport.h).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/program.h"
#include "models/syntax.h"

namespace stretto {

enum class Transport : uint8_t { kNccl, kCopyEngine, kSm };

struct ExpandOptions {
  TpSize tp;
  int32_t dp = 1;
  int32_t num_calls = 1;
  std::optional<Shape> shape;  // default: the smallest in which everything divides, times 8
  std::vector<std::pair<std::string, std::string>> set;  // parameter (or transport) = value
  int32_t num_sms = 132;                                 // `all`
  std::string name;  // which schedule or sequence of the file; empty: the last one
};

/// `require` refused this tp or these parameters.
class RefusedError : public InputError {
 public:
  using InputError::InputError;
};

/// Throws InputError for names unknown, parameters outside their domain, shapes that do not divide,
/// sizes that `require` refuses (RefusedError).
Program expand(const syntax::File& file, const ExpandOptions& options);

/// The parameters of a schedule, evaluated for a tp: for --sweep and help.
struct ParameterDomain {
  std::string name;
  std::string default_value;
  std::vector<std::string> values;
};
std::vector<ParameterDomain> parameter_domains(const syntax::File& file,
                                               const ExpandOptions& options);

}  // namespace stretto

#endif  // STRETTO_MODELS_EXPAND_H_
