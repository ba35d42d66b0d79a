#!/bin/sh
# What holds for the source tree as a whole: formatting, the order of the layers, links inside the documentation, names of files.
#   tree_test.sh SOURCE_FOLDER
# Formatting is checked with clang-format 14 alone (Debian 12's): another version formats otherwise, and the check is left out and
# says so.
set -eu
cd "$1"
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failed=0
complain() {
  echo "tree_test: $1" >&2
  failed=1
}

sources() { find src include tests bench -name '*.[ch]' | sort; }

check_format() {
  case $(clang-format --version 2>/dev/null || true) in
    *"version 14."*) ;;
    *)
      echo "formatting is not checked: clang-format 14 is not here"
      return
      ;;
  esac
  sources | xargs -n 40 clang-format --dry-run --Werror 2>"$temp/format" || complain "what follows is formatted otherwise; 'make format' mends it"
  head -n 60 "$temp/format"
}

# docs/architecture.md lists the layers from the top down; a file includes its own layer and those below, cli/ public headers only.
check_layers() {
  sed -n '/^## Layers/,/^## /s/^| `\([a-z/]*\)\/` .*/\1/p' docs/architecture.md >"$temp/layers"
  find src -name '*.[ch]' -printf '%h\n' | sed 's/^src\///' | sort -u >"$temp/folders"
  while read -r folder; do
    grep -qx "$folder" "$temp/layers" || complain "docs/architecture.md does not list src/$folder as a layer"
  done <"$temp/folders"
  grep -rnE '^ *# *include "[a-z/]+/' src | sed -E 's/^src\/([a-z/]+)\/([^:\/]*:[0-9]+):[^"]*"([a-z\/]+)\/.*/\1 \2 \3/' |
    awk 'NR == FNR {height[$1] = NR; next}
         $3 == "pawl" {next}
         $1 == "cli" || !($3 in height) || height[$3] < height[$1] {print "src/" $1 "/" $2 " includes " $3 "/"}' \
      "$temp/layers" - >"$temp/upwards"
  while read -r line; do complain "$line, which is not below it"; done <"$temp/upwards"
}

# the anchors of a page: its headings in lower case, without marks, blanks as hyphens
anchors() { sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'; }

check_links() {
  find . \( -name node_modules -o -name 'build*' -o -name .git \) -prune -o -name '*.md' -print | sort >"$temp/pages"
  while read -r page; do
    awk '/^```/ {code = !code; next} !code' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | sort -u >"$temp/links" || true
    while read -r link; do
      case $link in http:* | https:* | mailto:*) continue ;; esac
      path=${link%%#*}
      target=$page
      [ -z "$path" ] || target=$(dirname "$page")/$path
      if [ ! -e "$target" ]; then
        complain "$page: the link $link leads nowhere"
      elif [ "$link" != "$path" ] && ! anchors "$target" | grep -qx -- "${link#*#}"; then
        complain "$page: $target has no heading for #${link#*#}"
      fi
    done <"$temp/links"
  done <"$temp/pages"
}

# Files that docs/architecture.md or comments name must be there. In the table of layers a bare name is one of the row's folder; else
# it may be anywhere. `*` stands for any letters; folders are as #include has them.
check_names() {
  find src include tests bench tools cmake viewer/src -type f | sed 's/^src\///' >"$temp/files"
  awk -v page=docs/architecture.md '
    FNR == 1 {layers = 0}
    FILENAME == page && /^## / {layers = /^## Layers/}
    {
      comment = FILENAME == page ? $0 : /^ *(\/\/|#)/ || /\/\/ / ? substr($0, index($0, "//")) : ""
      if (FILENAME != page && comment !~ /^\/\//) next
      folder = FILENAME == page && layers && /^\| `/ ? $2 : ""
      gsub(/`/, "", folder)
      while (match(comment, /[a-z0-9_*\/.-]*[a-z0-9_*]\.[ch]([^a-z0-9_.]|$)/)) {
        name = substr(comment, RSTART, RLENGTH)
        sub(/[^ch]$/, "", name)
        print FILENAME, name, name ~ /\// ? "" : folder
        comment = substr(comment, RSTART + RLENGTH - 1)
      }
    }' docs/architecture.md $(find src -name '*.[ch]' | sort) | sort -u >"$temp/names"
  while read -r page name folder; do
    pattern=$(printf '%s' "$name" | sed 's/\./\\./g; s/\*/[a-z0-9_]*/g')
    grep -qE "^(.*/)?$folder$pattern\$" "$temp/files" || complain "$page names $folder$name, which is not there"
  done <"$temp/names"
  grep -oE '\b(pw|Pw|PW|pawl|Pawl|PAWL)(_[a-z]|_[A-Z]|[A-Z])[A-Za-z0-9_]*' docs/architecture.md | sort -u >"$temp/words"
  grep -rohE '\b(pw|Pw|PW|pawl|Pawl|PAWL)[A-Za-z0-9_]+' src include | sort -u >"$temp/known"
  printf '%s\n' PawlName PwName >>"$temp/known"  # any name
  while read -r word; do
    grep -q "^$word" "$temp/known" || complain "docs/architecture.md names $word, which is nowhere"
  done <"$temp/words"
}

check_format
check_layers
check_links
check_names
exit $failed
