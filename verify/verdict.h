#ifndef STRETTO_VERIFY_VERDICT_H_
#define STRETTO_VERIFY_VERDICT_H_

// What verify() says about a Program. Violations are values with a story, never a bare false.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/program.h"

namespace stretto {

enum class Check : uint8_t {
  kMatching,
  kDeadlock,
  kResidency,
  kRace,
  kCalls,
  kJoins,
  kDataflow,
  kReplicas,
  kBounds,
  kContract,
};
std::string to_string(Check check);

/// An op of a story, by its place in the text.
struct OpReference {
  int32_t op = -1;
  bool is_caller = false;  // entry or exit; then the line is the first given's or ensure's
  std::string file;
  int line = 0;
  Rank rank;
  int32_t call = 0;
  std::vector<std::pair<std::string, int32_t>> variables;
};

struct Violation {
  Check check = Check::kMatching;
  std::vector<Rank> ranks;
  std::vector<OpReference> ops;
  std::string message;  // one or more lines
};

/// A run that shows what is wrong: the ops in the order in which they end. With `is_hang`, what is
/// not listed never ends.
struct Witness {
  std::vector<int32_t> order;
  bool is_hang = false;
};

struct Verdict {
  std::vector<Violation> violations;
  std::optional<bool> replicas_identical;  // null when nothing is replicated
  std::optional<bool> capturable;          // null when some op never ends
  std::vector<std::string> assumes;        // "quiet"
  std::vector<std::string> notes;
  std::vector<ValueId>
      contents;  // by slot, at the exit of the last call in the run that was followed
  std::vector<ValueId>
      exit_contents;  // parallel to Program::slot_values, filled for exits that were reached
  std::optional<Witness> witness;  // when a violation is a race, a hang or wrong contents
  bool ok() const { return violations.empty(); }
};

/// Decides matching, deadlock, race, dataflow, contract, replicas, bounds and joins of one Program.
/// New terms are interned into program.values; nothing else of it changes.
Verdict verify(Program& program);

}  // namespace stretto

#endif  // STRETTO_VERIFY_VERDICT_H_
