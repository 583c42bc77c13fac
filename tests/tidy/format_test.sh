#!/bin/bash
# clang-format 14 agrees with every C++ file. To mend: clang-format -i FILE.
set -uo pipefail
mapfile -t files < <(find -L . -path ./external -prune -o \
  \( -name '*.h' -o -name '*.cc' -o -name '*.cu' \) -print | sort)
[[ ${#files[@]} -gt 0 ]] || exit 1
failures=0
for file in "${files[@]}"; do
  changes=$(clang-format --style=file:.clang-format "$file" | diff "$file" - | grep -c '^[<>]')
  [[ "$changes" -eq 0 ]] || failures=$((failures + 1))
  [[ "$changes" -eq 0 ]] || echo "FAILED: clang-format -i ${file#./}   # changes $changes lines"
done
exit $((failures > 0))
