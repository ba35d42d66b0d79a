#!/bin/sh
# The command line tool from outside: exit status, messages, result folder.   cli_test.sh PAWL SOURCE
# Models are the project's pendulum example and broken files made here.
set -u
pawl=$1
example=$2/examples/pendulum
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home" || exit 1
failures=0

complain() {
  echo "cli_test: $*" >&2
  sed 's/^/  stdout: /' out >&2
  sed 's/^/  stderr: /' err >&2
  failures=$((failures + 1))
}

# expect STATUS ARGUMENTS...: runs pawl, leaves its output in out and err
expect() {
  expected=$1
  shift
  "$pawl" "$@" >out 2>err </dev/null
  status=$?
  [ "$status" = "$expected" ] || complain "pawl $*: exit status $status, expected $expected"
}
says() { grep -qE -e "$1" err || complain "no '$1' on stderr"; }
prints() { grep -qE -e "$1" out || complain "no '$1' on stdout"; }
has() { [ -e "$1" ] || complain "'$1' is missing"; }
lacks() { [ ! -e "$1" ] || complain "'$1' should not be there"; }

# ---- help, usage
expect 0 --help
prints '^usage: pawl'
expect 0 help run
prints '--tolerance X'
expect 0 run --help
prints '--tolerance X'
expect 0 --version
prints '^pawl [0-9]+\.[0-9]+\.[0-9]+$'
expect 2
says 'command is missing'
expect 2 rum cam.yaml
says "did you mean 'run'"
expect 2 run
says 'needs a FILE'
expect 2 run cam.yaml --tolerence 1e-6
says "did you mean '--tolerance'"

# ---- bad files
expect 2 run none.yaml
says 'none\.yaml'
lacks none.result
lacks none.result.partial
printf 'bodies:\n  crank: {mass: 1\n' >broken.yaml
expect 2 run broken.yaml
says '^broken\.yaml:[0-9]+:[0-9]+: error: '
lacks broken.result.partial
expect 2 check broken.yaml
says '^broken\.yaml:[0-9]+:[0-9]+: error: '
: >empty.yaml
expect 2 run empty.yaml
head -c 5000 "$pawl" >garbage.yaml
expect 2 check garbage.yaml
cp "$example/pendulum.yaml" pendulum.yaml || exit 1
echo 'bodiez: 1' >>pendulum.yaml
expect 2 check pendulum.yaml
says '^pendulum\.yaml:[0-9]+:[0-9]+: error: .*bodiez'
cp "$example/pendulum.yaml" pendulum.yaml

# ---- a run and its folder
expect 0 run pendulum.yaml --duration 1 --step 0.125 --analysis dynamics
prints '^analysis +dynamics$'
prints '^reached +t = 1 s$'
prints '^result +pendulum\.result$'
for file in result.csv motion.csv events.csv run.json scene.json; do has pendulum.result/$file; done
lacks pendulum.result.partial
lacks pendulum.result/checkpoint.bin
grep -q '"pawl_result"' pendulum.result/run.json || complain 'run.json lacks pawl_result'
head -n 1 pendulum.result/result.csv | grep -qE '^t \[[a-z]+\],' || complain 'result.csv has no heading'
[ "$(wc -l <pendulum.result/result.csv)" -ge 10 ] || complain 'result.csv: 9 rows and a heading expected'
expect 0 run pendulum.yaml --duration 1 --step 0.125 --analysis dynamics -o 'with a blank/' --quiet
[ ! -s out ] || complain '--quiet prints'
cmp -s pendulum.result/result.csv 'with a blank/result.csv' || complain 'the same run gives other bytes'
expect 0 run pendulum.yaml --duration 1 --step 0.125 --analysis dynamics --tolerance 1e-4 --method dopri5
prints '^method +dopri5$'
cmp -s pendulum.result/result.csv 'with a blank/result.csv' && complain '--tolerance and --method change nothing'
for analysis in assemble statics linearise; do
  expect 0 run pendulum.yaml --analysis $analysis -o $analysis
  prints "$analysis/result\\.csv"
  prints "$analysis/run\\.json"
done
expect 0 run pendulum.yaml --duration 1 --formulation multipliers -o formulation
prints '^formulation +multipliers$'
grep -q '"formulation": "multipliers"' formulation/run.json || complain 'run.json lacks the formulation'
expect 0 run pendulum.yaml --duration 1 --formulation canonical -o formulation
prints '^formulation +canonical$'
expect 2 run pendulum.yaml --tolerance 100
says 'tolerance'

# ---- a comparison and its folder
expect 0 run pendulum.yaml --duration 1 --compare
prints '^quantity +difference +tighter +tightening +limit'
prints '^angles .* ok '
prints '^results +pendulum\.compare$'
for file in compare.json multipliers/result.csv multipliers-tight/result.csv; do has pendulum.compare/$file; done
lacks pendulum.compare.partial
expect 0 run pendulum.yaml --duration 1 --compare --json -o pendulum.compare
prints '"agrees": true'
[ "$(cat out)" = "$(cat pendulum.compare/compare.json)" ] || complain '--json prints another compare.json'
expect 0 run pendulum.yaml --duration 1 --compare --quiet -o pendulum.compare
[ ! -s out ] || complain '--compare --quiet prints'
mkdir pendulum.compare/mine
expect 2 run pendulum.yaml --duration 1 --compare
says "holds 'mine'"
has pendulum.compare/mine
expect 2 run pendulum.yaml --duration 1 --compare --tolerance 1e-14
says 'a comparison needs'

# ---- what is said about the model is printed once and stands in the result
{
  sed '/^units:/d' pendulum.yaml
  echo 'units: {length: mm, mass: kg, time: s}'
} >noted.yaml
expect 0 run noted.yaml --analysis assemble
says 'force is in'
[ "$(grep -c 'force is in' err)" = 1 ] || complain 'a note is printed twice'
grep -q 'force is in' noted.result/run.json || complain 'run.json lacks what was said'

# ---- parameters from outside
parameter=$(sed -n '/^parameters:/,$p' pendulum.yaml | sed -nE 's/^(parameters:|) *\{? *([A-Za-z_][A-Za-z_0-9]*): *[0-9].*/\2/p' | head -n 1)
[ -n "$parameter" ] || complain 'the example has no parameter'
expect 0 run pendulum.yaml --duration 1 --step 0.125 --analysis dynamics -o set --set "$parameter=0.123"
cmp -s set/result.csv 'with a blank/result.csv' && complain '--set changes nothing'
expect 2 run pendulum.yaml --set nosuchparameter=1
says 'nosuchparameter'

# ---- folders of others
mkdir foreign && echo keep >foreign/letter
expect 2 run pendulum.yaml --duration 0.1 -o foreign
says "'foreign'"
[ "$(cat foreign/letter)" = keep ] || complain 'a foreign folder was touched'
lacks foreign.partial
expect 2 run pendulum.yaml --duration 0.1 -o nothing --resume
says 'nothing to resume'

# ---- interrupted and resumed: the same bytes. The run is made longer until the signal finds it running.
duration=1000
for try in 1 2 3 4 5 6; do
  rm -rf cut cut.partial
  "$pawl" run pendulum.yaml --analysis dynamics --duration $duration --step 1 -o cut >out 2>err &
  run=$!
  waits=0
  while [ ! -e cut.partial/checkpoint.bin ] && kill -0 $run 2>/dev/null && [ $waits -lt 1000 ]; do
    sleep 0.02
    waits=$((waits + 1))
  done
  kill -INT $run 2>/dev/null
  wait $run
  status=$?
  [ $status != 0 ] && break
  duration=$((duration * 4))
done
[ $status = 130 ] || complain "interrupted: exit status $status after $try tries, expected 130"
says "cut\\.partial.*--resume"
has cut.partial/run.json
lacks cut
expect 0 run pendulum.yaml --analysis dynamics --duration $duration --step 1 -o cut --resume
lacks cut.partial
expect 0 run pendulum.yaml --analysis dynamics --duration $duration --step 1 -o whole
cmp cut/result.csv whole/result.csv || complain 'the resumed run gives another result.csv'
cmp cut/events.csv whole/events.csv || complain 'the resumed run gives another events.csv'
cmp cut/motion.csv whole/motion.csv || complain 'the resumed run gives another motion.csv'

# ---- SIGTERM and SIGHUP are heeded within a second, also inside one step of the integrator that holds a million rows, and run.json
# says so. Under nohup SIGHUP is ignored.
cat >stone.yaml <<END
planar: true
gravity: [0, -9.81]
bodies: {stone: {mass: 1, inertia: 1}}
END
for signal in TERM HUP; do
  "$pawl" run stone.yaml --duration 1000 --step 1e-4 -o stone >out 2>err &
  run=$!
  waits=0
  while [ ! -s stone.partial/result.csv ] && [ $waits -lt 500 ]; do
    sleep 0.02
    waits=$((waits + 1))
  done
  sleep 0.1
  kill -$signal $run
  waits=0
  while kill -0 $run 2>/dev/null && [ $waits -lt 75 ]; do
    sleep 0.02
    waits=$((waits + 1))
  done
  [ $waits -lt 75 ] || complain "SIG$signal was not heeded"
  wait $run
  status=$?
  [ $status = 130 ] || complain "SIG$signal: exit status $status, expected 130"
  grep -q '"status": "cancelled"' stone.partial/run.json || complain "SIG$signal: run.json does not say it"
  rm -rf stone.partial
done
(trap '' HUP; "$pawl" run pendulum.yaml --duration 20 -o hung >out 2>err & echo $! >pid; sleep 0.1; kill -HUP $(cat pid); wait $(cat pid))
has hung/result.csv

# ---- a disk that is full: what was computed stays readable, and run.json says why it ended
if unshare -rm true 2>/dev/null; then
  mkdir full
  unshare -rm sh -c 'mount -t tmpfs -o size=1m none full && cp pendulum.yaml full && cd full &&
    "$1" run pendulum.yaml --duration 1000 --step 1e-3 -o r >/dev/null 2>&1; echo $? >../status
    cp r.partial/run.json ../full.json; "$1" export r --csv ../full.csv' sh "$pawl" >out 2>err || complain 'nothing can be read from a full disk'
  [ "$(cat status)" = 3 ] || complain "a full disk: exit status $(cat status), expected 3"
  grep -q '"status": "failed"' full.json || complain 'a full disk: run.json does not say that it failed'
  grep -q 'No space left' full.json || complain 'a full disk: run.json does not say why'
fi

# ---- reports and exports, with a page of four lines in place of the built one
printf '<html>\n<script type="application/json" id="pawl-data"></script>\n</html>\n' >page.html
PAWL_PAGE=$home/page.html
export PAWL_PAGE
expect 0 report pendulum.result
grep -q 'id="pawl-data">{"pawl_page":1,' pendulum.result.html || complain 'the page has no data'
expect 0 run pendulum.yaml --duration 1 --step 0.125 --analysis dynamics -o paged --report
prints '^page +paged\.html$'
has paged.html
expect 0 report --svg pendulum.result -o drawings --at 0.5
expect 2 report --svg pendulum.result -o beyond --at 0.5,1.5
says 'the result goes from 0 to 1 s: there is nothing to draw at 1.5 s'
lacks beyond
expect 2 report --svg pendulum.result -o beyond --at 500ms,1500ms
says 'there is nothing to draw at 1.5 s'
{ echo 'units: {time: ms}' && cat stone.yaml; } >slow.yaml
expect 0 run slow.yaml --duration 100ms --step 10ms --analysis dynamics -o slow --quiet
expect 0 report --svg slow -o plain --at 20
expect 0 report --svg slow -o unit --at 20ms
expect 0 report --svg slow -o second --at 0.02s
cmp -s plain/at-1.svg unit/at-1.svg && cmp -s plain/at-1.svg second/at-1.svg || complain '--at 20, 20ms and 0.02s of a model in ms differ'
mkdir nothing_in_it
expect 2 view nothing_in_it
says "'nothing_in_it' is no result of pawl: it has neither run.json nor result.csv"
expect 0 run pendulum.yaml --duration 125ms --step '25 ms' --analysis dynamics -o units --quiet
[ "$(wc -l <units/result.csv)" = 7 ] || complain "a run of 125ms by 25 ms has not 6 rows"
has drawings/plot-1.svg
has drawings/at-1.svg
expect 0 export --gltf a.glb --vtk series --csv a.csv pendulum.result
[ "$(head -c 4 a.glb)" = glTF ] || complain 'a.glb is no glTF'
has series/series.pvd
cmp a.csv pendulum.result/result.csv || complain 'all columns are not result.csv'
expect 2 export --csv b.csv --columns nosuch pendulum.result
says "no column 'nosuch'"
rm pendulum.result/scene.json
expect 2 report pendulum.result
says 'scene\.json'
expect 2 report nowhere
says "no result in 'nowhere'"
expect 2 view nowhere
says "no result in 'nowhere'"
PAWL_PAGE=$home/none.html
expect 2 report whole
says 'npm'
lacks whole.html
expect 2 run pendulum.yaml --duration 1 -o never --report
says 'npm'
lacks never
lacks never.partial
unset PAWL_PAGE

# ---- ACDMC files, and models in the other format
dyn=$2/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn
expect 0 convert "$dyn"
prints '^bodies:'
expect 0 convert "$dyn" -o cam.yaml
[ ! -s out ] || complain 'convert -o prints'
expect 0 convert cam.yaml -o again.dyn
expect 0 convert again.dyn -o again.yaml
grep -v '^name:' cam.yaml >one
grep -v '^name:' again.yaml >two
cmp -s one two || complain 'a model changes on its way to ACDMC and back'
expect 2 convert pendulum.yaml -o pendulum.yaml
says 'names the file that is read'
cat >driven.yaml <<'END'
bodies: {a: {mass: 1}}
joints: {j: {type: revolute, frames: [ground, a]}}
drives: {d: {coordinate: j, law: t}}
END
expect 2 convert driven.yaml
says "driven\.yaml:3:10: error: an ACDMC file cannot hold drive 'd'"
expect 2 convert cam.yaml -o none/cam.dyn
says 'cannot write'
cp "$dyn" short.dyn
expect 0 run short.dyn --set MACH.TIME=0.5 --quiet
has short.result/result.csv
expect 2 run short.dyn --set OCPA.3.STIFFNESS=0.5
says "'STIFFNESS' cannot be set"
sed 's/^TIME.*//' short.dyn >hole.dyn
expect 2 check hole.dyn
says "^hole\.dyn:2:1: error: MACH 'acdmc-cam-arcs': 'TIME' is missing"
expect 0 check short.dyn --matrices --contacts
prints '^  pair2 +\+1 +-1 +\+1$'
expect 2 check short.dyn --contacts
says 'is for --matrices'

# ---- units of the file: a ball of 1 kg that falls by 5 mm meets the floor after 31.9 ms with 49.05 N*mm
printf '%s\n' 'planar: true' 'units: {length: mm, time: ms, angle: deg, force: N}' 'gravity: [0, -0.00981]' 'bodies:' \
  '  ground: {profiles: {floor: {start: [50, 0], chain: [{line: {to: [-50, 0]}}], closed: false}}}' \
  '  b: {mass: 1, inertia: 1, position: [0, 10], profiles: {disc: {circle: {radius: 5}}}}' \
  'contacts: {c: {profiles: [b.disc, ground.floor]}}' 'analysis: {duration: 100, step: 1}' >ball.yaml
expect 0 run ball.yaml
prints '^reached +t = 100 ms$'
grep -q 'energy -49\.05 N\*mm' ball.result/events.csv || complain 'the energy of an impact is not in the units of the file'
expect 0 audit ball.result
prints 'motion of b at t = .* ms'
prints ' mm, t = .* ms'
expect 0 run ball.yaml --compare
prints 'at t \[ms\]$'
printf '  max_steps: 3\n' | cat ball.yaml - | sed 's/^analysis: {.*/analysis:\n  duration: 100\n  step: 1/' >stops.yaml
"$pawl" run stops.yaml >out 2>err </dev/null
says 'stopped at t = [0-9.]+ ms'

# ---- check
expect 0 check pendulum.yaml
prints '[Mm]obility'
expect 0 check pendulum.yaml --json
[ "$(head -c 1 out)" = '{' ] || complain 'check --json does not begin with {'
[ "$(tail -n 1 out | tail -c 2)" = '}' ] || complain 'check --json does not end with }'
prints '"mobility": *1'

# ---- verify
expect 0 verify "$example"
prints ' ok$'
prints ' 0 beyond their limits$'
cp -R "$example" pendulum
sed -E 's/9\.8[0-9]*/9.5/g' "$example/pendulum.yaml" >pendulum/pendulum.yaml
cmp -s "$example/pendulum.yaml" pendulum/pendulum.yaml && complain 'the example does not mention gravity as 9.8...'
expect 1 verify pendulum
prints ' FAIL$'
expect 1 verify "$example" pendulum
expect 2 verify nowhere
expect 2 verify nowhere pendulum

[ $failures = 0 ] || { echo "cli_test: $failures failures" >&2; exit 1; }
