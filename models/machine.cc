#include "models/machine.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/source.h"
#include "models/tiles.h"

namespace stretto {
namespace {

using Json = nlohmann::json;

class MachineReader {
 public:
  MachineReader(const std::string& text, const std::string& path) : path_(path) {
    try {
      json_ = Json::parse(text);
    } catch (const Json::parse_error& error) {
      throw InputError(path, {}, error.what());
    }
  }
  Machine read() const;

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(path_, {}, what); }
  const Json& member(const Json& object, const std::string& name) const;
  std::string text(const std::string& name) const;
  double number(const Json& object, const std::string& name, double max) const;
  SizeTable table(const std::string& operation, const Json& json) const;

  std::string path_;
  Json json_;
};

const Json& MachineReader::member(const Json& object, const std::string& name) const {
  if (!object.is_object() || !object.contains(name)) fail("member '" + name + "' is missing");
  return object.at(name);
}

std::string MachineReader::text(const std::string& name) const {
  const Json& value = member(json_, name);
  if (!value.is_string())
    fail("member '" + name + "': found " + value.dump() + "; accepted: a text");
  return value;
}

double MachineReader::number(const Json& object, const std::string& name, double max) const {
  const Json& value = member(object, name);
  if (!value.is_number() || !(value.get<double>() >= 0) || value.get<double>() > max)
    fail("member '" + name + "': found " + value.dump() + "; accepted: a number from 0 to " +
         Json(max).dump());
  return value;
}

SizeTable MachineReader::table(const std::string& operation, const Json& json) const {
  SizeTable table;
  for (const Json& point : member(json, "points_bytes_us")) {
    const bool is_point = point.is_array() && point.size() == 2 && point[0].is_number_integer() &&
                          point[1].is_number() && point[0].get<int64_t>() > 0 &&
                          point[1].get<double>() > 0 && point[1].get<double>() < 1e9;
    if (!is_point) fail(operation + ": found " + point.dump() + "; accepted: [bytes, us]");
    table.emplace_back(point[0].get<int64_t>(), std::llround(point[1].get<double>() * 1e3));
  }
  if (table.empty() ||
      !std::ranges::is_sorted(table, std::less_equal(), &SizeTable::value_type::first))
    fail(operation + ": accepted: one point or more, by rising bytes");
  return table;
}

Machine MachineReader::read() const {
  Machine machine{.name = text("name"), .about = text("about"), .origin = text("origin")};
  machine.num_sms = static_cast<int32_t>(number(json_, "num_sms", 100'000));
  const Json& gemm = member(json_, "gemm");
  machine.gemm = {.tile_m = static_cast<int64_t>(number(gemm, "tile_m", 1e6)),
                  .tile_n = static_cast<int64_t>(number(gemm, "tile_n", 1e6)),
                  .tflop_per_s = number(gemm, "tflop_per_s", 1e9),
                  .fixed_ns = static_cast<int64_t>(number(gemm, "fixed_ns", 1e12))};
  if (machine.num_sms < 1 || machine.gemm.tile_m < 1 || machine.gemm.tile_n < 1 ||
      machine.gemm.tflop_per_s <= 0)
    fail("num_sms, tile_m, tile_n, tflop_per_s: accepted: above 0");
  machine.transfer_ranks = static_cast<int32_t>(number(json_, "transfer_ranks", 1e6));
  if (machine.transfer_ranks < 2) fail("transfer_ranks: accepted: 2 or more");
  const Json& transfers = member(json_, "transfers");
  if (!transfers.is_object()) fail("transfers: accepted: an object");
  for (const auto& [operation, json] : transfers.items())
    machine.transfers[operation] = table(operation, json);
  return machine;
}

}  // namespace

int64_t time_ns(const SizeTable& table, int64_t size_bytes) {
  if (size_bytes <= table.front().first) return table.front().second;
  auto above = std::ranges::upper_bound(table, size_bytes, {}, &SizeTable::value_type::first);
  if (above == table.end()) --above;
  if (above == table.begin())  // a single point: by its rate
    return std::llround(static_cast<double>(above->second) * static_cast<double>(size_bytes) /
                        static_cast<double>(above->first));
  const auto below = above - 1;
  const double slope = static_cast<double>(above->second - below->second) /
                       static_cast<double>(above->first - below->first);
  return below->second + std::llround(slope * static_cast<double>(size_bytes - below->first));
}

int64_t gemm_ns(const Machine& machine, int64_t m, int64_t n, int64_t k) {
  const GemmRecord& gemm = machine.gemm;
  const int64_t waves = num_waves(num_tiles(m, n, gemm.tile_m, gemm.tile_n), machine.num_sms);
  const double tile_flop = 2.0 * static_cast<double>(gemm.tile_m) *
                           static_cast<double>(gemm.tile_n) * static_cast<double>(k);
  const double sm_flop_per_ns = gemm.tflop_per_s * 1e3 / machine.num_sms;
  return gemm.fixed_ns + std::llround(static_cast<double>(waves) * tile_flop / sm_flop_per_ns);
}

Machine parse_machine(const std::string& text, const std::string& path) {
  return MachineReader(text, path).read();
}

}  // namespace stretto
