// What spans two points of bodies: springs, as a zigzag in a drawing and a coil in space, and rods. Stretched with the motion.
import { Group, Vector3 } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { Scene } from "../data";
import { vector } from "./anchors";
import type { DrawnBodies } from "./bodies";
import { type Materials, polyline, segments } from "./materials";

const TURNS = 9;
const X = new Vector3(1, 0, 0);

// From 0 to 1 along x, with straight ends.
function zigzag(radius: number): Vector3[] {
  const points = [new Vector3(0, 0, 0), new Vector3(0.12, 0, 0)];
  for (let i = 0; i < 2 * TURNS; i++) points.push(new Vector3(0.12 + (0.76 * (i + 0.5)) / (2 * TURNS), i % 2 ? -radius : radius, 0));
  return [...points, new Vector3(0.88, 0, 0), new Vector3(1, 0, 0)];
}
function coil(radius: number): Vector3[] {
  const points = [new Vector3(0, 0, 0), new Vector3(0.1, 0, 0)];
  const count = TURNS * 16;
  for (let i = 0; i <= count; i++) {
    const a = (2 * Math.PI * TURNS * i) / count;
    points.push(new Vector3(0.1 + (0.8 * i) / count, radius * Math.cos(a), radius * Math.sin(a)));
  }
  return [...points, new Vector3(0.9, 0, 0), new Vector3(1, 0, 0)];
}

interface Span {
  bodies: [number, number];
  points: [Vector3, Vector3];
  line: Vector3[]; // from 0 to 1 along x
  object: LineSegments2;
}

export class Spans {
  readonly group = new Group();
  private readonly spans: Span[];

  constructor(
    scene: Scene,
    private readonly drawn: DrawnBodies,
    materials: Materials,
  ) {
    const thin = materials.line(1.6, (theme) => theme.color("spring"));
    const bold = materials.line(3, (theme) => theme.color("metal"));
    const radius = 1.6 * drawn.sizes.bar;
    const line = scene.planar ? zigzag(radius) : coil(radius);
    const shape = polyline(line, null, false);
    const springs = scene.springs.map(({ bodies, points }): Span => {
      return { bodies, points: [vector(points[0]), vector(points[1])], line, object: segments(shape, thin) };
    });
    const rods = scene.joints
      .filter((joint) => joint.type === "rod")
      .map(({ bodies, frames }): Span => {
        return { bodies, points: [vector(frames[0].position), vector(frames[1].position)], line: [new Vector3(), X], object: segments([0, 0, 0, 1, 0, 0], bold) };
      });
    this.spans = [...springs, ...rods];
    for (const { object } of this.spans) this.group.add(object);
    if (scene.planar) this.group.position.z = drawn.top;
  }

  private end({ bodies, points }: Span, side: 0 | 1): Vector3 {
    const { group, z } = this.drawn.bodies[bodies[side]];
    const p = points[side].clone().applyQuaternion(group.quaternion).add(group.position);
    return p.setZ(p.z - z);
  }

  // As they are now, in ground axes.
  lines(): Vector3[][] {
    return this.spans
      .filter(({ object }) => object.visible)
      .map(({ object, line }) => line.map((p) => p.clone().multiply(object.scale).applyQuaternion(object.quaternion).add(object.position)));
  }

  update(): void {
    for (const span of this.spans) {
      const { object } = span;
      const from = this.end(span, 0);
      const along = this.end(span, 1).sub(from);
      const length = along.length();
      object.visible = length > 0;
      object.position.copy(from);
      object.scale.set(length, 1, 1);
      if (length > 0) object.quaternion.setFromUnitVectors(X, along.divideScalar(length));
    }
  }
}
