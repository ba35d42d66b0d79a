// Every body as an object of the scene: its meshes, its profiles as plates, its surfaces, its shapes or gears, or a plain shape that
// reaches its joints.
import { Box3, type BufferGeometry, CapsuleGeometry, ExtrudeGeometry, Group, Quaternion, Shape, SphereGeometry, Vector2, Vector3 } from "three";
import type { Mesh, Profile, Report, Scene, Surface } from "../data";
import type { Motion } from "../motion";
import { type Anchors, findAnchors, findSizes, type Sizes, spanning } from "./anchors";
import { findLayers } from "./layers";
import { boundaries, constructions, planarLooks, solidPoints, spatialLooks } from "./looks";
import { boxOfMeshes, skinOfMeshes } from "./meshes";
import { Sheet } from "./sheet";
import { findStem, type Stem } from "./stem";
import { addLines, type Skin, skinOf } from "./surfaces";
import { area, band, behind, block, centroid, circle, dashes, hull, inside, midpoint, nearestOn, type Outline, profilePoints, rounded, solids } from "./shapes";

const LAYER = 1.25; // distance of layers over the thickness of a plate
const APART = 1e-3; // the same for bodies of one layer: enough to decide who is seen where they overlap

export interface DrawnBody {
  group: Group; // posed by the motion
  sheet: Sheet; // what it is made of; signs of joints come on top
  skin: Skin | null; // its surfaces or meshes
  extent: Vector3[]; // points that must be on the screen
  z: number; // of its layer
  anchors: Anchors;
  stem: Stem | null;
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

function profilePlates(profiles: Profile[], sizes: Sizes): { shapes: Shape[]; lines: Outline[] } {
  const chains = profiles.map((profile) => ({ closed: profile.closed, points: profilePoints(profile) }));
  const closed = chains.filter((c) => c.closed && c.points.length > 2).map((c) => c.points);
  const open = chains.filter((c) => !c.closed && c.points.length > 1).map((c) => c.points);
  const tips = chains.filter((c) => c.points.length === 1).map((c) => rounded(c.points, 0.3 * sizes.bar));
  // beside other profiles a chain tells where material is, but not how far it goes
  const body = (chain: Outline) => (chains.length > 1 ? band(chain, sizes.bar) : behind(chain, sizes.bar));
  return { shapes: [...solids([...closed, ...tips], 2 * sizes.bar), ...open.map((c) => new Shape(body(c)))], lines: open };
}

// The middle of a body's only profile, unless that is a hole: what its stem and its pins reach for.
function middleOf(profiles: Profile[]): Vector2 | null {
  const points = profiles.length === 1 ? profilePoints(profiles[0]) : [];
  if (points.length === 0 || (profiles[0].closed && area(points) < 0)) return null;
  return profiles[0].closed ? centroid(points) : midpoint(points);
}

// Profiles are drawn as they are, nothing between them; a pin outside of all is tied to the nearest.
function withProfiles(profiles: Profile[], anchors: Anchors, stem: Stem | null, sizes: Sizes): Plates {
  const { shapes, lines } = profilePlates(profiles, sizes);
  const pieces = shapes.map((shape) => shape.getPoints());
  const middle = middleOf(profiles);
  const lower: Outline[] = [];
  const axis = stem?.to.clone().sub(stem.from).normalize();
  const onStem = (p: Vector2) => stem !== null && Math.abs(axis!.cross(p.clone().sub(stem.from))) < sizes.bar;
  for (const p of anchors.joints.map(flat)) {
    if (onStem(p) || pieces.length === 0 || pieces.some((piece) => inside(p, piece))) continue;
    const ends = pieces.map((piece) => nearestOn(p, piece));
    const end = ends.reduce((best, q) => (q.distanceTo(p) < best.distanceTo(p) ? q : best));
    if (end.distanceTo(p) >= sizes.bar) lower.push(rounded([p, middle ?? end], sizes.bar));
  }
  if (stem) lower.push(block(stem.from.clone().add(stem.to).multiplyScalar(0.5), axis!, stem.from.distanceTo(stem.to), 1.2 * sizes.bar));
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
  sheet.face([shape, ...shape.holes].map((path) => path.getPoints()), high, "fill");
  const lift = 0.01 * (high - low);
  for (const path of [shape, ...shape.holes]) {
    sheet.ribbon(path.getPoints(), true, sizes.line, high + lift, "line");
    if (both) sheet.ribbon(path.getPoints(), true, sizes.line, low - lift, "line");
  }
}

const DASH = { line: 1.6, gap: 0.9 }; // over half the width of a link

function addDashes(sheet: Sheet, profile: Profile, z: number, sizes: Sizes): void {
  const points = profilePoints(profile);
  for (const dash of dashes(profile.closed ? [...points, points[0]] : points, DASH.line * sizes.bar, DASH.gap * sizes.bar)) {
    sheet.ribbon(dash, false, sizes.line, z, "line");
  }
}

function planarBody(body: number, profiles: Profile[], anchors: Anchors, stem: Stem | null, sizes: Sizes): Sheet {
  const sheet = new Sheet();
  if (body === 0 && profiles.length === 0) return sheet;
  const plates: Plates =
    profiles.length > 0
      ? withProfiles(profiles, anchors, stem, sizes)
      : { upper: plain(anchors, sizes).map((o) => new Shape(o)), lower: [], lines: [] };
  const h = sizes.plate;
  for (const shape of plates.lower) addPlate(sheet, shape, 0.1 * h, 0.8 * h, sizes);
  for (const shape of plates.upper) addPlate(sheet, shape, 0, h, sizes);
  for (const line of plates.lines) sheet.ribbon(line, false, 1.8 * sizes.line, 1.02 * h, "line");
  return sheet;
}

function capsule(a: Vector3, b: Vector3, radius: number): CapsuleGeometry {
  const along = b.clone().sub(a);
  const geometry = new CapsuleGeometry(radius, along.length(), 4, 12, 1);
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.normalize()));
  const middle = a.clone().add(b).multiplyScalar(0.5);
  return geometry.translate(middle.x, middle.y, middle.z);
}

// Rods to joints outside of what the body is made of.
function addRods(sheet: Sheet, around: Box3, anchors: Anchors, sizes: Sizes): void {
  const middle = around.getCenter(new Vector3());
  const wide = around.clone().expandByScalar(sizes.bar);
  for (const p of anchors.joints) if (!wide.containsPoint(p)) sheet.add(capsule(p, middle, 0.4 * sizes.bar), "solid");
}

function addSolids(sheet: Sheet, solids: BufferGeometry[], anchors: Anchors, sizes: Sizes): void {
  const around = new Box3();
  for (const solid of solids) {
    solid.computeBoundingBox();
    around.union(solid.boundingBox!);
    sheet.add(solid, "solid");
  }
  addRods(sheet, around, anchors, sizes);
}

const meshesOf = (scene: Scene, body: number): Mesh[] => (scene.planar ? [] : (scene.bodies[body].meshes ?? []));

// A body with meshes looks like these.
function surfacesOf(scene: Scene, body: number): Surface[] {
  return scene.planar || meshesOf(scene, body).length > 0 ? [] : (scene.bodies[body].surfaces ?? []);
}

// What is drawn beside the skin: lines on it, rods, and surfaces that are points.
function addToSkin(sheet: Sheet, surfaces: Surface[], anchors: Anchors | null, sizes: Sizes): void {
  const around = new Box3();
  for (const surface of surfaces) {
    around.union(new Box3().setFromArray(surface.points));
    addLines(sheet, surface, sizes.line);
    if (surface.points.length === 3) sheet.add(new SphereGeometry(0.4 * sizes.bar).translate(...(surface.points as [number, number, number])), "line");
  }
  if (anchors) addRods(sheet, around, anchors, sizes);
}

function spatialBody(scene: Scene, body: number, anchors: Anchors, sizes: Sizes): Sheet {
  const sheet = new Sheet();
  const profiles = boundaries(scene.bodies[body]);
  if (surfacesOf(scene, body).length > 0 || meshesOf(scene, body).length > 0) return sheet;
  if (profiles.length > 0) {
    for (const shape of profilePlates(profiles, sizes).shapes) addPlate(sheet, shape, -sizes.plate, sizes.plate, sizes, true);
    return sheet;
  }
  const solids = spatialLooks(scene, body, 2 * sizes.plate);
  if (solids.length > 0) addSolids(sheet, solids, anchors, sizes);
  if (body === 0 || solids.length > 0) return sheet;
  const { points, own } = anchors;
  const { bar } = sizes;
  for (const [a, b] of spanning(points)) sheet.add(capsule(a, b, bar), "solid");
  if (points.length > 1) return sheet;
  if (points.length === 1 && points[0].distanceTo(own) > bar) sheet.add(capsule(points[0], own, 0.7 * bar), "solid");
  sheet.add(new SphereGeometry(3 * bar, 24, 16).translate(own.x, own.y, own.z), "solid");
  return sheet;
}

const cornersOf = ({ min, max }: Box3): Vector3[] =>
  Array.from({ length: 8 }, (_, i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));

// Corners around surfaces; a floor may be as wide as one likes, and a view need not hold it.
function surfaceCorners(surfaces: Surface[]): Vector3[] {
  return surfaces
    .filter(({ kind }) => kind !== "plane")
    .flatMap(({ points }) => cornersOf(new Box3().setFromArray(points)));
}

// What the mechanism spans at the start.
function spanOf(scene: Scene, motion: Motion, anchors: Anchors[]): number {
  const box = new Box3();
  const [position, turn] = [new Vector3(), new Quaternion()];
  scene.bodies.forEach((body, i) => {
    motion.pose(i, { t: 0, row: 0, next: 0, part: 0 }, position, turn);
    const [surfaces, meshes] = [surfacesOf(scene, i), meshesOf(scene, i)];
    const flats = scene.planar ? planarLooks(scene, i) : surfaces.length > 0 || meshes.length > 0 ? [] : boundaries(body);
    const outline = flats.flatMap(profilePoints).map((p) => new Vector3(p.x, p.y, 0));
    const shaped = !scene.planar && flats.length === 0 && surfaces.length === 0;
    const solid = meshes.length > 0 ? cornersOf(boxOfMeshes(meshes)) : shaped ? (body.shapes ?? []).flatMap(solidPoints) : surfaceCorners(surfaces);
    const points = i === 0 ? anchors[i].joints : anchors[i].points.length > 0 ? anchors[i].points : [anchors[i].own];
    for (const p of [...outline, ...solid, ...points]) box.expandByPoint(p.clone().applyQuaternion(turn).add(position));
  });
  const span = box.isEmpty() ? 0 : box.getSize(new Vector3()).length();
  return span > 0 && Number.isFinite(span) ? span : scene.size > 0 ? scene.size : 1;
}

function stemOf(report: Report, motion: Motion, anchors: Anchors[], body: number, sizes: Sizes): Stem | null {
  const profiles = planarLooks(report.scene, body);
  const middle = middleOf(profiles);
  if (!middle || body === 0) return null;
  const points = profilePoints(profiles[0]);
  const axis = anchors[body].slides[0];
  if (!axis) return null;
  const extent = Math.max(...points.map((p) => Math.abs(flat(axis).dot(p.clone().sub(middle)))));
  return findStem(report, motion, anchors, body, middle, extent, sizes);
}

const DIRECTIONS = 32; // that a picture must hold a body in
function extentOf(sheet: Sheet, planar: boolean, surfaces: Surface[], meshes: Mesh[]): Vector3[] {
  if (meshes.length > 0) return cornersOf(boxOfMeshes(meshes));
  if (surfaces.length > 0) return surfaceCorners(surfaces);
  if (!planar) return sheet.boxCorners();
  const around = hull(sheet.points());
  if (around.length <= DIRECTIONS) return around.map((p) => new Vector3(p.x, p.y, 0));
  const outermost = circle(new Vector2(), 1, DIRECTIONS).map((d) => around.reduce((best, p) => (p.dot(d) > best.dot(d) ? p : best)));
  return [...new Set(outermost)].map((p) => new Vector3(p.x, p.y, 0));
}

export function drawBodies(report: Report, motion: Motion): DrawnBodies {
  const { scene } = report;
  const anchors = findAnchors(scene);
  const sizes = findSizes(spanOf(scene, motion, anchors), anchors);
  const layers = scene.planar ? findLayers(scene) : scene.bodies.map(() => 0);
  const bodies = scene.bodies.map((body, i) => {
    const held = i === 0 && boundaries(body).length === 0 ? { ...anchors[i], joints: [] } : anchors[i]; // a ring gear of ground
    const stem = scene.planar ? stemOf(report, motion, anchors, i, sizes) : null;
    const [surfaces, meshes] = [surfacesOf(scene, i), meshesOf(scene, i)];
    const sheet = scene.planar ? planarBody(i, planarLooks(scene, i), held, stem, sizes) : spatialBody(scene, i, anchors[i], sizes);
    if (surfaces.length === 0) for (const profile of constructions(body)) addDashes(sheet, profile, scene.planar ? 1.03 * sizes.plate : 0, sizes);
    if (surfaces.length > 0) addToSkin(sheet, surfaces, i > 0 ? anchors[i] : null, sizes);
    if (meshes.length > 0 && i > 0) addRods(sheet, boxOfMeshes(meshes), anchors[i], sizes);
    const skin = meshes.length > 0 ? skinOfMeshes(meshes) : surfaces.length > 0 ? skinOf(surfaces) : null;
    const z = scene.planar ? sizes.plate * (LAYER * layers[i] + APART * i) : 0;
    const extent = [...extentOf(sheet, scene.planar, surfaces, meshes), ...(i > 0 ? anchors[i].points : [])];
    return { group: new Group(), sheet, skin, extent, z, anchors: anchors[i], stem };
  });
  const top = scene.planar ? sizes.plate * (LAYER * (Math.max(...layers) + 1) + 1) : 0;
  return { bodies, sizes, top };
}
