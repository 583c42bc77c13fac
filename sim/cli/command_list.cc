#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/library.h"
#include "models/parser.h"
#include "sim/cli/command.h"
#include "sim/cli/json_text.h"
#include "sim/cli/listing.h"
#include "sim/cli/schedule_source.h"
#include "sim/cli/table.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp = R"(usage: stretto list [schedules|machines|workloads] [--json]

Lists what ships with Stretto: the name, what it computes, what it is.

  --json  the same as JSON

$ stretto list machines
machines
  none yet
)";

const Arguments kSections = {"schedules", "machines", "workloads"};

ScheduleRow row_of(const ShippedSchedule& shipped) {
  const syntax::File file = parse(shipped.text, std::string(shipped.path));
  return {.name = std::string(shipped.name),
          .computes = computes_text(file),
          .about = headline(file),
          .file = std::string(shipped.path)};
}

std::string listing_text(const Listing& listing) {
  std::string text;
  for (const std::string& section : listing.sections) {
    TableRows rows;
    for (const ScheduleRow& row : listing.schedules) {
      if (section == "schedules") rows.push_back({row.name, row.computes, row.about});
    }
    if (rows.empty()) rows = {{"none yet"}};
    text += section + "\n" + table_text(rows, {.indent = 2});
  }
  return text;
}

}  // namespace

Listing make_listing(const std::vector<std::string>& sections) {
  Listing listing{.sections = sections.empty() ? kSections : sections, .schedules = {}};
  for (const std::string& section : listing.sections) {
    if (std::ranges::find(kSections, section) == kSections.end()) {
      throw std::invalid_argument(unknown_word("section", section, kSections));
    }
  }
  for (const ShippedSchedule& shipped : shipped_schedules()) {
    listing.schedules.push_back(row_of(shipped));
  }
  return listing;
}

int command_list(const Arguments& arguments, std::ostream& out, std::ostream&) {
  const Options options = parse_options(arguments, {Flag::kJson});
  const Listing listing = make_listing(options.names);
  out << (options.is_json ? to_json(listing) : listing_text(listing));
  return kGood;
}

const Command kCommandList = {"list", "what ships with Stretto", command_list, kHelp};

}  // namespace stretto
