#!/bin/sh
# Instructions per derivative evaluation, by callgrind: callgrind.sh BENCH_EVALUATE
# Prints rows "count <tab> problem <tab> plain <tab> projected".
set -eu
evaluate=$1
times=20
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

count() {  # problem n
  rm -f "$folder"/*
  valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file="$folder/out" \
    "$evaluate" "$1" "$2" $times >/dev/null
  for part in 1 2; do
    total=$(awk '/^totals:/ { print $2 }' "$folder/out.$part")
    set -- "$@" $((total / times))
  done
  printf 'count\t%s\t%s\t%s\n' "$1${2:+ $2}" "$3" "$4"
}

count andrews ''
for n in 40 160 640; do count four-bar $n; done
