// Surfaces of bodies: their grids as triangles, with lines along borders, kinks and some parameter lines, by which one sees a round
// body turn.
import { Box3, BufferAttribute, BufferGeometry, Vector3 } from "three";
import type { Surface } from "../data";
import type { Sheet } from "./sheet";

const DIVISIONS = 8; // between parameter lines, of each range

const at = (list: number[], i: number): Vector3 => new Vector3(list[3 * i], list[3 * i + 1], list[3 * i + 2]);

// Triangles turn counter-clockwise seen from outside; those without area are left out.
function triangles({ u, v, points, normals }: Surface): number[] {
  const out: number[] = [];
  const add = (a: number, b: number, c: number) => {
    const [p, q, r] = [at(points, a), at(points, b), at(points, c)];
    const cross = q.sub(p).cross(r.sub(p));
    const side = cross.dot(at(normals, a).add(at(normals, b)).add(at(normals, c)));
    if (side > 0) out.push(a, b, c);
    if (side < 0) out.push(a, c, b);
  };
  for (let i = 0; i + 1 < u.length; i++) {
    for (let j = 0; j + 1 < v.length; j++) {
      const [a, b] = [i * v.length + j, (i + 1) * v.length + j];
      add(a, b, b + 1);
      add(a, b + 1, a + 1);
    }
  }
  return out;
}

// Is the inside never seen? It is not where the surface has no border and the material is inside.
function isSolid({ u, v, closed, points }: Surface, triangles: number[]): boolean {
  const near = 1e-4 * new Box3().setFromArray(points).getSize(new Vector3()).length();
  const isPoint = (first: number, step: number, count: number): boolean =>
    Array.from({ length: count }, (_, k) => at(points, first + k * step)).every((p) => p.distanceTo(at(points, first)) <= near);
  const [rows, columns] = [u.length, v.length];
  const ends = [isPoint(0, 1, columns) && isPoint((rows - 1) * columns, 1, columns), isPoint(0, columns, rows) && isPoint(columns - 1, columns, rows)];
  if (!ends.every((point, d) => point || closed[d])) return false;
  let volume = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [p, q, r] = triangles.slice(i, i + 3).map((k) => at(points, k));
    volume += p.dot(q.cross(r));
  }
  return volume > 0;
}

export interface Skin {
  outside: BufferGeometry;
  inside: BufferGeometry; // of what can be seen from inside; the same points
}

// All surfaces of a body.
export function skinOf(surfaces: Surface[]): Skin {
  const index: Record<keyof Skin, number[]> = { outside: [], inside: [] };
  let first = 0;
  for (const surface of surfaces) {
    const own = triangles(surface);
    const numbered = own.map((i) => i + first);
    for (const i of numbered) index.outside.push(i);
    if (!isSolid(surface, own)) for (const i of numbered) index.inside.push(i);
    first += surface.points.length / 3;
  }
  const all = (key: "points" | "normals") => new BufferAttribute(new Float32Array(surfaces.flatMap((surface) => surface[key])), 3);
  const [position, normal] = [all("points"), all("normals")];
  const make = (side: keyof Skin) => new BufferGeometry().setAttribute("position", position).setAttribute("normal", normal).setIndex(index[side]);
  return { outside: make("outside"), inside: make("inside") };
}

// Lines of a direction nearest to equal parts of its range.
function chosenLines(q: number[]): number[] {
  const out: number[] = [];
  for (let k = 0; k < DIVISIONS; k++) {
    const wanted = q[0] + ((q[q.length - 1] - q[0]) * k) / DIVISIONS;
    const near = q.reduce((best, x, i) => (Math.abs(x - wanted) < Math.abs(q[best] - wanted) ? i : best), 0);
    if (!out.includes(near)) out.push(near);
  }
  return out;
}

function line(surface: Surface, direction: 0 | 1, index: number): { points: Vector3[]; normals: Vector3[] } {
  const { u, v, points, normals } = surface;
  const along = direction === 0 ? v.length : u.length;
  const numbers = Array.from({ length: along }, (_, k) => (direction === 0 ? index * v.length + k : k * v.length + index));
  return { points: numbers.map((i) => at(points, i)), normals: numbers.map((i) => at(normals, i)) };
}

// They lie on the outside; the inside is translucent. `width`: of borders and kinks; parameter lines have half of it, the only line of an edge twice as much.
export function addLines(sheet: Sheet, surface: Surface, width: number): void {
  for (const direction of [0, 1] as const) {
    const edges = new Set(surface.edges[direction]);
    const bare = surface.u.length === 1 && direction === 0;
    for (const index of new Set([...edges, ...chosenLines(direction === 0 ? surface.u : surface.v)])) {
      const { points, normals } = line(surface, direction, index);
      const across = bare ? 2 * width : edges.has(index) ? width : width / 2;
      sheet.band(points, normals, across, width / 4, "line");
    }
  }
}
