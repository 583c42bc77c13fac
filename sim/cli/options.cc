#include "sim/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "sim/cli/words.h"

namespace stretto {
namespace {

constexpr int kMaxRanks = 65536;

[[noreturn]] void refuse(const std::string& flag, const std::string& found,
                         const std::string& accepted) {
  throw std::invalid_argument(fmt::format("{}: found '{}'; accepted: {}", flag, found, accepted));
}

/// Digits only: no sign, no space, nothing behind.
template <class Integer>
std::optional<Integer> integer(std::string_view text, Integer min, Integer max) {
  Integer number = 0;
  const char* end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || behind != end || number < min || number > max) return std::nullopt;
  return number;
}

int count_of(const std::string& flag, const std::string& text, int min, int max) {
  const auto number = integer<int>(text, min, max);
  if (!number) refuse(flag, text, fmt::format("an integer from {} to {}", min, max));
  return *number;
}

TpRange tp_range_of(const std::string& text) {
  const size_t dots = text.find("..");
  const bool is_range = dots != std::string::npos;
  const auto first = integer<int>(text.substr(0, dots), 1, kMaxRanks);
  const auto last = is_range ? integer<int>(text.substr(dots + 2), 1, kMaxRanks) : first;
  if (!first || !last || *first > *last) {
    refuse("--tp", text, "a group size (--tp 8) or a range of them (--tp 2..64)");
  }
  return {*first, *last};
}

Shape shape_of(const std::string& text) {
  std::vector<int64_t> extents;
  for (const std::string& part : CLI::detail::split(text, 'x')) {
    const auto extent = integer<int64_t>(part, 1, std::numeric_limits<int32_t>::max());
    if (extent) extents.push_back(*extent);
  }
  if (extents.size() != 3 || std::ranges::count(text, 'x') != 2) {
    refuse("--shape", text, "MxNxK, three positive integers (--shape 512x256x256)");
  }
  return {extents[0], extents[1], extents[2]};
}

std::pair<std::string, std::string> assignment_of(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    refuse("--set", text, "parameter=value (--set split=2)");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void one_of(const std::string& flag, const std::string& text, const Arguments& accepted) {
  if (std::ranges::find(accepted, text) == accepted.end()) {
    refuse(flag, text, fmt::format("{}", fmt::join(accepted, ", ")));
  }
}

/// A flag of `stretto trace`.
void add_trace_flag(CLI::App& app, Flag flag, Options& options) {
  const auto value = [&app](const std::string& name, auto store) {
    app.add_option_function<std::string>(name, store)->allow_extra_args(false);
  };
  const auto text = [&](const std::string& name, std::string& target) {
    value(name, [&target](const std::string& found) { target = found; });
  };
  switch (flag) {
    case Flag::kComm:
      return text("--comm", options.comm);
    case Flag::kCompute:
      return text("--compute", options.compute);
    case Flag::kMachine:
      return text("--machine", options.machine);
    case Flag::kReport:
      return text("--report", options.report);
    case Flag::kSchedule:
      return text("--schedule", options.schedule);
    case Flag::kTrace:
      return text("--trace", options.trace);
    case Flag::kDefinition:
      return value("--definition", [&](const std::string& found) {
        one_of("--definition", found, {"own", "hta"});
        options.definition = found;
      });
    case Flag::kSms:
      return value("--sms", [&](const std::string& found) {
        options.num_sms = count_of("--sms", found, 1, 10'000);
      });
    case Flag::kMarkdown:
      app.add_flag("--markdown", options.is_markdown);
      return;
    default:
      return;
  }
}

/// Registers one flag; its value lands in `options`.
void add_flag(CLI::App& app, Flag flag, Options& options) {
  const auto value = [&app](const std::string& name, auto store) {
    app.add_option_function<std::string>(name, store)->allow_extra_args(false);
  };
  switch (flag) {
    case Flag::kTp:
      return value("--tp", [&](const std::string& text) { options.tp = tp_range_of(text); });
    case Flag::kShape:
      return value("--shape", [&](const std::string& text) { options.shape = shape_of(text); });
    case Flag::kSet:
      app.add_option_function<Arguments>("--set",
                                         [&](const Arguments& texts) {
                                           for (const std::string& text : texts)
                                             options.set.push_back(assignment_of(text));
                                         })
          ->allow_extra_args(false);
      return;
    case Flag::kCalls:
      return value("--calls", [&](const std::string& text) {
        options.num_calls = count_of("--calls", text, 1, 64);
      });
    case Flag::kDp:
      return value("--dp", [&](const std::string& text) {
        options.dp = count_of("--dp", text, 1, kMaxRanks);
      });
    case Flag::kRank:
      return value("--rank", [&](const std::string& text) {
        options.rank = count_of("--rank", text, 0, kMaxRanks - 1);
      });
    case Flag::kOn:
      return value("--on", [&](const std::string& text) {
        one_of("--on", text, {"cpu", "cuda"});
        options.on = text;
      });
    case Flag::kDtype:
      return value("--dtype", [&](const std::string& text) {
        one_of("--dtype", text, {"f32", "bf16"});
        options.dtype = text;
      });
    case Flag::kSeed:
      return value("--seed", [&](const std::string& text) {
        const auto seed = integer<uint64_t>(text, 0, std::numeric_limits<uint64_t>::max());
        if (!seed) refuse("--seed", text, "an integer from 0 on");
        options.seed = *seed;
      });
    case Flag::kJson:
      app.add_flag("--json", options.is_json);
      return;
    case Flag::kAll:
      app.add_flag("--all", options.is_all);
      return;
    case Flag::kSweep:
      app.add_flag("--sweep", options.is_sweep);
      return;
    case Flag::kDot:
      app.add_flag("--dot", options.is_dot);
      return;
    case Flag::kForce:
      app.add_flag("--force", options.is_forced);
      return;
    case Flag::kReplay:
      app.add_flag("--replay", options.is_replay);
      return;
    default:
      return add_trace_flag(app, flag, options);
  }
}

Arguments known_flags(const CLI::App& app) {
  Arguments known;
  for (const CLI::Option* option : app.get_options()) known.push_back(option->get_name());
  return known;
}

}  // namespace

Options parse_options(const Arguments& arguments, std::initializer_list<Flag> flags) {
  Options options;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const Flag flag : flags) add_flag(app, flag, options);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(error.what());
  }
  options.names = app.remaining();
  for (const std::string& name : options.names) {
    if (name.starts_with('-'))
      throw std::invalid_argument(unknown_word("flag", name, known_flags(app)));
  }
  return options;
}

const std::string& only_name(const Options& options) {
  if (options.names.size() == 1) return options.names.front();
  throw std::invalid_argument(fmt::format(
      "found {} schedules{}{}; accepted: one NAME of `stretto list`, or a FILE",
      options.names.size(), options.names.empty() ? "" : ": ", fmt::join(options.names, ", ")));
}

TpSize only_tp(const Options& options, TpSize otherwise) {
  if (!options.tp) return otherwise;
  if (!options.tp->is_one_size()) {
    refuse("--tp", fmt::format("{}..{}", options.tp->first, options.tp->last),
           "one group size (--tp 8)");
  }
  return TpSize{options.tp->first};
}

ExpandOptions expand_options(const Options& options, TpSize tp) {
  ExpandOptions expand_options;
  expand_options.tp = tp;
  expand_options.dp = options.dp;
  expand_options.num_calls = options.num_calls;
  expand_options.shape = options.shape;
  expand_options.set = options.set;
  return expand_options;
}

}  // namespace stretto
