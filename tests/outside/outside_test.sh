#!/bin/bash
# Another team's workspace: loads Stretto through local_repository and tests schedules of its own
# with stretto_schedule_test. A Bazel of its own inside this test builds `stretto` from nothing.
set -euo pipefail

stretto=$(dirname "$(readlink -f WORKSPACE)")
schedules=$PWD/tests/outside
workspace=$TEST_TMPDIR/workspace
mkdir -p "$workspace"
cd "$workspace"
cp -L "$schedules/our_ring.sched" "$schedules/our_race.sched" .

cat >WORKSPACE <<END
workspace(name = "another_team")

local_repository(
    name = "stretto",
    path = "$stretto",
)

load("@stretto//kernels/bazel:repositories.bzl", "stretto_repositories")

stretto_repositories()
END

cat >BUILD <<'END'
load("@stretto//kernels/bazel:stretto.bzl", "stretto_schedule_test")

stretto_schedule_test(
    name = "our_ring_test",
    schedule = "our_ring.sched",
    tp = "2..6",
    run_tp = [2, 5],
    set = {"split": 2},
)

stretto_schedule_test(
    name = "our_race_test",
    schedule = "our_race.sched",
    expect = "race",
    tp = "3..4",
)

stretto_schedule_test(
    name = "our_mistake_test",
    schedule = "our_race.sched",
)
END

run_bazel() {
  env -u TEST_TMPDIR bazel --output_user_root="$TEST_TMPDIR/bazel" --max_idle_secs=5 "$@"
}

echo "=== a right schedule passes, and so does a wrong one that says what is wrong with it"
run_bazel test --test_output=all //:our_ring_test //:our_race_test

echo "=== a wrong schedule fails (exit code 3: tests failed)"
code=0
run_bazel test //:our_mistake_test || code=$?
run_bazel shutdown
[[ $code -eq 3 ]] || { echo "FAILED: exit code $code"; exit 1; }
