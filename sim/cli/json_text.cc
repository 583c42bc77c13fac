#include "sim/cli/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/cli/op_text.h"

// Functions are static rather than in an unnamed namespace, so that list_of() finds each json_of().

namespace stretto {

using Json = nlohmann::ordered_json;

static std::string written(const Json& json) { return json.dump() + '\n'; }

template <class T>
static Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class Values>
static Json integers(const Values& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(value.value);
  return list;
}

template <class Value>
static Json object(const std::vector<std::pair<std::string, Value>>& pairs) {
  Json result = Json::object();
  for (const auto& [name, value] : pairs) result[name] = value;
  return result;
}

static Json json_of(const OpReference& op) {
  return {{"file", op.file},
          {"line", op.line},
          {"rank", op.rank.value},
          {"call", op.call},
          {"variables", object(op.variables)}};
}

static Json json_of(TpSize tp, const Violation& violation) {
  Json ops = Json::array();
  for (const OpReference& op : violation.ops) ops.push_back(json_of(op));
  return {{"check", to_string(violation.check)},
          {"tp", tp.value},
          {"ranks", integers(violation.ranks)},
          {"ops", std::move(ops)},
          {"message", violation.message}};
}

/// A sweep says which parameters it set.
static Json json_of(const Finding& finding) {
  Json json = json_of(finding.tp, finding.violation);
  if (!finding.set.empty()) json["set"] = object(finding.set);
  return json;
}

static Json json_of(const Refusal& refusal) {
  Json json = {{"tp", refusal.tp.value}, {"reason", refusal.reason}};
  if (!refusal.set.empty()) json["set"] = object(refusal.set);
  return json;
}

template <class T>
static Json list_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(json_of(item));
  return list;
}

static Json json_of(const VerifyReport& report) {
  return {{"schedule", report.schedule},
          {"tp", integers(report.sizes)},
          {"ok", report.ok()},
          {"violations", list_of(report.findings)},
          {"replicas_identical", or_null(report.replicas_identical)},
          {"assumes", report.assumes},
          {"capturable", or_null(report.capturable)},
          {"residency", nullptr},
          {"refused", list_of(report.refused)},
          {"notes", report.notes},
          {"programs", report.num_programs},
          {"seconds", report.seconds}};
}

static Json json_of(const WrongSlot& wrong) {
  return {{"rank", wrong.rank.value},
          {"slot", wrong.slot},
          {"row", wrong.row},
          {"col", wrong.col},
          {"found", wrong.found},
          {"expected", wrong.expected},
          {"should_be", wrong.should_be},
          {"wrong_elements", wrong.num_wrong}};
}

static Json json_of(const BlockedWords& blocked) {
  return {{"op", blocked.op}, {"waits_for", blocked.waits_for}};
}

static Json json_of(const Shape& shape) { return {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}}; }

static Json json_of(const Program& program, int32_t index) {
  const Op& op = program.ops[static_cast<size_t>(index)];
  Json json = {{"op", index},
               {"rank", op.rank.value},
               {"call", op.call},
               {"stream", stream_text(program, op)},
               {"kind", to_string(op.kind)},
               {"what", op_text(program, index)},
               {"waits_for", waits_text(program, index)},
               {"after", Json(std::vector<int32_t>(program.numbers_of(op.deps).begin(),
                                                   program.numbers_of(op.deps).end()))},
               {"parent", op.parent < 0 ? Json(nullptr) : Json(op.parent)}};
  const bool has_place = op.statement >= 0;
  json["line"] = has_place ? Json(program.statements[static_cast<size_t>(op.statement)].at.line)
                           : Json(nullptr);
  return json;
}

static Json json_of(const ContentsTable& table) {
  Json rows = Json::array();
  for (size_t rank = 1; rank < table.rows.size(); ++rank) {
    rows.push_back(std::vector<std::string>(table.rows[rank].begin() + 1, table.rows[rank].end()));
  }
  const std::vector<std::string>& heading = table.rows.front();
  return {{"buffer", table.buffer},
          {"holds", table.holds},
          {"slots", std::vector<std::string>(heading.begin() + 1, heading.end())},
          {"ranks", std::move(rows)}};
}

static Json json_of(const MachineRow& row) {
  return {{"name", row.name}, {"about", row.about}, {"origin", row.origin}};
}

static Json json_of(const ScheduleRow& row) {
  return {{"name", row.name}, {"computes", row.computes}, {"about", row.about}, {"file", row.file}};
}

static Json json_of(const RunReport& report) {
  Json violations = Json::array();
  for (const Violation& violation : report.violations) {
    violations.push_back(json_of(report.tp, violation));
  }
  return {{"schedule", report.schedule},
          {"tp", report.tp.value},
          {"shape", json_of(report.shape)},
          {"dtype", report.dtype},
          {"seed", report.seed},
          {"ok", report.ok()},
          {"bitwise_equal", report.is_run ? Json(report.bitwise_equal()) : Json(nullptr)},
          {"replicas_identical", or_null(report.replicas_identical)},
          {"seconds", report.seconds},
          {"violations", std::move(violations)},
          {"mismatches", list_of(report.wrong)},
          {"blocked", list_of(report.blocked)}};
}

std::string to_json(const VerifyReport& report) { return written(json_of(report)); }

std::string to_json(const std::vector<VerifyReport>& reports) {
  const bool ok = std::ranges::all_of(reports, [](const auto& report) { return report.ok(); });
  return written({{"ok", ok}, {"schedules", list_of(reports)}});
}

std::string to_json(const RunReport& report) { return written(json_of(report)); }

std::string to_json(const Program& program, const std::vector<ContentsTable>& contents) {
  Json ops = Json::array();
  for (size_t op = 0; op < program.ops.size(); ++op) {
    ops.push_back(json_of(program, static_cast<int32_t>(op)));
  }
  return written({{"schedule", program.name},
                  {"tp", program.tp.value},
                  {"shape", json_of(program.shape)},
                  {"parameters", object(program.parameters)},
                  {"ops", std::move(ops)},
                  {"contents", list_of(contents)}});
}

std::string to_json(const Listing& listing) {
  Json json = Json::object();
  for (const std::string& section : listing.sections) json[section] = Json::array();
  if (json.contains("schedules")) json["schedules"] = list_of(listing.schedules);
  if (json.contains("machines")) json["machines"] = list_of(listing.machines);
  return written(json);
}

std::string to_json(const Demo& demo) {
  return written({{"ok", demo.ok()},
                  {"ring", json_of(demo.ring)},
                  {"ring_run", json_of(demo.ring_run)},
                  {"slot_0", json_of(demo.slot_0)},
                  {"slot_r", json_of(demo.slot_r)},
                  {"slot_r_run", json_of(demo.slot_r_run)}});
}

}  // namespace stretto
