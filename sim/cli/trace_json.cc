#include <nlohmann/json.hpp>

#include "sim/cli/trace_report.h"

// Functions are static rather than in an unnamed namespace, as in json_text.cc.

namespace stretto {

using Json = nlohmann::ordered_json;

template <class T>
static Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

static Json json_of(const OverlapNumbers& numbers) {
  return {{"comm_ns", numbers.comm_ns},
          {"hidden_ns", numbers.hidden_ns},
          {"exposed_ns", numbers.exposed_ns},
          {"overlap_percent", or_null(numbers.overlap_percent)},
          {"compute_ns", numbers.compute_ns}};
}

static Json kernel_json(const Timeline& timeline, size_t index) {
  const TimelineSpan& span = timeline.spans[index];
  return {{"name", timeline.name_of(span)},
          {"stream", span.stream},
          {"start_ns", span.start_ns},
          {"end_ns", span.end_ns},
          {"ctas", span.num_ctas}};
}

static Json comm_json(const TraceReport& report, const CommKernel& comm) {
  const Timeline& timeline = report.timeline;
  Json json = kernel_json(timeline, comm.span);
  json["operation"] = report.overlap.name_of(timeline.spans[comm.span]).operation;
  json["hidden_ns"] = comm.hidden_ns;
  json["hidden_by"] = Json::array();
  for (const HiddenBy& by : comm.hidden_by) {
    Json part = kernel_json(timeline, by.span);
    part["hidden_ns"] = by.hidden_ns;
    json["hidden_by"].push_back(std::move(part));
  }
  json["producer"] = comm.producer ? kernel_json(timeline, *comm.producer) : Json(nullptr);
  json["could_start_ns"] = or_null(comm.could_start_ns);
  json["could_start_after"] =
      comm.could_start_after ? kernel_json(timeline, *comm.could_start_after) : Json(nullptr);
  json["start_delay_ns"] = or_null(comm.start_delay_ns);
  json["waited_for_sms"] = nullptr;
  if (comm.sm_wait) {
    json["waited_for_sms"] = kernel_json(timeline, comm.sm_wait->gemm);
    json["waited_for_sms"]["began_in"] = comm.sm_wait->is_tail ? "tail" : "end";
  }
  return json;
}

/// What the name of a GEMM says; null where it does not.
static Json gemm_json(const TraceReport& report, size_t index) {
  Json json = kernel_json(report.timeline, index);
  const GemmName& gemm = report.overlap.name_of(report.timeline.spans[index]).gemm;
  const auto known = [](int32_t value) { return value > 0 ? Json(value) : Json(nullptr); };
  json["tile"] = {known(gemm.tile_m), known(gemm.tile_n), known(gemm.tile_k)};
  json["stages"] = known(gemm.stages);
  json["cluster"] = {known(gemm.cluster_m), known(gemm.cluster_n)};
  return json;
}

static Json rank_json(const TraceReport& report, size_t r) {
  const TimelineRank& device = report.timeline.ranks[r];
  const RankOverlap& rank = report.overlap.ranks[r];
  Json json = {{"rank", r},
               {"file", device.file},
               {"process", device.process},
               {"device", device.device},
               {"device_name", device.device_name},
               {"sms", rank.num_sms > 0 ? Json(rank.num_sms) : Json(nullptr)}};
  json.update(json_of(numbers_of(report, r)));
  json["gemm_overlap_ns"] = rank.gemm_overlap_ns;
  json["not_separable_ns"] = rank.fused_ns;
  json["order"] = rank.order.text;
  json["chunks"] = rank.order.num_chunks;
  json["compute_stream"] = rank.compute_stream;
  json["gaps"] = Json::array();
  for (const Gap& gap : rank.gaps)
    json["gaps"].push_back({{"begin_ns", gap.begin_ns}, {"end_ns", gap.end_ns}});
  json["gemms"] = Json::array();
  for (const size_t gemm : rank.gemms) json["gemms"].push_back(gemm_json(report, gemm));
  json["comm"] = Json::array();
  for (const CommKernel& comm : rank.comm) json["comm"].push_back(comm_json(report, comm));
  json["findings"] = rank_findings(report, r);
  return json;
}

static Json op_json(const OpMatch& match, int32_t index) {
  const StatementInfo& info =
      match.program
          .statements[static_cast<size_t>(match.program.ops[static_cast<size_t>(index)].statement)];
  return {{"file", info.file}, {"line", info.at.line}, {"text", info.text}};
}

static Json match_json(const TraceReport& report) {
  if (!report.ops) return nullptr;
  Json ranks = Json::array();
  for (const RankOps& rank : report.ops->ranks) {
    Json ops = Json::array(), mismatches = Json::array();
    for (const MatchedOp& op : rank.ops) {
      Json json = op_json(*report.ops, op.op);
      json["kind"] = op.kind;
      json["measured_ns"] = op.measured_ns;
      json["predicted_ns"] = or_null(op.predicted_ns);
      ops.push_back(std::move(json));
    }
    for (const CountMismatch& mismatch : rank.mismatches) {
      Json extra = Json::array(), missing = Json::array();
      for (const size_t span : mismatch.extra) extra.push_back(kernel_json(report.timeline, span));
      for (const int32_t op : mismatch.missing) missing.push_back(op_json(*report.ops, op));
      mismatches.push_back({{"kind", mismatch.kind},
                            {"expected", mismatch.expected},
                            {"found", mismatch.found},
                            {"extra", std::move(extra)},
                            {"missing", std::move(missing)}});
    }
    ranks.push_back({{"rank", rank.program_rank},
                     {"calls", rank.num_calls},
                     {"ops", std::move(ops)},
                     {"mismatches", std::move(mismatches)}});
  }
  return {{"name", report.ops->program.name},
          {"tp", report.ops->program.tp.value},
          {"shape",
           {report.ops->program.shape.m, report.ops->program.shape.n, report.ops->program.shape.k}},
          {"matches", report.ops->is_whole()},
          {"ranks", std::move(ranks)}};
}

static Json spinning_json(const TraceReport& report) {
  Json list = Json::array();
  for (const Spinning& spin : report.match.spinning) {
    list.push_back({{"operation", spin.operation},
                    {"number", spin.number},
                    {"waiting_rank", spin.waiting_rank},
                    {"waiting_ns", spin.waiting_ns},
                    {"late_rank", spin.late_rank},
                    {"late_ns", spin.late_ns}});
  }
  return list;
}

std::string trace_json(const TraceReport& report) {
  Json ranks = Json::array(), clocks = Json::array(), unknown = Json::array();
  for (size_t r = 0; r < report.timeline.ranks.size(); ++r) ranks.push_back(rank_json(report, r));
  for (const FileClock& clock : report.match.clocks) {
    clocks.push_back({{"file", report.timeline.ranks[static_cast<size_t>(clock.first_rank)].file},
                      {"matched", clock.num_matched},
                      {"offset_ns", clock.offset_ns},
                      {"residual_ns", clock.residual_ns}});
  }
  for (const UnknownKernel& kernel : report.overlap.unknown) {
    unknown.push_back({{"name", kernel.name},
                       {"total_ns", kernel.total_ns},
                       {"compute_percent", kernel.compute_percent}});
  }
  const Json json = {{"definition", report.hta.empty() ? "own" : "hta"},
                     {"all", json_of(numbers_of_all(report))},
                     {"ranks", std::move(ranks)},
                     {"spinning", spinning_json(report)},
                     {"clocks", std::move(clocks)},
                     {"unknown_kernels", std::move(unknown)},
                     {"schedule", match_json(report)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stretto
