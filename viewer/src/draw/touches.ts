// Touches: their points, the force on body 1 as an arrow along the normal, friction on it as another one, and the elements in touch drawn bold.
import { Group, Mesh, SphereGeometry, Vector2, Vector3 } from "three";
import type { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import type { Place } from "../clock";
import type { Contact, Report } from "../data";
import { type Motion, noTouch, type Touch } from "../motion";
import { Arrow, arrowParts, type ForceScale } from "./arrow";
import type { DrawnBodies } from "./bodies";
import type { Clearances } from "./clearances";
import { type Materials, polyline, segments } from "./materials";

const MOST_ENDS = 4000; // of arrows, that the view is fitted to

// A stop of a joint has no point to show.
const hasPoint = ({ profiles, surfaces }: Contact): boolean => profiles !== undefined || surfaces !== undefined;

interface Sign {
  group: Group;
  open: Mesh;
  closed: Mesh;
  arrow: Arrow;
  friction: Arrow | null;
}

export class Touches {
  readonly group = new Group();
  readonly current: Touch[];
  showForces = true;
  private readonly signs: Sign[];
  private readonly bold: LineMaterial;
  private readonly elements = new Map<string, LineSegments2 | null>();

  constructor(
    private readonly report: Report,
    private readonly motion: Motion,
    private readonly drawn: DrawnBodies,
    private readonly scale: ForceScale,
    private readonly clearances: Clearances,
    materials: Materials,
  ) {
    this.bold = materials.line(4, (theme) => theme.color("touch"), { above: true });
    const touch = materials.sign((theme) => theme.color("touch"));
    const faint = materials.sign((theme) => theme.color("open"));
    const force = materials.sign((theme) => theme.color("force"));
    const rubbing = materials.sign((theme) => theme.color("friction"));
    const { bar } = drawn.sizes;
    const ball = new SphereGeometry(0.42 * bar, 16, 12);
    const small = new SphereGeometry(0.28 * bar, 12, 8);
    const parts = arrowParts(drawn.sizes);
    this.signs = motion.slots.map(() => {
      const sign: Sign = {
        group: new Group(),
        open: new Mesh(small, faint),
        closed: new Mesh(ball, touch),
        arrow: new Arrow(scale, drawn.sizes, parts, force),
        friction: motion.hasFriction ? new Arrow(scale, drawn.sizes, parts, rubbing) : null,
      };
      sign.group.add(sign.open, sign.closed, sign.arrow.group);
      if (sign.friction) sign.group.add(sign.friction.group);
      sign.group.traverse((o) => (o.renderOrder = 20));
      this.group.add(sign.group);
      return sign;
    });
    this.current = motion.slots.map(noTouch);
    if (report.scene.planar) this.group.position.z = drawn.top;
  }

  update(place: Place): void {
    for (const line of this.elements.values()) if (line) line.visible = false;
    this.motion.slots.forEach((slot, i) => {
      const touch = this.current[i];
      this.motion.touch(slot, place, touch);
      const drawn = hasPoint(this.report.scene.contacts[slot.contact]);
      this.place(this.signs[i], touch, drawn);
      const moved = this.clearances.moved(slot.contact, touch.point);
      if (moved) {
        this.signs[i].group.position.copy(moved);
        return;
      }
      if (drawn && touch.state >= 2 && this.group.visible) for (const side of [0, 1] as const) this.highlight(slot.contact, side, touch.elements[side]);
    });
  }

  private place(sign: Sign, touch: Touch, drawn: boolean): void {
    sign.group.visible = drawn && touch.state > 0 && Number.isFinite(touch.point.lengthSq());
    if (!sign.group.visible) return;
    const closed = touch.state >= 2;
    sign.group.position.copy(touch.point);
    sign.open.visible = !closed;
    sign.closed.visible = closed;
    if (this.showForces && closed) sign.arrow.set(touch.normal.clone().normalize().multiplyScalar(Math.sign(touch.force)), Math.abs(touch.force));
    else sign.arrow.group.visible = false;
    if (!sign.friction) return;
    const size = touch.friction.length();
    if (this.showForces && closed && size > 0) sign.friction.set(touch.friction.clone().divideScalar(size), size);
    else sign.friction.group.visible = false;
  }

  // Where arrows end in the course of the run.
  reach(): Vector3[] {
    const ends: Vector3[] = [];
    const touch = noTouch();
    const stride = Math.max(1, Math.ceil((this.report.rows * this.motion.slots.length) / MOST_ENDS));
    for (const slot of this.motion.slots) {
      if (!hasPoint(this.report.scene.contacts[slot.contact])) continue;
      for (let row = 0; row < this.report.rows; row += stride) {
        this.motion.touch(slot, { t: 0, row, next: row, part: 0 }, touch);
        if (touch.state < 2 || !Number.isFinite(touch.point.lengthSq())) continue;
        const rubs = touch.friction.length();
        if (rubs > 0) ends.push(touch.point.clone().addScaledVector(touch.friction, this.scale.lengthOf(rubs) / rubs));
        if (!(Math.abs(touch.force) > 0)) continue;
        ends.push(touch.point.clone().addScaledVector(touch.normal, Math.sign(touch.force) * this.scale.lengthOf(Math.abs(touch.force))));
      }
    }
    return ends;
  }

  private highlight(contact: number, side: 0 | 1, element: number): void {
    const key = `${contact} ${side} ${element}`;
    let line = this.elements.get(key);
    if (line === undefined) {
      line = this.elementLine(contact, side, element);
      this.elements.set(key, line);
    }
    if (line) line.visible = true;
  }

  // null: a corner, or an element that the scene does not have
  private elementLine(contact: number, side: 0 | 1, element: number): LineSegments2 | null {
    const { bodies, profiles } = this.report.scene.contacts[contact];
    const body = this.report.scene.bodies[bodies[side]];
    const name = profiles?.[side];
    const profile = body.profiles.find((p) => p.name === name || `${body.name}.${p.name}` === name);
    const flat = profile?.hidden ? undefined : profile?.elements[element]?.points;
    if (!flat || flat.length < 4) return null;
    const points = Array.from({ length: flat.length >> 1 }, (_, i) => new Vector2(flat[2 * i], flat[2 * i + 1]));
    const line = segments(polyline(points, this.drawn.sizes.plate, false), this.bold);
    line.renderOrder = 10;
    this.drawn.bodies[bodies[side]].group.add(line);
    return line;
  }

  // What is seen of them now.
  seen(): { point: Vector3; closed: boolean; arrow: Vector3 | null; friction: Vector3 | null }[] {
    if (!this.group.visible) return [];
    return this.signs
      .filter(({ group }) => group.visible)
      .map(({ group, closed, arrow, friction }) => ({ point: group.position, closed: closed.visible, arrow: arrow.vector, friction: friction?.vector ?? null }));
  }

  show(on: boolean): void {
    this.group.visible = on;
  }
}
