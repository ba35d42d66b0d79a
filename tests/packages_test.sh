#!/bin/sh
# tools/install-packages.sh: silent when nothing is missing; names what is missing where nothing can be installed; calls apt-get
# where it may. The machines are made of stand-ins on PATH.
set -eu
unset DEBIAN_FRONTEND # the script sets it
script=$(dirname "$0")/../tools/install-packages.sh
fail() { echo "packages_test: $*" >&2; exit 1; }

out=$("$script" test 2>&1) || fail "complains though this machine builds pawl: $out"
[ -z "$out" ] || fail "says something though nothing is missing: $out"
"$script" nonsense >/dev/null 2>&1 && fail "takes an unknown argument"

# a machine with a shell and nothing else: no compiler, no apt-get
bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
ln -s "$(command -v id)" "$bare/id"
for arguments in "" "--check" "test bench"; do
  # shellcheck disable=SC2086  # words
  if out=$(PATH=$bare /bin/sh "$script" $arguments 2>&1); then fail "'$arguments' succeeds on a bare machine"; fi
  for package in build-essential cmake ninja-build pkg-config libsuitesparse-dev liblapacke-dev libyaml-dev libjansson-dev \
    zlib1g-dev; do
    case $out in *"$package"*) ;; *) fail "'$arguments' does not name $package: $out" ;; esac
  done
done
case $out in *libcmocka-dev*valgrind*) ;; *) fail "does not name what tests and benchmarks need: $out" ;; esac

# without rights: an apt-get that must not be called, and no sudo
printf '#!/bin/sh\necho called >"%s/called"\n' "$bare" >"$bare/apt-get"
printf '#!/bin/sh\necho 1000\n' >"$bare/new-id"
chmod +x "$bare/apt-get" "$bare/new-id"
mv -f "$bare/new-id" "$bare/id"
if out=$(PATH=$bare /bin/sh "$script" 2>&1); then fail "succeeds without rights"; fi
case $out in *root*) ;; *) fail "does not say that rights are missing: $out" ;; esac
[ ! -e "$bare/called" ] || fail "calls apt-get without rights"

# as root, and through sudo: apt-get is updated, then asked for what is missing, without questions; that nothing came of it is seen
ln -s "$(command -v env)" "$bare/env"
cat >"$bare/apt-get" <<END
#!/bin/sh
echo "\$DEBIAN_FRONTEND apt-get \$*" >>"$bare/called"
END
printf '#!/bin/sh\n[ "$1" = -n ] || exit 1\nshift\necho sudo >>"%s/called"\n[ "$1" = true ] || "$@"\n' "$bare" >"$bare/sudo"
chmod +x "$bare/sudo"
for user in 0 1000; do
  printf '#!/bin/sh\necho %s\n' $user >"$bare/id"
  rm -f "$bare/called"
  if out=$(PATH=$bare /bin/sh "$script" test 2>&1); then fail "user $user: succeeds though everything is still missing"; fi
  case $out in *"something is missing"*) ;; *) fail "user $user: does not say that something is missing: $out" ;; esac
  called=$(cat "$bare/called")
  case $called in
    *apt-get*update*noninteractive*install*-y*--no-install-recommends*build-essential*libcmocka-dev*) ;;
    *) fail "user $user: wrong calls: $called" ;;
  esac
  for package in nodejs npm chromium-headless-shell; do
    case $called in *"install -y --no-install-recommends $package"*) ;; *) fail "user $user: does not try $package: $called" ;; esac
  done
  case $user$called in 0*sudo*) fail "root calls sudo" ;; 1000*sudo*) ;; 1000*) fail "sudo is not used" ;; esac
done

# a machine that lacks only what the page needs: no reason to stop, and nothing to say before the build
page=$(mktemp -d)
trap 'rm -rf "$bare" "$page"' EXIT
for tool in cc as ld make cmake ninja pkg-config valgrind; do
  path=$(command -v $tool) && ln -s "$path" "$page/$tool"
done
out=$(PATH=$page /bin/sh "$script" --check 2>&1) || fail "cannot do without node: $out"
[ -z "$out" ] || fail "speaks of node when only asked to check: $out"
out=$(PATH=$page /bin/sh "$script" test 2>&1) || fail "the tests cannot do without node: $out"
case $out in note:*nodejs*npm*chromium-headless-shell*) ;; *) fail "does not say what the page lacks: $out" ;; esac
# an old node is none
printf '#!/bin/sh\nexit 1\n' >"$page/node"
chmod +x "$page/node"
out=$(PATH=$page /bin/sh "$script" 2>&1) || fail "cannot do with an old node: $out"
case $out in *nodejs*) ;; *) fail "takes an old node: $out" ;; esac
