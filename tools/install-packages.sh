#!/bin/sh
# Installs what is missing to build pawl: install-packages.sh [--check] [test] [bench]
#   --check  only say what is missing;   test, bench: also what the tests or the benchmarks need.
# The report page needs Node and npm, its tests a browser; pawl builds without them, so they are wished for, not needed.
# Looks for the things themselves, not for package names, so that other systems pass when they have them.
set -u

check=no
want_test=no
want_bench=no
for argument in "$@"; do
  case $argument in
    --check) check=yes ;;
    test) want_test=yes ;;
    bench) want_bench=yes ;;
    *) echo "install-packages.sh: unknown argument '$argument'" >&2; exit 2 ;;
  esac
done

has_command() { command -v "$1" >/dev/null 2>&1; }
has_module() { has_command pkg-config && pkg-config --exists "$1"; }
# links a program that includes header $1 and uses library $2, with include flags $3
has_library() {
  printf '#include <stdlib.h>\n#include <%s>\nint main(void) { return 0; }\n' "$1" |
    cc -x c ${3:+"$3"} - -o /dev/null "-l$2" >/dev/null 2>&1
}

has_node() { has_command node && node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null; }
has_browser() {
  for browser in "${PAWL_BROWSER:-}" chromium-headless-shell chromium chromium-browser google-chrome; do
    [ -n "$browser" ] && has_command "$browser" && return 0
  done
  return 1
}

missing=
wished=
need() { missing="$missing${missing:+ }$1"; }
wish() { wished="$wished${wished:+ }$1"; }
probe() {
  missing=
  wished=
  { has_command cc && has_command make && has_library stdio.h m; } || need build-essential
  has_command cmake || need cmake
  has_command ninja || need ninja-build
  has_command pkg-config || need pkg-config
  { has_library klu.h klu || has_library klu.h klu -I/usr/include/suitesparse; } || need libsuitesparse-dev
  has_library lapacke.h lapacke || need liblapacke-dev
  has_module yaml-0.1 || need libyaml-dev
  has_module jansson || need libjansson-dev
  has_module zlib || need zlib1g-dev
  has_node || wish nodejs
  has_command npm || wish npm
  if [ $want_test = yes ]; then
    has_module cmocka || need libcmocka-dev
    has_browser || wish chromium-headless-shell
    has_command clang-format || wish clang-format
  fi
  if [ $want_bench = yes ]; then has_command valgrind || need valgrind; fi
}

give_up() {
  if [ -z "$missing" ]; then
    echo "note: the report page, or its tests, must do without: $wished ($1)"
    exit 0
  fi
  {
    echo "pawl cannot be built yet: $1"
    echo "missing, by their names in Debian: $missing"
    echo "as root:  apt-get install --no-install-recommends $missing"
  } >&2
  exit 1
}

probe
[ -z "$missing$wished" ] && exit 0
# the build itself says what the page lacks
[ $check = yes ] && [ -z "$missing" ] && exit 0
[ $check = yes ] && give_up "something is missing ('make demo' installs it where it may)."
has_command apt-get || give_up "this system has no apt-get to install packages with."
if [ "$(id -u)" = 0 ]; then
  root=
elif has_command sudo && sudo -n true 2>/dev/null; then
  root='sudo -n'
else
  give_up "installing packages needs root, or sudo without a password."
fi

echo "installing $missing${missing:+ }$wished"
lock='-oDPkg::Lock::Timeout=300'
install() {
  # shellcheck disable=SC2086  # lists of words
  $root env DEBIAN_FRONTEND=noninteractive apt-get "$lock" -q install -y --no-install-recommends $1 </dev/null
}
# an update that fails need not matter: what is known may do
$root apt-get "$lock" -q update </dev/null || echo "apt-get update failed; going on with the lists that are there" >&2
if [ -n "$missing" ]; then install "$missing" || give_up "apt-get could not install the packages."; fi
for package in $wished; do install "$package" || echo "apt-get could not install $package" >&2; done
probe
[ -z "$missing$wished" ] || give_up "after the installation something is missing still."
