#!/bin/sh
# fuzz.sh NAME [SECONDS]: a search by the fuzz target tests/fuzz_NAME.c, under the sanitizers. Guided by coverage where clang has its
# libFuzzer (Debian: clang and libclang-rt-14-dev), blind otherwise. What fails is left in build/fuzz as crash-*; put it, made small,
# into tests/corpus/NAME with the fix.
set -eu
name=$1
seconds=${2:-60}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/fuzz
still=$(setarch -R true 2>/dev/null && echo setarch -R || true)
corpus="$root/tests/corpus/$name"
case $name in
  model | steps) more="$root/tests/corpus/*.* $root/examples/*/*.yaml" ;;
  dyn) more="$root/tests/data/*.dyn $root/examples/*/*.dyn" ;;
  expected) more="$root/examples/*/expected.yaml" ;;
  *) more= ;;
esac
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { (void)d; (void)n; return 0; }' >"$probe/probe.c"
if clang -fsanitize=fuzzer,address "$probe/probe.c" -o "$probe/probe" 2>/dev/null; then
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_C_COMPILER=clang -DPAWL_TESTS=ON -DPAWL_LIBFUZZER=ON \
    -DPAWL_SANITIZE=address,undefined,float-cast-overflow,fuzzer-no-link >/dev/null
  cmake --build "$build" --target "fuzz_$name"
  mkdir -p "$build/found/$name" "$build/seeds/$name"
  # shellcheck disable=SC2086  # the patterns are to be expanded
  cp $corpus/* $more "$build/seeds/$name" 2>/dev/null || true
  cd "$build" && exec $still tests/fuzz_"$name" -max_total_time="$seconds" -timeout=20 -max_len=65536 -print_final_stats=1 \
    "found/$name" "seeds/$name"
fi
echo "clang has no libFuzzer here: the search is blind"
cmake -G Ninja -S "$root" -B "$root/build/asan" -DPAWL_TESTS=ON -DPAWL_SANITIZE=address,undefined,float-cast-overflow >/dev/null
cmake --build "$root/build/asan" --target "fuzz_$name"
mkdir -p "$build" && cd "$build"
end=$(($(date +%s) + seconds))
seed=$(date +%s)
while [ "$(date +%s)" -lt "$end" ]; do
  # shellcheck disable=SC2086
  ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=abort_on_error=1 $still ../asan/tests/fuzz_"$name" -n 2000 -s $seed $(ls $corpus/* $more 2>/dev/null)
  seed=$((seed + 1))
done
