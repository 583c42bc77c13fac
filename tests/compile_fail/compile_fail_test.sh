#!/bin/bash
# compile_fail_test.sh COMPILER FLAG..: right_order.cc compiles without a word; in swapped_order.cc
# the compiler rejects exactly the marked lines, and for the reason that we mean.
set -uo pipefail
cd "$(dirname "$0")/../.."

readonly CONVERSION='could not convert|cannot convert|no (matching|viable|match for)'
readonly REASON="error: ($CONVERSION|invalid operands)"
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

compile() { "$@" -fno-diagnostics-color -fsyntax-only -x c++ -I. "$file" 2>&1; }

file=tests/compile_fail/right_order.cc
output=$(compile "$@") || fail "$file does not compile"
[[ -z "$output" ]] || fail "$output"

file=tests/compile_fail/swapped_order.cc
output=$(compile "$@") && fail "$file compiles"
while read -r line; do
  grep -Eq "^$file:$line:[0-9]+: $REASON" <<<"$output" || fail "line $line is no such error"
done < <(grep -n '// error$' "$file" | cut -d: -f1)
wanted=$(grep -n '// error$' "$file" | cut -d: -f1)
found=$(grep -E "^$file:[0-9]+:[0-9]+: error: " <<<"$output" | cut -d: -f2 | sort -nu)
[[ "$found" == "$wanted" ]] || fail "errors on lines" $found "but wanted on" $wanted

[[ $failures -eq 0 ]] || echo "$output"
exit $((failures > 0))
