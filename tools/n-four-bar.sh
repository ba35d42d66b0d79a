#!/bin/sh
# Prints the model of N four-bars in a row (examples/n-four-bar).   n-four-bar.sh N
n=$1
cat <<END
# $n four-bars in a row: $((n + 1)) uprights, $n couplers, all uniform, 1 m, 1 kg. Written by tools/n-four-bar.sh $n.
name: n-four-bar
gravity: [0, -9.81]
bodies:
END
i=0
while [ "$i" -le "$n" ]; do
  echo "  v$i: {mass: 1, center: [0, 0.5], inertia: 1/12, position: [$i, 0], frames: {top: [0, 1]}}"
  i=$((i + 1))
done
i=1
while [ "$i" -le "$n" ]; do
  echo "  h$i: {mass: 1, center: [0.5, 0], inertia: 1/12, position: [$((i - 1)), 1]}"
  i=$((i + 1))
done
echo 'joints:'
i=0
while [ "$i" -le "$n" ]; do
  echo "  foot$i: {type: revolute, between: [ground, v$i], at: [$i, 0]}"
  i=$((i + 1))
done
i=1
while [ "$i" -le "$n" ]; do
  echo "  left$i: {type: revolute, between: [v$((i - 1)), h$i], at: [$((i - 1)), 1]}"
  echo "  right$i: {type: revolute, between: [h$i, v$i], at: [$i, 1]}"
  i=$((i + 1))
done
cat <<'END'
measures:
  x: {type: position, frames: [ground, v0.top], axis: x}
  y: {type: position, frames: [ground, v0.top], axis: y}
  vx: {type: speed, frames: [ground, v0.top], axis: x}
  vy: {type: speed, frames: [ground, v0.top], axis: y}
initial: {joints: {foot0: {speed: -1, hold: true}}}
analysis: {duration: 20, step: 0.05, tolerance: 1e-9}
output: [measures, joints, energy]
END
