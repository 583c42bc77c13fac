"""stretto_schedule_test: a Bazel test out of a schedule text.

In this repository and in any workspace that has called stretto_repositories():

    load("@stretto//kernels/bazel:stretto.bzl", "stretto_schedule_test")

    stretto_schedule_test(
        name = "our_ring",
        schedule = "our_ring.sched",
        tp = "2..8",
    )

The test verifies the text for every size of `tp` and then runs it on the CPU at two of them.
"""

def stretto_schedule_test(
        name,
        schedule,
        tp = "2..8",
        run_tp = [],
        set = {},
        shape = "",
        expect = "good",
        verify_args = [],
        size = "small",
        tags = [],
        **kwargs):
    """Verifies and runs one schedule.

    Args:
      name: of the test.
      schedule: label of the .sched file.
      tp: "A..B" or "N", the sizes to verify.
      run_tp: sizes to run on the CPU, [2, 8] say. Empty: the smallest legal size of `tp` and the
        next legal one. A size that the schedule's own `require` refuses is reported as skipped;
        a test that could run no size at all fails.
      set: parameters, {"split": 2}.
      shape: "MxNxK" for verify and run; empty leaves it to Stretto.
      expect: "good", or the check that must object, "race" say: verify must then end with 1 and
        name it, and nothing is run.
      verify_args: further arguments of `stretto verify`, ["--calls", "2"] say.
      size: as for any test.
      tags: as for any test.
      **kwargs: as for any test.
    """
    binary = str(Label("//:stretto"))
    common = ["--set=%s=%s" % (key, value) for key, value in sorted(set.items())]
    if shape:
        common.append("--shape=" + shape)
    native.sh_test(
        name = name,
        srcs = [str(Label("//kernels/bazel:schedule_test.sh"))],
        args = [
            "$(rootpath %s)" % binary,
            "$(rootpath %s)" % schedule,
            tp,
            ",".join([str(size) for size in run_tp]) or "auto",
            expect,
        ] + common + ["--"] + verify_args,
        data = [binary, schedule],
        size = size,
        tags = tags,
        **kwargs
    )
