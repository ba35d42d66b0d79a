// Every body as an object of the scene: its profiles as plates, or a plain shape that reaches its joints.
import { CapsuleGeometry, ExtrudeGeometry, Group, Quaternion, Shape, SphereGeometry, Vector2, Vector3 } from "three";
import type { Profile, Scene } from "../data";
import type { Motion } from "../motion";
import { type Anchors, findAnchors, findSizes, type Sizes, spanning } from "./anchors";
import { findLayers } from "./layers";
import { Sheet } from "./sheet";
import { area, band, block, centroid, distanceTo, inside, type Outline, profilePoints, rounded, solids } from "./shapes";

const LAYER = 1.25; // distance of layers over the thickness of a plate
const APART = 1e-3; // the same for bodies of one layer: enough to decide who is seen where they overlap

export interface DrawnBody {
  group: Group; // posed by the motion
  sheet: Sheet; // what it is made of; signs of joints come on top
  extent: Vector3[]; // points that must be on the screen
  z: number; // of its layer
  anchors: Anchors;
}
export interface DrawnBodies {
  bodies: DrawnBody[];
  sizes: Sizes;
  top: number; // above all plates
}

const flat = (p: Vector3): Vector2 => new Vector2(p.x, p.y);

interface Plates {
  upper: Shape[]; // what the profiles bound
  lower: Shape[]; // what holds them together
  lines: Outline[]; // open profiles
}

function profilePlates(profiles: Profile[], sizes: Sizes): { shapes: Shape[]; lines: Outline[]; solid: Outline[] } {
  const chains = profiles.map((profile) => ({ closed: profile.closed, points: profilePoints(profile) }));
  const closed = chains.filter((c) => c.closed && c.points.length > 2).map((c) => c.points);
  const open = chains.filter((c) => !c.closed && c.points.length > 1).map((c) => c.points);
  const tips = chains.filter((c) => c.points.length === 1).map((c) => rounded(c.points, 0.3 * sizes.bar));
  const shapes = [...solids([...closed, ...tips], 2 * sizes.bar), ...open.map((c) => new Shape(band(c, sizes.bar)))];
  return { shapes, lines: open, solid: [...closed.filter((c) => area(c) > 0), ...tips] };
}

// A stem for what slides: along the axis, away from what the body touches.
function stem(from: Vector2, axis: Vector3, away: Vector2, sizes: Sizes): Outline {
  const along = flat(axis).normalize();
  if (along.dot(away) < 0) along.negate();
  const end = from.clone().addScaledVector(along, 0.3 * sizes.whole);
  return block(from.clone().add(end).multiplyScalar(0.5), along, from.distanceTo(end), 1.2 * sizes.bar);
}

function withProfiles(profiles: Profile[], anchors: Anchors, away: Vector2, sizes: Sizes): Plates {
  const { shapes, lines, solid } = profilePlates(profiles, sizes);
  const lower: Outline[] = [];
  const centers = [...solid, ...lines].map(centroid);
  const isLoose = (p: Vector2) => !solid.some((outline) => inside(p, outline) || distanceTo(p, outline) < sizes.bar);
  const onStem = (p: Vector2) => anchors.slides.some((axis) => Math.abs(flat(axis).cross(p.clone().sub(centers[0]))) < sizes.bar);
  const bar = (a: Vector2, b: Vector2) => lower.push(rounded([a, b], sizes.bar));
  if (centers.length > 0) {
    const loose = anchors.joints.map(flat).filter((p) => isLoose(p) && !onStem(p));
    for (const p of loose) {
      const nearest = centers.reduce((best, c) => (c.distanceTo(p) < best.distanceTo(p) ? c : best));
      bar(p, nearest);
    }
    for (const c of centers.slice(1)) if (isLoose(c) || solid.length > 1) bar(centers[0], c);
    for (const axis of anchors.slides) lower.push(stem(centers[0], axis, away, sizes));
  }
  return { upper: shapes, lower: lower.map((o) => new Shape(o)), lines };
}

function plain(anchors: Anchors, sizes: Sizes): Outline[] {
  const points = anchors.points.map(flat);
  const own = flat(anchors.own);
  const { bar } = sizes;
  const far = (p: Vector2, q: Vector2) => p.distanceTo(q) > 0.5 * bar;
  if (anchors.slides.length > 0) {
    const at = points[0] ?? own;
    const slider = block(at, flat(anchors.slides[0]), 7 * bar, 4.4 * bar);
    return points.length > 1 ? [rounded(points, bar), slider] : [slider];
  }
  if (points.length > 1) return [rounded(points, bar)];
  if (points.length === 1 && far(points[0], own)) return [rounded([points[0], own], 0.7 * bar), rounded([own], 2.4 * bar)];
  return [rounded([own], 2.4 * bar)];
}

function extrude(shape: Shape, low: number, high: number): ExtrudeGeometry {
  const geometry = new ExtrudeGeometry(shape, { depth: high - low, bevelEnabled: false, curveSegments: 1 });
  geometry.translate(0, 0, low);
  return geometry;
}

// A plate and the lines around its upper face, which lie a little above it.
function addPlate(sheet: Sheet, shape: Shape, low: number, high: number, sizes: Sizes, both = false): void {
  sheet.add(extrude(shape, low, high), "fill", "side");
  const lift = 0.01 * (high - low);
  for (const path of [shape, ...shape.holes]) {
    sheet.ribbon(path.getPoints(), true, sizes.line, high + lift, "line");
    if (both) sheet.ribbon(path.getPoints(), true, sizes.line, low - lift, "line");
  }
}

function planarBody(body: number, profiles: Profile[], anchors: Anchors, away: Vector2, sizes: Sizes): Sheet {
  const sheet = new Sheet();
  if (body === 0 && profiles.length === 0) return sheet;
  const plates: Plates =
    profiles.length > 0
      ? withProfiles(profiles, anchors, away, sizes)
      : { upper: plain(anchors, sizes).map((o) => new Shape(o)), lower: [], lines: [] };
  const h = sizes.plate;
  for (const shape of plates.lower) addPlate(sheet, shape, 0.1 * h, 0.8 * h, sizes);
  for (const shape of plates.upper) addPlate(sheet, shape, 0, h, sizes);
  for (const line of plates.lines) sheet.ribbon(line, false, 1.8 * sizes.line, 1.02 * h, "line");
  return sheet;
}

// Direction from what the body touches to the body itself, at the start, in body axes.
function awayFrom(scene: Scene, motion: Motion, anchors: Anchors[], body: number): Vector2 {
  const contact = scene.contacts.find(({ bodies }) => bodies.includes(body));
  if (!contact) return new Vector2(0, 1);
  const partner = contact.bodies[0] === body ? contact.bodies[1] : contact.bodies[0];
  const start = { t: 0, row: 0, next: 0, part: 0 };
  const turn = new Quaternion();
  const there = new Vector3();
  motion.pose(partner, start, there, turn);
  there.add((anchors[partner].points[0] ?? anchors[partner].own).clone().applyQuaternion(turn));
  const here = new Vector3();
  motion.pose(body, start, here, turn);
  const outline = scene.bodies[body].profiles.flatMap(profilePoints);
  if (outline.length > 0) here.add(new Vector3(...centroid(outline).toArray(), 0).applyQuaternion(turn));
  return flat(here.sub(there).applyQuaternion(turn.conjugate()));
}

function capsule(a: Vector3, b: Vector3, radius: number): CapsuleGeometry {
  const along = b.clone().sub(a);
  const geometry = new CapsuleGeometry(radius, along.length(), 4, 12, 1);
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.normalize()));
  const middle = a.clone().add(b).multiplyScalar(0.5);
  return geometry.translate(middle.x, middle.y, middle.z);
}

function spatialBody(body: number, profiles: Profile[], anchors: Anchors, sizes: Sizes): Sheet {
  const sheet = new Sheet();
  if (profiles.length > 0) {
    for (const shape of profilePlates(profiles, sizes).shapes) addPlate(sheet, shape, -sizes.plate, sizes.plate, sizes, true);
    return sheet;
  }
  if (body === 0) return sheet;
  const { points, own } = anchors;
  const { bar } = sizes;
  for (const [a, b] of spanning(points)) sheet.add(capsule(a, b, bar), "solid");
  if (points.length > 1) return sheet;
  if (points.length === 1 && points[0].distanceTo(own) > bar) sheet.add(capsule(points[0], own, 0.7 * bar), "solid");
  sheet.add(new SphereGeometry(3 * bar, 24, 16).translate(own.x, own.y, own.z), "solid");
  return sheet;
}

export function drawBodies(scene: Scene, motion: Motion): DrawnBodies {
  const anchors = findAnchors(scene);
  const sizes = findSizes(scene, anchors);
  const layers = scene.planar ? findLayers(scene) : scene.bodies.map(() => 0);
  const bodies = scene.bodies.map((body, i) => {
    const sheet = scene.planar
      ? planarBody(i, body.profiles, anchors[i], awayFrom(scene, motion, anchors, i), sizes)
      : spatialBody(i, body.profiles, anchors[i], sizes);
    const z = scene.planar ? sizes.plate * (LAYER * layers[i] + APART * i) : 0;
    return { group: new Group(), sheet, extent: [...sheet.boxCorners(), ...(i > 0 ? anchors[i].points : [])], z, anchors: anchors[i] };
  });
  const top = scene.planar ? sizes.plate * (LAYER * (Math.max(...layers) + 1) + 1) : 0;
  return { bodies, sizes, top };
}
