#ifndef STRETTO_MODELS_MACHINE_H_
#define STRETTO_MODELS_MACHINE_H_

// What operations cost alone on a machine, from a machine file: models/machines/*.json, which are
// compiled in, or one of the user's. Every figure there carries its unit; `origin` says where and
// when it was measured.
//
//   Machine machine = parse_machine(text, "h200x2.json");
//   time_ns(machine.transfers.at("all-reduce"), 16 << 20) == 74'100

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stretto {

/// A time by size: straight lines between measured points, by bytes.
using SizeTable = std::vector<std::pair<int64_t, int64_t>>;  // bytes, ns

/// Below the first point its time, since that is latency; above the last the slope goes on.
int64_t time_ns(const SizeTable& table, int64_t size_bytes);

/// A persistent GEMM of CTA tiles in waves over the SMs.
struct GemmRecord {
  int64_t tile_m = 0;
  int64_t tile_n = 0;
  double tflop_per_s = 0;  // all SMs busy
  int64_t fixed_ns = 0;
  friend bool operator==(const GemmRecord&, const GemmRecord&) = default;
};

struct Machine {
  std::string name;
  std::string about;
  std::string origin;
  int32_t num_sms = 0;
  GemmRecord gemm;
  int32_t transfer_ranks = 0;                  // how many took part where `transfers` were measured
  std::map<std::string, SizeTable> transfers;  // by operation, as kernel_name.h calls them
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// ceil(tiles / SMs) waves, each as long as its tiles take on an SM; [m, k] times [k, n].
int64_t gemm_ns(const Machine& machine, int64_t m, int64_t n, int64_t k);

/// Throws InputError with the member that is missing or no number.
Machine parse_machine(const std::string& text, const std::string& path);

struct ShippedMachine {
  std::string_view name;
  std::string_view text;
};
/// Sorted by name.
std::span<const ShippedMachine> shipped_machines();

}  // namespace stretto

#endif  // STRETTO_MODELS_MACHINE_H_
