#ifndef STRETTO_SIM_CLI_MACHINE_SOURCE_H_
#define STRETTO_SIM_CLI_MACHINE_SOURCE_H_

// Where a machine comes from: a NAME that ships, or a FILE of the user's.

#include <string>

#include "models/machine.h"

namespace stretto {

/// A name of `stretto list machines`, or a FILE (with a '/' or ending in .json). Throws
/// std::invalid_argument.
Machine load_machine(const std::string& name_or_file);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_MACHINE_SOURCE_H_
