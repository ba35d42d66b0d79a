// Clearances magnified: a pin in a round hole, or a ball in a hollow, whose play is too small to be seen. Over the joint stands a
// larger hole, and the pin in it, off the middle by the factor times as far as it really is: its radius is that of the pin and the
// factor times the clearance, so that what touches in truth touches there. Bodies stay where they are. Other shapes have no middle to
// magnify from, and are not.
import { CircleGeometry, Group, Mesh, type Object3D, Quaternion, RingGeometry, SphereGeometry, Vector2, Vector3 } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { Place } from "../clock";
import type { Contact, Profile, Report, Surface } from "../data";
import type { Motion } from "../motion";
import { bodyColors, type Theme } from "../theme";
import type { DrawnBodies } from "./bodies";
import { type Materials, polyline, segments } from "./materials";
import { area, circle, profilePoints } from "./shapes";

const ROUND = 1e-3; // by how much of its radius a circle may be off
const LOOSE = 0.5; // of the radius: more is no clearance
const LARGEST = 0.25; // radius of what is drawn, over the mechanism's size
const MOST = 1500; // points of a way
const FACTORS = [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

interface Round {
  center: Vector3; // in body axes
  radius: number; // < 0: a hole
}
export interface Fit {
  contact: number;
  hole: { body: number } & Round; // its radius taken positive
  pin: { body: number } & Round;
}

function roundProfile(profile: Profile | undefined): Round | null {
  const points = profile?.closed ? profilePoints(profile) : [];
  if (points.length < 8) return null;
  const [a, b, c] = [0, 1, 2].map((k) => points[Math.floor((k * points.length) / 3)]);
  const [u, v] = [b.clone().sub(a), c.clone().sub(a)];
  const cross = 2 * u.cross(v);
  if (cross === 0) return null;
  const center = new Vector2(v.y * u.lengthSq() - u.y * v.lengthSq(), u.x * v.lengthSq() - v.x * u.lengthSq()).divideScalar(cross).add(a);
  const radius = center.distanceTo(a);
  if (points.some((p) => Math.abs(p.distanceTo(center) - radius) > ROUND * radius)) return null;
  return { center: new Vector3(center.x, center.y, 0), radius: area(points) < 0 ? -radius : radius };
}

// Points lie a radius along their normals from the middle.
function roundSurface(surface: Surface | undefined): Round | null {
  if (!surface || surface.points.length < 3 * 8) return null;
  const at = (list: number[], i: number): Vector3 => new Vector3().fromArray(list, 3 * i);
  const last = surface.points.length / 3 - 1;
  const [p, n, turn] = [at(surface.points, 0), at(surface.normals, 0), at(surface.normals, last).sub(at(surface.normals, 0))];
  if (turn.lengthSq() === 0) return null;
  const radius = at(surface.points, last).sub(p).dot(turn) / turn.lengthSq();
  const center = p.addScaledVector(n, -radius);
  for (let i = 0; i <= last; i++) if (Math.abs(at(surface.points, i).distanceTo(center) - Math.abs(radius)) > ROUND * Math.abs(radius)) return null;
  return { center, radius };
}

function roundsOf({ scene }: Report, contact: Contact): (Round | null)[] {
  const named = (name: string | undefined, own: string, body: string) => own === name || `${body}.${own}` === name;
  return contact.bodies.map((i, side) => {
    const { name, profiles, surfaces } = scene.bodies[i];
    if (scene.planar) return roundProfile(profiles.find((p) => named(contact.profiles?.[side], p.name, name)));
    return roundSurface(surfaces?.find((s) => named(contact.surfaces?.[side], s.name, name)));
  });
}

export function findFits(report: Report): Fit[] {
  return report.scene.contacts.flatMap((contact, index) => {
    const rounds = roundsOf(report, contact);
    const side = rounds.findIndex((round) => round !== null && round.radius < 0);
    const [hole, pin] = [rounds[side], rounds[1 - side]];
    if (!hole || !pin || !(pin.radius > 0) || contact.bodies[0] === contact.bodies[1]) return [];
    const radius = -hole.radius;
    if (!(radius > pin.radius && radius - pin.radius < LOOSE * radius)) return [];
    return [{ contact: index, hole: { ...hole, radius, body: contact.bodies[side] }, pin: { ...pin, body: contact.bodies[1 - side] } }];
  });
}

interface Lens {
  fit: Fit;
  group: Group; // at the hole, turned with its body
  pin: Mesh;
}

export class Clearances {
  readonly group = new Group();
  readonly fits: Fit[];
  readonly factors: number[];
  private lenses: Lens[] = [];
  private wanted = 1;

  constructor(
    private readonly report: Report,
    private readonly motion: Motion,
    private readonly drawn: DrawnBodies,
    private readonly materials: Materials,
  ) {
    this.fits = findFits(report);
    const room = (factor: number) => this.fits.some(({ hole, pin }) => pin.radius + factor * (hole.radius - pin.radius) < LARGEST * drawn.sizes.whole);
    this.factors = FACTORS.filter(room);
    if (report.scene.planar) this.group.position.z = drawn.top;
  }

  get factor(): number {
    return this.wanted;
  }
  set factor(factor: number) {
    this.wanted = factor;
    this.group.clear();
    this.lenses = factor > 1 ? this.fits.map((fit) => this.makeLens(fit)) : [];
    for (const { group } of this.lenses) this.group.add(group);
  }

  private sizeOf({ hole, pin }: Fit): number {
    return pin.radius + this.wanted * (hole.radius - pin.radius);
  }

  // Middle of the pin from that of the hole, in axes of the hole's body, magnified.
  private offset({ hole, pin }: Fit, place: Place): Vector3 {
    const [at, turn, p, q] = [new Vector3(), new Quaternion(), new Vector3(), new Quaternion()];
    this.motion.pose(hole.body, place, at, turn);
    this.motion.pose(pin.body, place, p, q);
    const center = pin.center.clone().applyQuaternion(q).add(p).sub(at);
    return center.applyQuaternion(turn.conjugate()).sub(hole.center).multiplyScalar(this.wanted);
  }

  private makeLens(fit: Fit): Lens {
    const { planar } = this.report.scene;
    const { line, bar } = this.drawn.sizes;
    const size = this.sizeOf(fit);
    const tone = (body: number, part: "fill" | "line" | "solid") => (theme: Theme) => bodyColors(body, theme.mode)[part];
    const group = new Group();
    const put = <T extends Object3D>(object: T, order: number, parent: Object3D = group): T => {
      object.renderOrder = order; // nothing here asks for depth
      parent.add(object);
      return object;
    };
    const stroke = (radius: number, body: number) =>
      segments(polyline(circle(new Vector2(), radius, 96), 0, true), this.materials.line(1.6, tone(body, "line"), { above: true }));
    let pin: Mesh;
    if (planar) {
      const outer = size + 0.6 * bar + 2 * line;
      put(new Mesh(new RingGeometry(size, outer, 96), this.materials.sign(tone(fit.hole.body, "fill"))), 11);
      put(new Mesh(new CircleGeometry(size, 96), this.materials.sign((theme) => theme.color("stage"))), 12);
      for (const radius of [size, outer]) put(stroke(radius, fit.hole.body), 13);
      pin = put(new Mesh(new CircleGeometry(fit.pin.radius, 96), this.materials.sign(tone(fit.pin.body, "fill"))), 14);
      for (const radius of [fit.pin.radius, Math.min(0.3 * bar, 0.2 * fit.pin.radius)]) put(stroke(radius, fit.pin.body), 15, pin);
    } else {
      put(new Mesh(new SphereGeometry(size, 48, 32), this.materials.sign(tone(fit.hole.body, "solid"), 0.2)), 16);
      pin = put(new Mesh(new SphereGeometry(fit.pin.radius, 48, 32), this.materials.sign(tone(fit.pin.body, "solid"))), 14);
    }
    put(this.makeWay(fit, tone(fit.pin.body, "line")), 17);
    return { fit, group, pin };
  }

  // The way of the pin's middle in the hole through the run.
  private makeWay(fit: Fit, color: (theme: Theme) => ReturnType<Theme["color"]>): LineSegments2 {
    const stride = Math.max(1, Math.ceil(this.report.rows / MOST));
    const path: Vector3[] = [];
    for (let row = 0; row < this.report.rows; row += stride) path.push(this.offset(fit, { t: 0, row, next: row, part: 0 }));
    return segments(polyline(path.length > 1 ? path : [new Vector3(), new Vector3()], null, false), this.materials.line(1, color, { opacity: 0.55, above: true }));
  }

  // Bodies are posed.
  update(place: Place): void {
    for (const { fit, group, pin } of this.lenses) {
      const { group: body, z } = this.drawn.bodies[fit.hole.body];
      group.position.copy(fit.hole.center).applyQuaternion(body.quaternion).add(body.position);
      group.position.z -= z;
      group.quaternion.copy(body.quaternion);
      pin.position.copy(this.offset(fit, place));
    }
  }

  // Where a point of a contact's touch is drawn; null: where it is.
  moved(contact: number, point: Vector3): Vector3 | null {
    const lens = this.lenses.find(({ fit }) => fit.contact === contact);
    if (!lens) return null;
    const out = point.clone().sub(lens.group.position);
    return out.lengthSq() > 0 ? out.setLength(this.sizeOf(lens.fit)).add(lens.group.position) : null;
  }

  // For drawings of lines.
  seen(): { fit: Fit; center: Vector3; size: number; pin: Vector3 }[] {
    return this.lenses.map(({ fit, group, pin }) => ({
      fit,
      center: group.position,
      size: this.sizeOf(fit),
      pin: pin.position.clone().applyQuaternion(group.quaternion).add(group.position),
    }));
  }
}
