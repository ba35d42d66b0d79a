#!/bin/sh
# Builds the report page from viewer/: build-page.sh OUT.html [test]
#   test: also installs the npm packages of the page's own tests.
# Where Node, npm or the packages cannot be had, it says what is missing and succeeds without OUT.html: only the page needs them.
set -u
out=${1:?usage: build-page.sh OUT.html [test]}
for_what=${2:-build}
viewer=$(cd "$(dirname "$0")/../viewer" && pwd)

without() {
  echo "note: the report page is not built: $1. Everything else works; 'pawl report' and 'pawl view' need it."
  exit 0
}

command -v node >/dev/null 2>&1 || without "there is no Node (Debian: nodejs)"
node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || without "Node is $(node --version), 18 is needed"
command -v npm >/dev/null 2>&1 || without "there is no npm (Debian: npm)"

# The packages stand beside the lock file; a mark says for which lock file and purpose they were installed.
mark=$viewer/node_modules/.installed
lock=$(cksum <"$viewer/package-lock.json")
if ! grep -qsxF -e "$lock $for_what" -e "$lock test" "$mark"; then
  omit=--omit=dev
  [ "$for_what" = test ] && omit=
  # shellcheck disable=SC2086  # empty or one word
  (cd "$viewer" && npm ci $omit --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=60000 --loglevel=error) ||
    without "npm could not install its packages"
  echo "$lock $for_what" >"$mark"
fi
node "$viewer/build.mjs" "$out"
