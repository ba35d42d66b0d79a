#!/bin/sh
# Makes the picture of every example again, examples/NAME/NAME.svg, with pawl itself: pictures.sh [PAWL]
#   PAWL: the tool, default build/pawl. The pictures are committed; their READMEs show them.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
pawl=$(realpath "${1:-$root/build/pawl}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make NAME FILE SVG REPORT-FLAGS RUN-FLAGS...: runs a model and keeps one of the drawings
make() {
  name=$1 file=$2 svg=$3 flags=$4
  shift 4
  "$pawl" run "$file" -o "$work/$name" --quiet "$@"
  # shellcheck disable=SC2086  # two words
  "$pawl" report --svg "$work/$name" $flags -o "$work/$name.svg" >/dev/null
  cp "$work/$name.svg/$svg" "$root/examples/$name/$name.svg"
}
# at NAME TIME RUN-FLAGS...: the mechanism at an instant
at() {
  name=$1 time=$2
  shift 2
  make "$name" "$root/examples/$name/$name.yaml" at-1.svg "--at $time" "$@"
}
# plot NAME COLUMNS RUN-FLAGS...: columns of one unit over time
plot() {
  name=$1 columns=$2
  shift 2
  make "$name" "$root/examples/$name/$name.yaml" plot-1.svg "--columns $columns" "$@"
}

make acdmc-cam-arcs "$root/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn" plot-1.svg "--columns pair2.force"
make acdmc-cam-polynomial "$root/examples/acdmc-cam-polynomial/acdmc-cam-polynomial.dyn" plot-1.svg "--columns pair1.angle.rate"
at andrews 0.011
at augmented-four-bar 0.5
at augmented-slider-crank 0.3
plot ball-between-plates lower.x,upper.x,ball.x
at ball-in-bowl 0.2
at ball-in-paraboloid 1
make ball-joint-clearance "$root/examples/ball-joint-clearance/ball-joint-oval.yaml" at-1.svg "--at 0.03"
at ball-on-box 2.5
plot block-on-belt block.x
plot block-on-incline block.vx
plot bouncing-ball ball.y
at box-at-rest 0
at bricard 1
at cam-arcs-lines 5.8 --set k=0.35
plot cam-arcs-lines-free rub.force
plot cam-polynomial rub.force,rub.static,rub.dynamic
plot cam-polynomial-free shaft.angle.rate
at coin 0.1
at crank-slider-four-bar 0.5
at cylinder-lies 0.6
at cylinder-on-block 0.4
at cylinder-on-cylinder 1.19
plot disc-cam rub.force,rub.static,rub.dynamic --set w=220 --duration 0.06 --step 1e-4
plot double-pendulum shoulder.angle,elbow.angle
at flat-follower 1.9 --set w=1.9
at four-bar-clearance 0.3
at four-bar-clearance-space 0.3
at four-bar-statics 0
at frictional-impact 0.1
plot free-top top.wx,top.wy,top.wz
plot gear-pair centre.angle,inner.angle,outer.angle
at globoidal-cam 0.1
at governor 1
at heavy-top 1
plot jamming-drawer guide.travel --set a=0.7 --set v0=0.1
at linearised-double-pendulum 0
at mesh-pendulum 0.2
at n-four-bar 0.8
plot n-four-bar-40 y
plot newtons-cradle a1.vx,a2.vx,a3.vx,b1.vx,b2.vx,b3.vx
at nurbs-cam 0.1
at painleve-rod 0
plot particle-on-incline particle.vx,particle.vy
plot pendulum pivot.angle
at ratchet-by-friction 0.1
plot rocking-block block.angle --duration 4
at rolling-bicycle 0.5 --set rate=0.5 --set v=4.6 --set road=6 --duration 0.55
at rolling-car 1.5 --duration 1.6
at rolling-disc 1
at rolling-torus 0.6
plot screw thread.travel
at sear-trigger 0.1
at slider-crank 0.015
at slider-crank-dead-point 0.15
at sliding-cube 0.52
plot slipping-sphere ball.wx,ball.wy,ball.wz
at sphere-in-cylinder 0.2
at sphere-off-sphere 0.8
at spherical-geneva 2
at spherical-pendulum 0.5
plot tumbling-box box.vz --duration 1.5
plot two-pendulums a.angle,b.angle
plot universal-joint in.angle.rate,out.angle.rate
at wedge 0.1
at wheel-set-hunting 0.4
at wheel-set 0.1 --set speed=0.1 --duration 0.1005

cat >"$work/embed.yaml" <<'END'
name: embed
gravity: [0, -9.81]
bodies: {rod: {mass: 1, center: [0, -0.5], inertia: 1/12, angle: 1}}
joints: {hinge: {type: revolute, frames: [ground, rod]}}
END
make embed "$work/embed.yaml" plot-1.svg "--columns hinge.angle"
make wheel-on-plane "$root/examples/wheel-on-plane/elliptic-wheel.yaml" at-1.svg "--at 0.5"
