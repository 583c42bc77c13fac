#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>

#include "sim/cli/command.h"
#include "sim/cli/table.h"
#include "sim/cli/words.h"

namespace stretto {
namespace {

bool is_help(const std::string& argument) { return argument == "--help" || argument == "-h"; }

std::string help_text() {
  TableRows rows;
  for (const Command& command : commands()) {
    rows.push_back({std::string(command.name), std::string(command.summary)});
  }
  return "usage: stretto COMMAND ..\n\n"
         "Write a communication/GEMM schedule once, as text; prove it, run it, see who holds "
         "what,\nand read off a profiler's trace whether it overlapped.\n\n" +
         table_text(rows, {.indent = 2}) +
         "\n`stretto COMMAND --help` has flags and examples. Exit codes: 0 good, 1 a property "
         "fails,\n"
         "2 bad input, 3 this machine or this build lacks something.\n";
}

const Command& find_command(const std::string& name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return *found;
  std::vector<std::string> known;
  for (const Command& command : commands()) known.emplace_back(command.name);
  throw std::invalid_argument(unknown_word("command", name, known));
}

int run_command(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty() || is_help(arguments.front()) || arguments.front() == "help") {
    out << help_text();
    return kGood;
  }
  const Command& command = find_command(arguments.front());
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (std::ranges::any_of(rest, is_help)) {
    out << command.help;
    return kGood;
  }
  return command.run(rest, out, err);
}

}  // namespace

std::span<const Command> commands() {
  static const std::array kCommands = {kCommandList, kCommandShow, kCommandVerify,
                                       kCommandRun,  kCommandDemo, kCommandTrace};
  return kCommands;
}

int run_stretto(const Arguments& arguments, std::ostream& out, std::ostream& err) {
  try {
    return run_command(arguments, out, err);
  } catch (const std::invalid_argument& error) {
    err << error.what() << '\n';
    return kBadInput;
  } catch (const std::exception& error) {
    err << "stretto: " << error.what() << '\n';
    return kEnvironment;
  }
}

}  // namespace stretto
