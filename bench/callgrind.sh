#!/bin/sh
# Instructions by callgrind: callgrind.sh BENCH_EVALUATE BENCH_TOUCH BENCH_SURFACE PEER_SISL ('': not there)
# Prints rows "count <tab> formulation <tab> problem <tab> plain <tab> projected" of a derivative evaluation, then the same rows with
# nanoseconds (evaluate), and the rows of bench_touch, bench_surface and peer_sisl with the instructions of a call behind them.
set -eu
evaluate=$1
touch=$2
surface=$3
sisl=$4
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

count_rows() {  # program arguments...
  calls=200  # of bench_touch, and PW_COUNTED_CALLS
  rm -f "$folder"/out*
  "$@" >"$folder/rows"
  valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no --callgrind-out-file="$folder/out" "$@" count
  part=0
  while IFS= read -r row; do
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
for n in 160 640; do count multipliers four-bar $n; count canonical four-bar $n; done
count_rows "$touch"
count_rows "$surface" "$examples/nurbs-cam/oscillating.csv" "$folder/surfaces"
[ -z "$sisl" ] || count_rows "$sisl" "$folder/surfaces"
