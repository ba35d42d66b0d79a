// What joints, frames and springs tell about the shape of a body that has none: the points it must reach and the axes it slides
// along. All in body axes.
import { Quaternion, Vector3 } from "three";
import type { Joint, Pose, Scene } from "../data";

export interface Anchors {
  joints: Vector3[]; // where joints and springs hold the body, each once
  points: Vector3[]; // these and its named frames
  slides: Vector3[]; // directions of joints that let the body slide
  own: Vector3; // centre of mass if known, else origin
}

export const vector = (p: number[]): Vector3 => new Vector3(p[0], p[1], p[2] ?? 0);
export const turnOf = (pose: Pose): Quaternion =>
  new Quaternion(pose.quaternion[1], pose.quaternion[2], pose.quaternion[3], pose.quaternion[0]);
export const axisOf = (pose: Pose): Vector3 => new Vector3(0, 0, 1).applyQuaternion(turnOf(pose));

// Where a body slides, the frame's origin may lie anywhere along the way: it says nothing of the shape.
const SLIDING = ["prismatic", "cylindrical", "screw", "planar", "parallel-axes"];
const GUIDED = ["point-on-line", "point-on-plane"]; // frame 2 is a point of body 2, frame 1 only a guide
export const slides = (joint: Joint): boolean => SLIDING.includes(joint.type);
const fixesPoint = (joint: Joint, side: number): boolean => !slides(joint) && !(GUIDED.includes(joint.type) && side === 0);

export function findAnchors(scene: Scene): Anchors[] {
  const near = 1e-9 * (scene.size || 1);
  const out: Anchors[] = scene.bodies.map((body) => ({
    joints: [],
    points: [],
    slides: [],
    own: body.center ? vector(body.center) : new Vector3(),
  }));
  const soft: Vector3[][] = scene.bodies.map(() => []);
  const add = (list: Vector3[], p: Vector3) => {
    if (!list.some((q) => q.distanceTo(p) <= near)) list.push(p);
  };
  for (const joint of scene.joints) {
    joint.bodies.forEach((body, side) => {
      const frame = joint.frames[side];
      if (fixesPoint(joint, side)) add(out[body].joints, vector(frame.position));
      else add(soft[body], vector(frame.position));
      if (joint.type === "prismatic") add(out[body].slides, axisOf(frame));
    });
  }
  for (const spring of scene.springs) spring.bodies.forEach((body, side) => add(out[body].joints, vector(spring.points[side])));
  for (const anchors of out) anchors.points.push(...anchors.joints);
  for (const frame of scene.frames) {
    const p = vector(frame.position);
    if (!soft[frame.body].some((q) => q.distanceTo(p) <= near)) add(out[frame.body].points, p);
  }
  return out;
}

// Shortest set of straight pieces that joins all points.
export function spanning(points: Vector3[]): [Vector3, Vector3][] {
  const edges: [Vector3, Vector3][] = [];
  const joined = points.slice(0, 1);
  const left = points.slice(1);
  while (left.length > 0) {
    let best = { distance: Infinity, from: joined[0], index: 0 };
    for (const from of joined) {
      left.forEach((to, index) => {
        const distance = from.distanceTo(to);
        if (distance < best.distance) best = { distance, from, index };
      });
    }
    const [to] = left.splice(best.index, 1);
    edges.push([best.from, to]);
    joined.push(to);
  }
  return edges;
}

export interface Sizes {
  whole: number; // of the mechanism
  bar: number; // half the width of a link
  plate: number; // thickness
  line: number; // width of outlines
}

// Links are drawn as wide as their length allows, but neither thread-like nor fat on the whole. `whole`: what the scene spans.
export function findSizes(whole: number, anchors: Anchors[]): Sizes {
  const lengths = anchors
    .slice(1)
    .flatMap((a) => spanning(a.points.length > 1 ? a.points : [...a.points, a.own]).map(([p, q]) => p.distanceTo(q)))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const median = lengths.length > 0 ? lengths[lengths.length >> 1] : whole;
  const bar = Math.min(0.022 * whole, Math.max(0.006 * whole, 0.09 * median));
  return { whole, bar, plate: bar, line: Math.min(0.2 * bar, 0.003 * whole) };
}
