// The triangles of one body, gathered into one mesh with colours at its corners: one draw call for each body, because calls and
// wide lines are what software rendering is slow at. Lines are ribbons in the plane for the same reason.
import { Box3, BufferAttribute, BufferGeometry, Mesh, Vector2, Vector3 } from "three";
import type { Materials, Tone } from "./materials";

// The same things as outlines, for drawings of lines; in the plane only.
export interface SheetPath {
  rings: Vector2[][];
  closed: boolean;
  filled: boolean; // else a line of the width
  width: number;
  z: number;
  tone: Tone;
}

export class Sheet {
  readonly paths: SheetPath[] = [];
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly tones: Tone[] = [];

  get corners(): number {
    return this.tones.length;
  }

  // A geometry with groups takes one tone for each of them.
  add(geometry: BufferGeometry, ...tones: Tone[]): void {
    const flat = geometry.index ? geometry.toNonIndexed() : geometry;
    const { position, normal } = flat.attributes;
    const first = this.corners;
    for (let i = 0; i < position.count; i++) {
      this.positions.push(position.getX(i), position.getY(i), position.getZ(i));
      this.normals.push(normal.getX(i), normal.getY(i), normal.getZ(i));
      this.tones.push(tones[0]);
    }
    if (tones.length > 1) {
      for (const { start, count, materialIndex } of flat.groups) this.tones.fill(tones[materialIndex ?? 0], first + start, first + start + count);
    }
    flat.dispose();
    geometry.dispose();
  }

  // What a plate or a disc looks like from above.
  face(rings: Vector2[][], z: number, tone: Tone): void {
    this.paths.push({ rings, closed: true, filled: true, width: 0, z, tone });
  }

  // A line of a width in the plane at height z; its corners are mitred.
  ribbon(points: Vector2[], closed: boolean, width: number, z: number, tone: Tone): void {
    this.paths.push({ rings: [points], closed, filled: false, width, z, tone });
    const chain = points.filter((p, i) => i === 0 || p.distanceToSquared(points[i - 1]) > 0);
    if (closed && chain.length > 1 && chain[0].distanceToSquared(chain[chain.length - 1]) === 0) chain.pop();
    if (chain.length < 2) return;
    const n = chain.length;
    const sides = chain.map((p, i) => {
      const before = chain[closed ? (i + n - 1) % n : Math.max(0, i - 1)];
      const after = chain[closed ? (i + 1) % n : Math.min(n - 1, i + 1)];
      const a = p.clone().sub(before).normalize();
      const b = after.clone().sub(p).normalize();
      const along = a.clone().add(b).normalize();
      if (along.lengthSq() === 0) along.copy(b);
      const reach = width / 2 / Math.max(0.35, along.dot(b.lengthSq() > 0 ? b : a));
      return { x: -along.y * reach, y: along.x * reach };
    });
    const count = closed ? n : n - 1;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % n;
      const [p, q, s, t] = [chain[i], chain[j], sides[i], sides[j]];
      const corners = [p.x - s.x, p.y - s.y, q.x - t.x, q.y - t.y, q.x + t.x, q.y + t.y, p.x + s.x, p.y + s.y];
      for (const k of [0, 1, 2, 0, 2, 3]) {
        this.positions.push(corners[2 * k], corners[2 * k + 1], z);
        this.normals.push(0, 0, 1);
        this.tones.push(tone);
      }
    }
  }

  // A line of a width that lies on a surface with these normals, lifted off it.
  band(points: Vector3[], normals: Vector3[], width: number, lift: number, tone: Tone): void {
    const sides = points.map((p, i) => {
      const along = points[Math.min(points.length - 1, i + 1)].clone().sub(points[Math.max(0, i - 1)]);
      const across = normals[i].clone().cross(along).normalize().multiplyScalar(width / 2);
      const base = p.clone().addScaledVector(normals[i], lift);
      return [base.clone().sub(across), base.add(across)];
    });
    for (let i = 0; i + 1 < points.length; i++) {
      if (points[i].distanceToSquared(points[i + 1]) === 0) continue;
      const [a, b] = sides[i];
      const [c, d] = sides[i + 1];
      const out = normals[i];
      for (const q of [a, c, d, a, d, b]) {
        this.positions.push(q.x, q.y, q.z);
        this.normals.push(out.x, out.y, out.z);
        this.tones.push(tone);
      }
    }
  }

  boxCorners(): Vector3[] {
    if (this.corners === 0) return [];
    const { min, max } = new Box3().setFromArray(this.positions);
    return Array.from({ length: 8 }, (_, i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
  }

  // Where its corners lie in the plane.
  points(): Vector2[] {
    return Array.from({ length: this.corners }, (_, i) => new Vector2(this.positions[3 * i], this.positions[3 * i + 1]));
  }

  mesh(body: number, materials: Materials): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(this.normals), 3));
    materials.paint(geometry, body, this.tones);
    const mesh = new Mesh(geometry, materials.surface);
    mesh.frustumCulled = false;
    return mesh;
  }
}
