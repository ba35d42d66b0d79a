// Paths of chosen points through the run: the whole way faint, what is behind bold.
import { Group, Quaternion, Vector3 } from "three";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { Place } from "../clock";
import type { Report, Scene } from "../data";
import type { Motion } from "../motion";
import { bodyColors } from "../theme";
import { vector } from "./anchors";
import type { DrawnBodies } from "./bodies";
import { type Materials, polyline, segments } from "./materials";

const MOST = 3000; // points in a trail

export interface TrailPoint {
  name: string;
  body: number;
  local: Vector3;
}

// Points that the reader may choose, each place of a body once, under its best known name.
export function trailPoints(scene: Scene): TrailPoint[] {
  const out: TrailPoint[] = [];
  const add = (name: string, body: number, local: Vector3) => {
    const near = 1e-6 * (scene.size || 1);
    if (body > 0 && !out.some((p) => p.body === body && p.local.distanceTo(local) < near)) out.push({ name, body, local });
  };
  for (const frame of scene.frames) add(frame.name, frame.body, vector(frame.position));
  for (const joint of scene.joints) {
    joint.bodies.forEach((body, side) => add(`${scene.bodies[body].name} at ${joint.name}`, body, vector(joint.frames[side].position)));
  }
  scene.bodies.forEach((body, i) => add(`${body.name} origin`, i, new Vector3()));
  return out;
}

interface Trail {
  group: Group;
  past: LineSegments2;
  path: Vector3[];
  rows: number[];
  body: number;
}

export class Trails {
  readonly group = new Group();
  readonly points: TrailPoint[];
  private readonly trails = new Map<number, Trail>();

  constructor(
    private readonly report: Report,
    private readonly motion: Motion,
    drawn: DrawnBodies,
    private readonly materials: Materials,
  ) {
    this.points = trailPoints(report.scene);
    if (report.scene.planar) this.group.position.z = drawn.top;
  }

  get shown(): number[] {
    return [...this.trails.keys()];
  }

  show(index: number, on: boolean): void {
    const old = this.trails.get(index);
    if (on === (old !== undefined)) return;
    if (old) {
      this.group.remove(old.group);
      this.trails.delete(index);
      return;
    }
    const trail = this.make(this.points[index]);
    this.trails.set(index, trail);
    this.group.add(trail.group);
  }

  private make(point: TrailPoint): Trail {
    const stride = Math.max(1, Math.ceil(this.report.rows / MOST));
    const rows: number[] = [];
    for (let row = 0; row < this.report.rows; row += stride) rows.push(row);
    if (rows[rows.length - 1] !== this.report.rows - 1) rows.push(this.report.rows - 1);
    const turn = new Quaternion();
    const path = rows.map((row) => {
      const p = new Vector3();
      this.motion.pose(point.body, { t: 0, row, next: row, part: 0 }, p, turn);
      return p.add(point.local.clone().applyQuaternion(turn));
    });
    const positions = path.length > 1 ? polyline(path, null, false) : polyline([path[0], path[0]], null, false);
    const color = (opacity: number, width: number) =>
      this.materials.line(width, (theme) => bodyColors(point.body, theme.mode).line, { opacity, above: this.report.scene.planar });
    const whole = segments(positions, color(0.3, 1.2));
    const past = segments(positions, color(0.9, 2));
    const group = new Group();
    group.add(whole, past);
    return { group, past, path, rows, body: point.body };
  }

  // Whole ways, with how many points of each lie behind.
  lines(): { body: number; path: Vector3[]; past: number }[] {
    return [...this.trails.values()].map(({ body, path, past }) => ({ body, path, past: 1 + past.geometry.instanceCount }));
  }

  update(place: Place): void {
    for (const { past, rows } of this.trails.values()) {
      let count = 0;
      for (let low = 0, high = rows.length - 1; low <= high; ) {
        const middle = (low + high) >> 1;
        if (rows[middle] <= place.row) {
          count = middle;
          low = middle + 1;
        } else high = middle - 1;
      }
      past.geometry.instanceCount = count;
    }
  }
}
