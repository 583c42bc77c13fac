#ifndef STRETTO_MODELS_KERNEL_NAME_H_
#define STRETTO_MODELS_KERNEL_NAME_H_

// What a kernel does, read from its name: communication, GEMM, other compute, memory. The rules are
// a table (kernel_name.cc), first match wins; tests/models/kernel_name_test.cc holds it against
// names from real traces.
//
//   KernelName name = classify("nvjet_hsh_128x256_64x4_2x1_v_bz_TNN");
//   name.kind == KernelKind::kGemm; name.gemm.tile_m == 128; name.gemm.cluster_m == 2

#include <cstdint>
#include <string>
#include <string_view>

namespace stretto {

enum class KernelKind : uint8_t {
  kCommunication,
  kGemm,
  kOtherCompute,
  kMemory,  // copies within a device, to and from the host, sets: neither compute nor communication
  kFused,   // communication and GEMM in one kernel: not separable
};

/// What the name says of a GEMM; 0 where it does not.
struct GemmName {
  int32_t tile_m = 0;  // CTA tile
  int32_t tile_n = 0;
  int32_t tile_k = 0;
  int32_t stages = 0;
  int32_t cluster_m = 0;
  int32_t cluster_n = 0;
  friend bool operator==(const GemmName&, const GemmName&) = default;
};

struct KernelName {
  KernelKind kind = KernelKind::kOtherCompute;
  std::string_view family;  // "NCCL", "nvjet", ..; "" for other compute: no rule knows it
  std::string operation;    // communication: "all-reduce", "send/recv", "copy", ..
  GemmName gemm;
  friend bool operator==(const KernelName&, const KernelName&) = default;
};

/// std::regex recurses by character: a longer name is judged by its beginning, by every pattern.
inline constexpr size_t kMaxJudgedChars = 2000;

KernelName classify(const std::string& name);

std::string_view to_string(KernelKind kind);

}  // namespace stretto

#endif  // STRETTO_MODELS_KERNEL_NAME_H_
