#!/bin/sh
# All benchmarks, one table: run.sh BUILD_FOLDER (the folder of bench_pawl; `make bench` calls this)
set -u
source=$(cd "$(dirname "$0")" && pwd)
build=$1
data=$source/../tests/data
limit=15  # seconds per run of a peer
log=$build/peers.log
# what is measured is processor time on one core
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

has_header() { echo "#include <$1>" | c++ -x c++ -isystem /usr/include/simbody -fsyntax-only - >/dev/null 2>&1; }

build_peer() {  # name, libraries
  source_file=$source/peers/peer_$1.cpp program=$build/peer_$1
  [ -n "$(find "$program" -newer "$source_file" -newer "$build/libbench_measure.a" 2>/dev/null)" ] && return 0
  # shellcheck disable=SC2086  # a list of words
  c++ -std=c++17 -O2 -I"$source" -isystem /usr/include/simbody "$source_file" "$build/libbench_measure.a" $2 -lm -o "$program" \
    >>"$log" 2>&1
}

# Runs one setting of a peer; what it prints beside its row goes to the log.
peer() {  # name, title, problem, n, setting...
  name=$1 title=$2 problem=$3 n=$4
  shift 4
  (cd "$build" && timeout "$limit" "./peer_$name" "$data" "$problem" "$n" "$@" 2>>"$log" | grep '^run') && return
  [ "$n" = 0 ] || problem="$problem $n"
  printf 'run\t%s\t%s\t%s\tnan\tnan\t0\t-1\tnan\tnan\tno end within %s s\n' "$problem" "$title" "$*" "$limit"
}

simbody() {
  for accuracy in 1e-4 1e-6 1e-8 1e-10; do peer simbody Simbody pendulum 0 rkm $accuracy; done
  for accuracy in 1e-4 1e-6 1e-8 1e-10; do peer simbody Simbody andrews 0 rkm $accuracy; done
  for accuracy in 1e-4 1e-5 1e-6 1e-7; do peer simbody Simbody four-bar 10 cpodes $accuracy; done
  for accuracy in 1e-5 1e-7; do peer simbody Simbody four-bar 10 rkm $accuracy; done
  peer simbody Simbody four-bar 40 cpodes 1e-5
  for accuracy in 1e-5 1e-6; do peer simbody Simbody four-bar 40 rkm $accuracy; done
}

mujoco() {
  for step in 1e-2 5e-3 2e-3 1e-3 5e-4; do peer mujoco MuJoCo pendulum 0 RK4 $step 1; done
  for step in 2e-5 1e-5 5e-6 2e-6 1e-6; do peer mujoco MuJoCo andrews 0 RK4 $step 0.7; done
  for step in 1e-2 5e-3 2e-3 1e-3 2e-4; do peer mujoco MuJoCo four-bar 10 RK4 $step 0.5; done
  for step in 1e-2 5e-3 2e-3 1e-3 5e-4; do peer mujoco MuJoCo four-bar 40 RK4 $step 0.5; done
}

cam() {  # peer, title, w, setting...
  peer=$1 title=$2 w=$3
  shift 3
  (cd "$build" && timeout "$limit" "./peer_cam_$peer" "$w" "$@" 2>>"$log" | grep '^cam') && return
  printf 'cam\t%s\t%s\t%s\tnan\t0\tnan\tnan\tnan\tnan\tno end within %s s\n' "$w" "$title" "$*" "$limit"
}

# ODE: contact where bodies overlap, as its colliders make it, or a step ahead. MuJoCo: time constant in steps, impedance.
# Simbody: two-sided constraint, or compliant contact of a stiffness and dissipation.
cams() {
  (cd "$build" && ./bench_cam) || printf 'fail\tbench_cam failed\n'
  for w in 150 220; do
    if has_header ode/ode.h && build_peer cam_ode -lode; then
      for steps in 40 400 4000; do cam ode ODE "$w" $steps 0.2 0; done
      for steps in 400 4000; do cam ode ODE "$w" $steps 0.8 1.2; done
    else
      printf 'note\tODE is not there: going on without\n'
    fi
    if has_header mujoco/mujoco.h && build_peer cam_mujoco -lmujoco; then
      for steps in 40 400 4000; do cam mujoco MuJoCo "$w" Euler "$steps" 5 0.2; done
      for steps in 400 4000; do cam mujoco MuJoCo "$w" Euler "$steps" 2 0.5; done
      cam mujoco MuJoCo "$w" Euler 400 2 0.9
    fi
    if has_header Simbody.h && build_peer cam_simbody '-lSimTKsimbody -lSimTKmath -lSimTKcommon'; then
      [ "$w" = 220 ] || for accuracy in 1e-4 1e-6 1e-8 1e-10; do cam simbody Simbody "$w" rkm $accuracy; done
      for stiffness in 1e9 1e11; do cam simbody Simbody "$w" rkm 1e-4 $stiffness 10; done
      cam simbody Simbody "$w" rkm 1e-4 1e11 100
    fi
  done
}

rolling() {  # peer, title, case, setting...
  peer=$1 title=$2 case=$3
  shift 3
  (cd "$build" && timeout "$limit" "./peer_rolling_$peer" "$case" "$@" 2>>"$log" | grep '^rolling') && return
  printf 'rolling\t%s\t%s\t%s\tnan\t0\t-1\tnan\tno end within %s s\n' "$case" "$title" "$*" "$limit"
}

# ODE: a contact a step ahead, with a coefficient of friction that is never reached. Simbody: its constraint of a sphere that rolls on
# a plane.
rollings() {
  "$build/bench_rolling" || printf 'fail\tbench_rolling failed\n'
  if has_header ode/ode.h && build_peer rolling_ode -lode; then
    for case in sphere disc; do
      for step in 1e-3 1e-4 1e-5; do rolling ode ODE "$case" "$step" 0.8 0.1; done
    done
  else
    printf 'note\tODE is not there: going on without\n'
  fi
  if has_header Simbody.h && build_peer rolling_simbody '-lSimTKsimbody -lSimTKmath -lSimTKcommon'; then
    for accuracy in 1e-4 1e-6 1e-8 1e-10; do rolling simbody Simbody ball cpodes $accuracy; done
    for accuracy in 1e-4 1e-6 1e-8; do rolling simbody Simbody ball rkm $accuracy; done
  fi
  (cd "$build" && ./bench_heap) || printf 'fail\tbench_heap failed\n'
  (cd "$build" && ./bench_study "$source/../examples") || printf 'fail\tbench_study failed\n'
  (cd "$build" && ./bench_growth) || printf 'fail\tbench_growth failed\n'
}

rows() {
  "$build/bench_pawl" "$data" || printf 'fail\tbench_pawl failed\n'
  if ! has_header Simbody.h || ! has_header mujoco/mujoco.h || ! has_header ode/ode.h; then
    "$source/install-peers.sh" 2>>"$log" || printf 'note\tpeers were not installed: %s\n' "$(tail -n 1 "$log")"
  fi
  if has_header Simbody.h && build_peer simbody '-lSimTKsimbody -lSimTKmath -lSimTKcommon'; then
    simbody
  else
    printf 'note\tSimbody is not there: going on without\n'
  fi
  if has_header mujoco/mujoco.h && build_peer mujoco -lmujoco; then
    mujoco
  else
    printf 'note\tMuJoCo is not there: going on without\n'
  fi
  cams
  rollings
  "$build/bench_cone" || printf 'fail\tbench_cone failed\n'
  sisl=$build/peer_sisl
  if ! has_header sisl.h || ! build_peer sisl -lsisl; then
    sisl=
    printf 'note\tSISL is not there (libsisl-dev, not installed by itself for its licence): going on without\n'
  fi
  "$source/callgrind.sh" "$build/bench_evaluate" "$build/bench_touch" "$build/bench_surface" "$sisl" 2>>"$log" || printf 'note\tinstructions were not counted: see %s\n' "$log"
}

: >"$log"
rows | awk -f "$source/table.awk"
