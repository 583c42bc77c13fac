#ifndef STRETTO_MODELS_RESOLVE_H_
#define STRETTO_MODELS_RESOLVE_H_

// Names to positions: lays a schedule's declarations out in a Program and compiles its body to
// Code.
//
// Everything that does not depend on the rank is decided here: parameters, `require`, extents,
// shapes, which name is what. All errors of one schedule are reported together.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/code.h"
#include "models/expand.h"
#include "models/program.h"
#include "models/syntax.h"

namespace stretto {

/// Names that runs of a sequence share: shared name -> what it is, filled by the first run that
/// declares it.
struct SharedNames {
  enum class Kind : uint8_t { kTensor, kSignals, kStream, kCommunicator };
  struct Entry {
    Kind kind = Kind::kTensor;
    int32_t object = -1;
  };
  std::map<std::string, Entry> entries;
};

struct ResolveInput {
  const syntax::Schedule* schedule = nullptr;
  std::string file;
  const ExpandOptions* options = nullptr;
  Shape shape;
  bool shape_is_free =
      false;           // no shape was asked for: one that does not divide throws ShapeTooSmall
  std::string prefix;  // of this run's own names, "te_atomic_rs." in a sequence
  std::vector<std::pair<std::string, std::string>> binds;
  SharedNames* shared = nullptr;
  int32_t run = 0;
};

/// A free shape must be multiplied by `factor` in M (bit 0), N (bit 1), K (bit 2) to divide.
struct ShapeTooSmall {
  int symbols = 0;
  int64_t factor = 1;
};

/// Throws InputError, RefusedError, ShapeTooSmall.
Code resolve(const ResolveInput& input, Program& program);

/// Domains of the parameters, in order of declaration.
std::vector<ParameterDomain> resolve_domains(const ResolveInput& input);

}  // namespace stretto

#endif  // STRETTO_MODELS_RESOLVE_H_
