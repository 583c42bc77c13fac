
#include "sim/cli/command.h"
#include "sim/cli/json_text.h"
#include "sim/cli/listing.h"
#include "sim/cli/table.h"

namespace stretto {
namespace {

constexpr std::string_view kHelp = R"(usage: stretto list [schedules|machines|workloads] [--json]

Lists what ships with Stretto: the name, what it computes, what it is.

  --json  the same as JSON

$ stretto list machines
machines
  h200x2  two H200 SXM on NVLink, one host; CUDA 13.0, cuBLAS 13.1, NCCL 2.28, bf16, multicast off
)";

std::string listing_text(const Listing& listing) {
  std::string text;
  for (const std::string& section : listing.sections) {
    TableRows rows;
    for (const ScheduleRow& row : listing.schedules) {
      if (section == "schedules") rows.push_back({row.name, row.computes, row.about});
    }
    for (const MachineRow& row : listing.machines) {
      if (section == "machines") rows.push_back({row.name, row.about});
    }
    if (rows.empty()) rows = {{"none yet"}};
    text += section + "\n" + table_text(rows, {.indent = 2});
  }
  return text;
}

}  // namespace

int command_list(const Arguments& arguments, std::ostream& out, std::ostream&) {
  const Options options = parse_options(arguments, {Flag::kJson});
  const Listing listing = make_listing(options.names);
  out << (options.is_json ? to_json(listing) : listing_text(listing));
  return kGood;
}

const Command kCommandList = {"list", "what ships with Stretto", command_list, kHelp};

}  // namespace stretto
