#!/bin/sh
# count_test.sh CHECK: bench/check.sh with a stand-in for valgrind that counts what it is told: when it fails, and when it only prints.
set -u
check=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "count_test: $1"; cat "$dir/said"; exit 1; }
mkdir "$dir/bin" "$dir/build"
printf 'compiler: one\nflags: -O2\n' >"$dir/build/compiler.txt"
printf '#!/bin/sh\n' >"$dir/build/pawl"
chmod +x "$dir/build/pawl"
cat >"$dir/bin/valgrind" <<END
#!/bin/sh
for word; do
  case \$word in
    --version) echo stand-in; exit 0 ;;
    --callgrind-out-file=*) out=\${word#*=} ;;
    */disc-cam.yaml) cam=yes ;;
  esac
done
read -r count cam_count <"$dir/counts"
[ -z "\${cam:-}" ] || count=\$cam_count
echo "totals: \$count" >"\$out"
END
chmod +x "$dir/bin/valgrind"
try() { # counts of all runs and of the disc cam, then arguments
  echo "$1 $2" >"$dir/counts"
  shift 2
  PATH=$dir/bin:$PATH "$check" "$@" "$dir/build" "$dir/record" >"$dir/said" 2>&1
}

try 1000 2000 --record || fail "writes no record"
grep -q '^disc-cam 2000$' "$dir/record" || fail "writes something else"
[ "$(grep -c '^[a-z0-9-]* 1000$' "$dir/record")" -ge 11 ] || fail "has no dozen of jobs"
try 1000 2000 || fail "the same is not enough"
try 1049 2099 || fail "4.9 % more are too many"
try 1000 2101 && fail "5.05 % more of one run are not too many"
grep -q 'disc-cam.*TOO MANY' "$dir/said" || fail "does not say which"
[ "$(grep -c 'TOO MANY' "$dir/said")" -eq 1 ] || fail "blames others"
try 500 1000 || fail "less is too many"
grep -q 'disc-cam.*less' "$dir/said" || fail "does not tell of less"
sed '/^disc-cam/d' "$dir/record" >"$dir/short" && mv "$dir/short" "$dir/record"
try 1000 2000 && fail "a run without a record passes"

try 1000 2000 --record || fail "writes no second record"
for line in compiler flags library libraries processor valgrind; do
  grep -q "^$line:" "$dir/record" || fail "does not record $line"
done
echo 'compiler: another' >"$dir/build/compiler.txt"
try 9000 9000 || fail "compares what another compiler made"
grep -q 'not compared' "$dir/said" || fail "does not say that nothing was compared"

# without valgrind
mkdir "$dir/bare"
for tool in sh dirname mktemp rm; do ln -s "$(command -v $tool)" "$dir/bare/$tool"; done
PATH=$dir/bare "$check" "$dir/build" "$dir/record" >"$dir/said" 2>&1 || fail "fails without valgrind"
grep -q 'not counted' "$dir/said" || fail "does not say that nothing was counted"
