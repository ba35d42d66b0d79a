#!/bin/sh
# Installs the libraries that the benchmarks compare with, from Debian's packages. Without them the benchmarks run alone.
set -u
packages='g++ libsimbody-dev libmujoco-dev libode-dev'
if [ "$(id -u)" = 0 ]; then
  root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  root='sudo -n'
else
  echo "installing $packages needs root, or sudo without a password" >&2
  exit 1
fi
command -v apt-get >/dev/null 2>&1 || { echo "no apt-get here to install $packages with" >&2; exit 1; }
# an update that fails need not matter: what is known may do
$root apt-get -oDPkg::Lock::Timeout=300 -qq update </dev/null >/dev/null 2>&1
# shellcheck disable=SC2086  # lists of words
$root env DEBIAN_FRONTEND=noninteractive apt-get -oDPkg::Lock::Timeout=300 -qq install -y --no-install-recommends $packages \
  </dev/null >/dev/null
