#!/bin/bash
# clang-format 14 agrees with every C++ file. To mend: clang-format -i FILE.
set -uo pipefail
mapfile -t files < <(find -L . -path ./external -prune -o \
  \( -name '*.h' -o -name '*.cc' -o -name '*.cu' \) -print | sort)
[[ ${#files[@]} -gt 0 ]] || exit 1
changed=$(clang-format --style=file:.clang-format --dry-run "${files[@]}" 2>&1 |
  sed -nE 's/^([^:]+):[0-9]+:[0-9]+: warning: code should be clang-formatted.*/\1/p' | sort -u)
[[ -z "$changed" ]] || printf 'FAILED: clang-format -i %s\n' $changed
[[ -z "$changed" ]]
