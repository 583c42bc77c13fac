#ifndef STRETTO_TESTS_ORACLE_EXPLORER_CONTENTS_H_
#define STRETTO_TESTS_ORACLE_EXPLORER_CONTENTS_H_

// One random run of a Program in the least ordering mode, with what the slots hold as text: an op
// reads when it starts and writes when it ends.

#include <cstdint>
#include <string>
#include <vector>

#include "models/program.h"

namespace stretto::oracle {

/// Parallel to Program::slot_values: what each exit found in its slots (value_text.h, exact); empty
/// for entries and for exits that were not reached.
std::vector<std::string> exit_contents_of_a_run(const Program& program, uint64_t seed);

}  // namespace stretto::oracle

#endif  // STRETTO_TESTS_ORACLE_EXPLORER_CONTENTS_H_
