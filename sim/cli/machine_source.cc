#include "sim/cli/machine_source.h"

#include <stdexcept>
#include <vector>

#include "sim/cli/user_file.h"
#include "sim/cli/words.h"

namespace stretto {

Machine load_machine(const std::string& name_or_file) {
  if (is_file_name(name_or_file, ".json"))
    return parse_machine(
        read_user_text(name_or_file, "a machine file, or a NAME of `stretto list machines`"),
        name_or_file);
  std::vector<std::string> known;
  for (const ShippedMachine& machine : shipped_machines()) {
    if (machine.name == name_or_file)
      return parse_machine(std::string(machine.text), name_or_file + ".json");
    known.emplace_back(machine.name);
  }
  throw std::invalid_argument(unknown_word("machine", name_or_file, known) +
                              "; a FILE has a '/' or ends in .json");
}

}  // namespace stretto
