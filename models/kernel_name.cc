#include "models/kernel_name.h"

#include <array>
#include <regex>
#include <vector>

namespace stretto {
namespace {

using enum KernelKind;

/// `pattern` is searched for, whatever the case of letters.
struct Rule {
  const char* pattern;
  KernelKind kind;
  std::string_view family;
};

// Fused kernels come first: their names hold those of both halves. Types in template arguments and
// parameters carry library names ("fbgemm_gpu::..", "cublasGemv.."), so what is known to be
// something else stands before the general rule for GEMMs.
constexpr std::array kRules = {
    // one kernel that computes and communicates
    Rule{R"(flux.*(ag_?kernel|gemm_?rs|ag_?gemm))", kFused, "FLUX"},
    Rule{R"((all_?gather|(^|[^a-z])ag)_?gemm)", kFused, "fused"},
    Rule{R"(gemm_?(all_?reduce|reduce_?scatter|rs|ar)(?![a-z]))", kFused, "fused"},
    Rule{R"((all_?gather|all_?reduce|reduce_?scatter)_?(matmul|linear))", kFused, "fused"},
    Rule{R"((matmul|linear)_?(all_?reduce|reduce_?scatter))", kFused, "fused"},
    // communication
    Rule{R"(\bncclSymk?\w*Kernel)", kCommunication, "NCCL symmetric"},
    Rule{R"(\bnccl\w*Kernel)", kCommunication, "NCCL"},
    Rule{R"(^rccl|^hccl)", kCommunication, "RCCL"},
    Rule{R"(\bmscclpp|\bmsccl)", kCommunication, "MSCCL"},
    Rule{R"(\bdeep_ep::)", kCommunication, "DeepEP"},
    Rule{R"(nvshmem)", kCommunication, "NVSHMEM"},
    Rule{R"(multimem)", kCommunication, "multimem"},
    Rule{R"(cross_device_reduce_|(one|two)_?shot_?all_?reduce|all_?reduce_?(one|two)_?shot)",
         kCommunication, "custom all-reduce"},
    Rule{R"(userbuffers_|kuserbuffers)", kCommunication, "userbuffers"},
    Rule{R"(memcpy (PtoP|P2P|Peer-to-Peer))", kCommunication, "peer copy"},
    // memory
    Rule{R"(^\[?(CUDA )?mem(cpy|set)|^\[?(CUDA )?memory set)", kMemory, "memory"},
    Rule{R"(^Copy(Host|Device)To(Host|Device))", kMemory, "memory"},
    // communication that no library's name tells
    Rule{R"(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all)", kCommunication, "custom"},
    // other compute
    Rule{R"(at::native)", kOtherCompute, "PyTorch"},
    Rule{R"(^triton_)", kOtherCompute, "Triton"},
    Rule{R"(flash_?(fwd|bwd|[fb]prop|attn|attention)|sdpa|fmha|attention)", kOtherCompute,
         "attention"},
    Rule{R"([fw]prop|[dw]grad|cudnn|winograd|implicit_con|\bconv(_|olution|\dd))", kOtherCompute,
         "convolution"},
    // GEMM
    Rule{R"(\bnvjet_)", kGemm, "nvjet"},
    Rule{R"(\bsm\d+_xmma_gemm)", kGemm, "xmma"},
    Rule{R"(^(void )?cutlass3x)", kGemm, "CUTLASS 3"},
    Rule{R"(^(void )?cutlass)", kGemm, "CUTLASS"},
    Rule{R"(^Cijk_)", kGemm, "Tensile"},
    Rule{R"(\bsplitKreduce_kernel)", kGemm, "split-k reduction"},
    Rule{R"(\bdeep_gemm::)", kGemm, "DeepGEMM"},
    Rule{R"(^bmm_\w+_t\d+x\d+x\d+)", kGemm, "TensorRT-LLM"},
    // other compute again: their parameters' types say gemm or gemv
    Rule{R"(^(void )?(dot|scal|axpy|nrm2|asum|reduce_1Block)_kernel|\bepilogue::impl)",
         kOtherCompute, "cuBLAS"},
    Rule{R"(embedding|fbgemm)", kOtherCompute, "FBGEMM"},
    Rule{R"(\bcub::)", kOtherCompute, "CUB"},
    Rule{R"(softmax|rms_?norm|layer_?norm)", kOtherCompute, "normalization"},
    // GEMM, in general
    Rule{R"(gemv)", kGemm, "gemv"},
    Rule{R"(gemm|matmul)", kGemm, "gemm"},
};

struct Operation {
  const char* pattern;
  std::string_view name;
};

constexpr std::array kOperations = {
    Operation{R"(all_?reduce|cross_device_reduce)", "all-reduce"},
    Operation{R"(all_?gather)", "all-gather"},
    Operation{R"(reduce_?scatter)", "reduce-scatter"},
    Operation{R"(send_?recv)", "send/recv"},
    Operation{R"(all_?to_?all|dispatch|combine)", "all-to-all"},
    Operation{R"(broadcast)", "broadcast"},
    Operation{R"(reduce)", "reduce"},
    Operation{R"(memcpy)", "peer copy"},
};

/// Where the numbers of a name stand: groups in the order tile m, n, k, stages, cluster m, n.
struct TileRule {
  const char* pattern;
  std::array<int, 6> groups;  // 0: not in the name
};

constexpr std::array kTileRules = {
    TileRule{R"(nvjet_\w*?_(\d+)x(\d+)_(\d+)x(\d+)_(\d+)x(\d+)_)", {1, 2, 3, 4, 5, 6}},
    TileRule{R"(tilesize(\d+)x(\d+)x(\d+)_stage(\d+))", {1, 2, 3, 4, 0, 0}},
    TileRule{R"(tilesize(\d+)x(\d+)x(\d+)_)", {1, 2, 3, 0, 0, 0}},
    TileRule{R"(cutlass3x_.*?_(\d+)x(\d+)x(\d+)_(\d+)x(\d+)x\d+_(\d+)_)", {1, 2, 3, 6, 4, 5}},
    TileRule{R"(cutlass3x_.*?_(\d+)x(\d+)x(\d+)_(\d+)x(\d+)x\d+_)", {1, 2, 3, 0, 4, 5}},
    TileRule{R"(cutlass_.*?_(\d+)x(\d+)_(\d+)x(\d+)_)", {1, 2, 3, 4, 0, 0}},
    TileRule{R"(gemm(?:_\w*?)?_(\d+)x(\d+)_\w*?stages_(\d+)x(\d+)_)", {1, 2, 3, 4, 0, 0}},
    TileRule{R"(gemm(?:_\w*?)?_(\d+)x(\d+)_(\d+)x(\d+)_)", {1, 2, 3, 4, 0, 0}},
    TileRule{R"(gemm(?:_\w*?)?_(\d+)x(\d+)_)", {1, 2, 0, 0, 0, 0}},
    TileRule{R"(^bmm_\w*?_t(\d+)x(\d+)x(\d+)\w*?_s(\d+)_\w*?cga(\d+)x(\d+))", {1, 2, 3, 4, 5, 6}},
    TileRule{R"(Cijk_.*?_MT(\d+)x(\d+)x(\d+)_)", {1, 2, 3, 0, 0, 0}},
};

template <class Table>
std::vector<std::regex> compiled(const Table& table) {
  std::vector<std::regex> result;
  for (const auto& row : table) {
    result.emplace_back(row.pattern, std::regex::icase | std::regex::optimize);
  }
  return result;
}

std::string operation_of(const std::string& name) {
  static const std::vector<std::regex> kPatterns = compiled(kOperations);
  for (size_t i = 0; i < kPatterns.size(); ++i) {
    if (std::regex_search(name, kPatterns[i])) return std::string(kOperations[i].name);
  }
  return "communication";
}

GemmName gemm_of(const std::string& name) {
  static const std::vector<std::regex> kPatterns = compiled(kTileRules);
  GemmName gemm;
  const std::array fields = {&gemm.tile_m, &gemm.tile_n,    &gemm.tile_k,
                             &gemm.stages, &gemm.cluster_m, &gemm.cluster_n};
  for (size_t i = 0; i < kPatterns.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(name, match, kPatterns[i])) continue;
    for (size_t f = 0; f < fields.size(); ++f) {
      int group = kTileRules[i].groups[f];
      if (group == 0 || match[static_cast<size_t>(group)].length() > 6) continue;
      *fields[f] = std::stoi(match[static_cast<size_t>(group)]);
    }
    return gemm;
  }
  return gemm;
}

}  // namespace

KernelName classify(const std::string& full_name) {
  static const std::vector<std::regex> kPatterns = compiled(kRules);
  const std::string name = full_name.substr(0, kMaxJudgedChars);
  for (size_t i = 0; i < kPatterns.size(); ++i) {
    if (!std::regex_search(name, kPatterns[i])) continue;
    KernelName result{.kind = kRules[i].kind, .family = kRules[i].family};
    if (result.kind == kCommunication) result.operation = operation_of(name);
    if (result.kind == kGemm) result.gemm = gemm_of(name);
    return result;
  }
  return {};
}

std::string_view to_string(KernelKind kind) {
  switch (kind) {
    case kCommunication:
      return "communication";
    case kGemm:
      return "gemm";
    case kOtherCompute:
      return "other compute";
    case kMemory:
      return "memory";
    case kFused:
      return "fused";
  }
  return "";
}

}  // namespace stretto
