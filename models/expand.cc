#include "models/expand.h"

#include <algorithm>

#include "models/library.h"
#include "models/link.h"
#include "models/lower.h"
#include "models/parser.h"
#include "models/resolve.h"
#include "models/transport.h"

namespace stretto {

namespace {

/// The schedules that a name of a file stands for, in order, with what a sequence binds.
struct Plan {
  std::string name;
  std::vector<syntax::Schedule> schedules;
  std::vector<std::string> files;
  std::vector<syntax::Run> runs;  // parallel; empty for a plain schedule
};

}  // namespace

static const syntax::Schedule* find_schedule(const syntax::File& file, const std::string& name) {
  auto it = std::ranges::find(file.schedules, name, &syntax::Schedule::name);
  return it == file.schedules.end() ? nullptr : &*it;
}

static void add_run(const syntax::File& file, const syntax::Run& run, Plan& plan) {
  if (const syntax::Schedule* own = find_schedule(file, run.schedule)) {
    plan.schedules.push_back(*own);
    plan.files.push_back(file.path);
  } else {
    const syntax::Schedule* found = nullptr;
    syntax::File other;
    for (const ShippedSchedule& shipped : shipped_schedules()) {
      if (shipped.name != run.schedule) continue;
      other = parse(shipped.text, std::string(shipped.path));
      found = find_schedule(other, run.schedule);
    }
    if (found == nullptr) {
      throw InputError(
          file.path, run.at,
          "unknown schedule '" + run.schedule + "'; accepted: one of this file or a shipped one");
    }
    plan.schedules.push_back(*found);
    plan.files.push_back(other.path);
  }
  plan.runs.push_back(run);
}

static Plan make_plan(const syntax::File& file, const std::string& wanted) {
  Plan plan;
  std::string name = wanted;
  if (name.empty()) {
    Location last;
    for (const auto& schedule : file.schedules) {
      if (schedule.at.line >= last.line) name = schedule.name, last = schedule.at;
    }
    for (const auto& sequence : file.sequences) {
      if (sequence.at.line >= last.line) name = sequence.name, last = sequence.at;
    }
  }
  plan.name = name;
  for (const syntax::Sequence& sequence : file.sequences) {
    if (sequence.name != name) continue;
    for (const syntax::Run& run : sequence.runs) add_run(file, run, plan);
    return plan;
  }
  const syntax::Schedule* schedule = find_schedule(file, name);
  if (schedule == nullptr)
    throw InputError(file.path, {}, "no schedule '" + name + "' in this file");
  plan.schedules.push_back(*schedule);
  plan.files.push_back(file.path);
  return plan;
}

static void check_options(const Plan& plan, const ExpandOptions& options) {
  const std::string& file = plan.files[0];
  if (options.tp.value < 1 || options.tp.value > 65536)
    throw InputError(file, {}, "tp must be in 1..65536");
  if (options.dp < 1 || options.dp > 65536) throw InputError(file, {}, "dp must be in 1..65536");
  if (options.num_calls < 1 || options.num_calls > 1000)
    throw InputError(file, {}, "calls must be in 1..1000");
  for (const auto& [name, value] : options.set) {
    std::string known;
    bool is_known = name == "transport";
    for (const syntax::Schedule& schedule : plan.schedules) {
      for (const syntax::Declaration& d : schedule.declarations) {
        if (d.kind != syntax::DeclarationKind::kParam) continue;
        is_known = is_known || d.name == name;
        known += d.name + ", ";
      }
    }
    if (!is_known)
      throw InputError(file, {}, "unknown parameter '" + name + "'; known: " + known + "transport");
  }
}

static Transport chosen_transport(const Plan& plan, const ExpandOptions& options) {
  Transport transport = Transport::kNccl;
  for (const auto& [name, value] : options.set) {
    if (name != "transport") continue;
    if (value == "nccl") {
      transport = Transport::kNccl;
    } else if (value == "ce") {
      transport = Transport::kCopyEngine;
    } else if (value == "sm") {
      transport = Transport::kSm;
    } else {
      throw InputError(plan.files[0], {}, "transport = " + value + "; accepted: nccl, ce, sm");
    }
  }
  return transport;
}

static std::vector<Code> resolve_all(const Plan& plan, const ExpandOptions& options, Shape shape,
                                     Program& program) {
  std::vector<Code> codes;
  SharedNames shared;
  for (size_t i = 0; i < plan.schedules.size(); ++i) {
    ResolveInput input{.schedule = &plan.schedules[i],
                       .file = plan.files[i],
                       .options = &options,
                       .shape = shape,
                       .shape_is_free = !options.shape.has_value(),
                       .shared = &shared,
                       .run = static_cast<int32_t>(i)};
    if (!plan.runs.empty()) {
      input.binds = plan.runs[i].binds;
      bool is_repeated =
          std::ranges::count(plan.runs, plan.runs[i].schedule, &syntax::Run::schedule) > 1;
      input.prefix = plan.runs[i].schedule + (is_repeated ? "#" + std::to_string(i) : "") + ".";
    }
    codes.push_back(resolve(input, program));
  }
  return codes;
}

static void grow(Shape& shape, const ShapeTooSmall& by) {
  if (by.symbols & 1) shape.m *= by.factor;
  if (by.symbols & 2) shape.n *= by.factor;
  if (by.symbols & 4) shape.k *= by.factor;
}

Program expand(const syntax::File& file, const ExpandOptions& options) {
  Plan plan = make_plan(file, options.name);
  check_options(plan, options);
  Transport transport = chosen_transport(plan, options);
  Shape shape = options.shape.value_or(Shape{8, 8, 8});
  for (int attempt = 0; attempt < 100; ++attempt) {
    Program program;
    program.name = plan.name;
    program.tp = options.tp;
    program.dp = options.dp;
    program.num_calls = options.num_calls;
    program.shape = shape;
    std::vector<Code> codes;
    try {
      codes = resolve_all(plan, options, shape, program);
    } catch (const ShapeTooSmall& by) {
      grow(shape, by);
      continue;
    }
    lower(codes, options, program);
    link(program);
    rewrite_transport(program, transport);
    return program;
  }
  throw InputError(file.path, {},
                   "no shape divides as this text asks; accepted: --shape MxNxK that does");
}

std::vector<ParameterDomain> parameter_domains(const syntax::File& file,
                                               const ExpandOptions& options) {
  Plan plan = make_plan(file, options.name);
  check_options(plan, options);
  std::vector<ParameterDomain> all;
  for (size_t i = 0; i < plan.schedules.size(); ++i) {
    ResolveInput input{.schedule = &plan.schedules[i],
                       .file = plan.files[i],
                       .options = &options,
                       .shape = {8, 8, 8}};
    for (ParameterDomain& domain : resolve_domains(input)) {
      if (std::ranges::find(all, domain.name, &ParameterDomain::name) == all.end())
        all.push_back(std::move(domain));
    }
  }
  return all;
}

}  // namespace stretto
