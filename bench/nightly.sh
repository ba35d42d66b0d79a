#!/bin/sh
# Long searches for what is wrong, one function per job: nightly.sh BUILD_FOLDER [JOB...] (all jobs if none is named; BUILD_FOLDER
# is that of `make`, with tests). NIGHTLY_PART=0.01 does a hundredth of everything but
# `memory` and `memory_places`. Prints a line per job, keeps what they say in
# BUILD_FOLDER/nightly; exit status 1 if one found something, 2 if one could not be run.
set -u
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: nightly.sh BUILD_FOLDER [JOB...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
log=$build/nightly
seed=${NIGHTLY_SEED:-$(date +%Y%m%d)}
mkdir -p "$log" || exit 2
all="clang_build overlap_profiles overlap_surfaces heaps heaps_mixed heaps_sliding heaps_space heaps_friction heaps_friction_space memory_places memory fuzz_model fuzz_dyn fuzz_csv fuzz_stl fuzz_obj fuzz_cut fuzz_expected fuzz_result fuzz_checkpoint fuzz_http fuzz_steps fuzz_study"

count() { awk -v n="$1" -v part="${NIGHTLY_PART:-1}" 'BEGIN { c = int(n * part); print c < 1 ? 1 : c }'; }

# All of it, tests too, builds and links with clang, without a warning.
clang_build() {
  command -v clang || return 127
  CI=1 cmake -G Ninja -S "$build/.." -B "$log/clang" -DCMAKE_C_COMPILER=clang -DPAWL_TESTS=ON && cmake --build "$log/clang"
}

# Overlaps of random pairs against brute force.
overlap_profiles() { "$build/tests/test_overlap" "$(count 100000)" "$seed"; }
overlap_surfaces() { "$build/tests/test_overlap_surfaces" "$(count 10000)" "$seed"; }

# Random heaps: no overlap, no energy gained, no stop.
heaps() { "$build/tests/test_heaps" -n "$(count 1000)" -s "$seed"; }
heaps_mixed() { "$build/tests/test_heaps_mixed" -n "$(count 1000)" -s "$seed" -b 8; }
heaps_sliding() { "$build/tests/test_heaps_mixed" -f -n "$(count 1000)" -s "$seed"; }
heaps_space() { "$build/tests/test_heaps_space" -n "$(count 1000)" -s "$seed" -b 5; }
heaps_friction() { "$build/tests/test_heaps_mixed" -r -n "$(count 200)" -s "$seed"; }
heaps_friction_space() { "$build/tests/test_heaps_space" -r -n "$(count 200)" -s "$seed"; }

# Of every command for four models: three allocations by each chain of calls fail in turn (a quarter of an hour), then every one.
memory_places() { "$build/tests/test_memory" --places; }
memory() { "$build/tests/test_memory" --all; }

# Searches for inputs that fail, under the sanitizers, half an hour each.
fuzz() { "$build/../tools/fuzz.sh" "$1" "$(count 1800)"; }
fuzz_model() { fuzz model; }
fuzz_dyn() { fuzz dyn; }
fuzz_csv() { fuzz csv; }
fuzz_stl() { fuzz stl; }
fuzz_obj() { fuzz obj; }
fuzz_cut() { fuzz cut; }
fuzz_expected() { fuzz expected; }
fuzz_result() { fuzz result; }
fuzz_checkpoint() { fuzz checkpoint; }
fuzz_http() { fuzz http; }
fuzz_study() { fuzz study; }
fuzz_steps() { fuzz steps; }

status=0
[ $# -gt 0 ] || set -- $all  # a list of words
for job in "$@"; do
  case " $all " in
    *" $job "*) ;;
    *)
      echo "$job: there is no such job; there are $all" >&2
      exit 2
      ;;
  esac
  start=$(date +%s)
  "$job" >"$log/$job.log" 2>&1
  result=$?
  word=passed
  if [ $result -eq 126 ] || [ $result -eq 127 ]; then
    word="could not be run"
    [ $status -eq 1 ] || status=2
  elif [ $result -ne 0 ]; then
    word=FAILED
    status=1
  fi
  printf '%-20s %-16s %6d s  seed %s  %s\n' "$job" "$word" "$(($(date +%s) - start))" "$seed" \
    "$(grep -E ' pairs of |ERROR|missed|invent|^seed| wrong$' "$log/$job.log" | head -1 | cut -c1-160)"
done
exit $status
