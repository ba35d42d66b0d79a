// What a body without profiles looks like if its model says more than where its joints are: the shapes that its mass was computed
// from, or the pitch circles of its gears. In a drawing these are outlines, in space solids.
import { BoxGeometry, type BufferGeometry, CylinderGeometry, ExtrudeGeometry, Shape, SphereGeometry, TorusGeometry, Vector2, Vector3 } from "three";
import type { Body, Joint, Profile, Scene, Solid } from "../data";
import { turnOf, vector } from "./anchors";
import { area, circle, hull, type Outline } from "./shapes";

const MARK = { place: 0.65, size: 0.12 }; // a hole in a gear, over its radius: without it one would not see it turn

function toProfile(outline: Outline): Profile {
  const ordered = area(outline) < 0 ? [...outline].reverse() : outline;
  return closedProfile(ordered);
}
function closedProfile(outline: Outline): Profile {
  return { name: "", closed: true, elements: [{ kind: "outline", points: outline.flatMap((p) => [p.x, p.y]) }] };
}

function planePoints(solid: Solid): Vector2[] {
  const out: Vector2[] = [];
  for (let i = 0; i + 1 < (solid.points?.length ?? 0); i += 2) out.push(new Vector2(solid.points![i], solid.points![i + 1]));
  return out;
}

// Points that span it, in body axes.
export function solidPoints(solid: Solid): Vector3[] {
  const r = solid.radius ?? 0;
  const half = (solid.kind === "cylinder" ? solid.length! : solid.kind === "outline" ? solid.depth! : 2 * r) / 2;
  const flat =
    solid.kind === "box"
      ? [-1, 1].flatMap((x) => [-1, 1].map((y) => new Vector2((x * solid.sides![0]) / 2, (y * solid.sides![1]) / 2)))
      : solid.kind === "outline"
        ? planePoints(solid)
        : circle(new Vector2(), r, 32);
  const z = solid.kind === "box" ? solid.sides![2] / 2 : half;
  const turn = turnOf(solid);
  return flat.flatMap((p) => [-z, z].map((h) => new Vector3(p.x, p.y, h).applyQuaternion(turn).add(vector(solid.position))));
}

function silhouette(solid: Solid): Outline {
  const axis = new Vector3(0, 0, 1).applyQuaternion(turnOf(solid));
  if (solid.kind === "sphere") return circle(new Vector2(solid.position[0], solid.position[1]), solid.radius!, 64);
  const upright = Math.abs(axis.z) > 1 - 1e-9;
  const points = solidPoints(solid);
  if (upright && solid.kind === "outline") return points.filter((_, i) => i % 2 === 0).map((p) => new Vector2(p.x, p.y));
  return hull(points.map((p) => new Vector2(p.x, p.y)));
}

interface Gear {
  joint: Joint;
  side: number;
  radius: number; // negative: a ring around the other gear
}

// Gears of a body, each once: a planet between sun and ring has two joints and one disc.
function gearsOf(scene: Scene, body: number): Gear[] {
  const out: Gear[] = [];
  for (const joint of scene.joints) {
    joint.bodies.forEach((b, side) => {
      const radius = joint.radii?.[side];
      if (b !== body || radius === undefined || radius === 0) return;
      const at = vector(joint.frames[side].position);
      const same = (g: Gear) => g.radius === radius && vector(g.joint.frames[g.side].position).distanceTo(at) < 1e-9 * Math.abs(radius);
      if (!out.some(same)) out.push({ joint, side, radius });
    });
  }
  return out;
}

// Profiles that are drawn as what they bound, and those that are only lines.
export const boundaries = ({ profiles }: Body): Profile[] => profiles.filter(({ hidden, construction }) => !hidden && !construction);
export const constructions = ({ profiles }: Body): Profile[] => profiles.filter(({ hidden, construction }) => !hidden && construction);

// In the plane: the profiles, or what stands for them.
export function planarLooks(scene: Scene, body: number): Profile[] {
  const { shapes } = scene.bodies[body];
  const profiles = boundaries(scene.bodies[body]);
  if (profiles.length > 0) return profiles;
  if (shapes && shapes.length > 0) return shapes.map((solid) => toProfile(silhouette(solid)));
  return gearsOf(scene, body).flatMap(({ joint, side, radius }) => {
    const [x, y] = joint.frames[side].position;
    const rim = circle(new Vector2(x, y), Math.abs(radius), 96);
    if (radius < 0) return [closedProfile(rim.reverse())];
    const mark = circle(new Vector2(x + MARK.place * radius, y), MARK.size * radius, 32).reverse();
    return [closedProfile(rim), closedProfile(mark)];
  });
}

function geometryOf(solid: Solid): BufferGeometry {
  if (solid.kind === "box") return new BoxGeometry(...(solid.sides as [number, number, number]));
  if (solid.kind === "sphere") return new SphereGeometry(solid.radius, 32, 20);
  if (solid.kind === "cylinder") return new CylinderGeometry(solid.radius, solid.radius, solid.length, 48).rotateX(Math.PI / 2);
  const geometry = new ExtrudeGeometry(new Shape(planePoints(solid)), { depth: solid.depth, bevelEnabled: false, curveSegments: 1 });
  return geometry.translate(0, 0, -solid.depth! / 2);
}

const place = (geometry: BufferGeometry, pose: { position: number[]; quaternion: number[] }): BufferGeometry => {
  const at = vector(pose.position);
  return geometry.applyQuaternion(turnOf(pose)).translate(at.x, at.y, at.z);
};

// In space: solids of the body's shapes, else its gears as discs and rings of this thickness.
export function spatialLooks(scene: Scene, body: number, thickness: number): BufferGeometry[] {
  const { shapes }: Body = scene.bodies[body];
  if (shapes && shapes.length > 0) return shapes.map((solid) => place(geometryOf(solid), solid));
  return gearsOf(scene, body).map(({ joint, side, radius }) =>
    place(
      radius > 0
        ? new CylinderGeometry(radius, radius, thickness, 64).rotateX(Math.PI / 2)
        : new TorusGeometry(-radius + thickness / 2, thickness / 2, 12, 96),
      joint.frames[side],
    ),
  );
}
