"""The cc rules of this repository: C++20 and all warnings as errors, for our own code only.

The flags sit on the targets and not in .bazelrc, so that they also hold when another workspace
loads Stretto, and so that they never reach anybody else's code.
"""

STRETTO_COPTS = [
    "-std=c++20",
    "-Wall",
    "-Wextra",
    "-Werror",
    # Designated initializers name what differs from the default; g++ 12 would want every member.
    "-Wno-missing-field-initializers",
]

# Static linking everywhere: with shared libraries for tests, -c opt would compile each file twice.

def cc_library(copts = [], **kwargs):
    native.cc_library(copts = STRETTO_COPTS + copts, linkstatic = True, **kwargs)

def cc_binary(copts = [], **kwargs):
    native.cc_binary(copts = STRETTO_COPTS + copts, **kwargs)

def cc_test(copts = [], deps = [], size = "small", **kwargs):
    """A gtest without a main of its own."""
    native.cc_test(
        copts = STRETTO_COPTS + copts,
        deps = deps + ["@debian//:gtest_main"],
        linkstatic = True,
        size = size,
        **kwargs
    )

def cc_fuzz_target(name, **kwargs):
    """A libFuzzer program: bazel run --config=fuzz LABEL -- -runs=200000.

    Tagged manual: it links only with that configuration, which compiles with clang.
    """
    native.cc_binary(
        name = name,
        copts = STRETTO_COPTS,
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        testonly = True,
        **kwargs
    )

def cc_benchmark(name, deps = [], **kwargs):
    """A Google Benchmark program without a main of its own: bazel run LABEL."""
    native.cc_binary(
        name = name,
        copts = STRETTO_COPTS,
        deps = deps + ["@debian//:benchmark_main"],
        testonly = True,
        **kwargs
    )
