// Meshes of bodies: their triangles, smooth where all of them around a point look nearly the same way.
import { Box3, BufferAttribute, BufferGeometry, Vector3 } from "three";
import type { Mesh } from "../data";
import type { Skin } from "./surfaces";

const SMOOTH = 0.94; // cosine of the kink that shows

interface Normals {
  flat: Float32Array; // of each triangle
  mean: Float32Array; // of each point
}

function scale(list: Float32Array, i: number): void {
  const length = Math.hypot(list[i], list[i + 1], list[i + 2]);
  if (length > 0) for (let c = 0; c < 3; c++) list[i + c] /= length;
}

function findNormals({ points, triangles }: Mesh): Normals {
  const flat = new Float32Array(triangles.length);
  const mean = new Float32Array(points.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ax, ay, az] = [points[q] - points[p], points[q + 1] - points[p + 1], points[q + 2] - points[p + 2]];
    const [bx, by, bz] = [points[r] - points[p], points[r + 1] - points[p + 1], points[r + 2] - points[p + 2]];
    flat[t] = ay * bz - az * by;
    flat[t + 1] = az * bx - ax * bz;
    flat[t + 2] = ax * by - ay * bx;
    for (const i of [p, q, r]) for (let c = 0; c < 3; c++) mean[i + c] += flat[t + c];
    scale(flat, t);
  }
  for (let i = 0; i < mean.length; i += 3) scale(mean, i);
  return { flat, mean };
}

// Points where triangles meet in a kink are drawn once for each of these.
function findKinks({ points, triangles }: Mesh, { flat, mean }: Normals): Uint8Array {
  const kink = new Uint8Array(points.length / 3);
  triangles.forEach((point, corner) => {
    const t = corner - (corner % 3);
    const i = 3 * point;
    if (!(flat[t] * mean[i] + flat[t + 1] * mean[i + 1] + flat[t + 2] * mean[i + 2] > SMOOTH)) kink[point] = 1;
  });
  return kink;
}

interface Corners {
  position: Float32Array;
  normal: Float32Array;
  index: Uint32Array;
}

function cornersOf(mesh: Mesh): Corners {
  const { points, triangles } = mesh;
  const normals = findNormals(mesh);
  const kink = findKinks(mesh, normals);
  const more = triangles.reduce((sum, point) => sum + kink[point], 0);
  const count = points.length / 3;
  const position = new Float32Array(points.length + 3 * more);
  const normal = new Float32Array(points.length + 3 * more);
  position.set(points);
  normal.set(normals.mean);
  let next = count;
  const index = triangles.map((point, corner) => {
    if (!kink[point]) return point;
    const t = corner - (corner % 3);
    position.set(points.subarray(3 * point, 3 * point + 3), 3 * next);
    normal.set(normals.flat.subarray(t, t + 3), 3 * next);
    return next++;
  });
  return { position, normal, index };
}

function joined<T extends Float32Array | Uint32Array>(make: new (length: number) => T, lists: T[]): T {
  const out = new make(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

// All meshes of a body. The inside of a closed one is never seen.
export function skinOfMeshes(meshes: Mesh[]): Skin {
  const parts = meshes.map(cornersOf);
  let first = 0;
  for (const { position, index } of parts) {
    for (let i = 0; i < index.length; i++) index[i] += first;
    first += position.length / 3;
  }
  const position = new BufferAttribute(joined(Float32Array, parts.map((part) => part.position)), 3);
  const normal = new BufferAttribute(joined(Float32Array, parts.map((part) => part.normal)), 3);
  const make = (index: Uint32Array[]) =>
    new BufferGeometry().setAttribute("position", position).setAttribute("normal", normal).setIndex(new BufferAttribute(joined(Uint32Array, index), 1));
  return { outside: make(parts.map((part) => part.index)), inside: make(parts.filter((_, i) => !meshes[i].closed).map((part) => part.index)) };
}

export function boxOfMeshes(meshes: Mesh[]): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (const { points } of meshes) for (let i = 0; i < points.length; i += 3) box.expandByPoint(point.fromArray(points, i));
  return box;
}
