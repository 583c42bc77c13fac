#ifndef STRETTO_VERIFY_CONTENTS_H_
#define STRETTO_VERIFY_CONTENTS_H_

// What every slot holds after a given run, as terms. Effects happen where data end: at an op's end,
// a landing, the end of a group. What a send or a collective reads is taken when the first of those
// that meet ends.

#include <unordered_map>
#include <vector>

#include "verify/run.h"
#include "verify/verdict.h"

namespace stretto {

struct Contents {
  std::vector<ValueId> at_end;  // by slot
  std::vector<ValueId>
      at_exit;  // parallel to Program::slot_values: what exits read; -1 where none did
  std::unordered_map<ValueId, ValueId> found;  // what a sequence's bound names stood for at entry
};

Contents compute_contents(Program& program, const Order& order, const std::vector<Node>& run);

/// What an exit asks for, with a sequence's bound names replaced by what they stood for.
ValueId wanted_value(Program& program, Contents& contents, ValueId wanted);

/// Does some exit read something else than it should?
bool has_wrong_exit(Program& program, Contents& contents);

/// The ops in the order in which their data end, for the executor to replay.
std::vector<int32_t> op_order(const Program& program, const Order& order,
                              const std::vector<Node>& run);

}  // namespace stretto

#endif  // STRETTO_VERIFY_CONTENTS_H_
