#!/bin/sh
# nightly_test.sh NIGHTLY BUILD: a little of every job that counts passes (memory and fuzz have tests of their own), and the exit status tells the truth of what fails or is not there.
set -u
nightly=$1 build=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "nightly_test: $1"; cat "$dir/out"; exit 1; }
NIGHTLY_PART=0.0005 NIGHTLY_SEED=3 "$nightly" "$build" overlap_profiles overlap_surfaces heaps heaps_mixed heaps_sliding heaps_space >"$dir/out" 2>&1 || fail "a little of every job does not pass"
"$nightly" "$build" no_such_job >"$dir/out" 2>&1
[ $? -eq 2 ] || fail "a job that is not there"
mkdir "$dir/tests"
NIGHTLY_PART=0.0005 "$nightly" "$dir" overlap_profiles >"$dir/out" 2>&1
[ $? -eq 2 ] || fail "a program that is not there"
printf '#!/bin/sh\nexit 3\n' >"$dir/tests/test_overlap"
chmod +x "$dir/tests/test_overlap"
NIGHTLY_PART=0.0005 "$nightly" "$dir" overlap_profiles >"$dir/out" 2>&1
[ $? -eq 1 ] && grep -q FAILED "$dir/out" || fail "a job that fails"
