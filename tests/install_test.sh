#!/bin/sh
# Installs into an empty folder, moves it, and builds examples/embed against it: through CMake, through pkg-config, and with older and
# newer headers than those of the library.
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
[ -s "$prefix/share/pawl/pawl.schema.json" ] && [ -s "$prefix/share/pawl/study.schema.json" ] || fail "the schema is not installed"
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

# Headers of another age: each struct that begins with `size` without its last field, as an older one would have been, and with one
# more, as a newer one may be. A program built with either runs with the library as it is. (Two keep theirs, which the
# example uses.)
other_headers() { # older or newer
  mkdir -p "$temp/$1/pawl"
  for header in "$prefix"/include/pawl/*.h; do
    awk -v action="$1" '
      /^typedef struct .*\{$/ { n = 0; sized = 0 }
      /^  uint32_t size;/ { sized = 1 }
      /^} Pawl[A-Za-z]*;$/ {
        if (sized && action == "older" && $2 !~ /^Pawl(InitialCoordinate|Message);$/) {
          while (line[n] ~ /^ *\/\//) n--  # what goes on from the comment of the field
          n--
        }
        for (i = 1; i <= n; i++) print line[i]
        if (sized && action == "newer") print "  double yet_to_come;"
        n = 0; sized = 0; inside = 0
      }
      /^typedef struct .*\{$/ { print; inside = 1; next }
      inside { line[++n] = $0; next }
      { print }' "$header" >"$temp/$1/pawl/$(basename "$header")"
  done
}
cat >"$temp/sizes.c" <<'END'
#include <pawl/pawl.h>
#include <stdio.h>
int main(void) {
  printf("%zu %zu %zu %zu %zu\n", sizeof(PawlBodyDef), sizeof(PawlFrameDef), sizeof(PawlJointDef), sizeof(PawlRunOptions),
         sizeof(PawlRunInfo));
  return 0;
}
END
sizes() { # INCLUDE_FOLDER
  # shellcheck disable=SC2086  # words
  cc -I"$1" "$temp/sizes.c" $flags -o "$temp/sizes" || fail "the headers in $1 do not compile"
  LD_LIBRARY_PATH=$lib "$temp/sizes"
}
now=$(sizes "$prefix/include")
for age in older newer; do
  other_headers $age
  then=$(sizes "$temp/$age")
  for i in 1 2 3 4 5; do
    [ "$(echo "$then" | cut -d' ' -f$i)" -ne "$(echo "$now" | cut -d' ' -f$i)" ] || fail "the $age headers are no others: $then, $now"
  done
  # shellcheck disable=SC2086  # words
  cc -I"$temp/$age" "$source/examples/embed/main.c" $flags -lm -o "$temp/$age-pendulum" || fail "the example needs newer headers"
  LD_LIBRARY_PATH=$lib "$temp/$age-pendulum" >/dev/null || fail "the pendulum built with $age headers fails"
done
