#ifndef STRETTO_MODELS_LIBRARY_H_
#define STRETTO_MODELS_LIBRARY_H_

// The schedules that ship with Stretto, compiled into the program: `stretto verify ring_ag_gemm`
// needs no file. The table is generated from models/schedules/*.sched; a new text there is a new
// row here.
//
//   for (const ShippedSchedule& shipped : shipped_schedules()) parse(shipped.text, shipped.path);

#include <span>
#include <string_view>

namespace stretto {

struct ShippedSchedule {
  std::string_view name;  // "ring_ag_gemm"
  std::string_view path;  // "models/schedules/ring_ag_gemm.sched"
  std::string_view text;  // the whole file
};

/// All of them, sorted by name.
std::span<const ShippedSchedule> shipped_schedules();

}  // namespace stretto

#endif  // STRETTO_MODELS_LIBRARY_H_
