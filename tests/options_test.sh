#!/usr/bin/env bash
# Man page and shell completion know exactly the commands that `pawl help` lists, and the options of `pawl help COMMAND`.   options_test.sh PAWL
set -euo pipefail
pawl=$1
source=$(cd "$(dirname "$0")/.." && pwd)
fail() { echo "options_test: $*" >&2; exit 1; }

# shellcheck disable=SC1091
. "$source/tools/completion/pawl.bash"
complete_words() { # words of a command line, the last one being typed; what is offered, sorted
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _pawl
  printf '%s\n' "${COMPREPLY[@]}" | sort
}

long_options() { grep -oE -- '--[a-z][a-z-]*' | sort -u; }
man=$(sed 's/\\-/-/g' "$source/docs/man/pawl.1")
commands=$("$pawl" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort)
[ "$(wc -w <<<"$commands")" -ge 8 ] || fail "help lists the commands [$commands]"
[ "$(sed -n '/^\.SH SYNOPSIS/,/^\.SH DESC/s/^\.B pawl \([a-z]*\)$/\1/p' <<<"$man" | sort)" = "$commands" ] ||
  fail "the man page's synopsis has other commands than help: [$commands]"
[ "$(sed -n 's/^\.SS pawl \([a-z]*\).*/\1/p' <<<"$man" | sort)" = "$commands" ] || fail "the man page describes other commands than help"
[ "$(complete_words pawl '' | grep -v '^-')" = "$commands" ] || fail "bash completes other commands than help lists"
[ "$(sed -n "s/.*'1:command:(\(run[^)]*\))' '--help.*/\1/p" "$source/tools/completion/_pawl" | tr ' ' '\n' | sort)" = "$commands" ] ||
  fail "zsh completes other commands than help lists"
for command in $(grep -vx help <<<"$commands"); do
  helped=$("$pawl" help "$command" | long_options | grep -vx -- --help || true)
  offered=$(complete_words pawl "$command" -- | long_options || true)
  zsh=$(sed -n "/^  $command)/,/;;/p" "$source/tools/completion/_pawl" | long_options || true)
  described=$(sed -n "/^\.SS pawl $command/,/^\.S[SH] [^p]*$/p" <<<"$man" | sed "1!{/^\.SS pawl/,\$d}" | long_options || true)
  [ "$offered" = "$helped" ] || fail "$command: bash offers [$offered], help lists [$helped]"
  [ "$zsh" = "$helped" ] || fail "$command: zsh offers [$zsh], help lists [$helped]"
  [ "$described" = "$helped" ] || fail "$command: the man page describes [$described], help lists [$helped]"
done

[ "$(complete_words pawl ch)" = check ] && [ "$(complete_words pawl con)" = convert ] || fail "commands are not completed"
[ "$(complete_words pawl run --method d)" = "$(printf 'dop853\ndopri5')" ] || fail "methods are not completed"
[ "$(complete_words pawl run --formulation m)" = multipliers ] || fail "formulations are not completed"
[ "$(complete_words pawl run --analysis st)" = statics ] || fail "analyses are not completed"
[ "$(complete_words pawl help v)" = "$(printf 'verify\nview')" ] || fail "help's commands are not completed"
cd "$source/examples"
[ "$(complete_words pawl verify emb)" = embed ] || fail "folders are not completed"
[ "$(complete_words pawl view emb)" = embed ] || fail "result folders are not completed"
