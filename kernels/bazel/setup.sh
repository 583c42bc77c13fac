#!/bin/bash
# Installs what Stretto's build and tests need on Debian 12; says nothing when all of it is there.
# Ends 0 when everything is in place, 3 with one clear message when this machine cannot be set up.
set -euo pipefail

PACKAGES=(
  # build: Bazel 4.2.3, its platform definitions, the compiler
  bazel-bootstrap bazel-platforms g++
  # libraries: CPU GEMMs, graphs, command line, JSON, text
  libeigen3-dev libboost-dev libboost-graph-dev libcli11-dev nlohmann-json3-dev libfmt-dev
  # libraries: traces (gzip, SQLite exports)
  zlib1g-dev libsqlite3-dev
  # tests: unit, property, benchmark, sanitizers (in g++), fuzzing and lint (clang)
  libgtest-dev librapidcheck-dev libbenchmark-dev clang libclang-rt-14-dev clang-format clang-tidy
)

give_up() {
  echo "setup.sh: $*" >&2
  exit 3
}

# One field of /etc/os-release, "" where there is none.
release() {
  [[ -r /etc/os-release ]] && (. /etc/os-release && echo "${!1:-}") || true
}

missing_packages() {
  local package
  for package in "${PACKAGES[@]}"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      echo "$package"
  done
}

[[ "$(release ID) $(release VERSION_ID)" == "debian 12" ]] ||
  give_up "Stretto builds on Debian 12 (bookworm) with Debian's own packages; this is" \
    "'$(release PRETTY_NAME)'. Use a debian:12 container. The packages: ${PACKAGES[*]}"

mapfile -t missing < <(missing_packages)
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  command -v sudo >/dev/null ||
    give_up "not root and no sudo; as root run: apt-get install ${missing[*]}"
  as_root=(sudo)
fi

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

echo "setup.sh: installing ${missing[*]}" >&2
apt update || give_up "apt-get update failed; see above"
apt install --yes --no-install-recommends "${missing[@]}" ||
  give_up "apt-get could not install: ${missing[*]}; see above"
