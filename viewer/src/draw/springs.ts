// Springs between points of bodies: a zigzag in a drawing, a coil in space, stretched with the motion.
import { Group, Vector3 } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { Scene, Spring } from "../data";
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

export class Springs {
  readonly group = new Group();
  private readonly objects: { spring: Spring; object: LineSegments2 }[];

  constructor(
    scene: Scene,
    private readonly drawn: DrawnBodies,
    materials: Materials,
  ) {
    const pen = materials.line(1.6, (theme) => theme.color("spring"));
    const radius = 1.6 * drawn.sizes.bar;
    const points = scene.planar ? zigzag(radius) : coil(radius);
    this.objects = scene.springs.map((spring) => ({ spring, object: segments(polyline(points, null, false), pen) }));
    for (const { object } of this.objects) this.group.add(object);
    if (scene.planar) this.group.position.z = drawn.top;
  }

  update(): void {
    for (const { spring, object } of this.objects) {
      const [a, b] = spring.bodies.map((body, side) => {
        const { group, z } = this.drawn.bodies[body];
        const end = vector(spring.points[side]).applyQuaternion(group.quaternion).add(group.position);
        return end.setZ(end.z - z);
      });
      const along = b.clone().sub(a);
      const length = along.length();
      object.visible = length > 0;
      object.position.copy(a);
      object.scale.set(length, 1, 1);
      if (length > 0) object.quaternion.setFromUnitVectors(X, along.divideScalar(length));
    }
  }
}
