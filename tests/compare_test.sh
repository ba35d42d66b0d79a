#!/bin/sh
# A model in every formulation, compared to the end of its run.   compare_test.sh PAWL MODEL
set -u
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
"$1" run "$2" --compare -o "$home/result"
status=$?
[ $status = 0 ] || exit $status
grep -q '"compared_to_s": null' "$home/result/compare.json" || { echo 'tightening alone changes the events' >&2; exit 1; }
