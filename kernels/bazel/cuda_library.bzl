"""cuda_library: .cu files through nvcc, usable in the deps of any cc rule.

    load("//kernels/bazel:cuda_library.bzl", "cuda_library")
    cuda_library(name = "axpy", srcs = ["axpy.cu"], hdrs = ["axpy.h"], deps = [...], copts = [...])

One compile action per .cu, no relocatable device code. Host code belongs in .cc files of a
cc_library: nvcc compiles only real kernels. Where @cuda is absent the target is incompatible.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("@cuda//:cuda.bzl", "CUDA_COMPATIBLE", "CUDA_GENCODE", "CUDA_ROOT")

def _compile(ctx, toolchain, source, context):
    object = ctx.actions.declare_file("%s_objs/%s.o" % (ctx.label.name, source.basename))
    args = ctx.actions.args()
    args.add_all(["-ccbin", toolchain.compiler_executable, "-std=c++20", "-O3", "-lineinfo"])
    args.add_all(["-Xcompiler", "-fPIC,-Wall,-Wextra", "-Werror", "all-warnings"])
    args.add_all(CUDA_GENCODE + ctx.attr.copts)
    args.add_all(context.quote_includes, before_each = "-I")
    args.add_all(context.system_includes, before_each = "-isystem")
    args.add_all(["-c", source, "-o", object])
    ctx.actions.run(
        mnemonic = "CudaCompile",
        executable = CUDA_ROOT + "/bin/nvcc",
        arguments = [args],
        inputs = depset([source], transitive = [context.headers, toolchain.all_files]),
        outputs = [object],
        use_default_shell_env = True,
    )
    return object

def _cuda_library_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain)
    own = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        quote_includes = depset([".", ctx.label.workspace_root or "."]),
    )
    infos = [dep[CcInfo] for dep in ctx.attr.deps]
    merged = cc_common.merge_cc_infos(cc_infos = [CcInfo(compilation_context = own)] + infos)
    context = merged.compilation_context
    objects = depset([_compile(ctx, toolchain, source, context) for source in ctx.files.srcs])
    linking, _ = cc_common.create_linking_context_from_compilation_outputs(
        name = ctx.label.name,
        actions = ctx.actions,
        feature_configuration = features,
        cc_toolchain = toolchain,
        compilation_outputs = cc_common.create_compilation_outputs(
            objects = objects,
            pic_objects = objects,
        ),
        linking_contexts = [info.linking_context for info in infos],
        disallow_dynamic_library = True,
    )
    return [
        DefaultInfo(files = objects),
        CcInfo(compilation_context = context, linking_context = linking),
    ]

_cuda_library = rule(
    implementation = _cuda_library_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cu"]),
        "hdrs": attr.label_list(allow_files = [".h", ".cuh"]),
        "deps": attr.label_list(providers = [CcInfo]),
        "copts": attr.string_list(),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def cuda_library(name, srcs, hdrs = [], deps = [], copts = [], **kwargs):
    """A library of CUDA kernels; see the top of this file."""
    _cuda_library(
        name = name,
        srcs = srcs,
        hdrs = hdrs,
        deps = deps + ["@cuda//:cudart"],
        copts = copts,
        target_compatible_with = CUDA_COMPATIBLE,
        **kwargs
    )
