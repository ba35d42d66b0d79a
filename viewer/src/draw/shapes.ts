// Flat outlines of bodies: closed chains of points, solid to the left of their direction.
import { Path, Shape, Vector2 } from "three";
import type { Profile } from "../data";

export type Outline = Vector2[];

// The points of a profile, each once.
export function profilePoints(profile: Profile): Outline {
  const points: Outline = [];
  for (const element of profile.elements) {
    for (let i = 0; i + 1 < element.points.length; i += 2) {
      const p = new Vector2(element.points[i], element.points[i + 1]);
      if (points.length === 0 || points[points.length - 1].distanceToSquared(p) > 0) points.push(p);
    }
  }
  if (profile.closed && points.length > 1 && points[0].distanceTo(points[points.length - 1]) < 1e-12) points.pop();
  return points;
}

export function area(outline: Outline): number {
  let sum = 0;
  outline.forEach((p, i) => (sum += p.cross(outline[(i + 1) % outline.length])));
  return sum / 2;
}

export function inside(p: Vector2, outline: Outline): boolean {
  let odd = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i];
    const b = outline[j];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

// The point of an outline's sides that is nearest.
export function nearestOn(p: Vector2, outline: Outline): Vector2 {
  let best = outline[0];
  outline.forEach((a, i) => {
    const along = outline[(i + 1) % outline.length].clone().sub(a);
    const part = Math.min(1, Math.max(0, p.clone().sub(a).dot(along) / (along.lengthSq() || 1)));
    const at = a.clone().addScaledVector(along, part);
    if (at.distanceToSquared(p) < best.distanceToSquared(p)) best = at;
  });
  return best;
}

export function centroid(outline: Outline): Vector2 {
  const box = { low: outline[0].clone(), high: outline[0].clone() };
  for (const p of outline) {
    box.low.min(p);
    box.high.max(p);
  }
  return box.low.add(box.high).multiplyScalar(0.5);
}

// Half way along an open chain.
export function midpoint(chain: Outline): Vector2 {
  const lengths = chain.slice(1).map((p, i) => p.distanceTo(chain[i]));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i]) return chain[i].clone().lerp(chain[i + 1], left / (lengths[i] || 1));
    left -= lengths[i];
  }
  return chain[chain.length - 1].clone();
}

// Pieces of a chain: lines of this length, with gaps between them.
export function dashes(chain: Outline, line: number, gap: number): Outline[] {
  const out: Outline[] = [];
  let [drawn, left] = [true, line];
  let piece: Outline = chain.slice(0, 1);
  for (let i = 1; i < chain.length; i++) {
    const along = chain[i].clone().sub(chain[i - 1]);
    const length = along.length();
    for (let at = 0; at < length; ) {
      const step = Math.min(left, length - at);
      at += step;
      left -= step;
      const p = chain[i - 1].clone().addScaledVector(along, at / length);
      if (drawn) piece.push(p);
      if (left > 0) continue;
      if (drawn) out.push(piece);
      drawn = !drawn;
      left = drawn ? line : gap;
      piece = [p];
    }
  }
  return drawn && piece.length > 1 ? [...out, piece] : out;
}

export function circle(center: Vector2, radius: number, steps = 48): Outline {
  return Array.from({ length: steps }, (_, i) => {
    const a = (2 * Math.PI * i) / steps;
    return new Vector2(center.x + radius * Math.cos(a), center.y + radius * Math.sin(a));
  });
}

function cross(o: Vector2, a: Vector2, b: Vector2): number {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

export function hull(points: Vector2[]): Outline {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (list: Vector2[]): Vector2[] => {
    const out: Vector2[] = [];
    for (const p of list) {
      while (out.length >= 2 && cross(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain([...sorted].reverse())];
}

// The convex chain moved outwards by a radius, corners rounded: a disc of one point, a bar of two.
export function rounded(points: Vector2[], radius: number, steps = 16): Outline {
  const chain = hull(points);
  if (chain.length < 2) return circle(chain[0] ?? points[0], radius);
  const out: Outline = [];
  chain.forEach((p, i) => {
    const before = chain[(i + chain.length - 1) % chain.length];
    const after = chain[(i + 1) % chain.length];
    const from = Math.atan2(p.y - before.y, p.x - before.x) - Math.PI / 2;
    let turn = Math.atan2(after.y - p.y, after.x - p.x) - Math.PI / 2 - from;
    while (turn < -1e-9) turn += 2 * Math.PI;
    const count = Math.max(1, Math.ceil((turn / Math.PI) * steps));
    for (let k = 0; k <= count; k++) {
      const a = from + (turn * k) / count;
      out.push(new Vector2(p.x + radius * Math.cos(a), p.y + radius * Math.sin(a)));
    }
  });
  return out;
}

export function block(center: Vector2, axis: Vector2, length: number, width: number): Outline {
  const u = axis.clone().normalize().multiplyScalar(length / 2);
  const v = new Vector2(-axis.y, axis.x).normalize().multiplyScalar(width / 2);
  return [
    center.clone().sub(u).sub(v),
    center.clone().add(u).sub(v),
    center.clone().add(u).add(v),
    center.clone().sub(u).add(v),
  ];
}

// What an open chain bounds: all up to the line between its ends where that is on its left, where the material is, and bulges
// enough to be a shape; else a band along it.
export function behind(chain: Outline, width: number): Outline {
  const chord = chain[0].distanceToSquared(chain[chain.length - 1]);
  return area(chain) > 0.1 * chord ? chain : band(chain, width);
}

export function band(chain: Outline, width: number): Outline {
  const inner = chain.map((p, i) => {
    const a = chain[Math.max(0, i - 1)];
    const b = chain[Math.min(chain.length - 1, i + 1)];
    const along = b.clone().sub(a).normalize();
    return new Vector2(p.x - along.y * width, p.y + along.x * width);
  });
  return [...chain, ...inner.reverse()];
}

// Most of an outline lies in another: corners on its border do not decide.
const liesIn = (inner: Outline, outer: Outline): boolean => 2 * inner.filter((p) => inside(p, outer)).length > inner.length;

// Solids with the holes that lie in them, each in the smallest that holds it; a hole that lies in none gets a rim around it.
export function solids(outlines: Outline[], rim: number): Shape[] {
  const holes = outlines.filter((o) => area(o) < 0);
  const shapes = outlines
    .filter((o) => area(o) >= 0)
    .sort((a, b) => area(a) - area(b))
    .map((outline) => ({ outline, shape: new Shape(outline) }));
  for (const hole of holes) {
    const home = shapes.find(({ outline }) => area(outline) > -area(hole) && liesIn(hole, outline));
    if (home) {
      home.shape.holes.push(new Path(hole));
      continue;
    }
    const center = centroid(hole);
    const reach = Math.max(...hole.map((p) => p.distanceTo(center)));
    const shape = new Shape(circle(center, reach + rim, 96));
    shape.holes.push(new Path(hole));
    shapes.push({ outline: shape.getPoints(), shape });
  }
  return shapes.map(({ shape }) => shape);
}
