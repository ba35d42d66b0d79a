// Surfaces and lines of the drawing, shared where they are alike and recoloured with the theme.
import { BackSide, BufferAttribute, type BufferGeometry, type Color, DoubleSide, type Material, Mesh, MeshBasicMaterial, MeshLambertMaterial, type Vector2, type Vector3 } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { bodyColors, type Theme } from "../theme";
import type { Skin } from "./surfaces";

type Maker = (theme: Theme) => Color;

// What a corner of a mesh belongs to: parts of the body in its own colours, signs in those of the page.
const BODY_TONES = ["fill", "side", "line", "solid"] as const;
const PAGE_TONES = ["ink", "muted", "stage", "metal", "base"] as const;
export type Tone = (typeof BODY_TONES)[number] | (typeof PAGE_TONES)[number];

export class Materials {
  private readonly painted: (() => void)[] = [];
  readonly surface: Material;
  private readonly outside = new MeshLambertMaterial({ vertexColors: true });
  private readonly inside = new MeshLambertMaterial({ vertexColors: true, side: BackSide, transparent: true, opacity: 0.3, depthWrite: false });

  constructor(
    readonly theme: Theme,
    planar: boolean,
  ) {
    // a drawing is flat; in space things take light
    this.surface = planar ? new MeshBasicMaterial({ vertexColors: true, side: DoubleSide }) : new MeshLambertMaterial({ vertexColors: true, side: DoubleSide });
  }

  repaint(): void {
    for (const paint of this.painted) paint();
  }
  private keep(paint: () => void): void {
    paint();
    this.painted.push(paint);
  }

  line(width: number, color: Maker, options: { opacity?: number; above?: boolean } = {}): LineMaterial {
    const { opacity = 1, above = false } = options;
    const material = new LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, depthTest: !above, depthWrite: !above });
    this.keep(() => void material.color.copy(color(this.theme)));
    return material;
  }

  // Drawn over everything.
  sign(color: Maker, opacity = 1): MeshBasicMaterial {
    const material = new MeshBasicMaterial({ depthTest: false, depthWrite: false, opacity, transparent: opacity < 1 });
    this.keep(() => void material.color.copy(color(this.theme)));
    return material;
  }

  // Colours the corners of a body's mesh, now and whenever the theme changes.
  paint(geometry: BufferGeometry, body: number, tones: Tone[]): void {
    const colors = new BufferAttribute(new Float32Array(3 * tones.length), 3);
    geometry.setAttribute("color", colors);
    this.keep(() => {
      const own = bodyColors(body, this.theme.mode);
      const table = new Map<Tone, Color>();
      for (const tone of BODY_TONES) table.set(tone, own[tone]);
      for (const tone of PAGE_TONES) table.set(tone, this.theme.color(tone));
      tones.forEach((tone, i) => {
        const { r, g, b } = table.get(tone)!;
        colors.setXYZ(i, r, g, b);
      });
      colors.needsUpdate = true;
    });
  }

  // A body's surfaces: seen from inside they hide nothing.
  skin({ outside, inside }: Skin, body: number): Mesh[] {
    this.paint(outside, body, Array<Tone>(outside.attributes.position.count).fill("solid"));
    inside.setAttribute("color", outside.getAttribute("color"));
    return [new Mesh(outside, this.outside), new Mesh(inside, this.inside)].map((mesh) => {
      mesh.frustumCulled = false;
      return mesh;
    });
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
