#!/bin/sh
# Installs into an empty folder, moves it, and builds examples/embed against it: through CMake and through pkg-config.
#   install_test.sh CMAKE BUILD_FOLDER
set -eu
cmake=$1
build=$2
source=$(cd "$(dirname "$0")/.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() { echo "install_test: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$temp/first" >/dev/null
mv "$temp/first" "$temp/prefix" # package files must not depend on where it was installed
prefix=$temp/prefix
pc=$(find "$prefix" -name pawl.pc)
lib=$(dirname "$(dirname "$pc")")

for file in include/pawl/pawl.h bin/pawl share/man/man1/pawl.1 share/bash-completion/completions/pawl \
  share/zsh/site-functions/_pawl; do
  [ -s "$prefix/$file" ] || fail "$file is not installed"
done
for file in README.md docs/model-format.md docs/theory.md docs/page.png examples/pendulum/pendulum.yaml \
  examples/pendulum/expected.yaml; do
  [ -s "$prefix/share/doc/pawl/$file" ] || fail "$file is not installed"
done
[ -s "$prefix/share/pawl/pawl.schema.json" ] || fail "the schema is not installed"
[ ! -e "$build/page.html" ] || [ -s "$prefix/share/pawl/page.html" ] || fail "the page is not installed"
[ -z "$(find "$prefix/include" -name '*.h' -not -path '*/pawl/*')" ] || fail "inner headers are installed"
version=$("$prefix/bin/pawl" --version) || fail "the installed tool does not start"
case $version in *"$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --modversion pawl)"*) ;; *) fail "versions differ: $version" ;; esac

"$prefix/bin/pawl" verify "$prefix/share/doc/pawl/examples/pendulum" >/dev/null || fail "an installed example cannot be verified"

# the page is found where it was moved to; without npm there is none
if [ -s "$build/page.html" ]; then
  "$prefix/bin/pawl" run "$source/examples/pendulum/pendulum.yaml" --analysis assemble -o "$temp/out" --report --quiet ||
    fail "the installed tool makes no page"
  [ -s "$temp/out.html" ] || fail "there is no page"
fi

# each public header stands alone, in C and in C++
for header in "$prefix"/include/pawl/*.h; do
  cc -std=c11 -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only -x c "$header" || fail "$header is no C"
  c++ -std=c++11 -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only -x c++ "$header" || fail "$header is no C++"
done

"$cmake" -S "$source/examples/embed" -B "$temp/embed" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >"$temp/log" 2>&1 &&
  "$cmake" --build "$temp/embed" >>"$temp/log" 2>&1 || { cat "$temp/log"; fail "find_package(pawl) does not work"; }
"$temp/embed/pendulum" || fail "the pendulum built with CMake fails"

flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs pawl)
# shellcheck disable=SC2086  # words
cc "$source/examples/embed/main.c" $flags -lm -o "$temp/pendulum" || fail "pkg-config's flags do not work"
LD_LIBRARY_PATH=$lib "$temp/pendulum" >/dev/null || fail "the pendulum built with pkg-config fails"
