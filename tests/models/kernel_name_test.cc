#include "models/kernel_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stretto {
namespace {

using enum KernelKind;

struct Named {
  const char* name;
  KernelName is;
};

void expect_all(const std::vector<Named>& names) {
  for (const Named& named : names) {
    const KernelName found = classify(named.name);
    EXPECT_EQ(to_string(found.kind), to_string(named.is.kind)) << named.name;
    EXPECT_EQ(found.family, named.is.family) << named.name;
    EXPECT_EQ(found.operation, named.is.operation) << named.name;
    EXPECT_EQ(found.gemm, named.is.gemm)
        << named.name << ": " << found.gemm.tile_m << "x" << found.gemm.tile_n << "x"
        << found.gemm.tile_k << ", " << found.gemm.stages << " stages, cluster "
        << found.gemm.cluster_m << "x" << found.gemm.cluster_n;
  }
}

KernelName comm(std::string_view family, const char* operation) {
  return {.kind = kCommunication, .family = family, .operation = operation};
}

KernelName gemm(std::string_view family, GemmName gemm = {}) {
  return {.kind = kGemm, .family = family, .gemm = gemm};
}

KernelName other(std::string_view family) { return {.kind = kOtherCompute, .family = family}; }
KernelName memory() { return {.kind = kMemory, .family = "memory"}; }
KernelName fused(std::string_view family) { return {.kind = kFused, .family = family}; }

TEST(kernel_name, knows_the_kernels_of_nccl_old_and_new) {
  expect_all({
      {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)", comm("NCCL", "all-reduce")},
      {"ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)",
       comm("NCCL", "all-reduce")},
      {"ncclKernel_AllReduce_TREE_LL_Sum_half(ncclWorkElem)", comm("NCCL", "all-reduce")},
      {"ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)",
       comm("NCCL", "broadcast")},
      {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)",
       comm("NCCL", "send/recv")},
      {"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
       comm("NCCL", "all-gather")},
      {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
       comm("NCCL", "reduce-scatter")},
      {"ncclDevKernel_Reduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
       comm("NCCL", "reduce")},
      {"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", comm("NCCL", "send/recv")},
      {"ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", comm("NCCL", "communication")},
      {"ncclSymkDevKernel_AllReduce_RSxLD_AGxST_sum_bf16(ncclSymkDevWorkArgs4K)",
       comm("NCCL symmetric", "all-reduce")},
      {"ncclSymDevKernel_AllGather_STMC(ncclSymDevArgs)", comm("NCCL symmetric", "all-gather")},
      {"ncclSymkDevKernel_AllGather_LLMC(ncclSymkDevWorkArgs4K)",
       comm("NCCL symmetric", "all-gather")},
  });
}

TEST(kernel_name, knows_communication_beside_nccl) {
  expect_all({
      {"mscclKernel_Sum_half_Simple_false(ncclDevComm*, mscclAlgo*, mscclWork*)",
       comm("MSCCL", "communication")},
      {"void mscclpp::collective::allreduce7<__half>(__half*, __half*)",
       comm("MSCCL", "all-reduce")},
      {"void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*, int*)",
       comm("DeepEP", "all-to-all")},
      {"void deep_ep::internode_ll::combine<true, 7168, 9>(void*, void*)",
       comm("DeepEP", "all-to-all")},
      {"nvshmemi_alltoall_kernel", comm("NVSHMEM", "all-to-all")},
      {"nvshmemi_proxy_quiet_kernel()", comm("NVSHMEM", "communication")},
      {"void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*)",
       comm("multimem", "all-reduce")},
      {"void (anonymous namespace)::multimem_all_gather_kernel<8>(char*, char*, unsigned long)",
       comm("multimem", "all-gather")},
      {"void (anonymous namespace)::one_shot_all_reduce_kernel<c10::BFloat16, 16, 8>(int)",
       comm("custom all-reduce", "all-reduce")},
      {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*, "
       "vllm::RankSignals)",
       comm("custom all-reduce", "all-reduce")},
      {"void tensorrt_llm::kernels::oneShotAllReduceKernel<half, 8>(int)",
       comm("custom all-reduce", "all-reduce")},
      {"void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<1>()",
       comm("custom", "all-reduce")},
      {"userbuffers_fp16_sum_inplace_gpu_rw_ag", comm("userbuffers", "communication")},
      {"[CUDA memcpy PtoP]", comm("peer copy", "peer copy")},
      {"[CUDA memcpy Peer-to-Peer]", comm("peer copy", "peer copy")},
      {"Memcpy PtoP (Device -> Device)", comm("peer copy", "peer copy")},
  });
}

TEST(kernel_name, takes_copies_within_a_device_and_sets_for_memory) {
  expect_all({
      {"Memcpy DtoD (Device -> Device)", memory()},
      {"Memcpy HtoD (Pinned -> Device)", memory()},
      {"[CUDA memcpy DtoD]", memory()},
      {"[CUDA memcpy Device-to-Device]", memory()},
      {"[CUDA memset]", memory()},
      {"[CUDA memory set]", memory()},
      {"Memset (Device)", memory()},
      {"CopyHostToDevice", memory()},
  });
}

TEST(kernel_name, reads_tile_stages_and_cluster_of_gemms_of_nvidia) {
  expect_all({
      {"nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNN", gemm("nvjet", {128, 256, 64, 4, 2, 1})},
      {"nvjet_sm90_tst_128x256_64x4_2x1_v_bz_coopA_TNN", gemm("nvjet", {128, 256, 64, 4, 2, 1})},
      {"nvjet_tst_64x16_64x16_2x4_2cta_h_bz_bias_TNT", gemm("nvjet", {64, 16, 64, 16, 2, 4})},
      {"sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x64_stage3_warpsize2x2x1_kernel",
       gemm("xmma", {128, 128, 64, 3, 0, 0})},
      {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_warpgroupsize1x1x1_execute_"
       "segment_k_off_kernel__5x_cublas",
       gemm("xmma", {64, 64, 64, 0, 0, 0})},
      {"ampere_sgemm_128x64_nn", gemm("gemm", {128, 64, 0, 0, 0, 0})},
      {"ampere_sgemm_32x32_sliced1x4_tn", gemm("gemm", {32, 32, 0, 0, 0, 0})},
      {"ampere_gcgemm_64x64_nt", gemm("gemm", {64, 64, 0, 0, 0, 0})},
      {"nvjet_sm90_tst_192x192_64x5_1x2_h_bz_TNT", gemm("nvjet", {192, 192, 64, 5, 1, 2})},
      {"ampere_fp16_s16816gemm_fp16_256x128_ldg8_f2f_stages_64x3_nn",
       gemm("gemm", {256, 128, 64, 3, 0, 0})},
      {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_nn", gemm("gemm", {128, 64, 0, 0, 0, 0})},
      {"void sgemm_largek_lds64<true, true, 6, 3, 4, 5, 2, 66>(float*)", gemm("gemm")},
      {"void gemmSN_NN_kernel<float, 256, 4, 2, 8, 4, 4, false, cublasGemvTensorStridedBatched<"
       "float const>>(int)",
       gemm("gemv")},
      {"void gemvNSP_kernel<float, float, float, float, 1, 16, 4, 1024, "
       "cublasGemvParams<int>>(int)",
       gemm("gemv")},
      {"void cublasLt::splitKreduce_kernel<32, 16, int, float, float, float, float, true>(int)",
       gemm("split-k reduction")},
  });
}

TEST(kernel_name, reads_tile_stages_and_cluster_of_other_gemms) {
  expect_all({
      {"cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2",
       gemm("CUTLASS", {256, 128, 64, 3, 0, 0})},
      {"void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8>("
       "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_64x6_tn_align8::Params)",
       gemm("CUTLASS", {64, 64, 64, 6, 0, 0})},
      {"void cutlass::Kernel<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(int)",
       gemm("CUTLASS", {128, 32, 8, 5, 0, 0})},
      {"void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int>>>(int)",
       gemm("CUTLASS")},
      {"cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_bf16_bf16_128x128x64_2x1x1_0_tnn_"
       "align8_warpspecialized_cooperative_epi_tma",
       gemm("CUTLASS 3", {128, 128, 64, 0, 2, 1})},
      {"cutlass3x_sm90_tensorop_s64x256x32gemm_e4m3_e4m3_f32_bf16_bf16_128x256x128_2x1x1_4_tnn",
       gemm("CUTLASS 3", {128, 256, 128, 4, 2, 1})},
      {"Cijk_Alik_Bljk_SB_Bias_AS_SAV_UserArgs_MT64x16x32_MI16x16x1_SN_LDSB0",
       gemm("Tensile", {64, 16, 32, 0, 0, 0})},
      {"bmm_E4m3_E4m3E4m3_Fp32_t128x8x512u2_s4_et64x8_m64x8x32_cga1x1x1_16dp256b_TN",
       gemm("TensorRT-LLM", {128, 8, 512, 4, 1, 1})},
      {"bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2_s3_et128x16_m128x16x32_cga1x1x1_16dp256b",
       gemm("TensorRT-LLM", {128, 16, 256, 3, 1, 1})},
      {"cutlass3x_sm90_tensorop_s64x256x16gemm_bf16_bf16_f32_void_bf16_128x256x64_2x1x1_0_tnn_"
       "align8",
       gemm("CUTLASS 3", {128, 256, 64, 0, 2, 1})},
      {"void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 7168u, 2048u>(float*)", gemm("DeepGEMM")},
      {"matmul_kernel", gemm("gemm")},
  });
}

TEST(kernel_name, takes_what_only_mentions_a_gemm_for_other_compute) {
  expect_all({
      {"sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x16_"
       "stage4_warpsize2x2x1_g1_tensor16x8x8_execute_kernel_cudnn_train",
       other("convolution")},
      {"void "
       "cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_128x128_16x4>()",
       other("convolution")},
      {"void dot_kernel<float, 128, 0, cublasDotParams<cublasGemvTensorStridedBatched<int>>>(int)",
       other("cuBLAS")},
      {"void split_embedding_codegen_forward_unweighted_kernel<float, float, float, false>(int)",
       other("FBGEMM")},
      {"void fbgemm_gpu::permute_2D_lengths_kernel<int>(int, int, int const*)", other("FBGEMM")},
      {"void at::native::vectorized_elementwise_kernel<4, "
       "fbgemm_gpu::_float_to_hfp8_gpu(int)>(int)",
       other("PyTorch")},
  });
}

TEST(kernel_name, knows_other_compute) {
  expect_all({
      {"void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)",
       other("PyTorch")},
      {"triton_poi_fused_add_mul_0", other("Triton")},
      {"void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64>>(int)",
       other("attention")},
      {"void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwd<2>>>(int)",
       other("attention")},
      {"fmha_cutlassF_bf16_aligned_64x128_rf_sm80(PyTorchMemEffAttention::AttentionKernel<int>)",
       other("attention")},
      {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_3i_64x64x128_kernel0_0",
       other("attention")},
      {"void cub::DeviceRadixSortOnesweepKernel<int>(int)", other("CUB")},
      {"void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(int)", other("normalization")},
      {"fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausal", other("attention")},
      {"void cub::DeviceScanKernel<cub::AgentScanPolicy<128, 15, int>>()", other("CUB")},
      {"std::enable_if<vllm::_typeConvert<c10::BFloat16>::exists, void>::type f()", other("")},
      {"_copy_page_indices_kernel", other("")},
  });
}

TEST(kernel_name, keeps_fused_kernels_apart) {
  expect_all({
      {"void flux::gemm_rs_kernel<cutlass::half_t>(int)", fused("FLUX")},
      {"kernel_gemm_rs_producer_persistent", fused("fused")},
      {"kernel_consumer_ag_gemm", fused("fused")},
      {"allgather_gemm_persistent", fused("fused")},
      {"gemm_reduce_scatter_persistent_kernel", fused("fused")},
      {"fused_matmul_reduce_scatter_kernel", fused("fused")},
      // letters that only look like it
      {"diag_gemm_kernel", gemm("gemm")},
      {"gemm_array_kernel", gemm("gemm")},
  });
}

TEST(kernel_name, judges_a_name_of_any_length_by_its_beginning) {
  const std::string long_tail(1'000'000, 'a');
  EXPECT_EQ(classify("nvjet_hsh_128x256_64x4_2x1_v_" + long_tail).gemm,
            (GemmName{128, 256, 64, 4, 2, 1}));
  EXPECT_EQ(classify(long_tail + "nccl").kind, kOtherCompute);
  EXPECT_EQ(classify(std::string(100'000, '<')).kind, kOtherCompute);
  EXPECT_EQ(classify("Cijk_" + std::string(100'000, '_')).kind, kGemm);
}

TEST(kernel_name, leaves_out_a_number_that_no_tile_has) {
  EXPECT_EQ(classify("ampere_sgemm_99999999999999999999x64_nn").gemm,
            (GemmName{0, 64, 0, 0, 0, 0}));
}

TEST(kernel_name, takes_the_empty_name_for_other_compute) { EXPECT_EQ(classify(""), KernelName{}); }

}  // namespace
}  // namespace stretto
