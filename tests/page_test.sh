#!/bin/sh
# The report page: its types, then the page itself in a browser.   page_test.sh PAWL PAGE.html SOURCE_FOLDER
# Exit status 77, skipped: what it takes is not on this machine, and a line says what.
set -eu
pawl=$1
page=$2
source=$3
skip() { echo "page_test: skipped: $*"; exit 77; }

command -v node >/dev/null || skip "there is no Node"
[ -e "$page" ] || skip "the page was not built; tools/build-page.sh says why"
[ -d "$source/viewer/node_modules/typescript" ] || skip "the npm packages of the page's tests are not installed"
node "$source/viewer/node_modules/typescript/bin/tsc" -p "$source/viewer"
node "$source/viewer/test/run.mjs" "$pawl" "$page" "$source"
