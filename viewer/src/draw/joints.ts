// Signs for joints, and for what holds them on ground, as engineers draw them. They are added to the sheets of the bodies that they
// move with, behind what the bodies themselves are made of, so that they can be left out of the picture.
import { BoxGeometry, type BufferGeometry, CircleGeometry, CylinderGeometry, Matrix4, OctahedronGeometry, Quaternion, SphereGeometry, Vector2, Vector3 } from "three";
import type { Joint, Report } from "../data";
import type { Motion } from "../motion";
import { axisOf, slides, turnOf, vector } from "./anchors";
import type { DrawnBodies } from "./bodies";
import { boundaries } from "./looks";
import { circle } from "./shapes";

const flat = (p: Vector3): Vector2 => new Vector2(p.x, p.y);

class Pen {
  constructor(
    private readonly drawn: DrawnBodies,
    private readonly z: number, // on ground
  ) {}
  get bar(): number {
    return this.drawn.sizes.bar;
  }

  stroke(...points: Vector2[]): void {
    this.drawn.bodies[0].sheet.ribbon(points, false, 1.1 * this.drawn.sizes.line, this.z, "ink");
  }

  // Lines slanting away from a straight edge: ground.
  hatch(from: Vector2, to: Vector2, side: Vector2): void {
    const spacing = 1.1 * this.bar;
    const along = to.clone().sub(from);
    const count = Math.max(2, Math.round(along.length() / spacing));
    const slant = side.clone().sub(along.clone().normalize()).multiplyScalar(spacing);
    for (let i = 0; i <= count; i++) {
      const p = from.clone().addScaledVector(along, i / count);
      this.drawn.bodies[0].sheet.ribbon([p, p.clone().add(slant)], false, 0.7 * this.drawn.sizes.line, this.z, "muted");
    }
  }
}

// A pin on ground: a foot on a hatched line.
function foot(at: Vector2, pen: Pen): void {
  const r = pen.bar;
  const base = at.y - 4.2 * r;
  pen.stroke(new Vector2(at.x - 2.6 * r, base), at, new Vector2(at.x + 2.6 * r, base));
  const [left, right] = [new Vector2(at.x - 3.6 * r, base), new Vector2(at.x + 3.6 * r, base)];
  pen.stroke(left, right);
  pen.hatch(left, right, new Vector2(0, -1));
}

// Where a spring hangs on ground.
function hook(at: Vector2, pen: Pen): void {
  const [left, right] = [new Vector2(at.x - 2 * pen.bar, at.y), new Vector2(at.x + 2 * pen.bar, at.y)];
  pen.stroke(left, right);
  pen.hatch(right, left, new Vector2(0, 1));
}

// Two hatched cheeks beside a stem.
function bushing(origin: Vector2, axis: Vector2, pen: Pen): void {
  for (const side of [-1, 1]) {
    const out = new Vector2(-axis.y * side, axis.x * side);
    const base = origin.clone().addScaledVector(out, 1.1 * pen.bar);
    const from = base.clone().addScaledVector(axis, -3 * pen.bar);
    const to = base.clone().addScaledVector(axis, 3 * pen.bar);
    pen.stroke(from, to);
    pen.hatch(from, to, out);
  }
}

// What the body touches lies on the side that the normal points away from, at the start.
function partnerBelow({ scene }: Report, motion: Motion, body: number, normal: Vector2): boolean {
  const [p, turn] = [new Vector3(), new Quaternion()];
  const height = (i: number): number => {
    motion.pose(i, { t: 0, row: 0, next: 0, part: 0 }, p, turn);
    return flat(vector(scene.bodies[i].center ?? [0, 0]).applyQuaternion(turn).add(p)).dot(normal);
  };
  const partners = scene.contacts.filter(({ bodies }) => bodies.includes(body)).map(({ bodies }) => bodies[bodies[0] === body ? 1 : 0]);
  return partners.reduce((sum, i) => sum + height(i) - height(body), 0) < 0;
}

// The way on ground that a sliding body covers, as a hatched line beside it.
function rail(joint: Joint, report: Report, motion: Motion, drawn: DrawnBodies, pen: Pen): void {
  const side = joint.bodies[0] === 0 ? 0 : 1;
  const body = joint.bodies[1 - side];
  const origin = flat(vector(joint.frames[side].position));
  const axis = flat(axisOf(joint.frames[side]));
  const { stem, anchors, extent } = drawn.bodies[body];
  if (stem) {
    bushing(stem.bushing.at, stem.bushing.axis, pen);
    return;
  }
  const isSolid = boundaries(report.scene.bodies[body]).length > 0;
  const outline = isSolid ? extent : [anchors.points[0] ?? anchors.own];
  const normal = new Vector2(-axis.y, axis.x);
  if (isSolid && partnerBelow(report, motion, body, normal)) normal.negate();
  const [p, turn] = [new Vector3(), new Quaternion()];
  let [low, high, across] = [Infinity, -Infinity, Infinity];
  for (let row = 0; row < report.rows; row += Math.max(1, Math.floor(report.rows / 400))) {
    motion.pose(body, { t: 0, row, next: row, part: 0 }, p, turn);
    for (const q of outline) {
      const at = flat(q.clone().applyQuaternion(turn).add(p)).sub(origin);
      low = Math.min(low, at.dot(axis));
      high = Math.max(high, at.dot(axis));
      across = Math.min(across, at.dot(normal));
    }
  }
  const reach = (isSolid ? 1 : 5) * pen.bar + 0.01 * drawn.sizes.whole;
  const start = origin.clone().addScaledVector(normal, across - (isSolid ? 0.3 : 2.2) * pen.bar);
  const from = start.clone().addScaledVector(axis, low - reach);
  const to = start.clone().addScaledVector(axis, high + reach);
  pen.stroke(from, to);
  pen.hatch(from, to, normal.negate());
}

function spatialSign(type: string, r: number): BufferGeometry {
  switch (type) {
    case "revolute":
      return new CylinderGeometry(1.5 * r, 1.5 * r, 5 * r, 24).rotateX(Math.PI / 2);
    case "cylindrical":
    case "screw":
      return new CylinderGeometry(1.3 * r, 1.3 * r, 9 * r, 24).rotateX(Math.PI / 2);
    case "prismatic":
      return new BoxGeometry(3 * r, 3 * r, 7 * r);
    case "spherical":
    case "constant-velocity":
    case "universal":
      return new SphereGeometry(1.9 * r, 24, 16);
    default:
      return new OctahedronGeometry(1.8 * r);
  }
}

function planarJoint(joint: Joint, side: 0 | 1, report: Report, motion: Motion, drawn: DrawnBodies, pens: { low: Pen; high: Pen }): void {
  const onGround = joint.bodies.includes(0);
  if (joint.type === "prismatic" && onGround) rail(joint, report, motion, drawn, pens.low);
  if (slides(joint) || joint.type === "rod") return;
  const { sheet, z } = drawn.bodies[joint.bodies[side]];
  const at = flat(vector(joint.frames[side].position));
  const height = drawn.top - z;
  const r = 0.5 * drawn.sizes.bar;
  sheet.add(new CircleGeometry(r, 24).translate(at.x, at.y, height), "stage");
  sheet.face([circle(at, r, 24)], height, "stage");
  sheet.ribbon(circle(at, r, 24), true, drawn.sizes.line, height * 1.001, "ink");
  if (onGround) foot(flat(vector(joint.frames[1 - side].position)), pens.high);
}

function spatialJoint(joint: Joint, side: 0 | 1, drawn: DrawnBodies): void {
  const frame = joint.frames[side];
  const place = new Matrix4().compose(vector(frame.position), turnOf(frame), new Vector3(1, 1, 1));
  const sign = spatialSign(joint.type, drawn.sizes.bar).applyMatrix4(place);
  drawn.bodies[joint.bodies[side]].sheet.add(sign, joint.bodies.includes(0) ? "base" : "metal");
}

export function drawJoints(report: Report, motion: Motion, drawn: DrawnBodies): void {
  const { scene } = report;
  const pens = { low: new Pen(drawn, 0.5 * drawn.sizes.plate), high: new Pen(drawn, 0.999 * drawn.top) };
  for (const joint of scene.joints) {
    // on the body that is not ground, or on the second one
    const side = joint.bodies[1] === 0 ? 0 : 1;
    if (scene.planar) planarJoint(joint, side, report, motion, drawn, pens);
    else spatialJoint(joint, side, drawn);
  }
  if (scene.planar) for (const p of hookPoints(report)) hook(flat(p), pens.high);
}

// Ends of springs on ground that no joint holds.
function hookPoints({ scene }: Report): Vector3[] {
  const ends = scene.springs.flatMap((spring) => spring.bodies.flatMap((body, side) => (body === 0 ? [vector(spring.points[side])] : [])));
  const held = scene.joints.flatMap((joint) => joint.bodies.flatMap((body, side) => (body === 0 ? [vector(joint.frames[side].position)] : [])));
  return ends.filter((p) => !held.some((q) => q.distanceTo(p) < 1e-9 * scene.size));
}
