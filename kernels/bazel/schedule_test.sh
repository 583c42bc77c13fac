#!/bin/bash
# The test behind stretto_schedule_test (stretto.bzl):
#
#   schedule_test.sh STRETTO FILE A..B auto|T,T good|CHECK [flag].. -- [verify flag]..
#
# Verifies FILE over A..B, then runs it on the CPU. A size that the text's own `require` refuses is
# a skipped case in the test's XML and a SKIPPED line in its log, never a pass.
set -uo pipefail

# As an external repository our binary lies beside the runfiles of the workspace that tests.
runfile() { [[ -e "$1" ]] && echo "./$1" || echo "../${1#external/}"; }

stretto=$(runfile "$1") schedule=$(runfile "$2") tp=$3 run_tp=$4 expect=$5
shift 5
common=()
while [[ "$1" != -- ]]; do common+=("$1") && shift; done
shift
verify_args=("$@")

passed=0 failed=0 skipped=0 cases=""

escape() {
  sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' | tr -d '\000-\010\013-\037'
}

# record NAME passed|failed|skipped [REASON]
record() {
  local reason detail=""
  reason=$(escape <<<"${3:-}")
  case $2 in
    passed) passed=$((passed + 1)) ;;
    failed) failed=$((failed + 1)) detail="<failure message=\"$reason\"/>" ;;
    skipped) skipped=$((skipped + 1)) detail="<skipped message=\"$reason\"/>" ;;
  esac
  cases+="<testcase name=\"$1\">$detail</testcase>"
  echo "${2^^}: $1${3:+: $3}"
}

finish() {
  local counts
  counts="tests=\"$((passed + failed + skipped))\" failures=\"$failed\" skipped=\"$skipped\""
  if [[ -n "${XML_OUTPUT_FILE:-}" ]]; then
    echo "<testsuites><testsuite name=\"${TEST_TARGET:-schedule}\" $counts>" >"$XML_OUTPUT_FILE"
    echo "$cases</testsuite></testsuites>" >>"$XML_OUTPUT_FILE"
  fi
  [[ $failed -eq 0 ]]
  exit
}

verify() { "$stretto" verify "$schedule" --tp "$1" "${common[@]}" "${verify_args[@]}" "${@:2}"; }

# A schedule that is wrong: verify must end with 1 and name the check.
expect_violation() {
  local output code
  output=$(verify "$tp" --json)
  code=$?
  echo "$output"
  if [[ $code -eq 1 ]] && grep -Eq "\"check\" *: *\"$expect\"" <<<"$output"; then
    record "verify $tp" passed
  else
    record "verify $tp" failed "exit code $code; wanted 1 and a violation of '$expect'"
  fi
}

# run_size T: 0 when the size was run (well or badly), 1 when the text refuses it.
run_size() {
  local reason code
  reason=$(verify "$1" 2>&1 >/dev/null)
  if [[ $? -eq 2 ]]; then
    record "run tp=$1" skipped "refused: $(head -n 1 <<<"$reason")"
    return 1
  fi
  "$stretto" run "$schedule" --on cpu --tp "$1" "${common[@]}"
  code=$?
  [[ $code -eq 0 ]] && record "run tp=$1" passed || record "run tp=$1" failed "exit code $code"
}

run_two_smallest() {
  local size runs=0
  for ((size = ${tp%..*}; size <= ${tp#*..} && runs < 2; ++size)); do
    run_size "$size" && runs=$((runs + 1))
  done
}

if [[ "$expect" != good ]]; then
  expect_violation
  finish
fi
verify "$tp"
code=$?
if [[ $code -ne 0 ]]; then
  record "verify $tp" failed "exit code $code; wanted 0"
  finish
fi
record "verify $tp" passed
if [[ "$run_tp" == auto ]]; then
  run_two_smallest
else
  for size in ${run_tp//,/ }; do run_size "$size"; done
fi
[[ $passed -gt 1 || $failed -gt 0 ]] || record "run" failed "every size was refused"
finish
