// Signs for joints, and for what holds them on ground, as engineers draw them.
import { BoxGeometry, type BufferGeometry, CircleGeometry, CylinderGeometry, Group, Mesh, OctahedronGeometry, Quaternion, SphereGeometry, Vector2, Vector3 } from "three";
import type { Joint, Report } from "../data";
import type { Motion } from "../motion";
import { axisOf, slides, turnOf, vector } from "./anchors";
import type { DrawnBodies } from "./bodies";
import { type Materials, polyline, segments } from "./materials";
import { circle } from "./shapes";

interface Pens {
  ink: ReturnType<Materials["line"]>;
  thin: ReturnType<Materials["line"]>;
  paper: ReturnType<Materials["flat"]>;
  metal: ReturnType<Materials["round"]>;
  base: ReturnType<Materials["round"]>;
}

// Lines slanting away below a straight edge: ground.
function hatch(from: Vector2, to: Vector2, side: Vector2, spacing: number, z: number): number[] {
  const along = to.clone().sub(from);
  const count = Math.max(2, Math.round(along.length() / spacing));
  const unit = along.clone().normalize();
  const out: number[] = [];
  for (let i = 0; i <= count; i++) {
    const p = from.clone().addScaledVector(along, i / count);
    const q = p.clone().addScaledVector(side, spacing).addScaledVector(unit, -spacing);
    out.push(p.x, p.y, z, q.x, q.y, z);
  }
  return out;
}

// A pin on ground: a foot on a hatched line.
function foot(at: Vector3, r: number, z: number, pens: Pens): Group {
  const group = new Group();
  const base = at.y - 4.2 * r;
  const left = new Vector2(at.x - 2.6 * r, base);
  const right = new Vector2(at.x + 2.6 * r, base);
  const sides = [at.x, at.y, z, left.x, left.y, z, at.x, at.y, z, right.x, right.y, z];
  const line = [left.x - r, base, z, right.x + r, base, z];
  group.add(segments([...sides, ...line], pens.ink));
  const edge = [new Vector2(left.x - r, base), new Vector2(right.x + r, base)] as const;
  group.add(segments(hatch(...edge, new Vector2(0, -1), 1.1 * r, z), pens.thin));
  return group;
}

function pin(at: Vector3, r: number, z: number, pens: Pens): Group {
  const group = new Group();
  const disc = new Mesh(new CircleGeometry(r, 32), pens.paper);
  disc.position.set(at.x, at.y, z);
  group.add(disc, segments(polyline(circle(new Vector2(at.x, at.y), r, 32), z * 1.0001, true), pens.ink));
  return group;
}

// The way on ground that a sliding body covers, as a hatched rail along it.
function rail(joint: Joint, report: Report, motion: Motion, drawn: DrawnBodies, pens: Pens): Group {
  const side = joint.bodies[0] === 0 ? 0 : 1;
  const body = joint.bodies[1 - side];
  const origin = vector(joint.frames[side].position);
  const axis = axisOf(joint.frames[side]);
  const { bar, whole, plate } = drawn.sizes;
  const anchor = drawn.bodies[body].anchors;
  const hasProfile = report.scene.bodies[body].profiles.length > 0;
  const local = anchor.points[0] ?? anchor.own;
  let low = Infinity;
  let high = -Infinity;
  let across = 0;
  const p = new Vector3();
  const turn = new Quaternion();
  const normal = new Vector3(-axis.y, axis.x, 0);
  for (let row = 0; row < report.rows; row += Math.max(1, Math.floor(report.rows / 400))) {
    motion.pose(body, { t: 0, row, next: row, part: 0 }, p, turn);
    p.add(local.clone().applyQuaternion(turn)).sub(origin);
    low = Math.min(low, p.dot(axis));
    high = Math.max(high, p.dot(axis));
    across = p.dot(normal);
  }
  const group = new Group();
  const z = 0.5 * plate;
  if (hasProfile) return bushing(origin, axis, normal, bar, z, pens);
  const reach = 5 * bar + 0.01 * whole;
  const offset = across - 2.2 * bar;
  const from = origin.clone().addScaledVector(axis, low - reach).addScaledVector(normal, offset);
  const to = origin.clone().addScaledVector(axis, high + reach).addScaledVector(normal, offset);
  group.add(segments([from.x, from.y, z, to.x, to.y, z], pens.ink));
  const lines = hatch(new Vector2(from.x, from.y), new Vector2(to.x, to.y), new Vector2(-normal.x, -normal.y), 1.1 * bar, z);
  group.add(segments(lines, pens.thin));
  return group;
}

// Two hatched cheeks beside a stem.
function bushing(origin: Vector3, axis: Vector3, normal: Vector3, bar: number, z: number, pens: Pens): Group {
  const group = new Group();
  for (const side of [-1, 1]) {
    const base = origin.clone().addScaledVector(normal, side * 1.1 * bar);
    const from = base.clone().addScaledVector(axis, -3 * bar);
    const to = base.clone().addScaledVector(axis, 3 * bar);
    group.add(segments([from.x, from.y, z, to.x, to.y, z], pens.ink));
    const out = new Vector2(normal.x * side, normal.y * side);
    group.add(segments(hatch(new Vector2(from.x, from.y), new Vector2(to.x, to.y), out, bar, z), pens.thin));
  }
  return group;
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

function spatialJoint(joint: Joint, side: number, drawn: DrawnBodies, pens: Pens): Mesh {
  const mesh = new Mesh(spatialSign(joint.type, drawn.sizes.bar), joint.bodies.includes(0) ? pens.base : pens.metal);
  mesh.position.copy(vector(joint.frames[side].position));
  mesh.quaternion.copy(turnOf(joint.frames[side]));
  return mesh;
}

// The signs hang on the bodies and move with them; the list is for switching them on and off.
export function drawJoints(report: Report, motion: Motion, drawn: DrawnBodies, materials: Materials): Group[] {
  const { scene } = report;
  const pens: Pens = {
    ink: materials.line(1.5, (theme) => theme.color("ink")),
    thin: materials.line(1, (theme) => theme.color("muted")),
    paper: materials.flat((theme) => theme.color("stage")),
    metal: materials.round((theme) => theme.color("metal")),
    base: materials.round((theme) => theme.color("base")),
  };
  const out: Group[] = [];
  for (const joint of scene.joints) {
    // on the body that is not ground, or on the second one
    const side = joint.bodies[1] === 0 ? 0 : 1;
    const body = drawn.bodies[joint.bodies[side]];
    const group = new Group();
    const ground = new Group();
    const onGround = joint.bodies.includes(0);
    const at = vector(joint.frames[side].position);
    const { bar } = drawn.sizes;
    if (!scene.planar) group.add(spatialJoint(joint, side, drawn, pens));
    else if (joint.type === "prismatic" && onGround) ground.add(rail(joint, report, motion, drawn, pens));
    else if (!slides(joint) && joint.type !== "rod") {
      group.add(pin(at, 0.5 * bar, drawn.top - body.z, pens));
      if (onGround) ground.add(foot(vector(joint.frames[1 - side].position), bar, 0.999 * drawn.top, pens));
    }
    body.group.add(group);
    drawn.bodies[0].group.add(ground);
    out.push(group, ground);
  }
  const hooks = new Group();
  if (scene.planar) for (const p of hookPoints(report)) hooks.add(hook(p, drawn.sizes.bar, drawn.top, pens));
  drawn.bodies[0].group.add(hooks);
  return [...out, hooks];
}

// Ends of springs on ground that no joint holds.
function hookPoints({ scene }: Report): Vector3[] {
  const ends = scene.springs.flatMap((spring) => spring.bodies.flatMap((body, side) => (body === 0 ? [vector(spring.points[side])] : [])));
  const held = scene.joints.flatMap((joint) => joint.bodies.flatMap((body, side) => (body === 0 ? [vector(joint.frames[side].position)] : [])));
  return ends.filter((p) => !held.some((q) => q.distanceTo(p) < 1e-9 * scene.size));
}

function hook(at: Vector3, bar: number, z: number, pens: Pens): Group {
  const group = new Group();
  const [left, right] = [new Vector2(at.x - 2 * bar, at.y), new Vector2(at.x + 2 * bar, at.y)];
  group.add(segments([left.x, left.y, z, right.x, right.y, z], pens.ink));
  group.add(segments(hatch(right, left, new Vector2(0, 1), bar, z), pens.thin));
  return group;
}
