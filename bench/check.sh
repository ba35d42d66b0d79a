#!/bin/sh
# Instructions of a dozen fixed runs against those recorded: check.sh [--record] [BUILD [RECORD]], `build` and bench/record.txt if not said.
# More than 5 % above the record fails; less is told. Counts depend on compiler, libraries, flags and processor: where these are not
# those of the record, or valgrind is not there, what is so is printed and the check passes. --record writes the record; the commit
# that changes it says why.
set -eu
LIMIT=5 # percent
bench=$(cd "$(dirname "$0")" && pwd)
write=
if [ "${1:-}" = --record ]; then
  write=yes
  shift
fi
build=${1:-build}
record=${2:-$bench/record.txt}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# name, example, what else is said to `pawl run`
jobs() {
  cat <<END
slider-crank-audited slider-crank/slider-crank --step 0.02
andrews andrews/andrews --no-audit --duration 0.02
andrews-multipliers andrews/andrews --no-audit --formulation multipliers --duration 0.01
four-bar-40 n-four-bar-40/n-four-bar-40 --no-audit --duration 0.01
bricard bricard/bricard --no-audit --duration 1.5
disc-cam disc-cam/disc-cam --no-audit --duration 0.1
cam-lifting cam-polynomial-free/cam-polynomial-free --no-audit --duration 0.03
rocking-block rocking-block/rocking-block --no-audit --duration 3
rolling-disc rolling-disc/rolling-disc --no-audit --duration 0.1
cylinders-slip cylinder-on-cylinder/cylinder-on-cylinder --no-audit --duration 0.2
net-cam nurbs-cam/nurbs-cam --no-audit --duration 0.0005
heavy-top heavy-top/heavy-top --no-audit --duration 0.2
END
}

# Features that choose between versions of library functions.
processor() {
  for feature in pni cx16 abm avx avx2 f16c rdrand rdseed bmi1 bmi2 fma; do
    grep -m1 '^flags' /proc/cpuinfo 2>/dev/null | grep -qw $feature && printf ' %s' $feature
  done
  echo
}
libraries() {
  ldd "$build/pawl" 2>/dev/null | awk '$1 ~ /^lib(klu|lapack|lapacke|blas|openblas|z|yaml|jansson)[-.]/ { print $3 }' | while read -r file; do
    printf ' %s' "$(basename "$(readlink -f "$file")")"
  done
  echo
}
machine() {
  cat "$build/compiler.txt"
  echo "library: $(getconf GNU_LIBC_VERSION 2>/dev/null || echo unknown)"
  echo "libraries:$(libraries)"
  echo "processor: $(uname -m)$(processor)"
  echo "valgrind: $(valgrind --version)"
}
count() { # example flags...
  example=$1
  shift
  rm -rf "$folder/result"
  env -i PATH="$PATH" valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$build/pawl" run --quiet "$@" -o "$folder/result" \
    "$bench/../examples/$example.yaml" >"$folder/said" 2>&1 || { cat "$folder/said" >&2; return 1; }
  awk '/^totals:/ { print $2 }' "$folder/out"
}

if ! valgrind --version >/dev/null 2>&1; then
  echo "instructions are not counted: valgrind is not there"
  exit 0
fi
machine >"$folder/machine"
if [ -z "$write" ]; then
  grep '^[a-z]*:' "$record" >"$folder/recorded" || true
  if ! diff "$folder/recorded" "$folder/machine"; then
    echo "instructions are not compared: $record (<) is of something else (>)"
    exit 0
  fi
fi
jobs >"$folder/jobs"
cp "$folder/machine" "$folder/new"
failed=0
while read -r name example flags; do
  # shellcheck disable=SC2086  # words
  now=$(count "$example" $flags </dev/null) || { echo "$name: failed"; exit 1; }
  printf '%s %s\n' "$name" "$now" >>"$folder/new"
  [ -z "$write" ] || continue
  was=$(awk -v name="$name" '$1 == name { print $2 }' "$record")
  awk -v name="$name" -v now="$now" -v was="$was" -v limit=$LIMIT 'BEGIN {
    if (was == "") { print name ": " now ", no record"; exit 1 }
    more = 100 * (now / was - 1)
    printf "%-22s %12d, recorded %12d: %+.1f %%%s\n", name, now, was, more, (more > limit ? ", TOO MANY" : (more < -limit ? ", less" : ""))
    exit more > limit
  }' || failed=1
done <"$folder/jobs"
if [ -n "$write" ]; then
  cp "$folder/new" "$record"
  cat "$record"
fi
exit $failed
