// A body with profiles that slides on ground, such as a follower: a stem along its axis, and a bushing on ground that the stem stays
// in throughout the run.
import { Quaternion, Vector2, Vector3 } from "three";
import type { Report } from "../data";
import type { Motion } from "../motion";
import { type Anchors, axisOf, type Sizes } from "./anchors";

export interface Stem {
  from: Vector2; // in body axes
  to: Vector2;
  bushing: { at: Vector2; axis: Vector2 }; // in ground axes
}

const CLEAR = 6; // from the profile's middle to the bushing, over half the width of a link
const BEYOND = 5; // from the bushing's middle to the end of the stem, likewise

const start = { t: 0, row: 0, next: 0, part: 0 };
const flat = (p: Vector3): Vector2 => new Vector2(p.x, p.y);

// From what the body touches to the body itself, at the start, in ground axes.
function away(report: Report, motion: Motion, anchors: Anchors[], body: number, middle: Vector3): Vector3 {
  const contact = report.scene.contacts.find(({ bodies }) => bodies.includes(body));
  if (!contact) return new Vector3(0, 1, 0);
  const partner = contact.bodies[0] === body ? contact.bodies[1] : contact.bodies[0];
  const turn = new Quaternion();
  const there = new Vector3();
  motion.pose(partner, start, there, turn);
  return middle.clone().sub(there.add((anchors[partner].joints[0] ?? anchors[partner].own).clone().applyQuaternion(turn)));
}

// `from`: middle of the profile in body axes; `extent`: how far the profile reaches from there along the axis.
export function findStem(report: Report, motion: Motion, anchors: Anchors[], body: number, from: Vector2, extent: number, sizes: Sizes): Stem | null {
  const joint = report.scene.joints.find(({ type, bodies }) => type === "prismatic" && bodies.includes(0) && bodies.includes(body));
  if (!joint) return null;
  const axis = axisOf(joint.frames[joint.bodies[0] === 0 ? 0 : 1]);
  const turn = new Quaternion();
  const middle = (row: number): Vector3 => {
    const p = new Vector3();
    motion.pose(body, { ...start, row, next: row }, p, turn);
    return p.add(new Vector3(from.x, from.y, 0).applyQuaternion(turn));
  };
  const first = middle(0);
  if (axis.dot(away(report, motion, anchors, body, first)) < 0) axis.negate();
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row < report.rows; row += Math.max(1, Math.floor(report.rows / 1000))) {
    const along = middle(row).dot(axis);
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  if (extent > high - low) return null; // long enough to be what slides
  const reach = extent + CLEAR * sizes.bar;
  const at = first.clone().addScaledVector(axis, high + reach - first.dot(axis));
  middle(0);
  const inBody = axis.clone().applyQuaternion(turn.conjugate());
  const to = from.clone().addScaledVector(flat(inBody), high - low + reach + BEYOND * sizes.bar);
  return { from, to, bushing: { at: flat(at), axis: flat(axis) } };
}
