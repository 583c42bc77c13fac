#include "sim/cli/listing.h"

#include <algorithm>
#include <stdexcept>

#include "models/library.h"
#include "models/machine.h"
#include "models/parser.h"
#include "sim/cli/schedule_source.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

const std::vector<std::string> kSections = {"schedules", "machines", "workloads"};

ScheduleRow row_of(const ShippedSchedule& shipped) {
  const syntax::File file = parse(shipped.text, std::string(shipped.path));
  return {.name = std::string(shipped.name),
          .computes = computes_text(file),
          .about = headline(file),
          .file = std::string(shipped.path)};
}

}  // namespace

Listing make_listing(const std::vector<std::string>& sections) {
  Listing listing{
      .sections = sections.empty() ? kSections : sections, .schedules = {}, .machines = {}};
  for (const std::string& section : listing.sections) {
    if (std::ranges::find(kSections, section) == kSections.end()) {
      throw std::invalid_argument(unknown_word("section", section, kSections));
    }
  }
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    listing.schedules.push_back(row_of(shipped));
  }
  for (const ShippedMachine& shipped : shipped_machines()) {
    const Machine machine = parse_machine(std::string(shipped.text), std::string(shipped.name));
    listing.machines.push_back({machine.name, machine.about, machine.origin});
  }
  return listing;
}

}  // namespace stretto
