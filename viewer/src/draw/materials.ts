// Lines and surfaces of the drawing, shared where they are alike and recoloured with the theme.
import { BufferGeometry, type Color, DoubleSide, MeshBasicMaterial, MeshLambertMaterial, type Shape, type Vector2, type Vector3 } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { bodyColors, type Theme } from "../theme";

type Maker<T> = (theme: Theme) => T;

export class Materials {
  private readonly painted: (() => void)[] = [];

  constructor(
    readonly theme: Theme,
    readonly planar: boolean,
  ) {}

  repaint(): void {
    for (const paint of this.painted) paint();
  }

  private keep<T extends { color: Color }>(material: T, color: Maker<Color>): T {
    const paint = () => void material.color.copy(color(this.theme));
    paint();
    this.painted.push(paint);
    return material;
  }

  line(width: number, color: Maker<Color>, options: { opacity?: number; above?: boolean } = {}): LineMaterial {
    const { opacity = 1, above = false } = options;
    const material = new LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, depthTest: !above, depthWrite: !above });
    return this.keep(material, color);
  }

  flat(color: Maker<Color>, options: { opacity?: number; above?: boolean } = {}): MeshBasicMaterial {
    const { opacity = 1, above = false } = options;
    const material = new MeshBasicMaterial({ side: DoubleSide, transparent: opacity < 1, opacity, depthTest: !above, depthWrite: !above });
    return this.keep(material, color);
  }

  round(color: Maker<Color>): MeshLambertMaterial {
    return this.keep(new MeshLambertMaterial(), color);
  }

  // Faces and rims of a body's plate; in space they take light, in a drawing they are flat.
  plate(body: number): (MeshBasicMaterial | MeshLambertMaterial)[] {
    const make = this.planar ? (c: Maker<Color>) => this.flat(c) : (c: Maker<Color>) => this.round(c);
    return [make((theme) => bodyColors(body, theme.mode).fill), make((theme) => bodyColors(body, theme.mode).side)];
  }
  solid(body: number): MeshLambertMaterial {
    return this.round((theme) => bodyColors(body, theme.mode).solid);
  }
  outline(body: number, width = 1.5): LineMaterial {
    return this.line(width, (theme) => bodyColors(body, theme.mode).line);
  }
}

// Pairs of ends, as numbers.
export function segments(positions: number[], material: LineMaterial): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(positions);
  const object = new LineSegments2(geometry, material);
  object.frustumCulled = false;
  return object;
}

export function polyline(points: (Vector2 | Vector3)[], z: number | null, closed: boolean): number[] {
  const out: number[] = [];
  const count = closed ? points.length : points.length - 1;
  for (let i = 0; i < count; i++) {
    for (const p of [points[i], points[(i + 1) % points.length]]) out.push(p.x, p.y, z ?? (p as Vector3).z);
  }
  return out;
}

export function shapeLines(shape: Shape, z: number): number[] {
  return [shape, ...shape.holes].flatMap((path) => polyline(path.getPoints(), z, true));
}

export function dispose(object: { traverse(f: (o: unknown) => void): void }): void {
  object.traverse((child) => {
    const geometry = (child as { geometry?: BufferGeometry }).geometry;
    geometry?.dispose();
  });
}
