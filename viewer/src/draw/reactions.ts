// What joints exert, as arrows: the force on body 2 at the origin of frame 2, or, where body 2 is ground, the opposite one on body 1.
import { Group, Vector3 } from "three";
import type { Place } from "../clock";
import type { Report } from "../data";
import type { Motion } from "../motion";
import { vector } from "./anchors";
import { Arrow, arrowParts, type ForceScale } from "./arrow";
import type { DrawnBodies } from "./bodies";
import type { Materials } from "./materials";

export interface Reaction {
  joint: string;
  body: number; // that it acts on
  point: Vector3;
  force: Vector3; // N, ground axes
}

export class Reactions {
  readonly group = new Group();
  readonly current: Reaction[];
  private readonly arrows: Arrow[];

  constructor(
    private readonly report: Report,
    private readonly motion: Motion,
    private readonly drawn: DrawnBodies,
    scale: ForceScale,
    materials: Materials,
  ) {
    const material = materials.sign((theme) => theme.color("reaction"));
    const parts = arrowParts(drawn.sizes);
    this.arrows = report.scene.joints.map(() => new Arrow(scale, drawn.sizes, parts, material));
    for (const { group } of this.arrows) this.group.add(group);
    this.current = report.scene.joints.map(({ name, bodies }) => ({ joint: name, body: bodies[1] || bodies[0], point: new Vector3(), force: new Vector3() }));
    if (report.scene.planar) this.group.position.z = drawn.top;
    this.group.visible = false;
  }

  seen(): { point: Vector3; arrow: Vector3 }[] {
    const visible = this.group.visible ? this.arrows : [];
    return visible.flatMap(({ group, vector: arrow }) => (arrow ? [{ point: group.position, arrow }] : []));
  }

  // Bodies are posed.
  update(place: Place): void {
    if (!this.group.visible) return;
    this.report.scene.joints.forEach(({ bodies, frames }, i) => {
      const now = this.current[i];
      const { group, z } = this.drawn.bodies[bodies[1]];
      now.point.copy(vector(frames[1].position)).applyQuaternion(group.quaternion).add(group.position);
      now.point.z -= z;
      this.motion.reaction(i, place, now.force);
      if (bodies[1] === 0) now.force.negate();
      const size = now.force.length();
      this.arrows[i].group.position.copy(now.point);
      this.arrows[i].set(size > 0 ? now.force.clone().divideScalar(size) : new Vector3(), size);
    });
  }
}
