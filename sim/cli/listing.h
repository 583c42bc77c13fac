#ifndef STRETTO_SIM_CLI_LISTING_H_
#define STRETTO_SIM_CLI_LISTING_H_

// What `stretto list` lists, as a value.

#include <string>
#include <vector>

namespace stretto {

struct ScheduleRow {
  std::string name;
  std::string computes;
  std::string about;  // the beginning of the heading comment
  std::string file;
};

struct MachineRow {
  std::string name;
  std::string about;
  std::string origin;  // of its figures
};

/// A section is a name and its rows; workloads have none yet.
struct Listing {
  std::vector<std::string> sections;  // of "schedules", "machines", "workloads"
  std::vector<ScheduleRow> schedules;
  std::vector<MachineRow> machines;
};

/// What ships; `sections` says what is asked for, nothing meaning all.
Listing make_listing(const std::vector<std::string>& sections);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_LISTING_H_
