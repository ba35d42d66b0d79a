#!/bin/sh
# Instructions by callgrind: callgrind.sh BENCH_EVALUATE BENCH_TOUCH
# Prints rows "count <tab> formulation <tab> problem <tab> plain <tab> projected" of a derivative evaluation, then the same rows with
# nanoseconds (evaluate), and the rows of bench_touch with the instructions of a call behind them.
set -eu
evaluate=$1
touch=$2
times=20
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

count() {  # formulation problem n
  rm -f "$folder"/*
  valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file="$folder/out" \
    "$evaluate" "$1" "$2" "$3" $times >/dev/null
  for part in 1 2; do
    total=$(awk '/^totals:/ { print $2 }' "$folder/out.$part")
    set -- "$@" $((total / times))
  done
  printf 'count\t%s\t%s\t%s\t%s\n' "$1" "$(basename "$2" .yaml)${3:+ $3}" "$4" "$5"
  "$evaluate" "$1" "$2" "$3" 3000
}

count_touches() {
  calls=200  # of bench_touch
  rm -f "$folder"/*
  "$touch" >"$folder/rows"
  valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file="$folder/out" "$touch" count
  part=0
  while read -r row; do
    part=$((part + 1))
    total=$(awk '/^totals:/ { print $2 }' "$folder/out.$part")
    printf '%s\t%s\n' "$row" $((total / calls))
  done <"$folder/rows"
}

examples=$(dirname "$0")/../examples
for formulation in multipliers canonical; do
  for problem in andrews cam yoke "$examples/slider-crank/slider-crank.yaml" "$examples/bricard/bricard.yaml"; do
    count $formulation "$problem" ''
  done
  for n in 1 5 10 20 40; do count $formulation four-bar $n; done
done
for n in 160 640; do count multipliers four-bar $n; done
count_touches
