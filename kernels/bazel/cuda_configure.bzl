"""Finds the CUDA toolkit and makes it @cuda; without one, @cuda is there but incompatible.

Environment (give it with --repo_env=NAME=VALUE or export it):
  CUDA_HOME           the toolkit; only this folder is looked at when it is set.
                      Unset: CUDA_PATH, then /usr/local/cuda.
  STRETTO_CUDA_ARCHS  compute capabilities to compile for, default "90" (H100, H200, GH200);
                      "80,90" adds A100.

@cuda//:cuda.bzl has CUDA_ROOT ("" when absent), CUDA_GENCODE (nvcc flags) and CUDA_COMPATIBLE,
which every GPU target gives as its target_compatible_with: `bazel test //...` then says SKIPPED
for it on a machine without CUDA. NCCL and cuBLAS are linked by path with an rpath: as Bazel inputs
their run path would point into the output tree, and a copied binary would not find them.
"""

_FOUND = """package(default_visibility = ["//visibility:public"])
load(":cuda.bzl", "CUDA_ROOT")
cc_library(
    name = "headers",
    hdrs = glob(["include/*.h", "include/*.hpp", "include/crt/**", "include/nccl_device/**"]),
    includes = ["include"],
)
cc_library(
    name = "cudart",
    linkopts = ["-L%s/lib64" % CUDA_ROOT, "-lcudart_static", "-lpthread", "-ldl", "-lrt"],
    deps = [":headers"],
)
[cc_library(
    name = name,
    linkopts = ["-L%s/lib64" % CUDA_ROOT, "-Wl,-rpath,%s/lib64" % CUDA_ROOT, "-l" + library],
    deps = [":cudart"],
) for name, library in [("nccl", "nccl"), ("cublas", "cublas"), ("cupti", "cupti")]]
"""

_ABSENT = """package(default_visibility = ["//visibility:public"])
load(":cuda.bzl", "CUDA_COMPATIBLE")
[cc_library(
    name = name,
    target_compatible_with = CUDA_COMPATIBLE,
) for name in ["headers", "cudart", "nccl", "cublas", "cupti"]]
"""

_BZL = """CUDA_ROOT = "{root}"
CUDA_COMPATIBLE = {compatible}
CUDA_GENCODE = {gencode}
"""

def _root(ctx):
    if "CUDA_HOME" in ctx.os.environ:
        candidates = [ctx.os.environ["CUDA_HOME"]]
    else:
        candidates = [ctx.os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    for candidate in candidates:
        if candidate and ctx.path(candidate + "/bin/nvcc").exists:
            return candidate
    return ""

def _gencode(archs):
    flags = ["-gencode=arch=compute_%s,code=sm_%s" % (arch, arch) for arch in archs]
    return flags + ["-gencode=arch=compute_%s,code=compute_%s" % (archs[0], archs[0])]

def _cuda_configure_impl(ctx):
    root = _root(ctx)
    archs = ctx.os.environ.get("STRETTO_CUDA_ARCHS", "90").split(",")
    ctx.file("BUILD", _FOUND if root else _ABSENT)
    ctx.file("cuda.bzl", _BZL.format(
        root = root,
        compatible = [] if root else ["@platforms//:incompatible"],
        gencode = _gencode(archs),
    ))
    if root:
        ctx.symlink(root + "/include", "include")

cuda_configure = repository_rule(
    implementation = _cuda_configure_impl,
    environ = ["CUDA_HOME", "CUDA_PATH", "STRETTO_CUDA_ARCHS"],
    local = True,
)
