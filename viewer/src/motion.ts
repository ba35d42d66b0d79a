// Poses of bodies and states of touches at a place in the run, from the motion columns.
import { Quaternion, Vector3 } from "three";
import type { Place } from "./clock";
import { firstReaction, firstSlot, poseColumns, reactionColumns, type Report } from "./data";

export interface Slot {
  contact: number;
  index: number; // of the slot in its contact
  column: number;
}
export interface Touch {
  state: number; // 0 none, 1 open, 2 closed, 3 pressed
  point: Vector3;
  normal: Vector3; // from body 2 to body 1
  force: number; // N
  elements: [number, number]; // of profiles; NaN: none
  mode: number; // of its slip: 0 none, 1 sticks, 2 slides, 3 yields
  friction: Vector3; // N, on body 1
}
export const STATES = ["none", "open", "closed", "pressed"];
export const MODES = ["none", "sticks", "slides", "yields"];
export const noTouch = (): Touch => ({ state: 0, point: new Vector3(), normal: new Vector3(), force: 0, elements: [NaN, NaN], mode: 0, friction: new Vector3() });

// A place is the number of the element plus 0..1 along it; the page's data keeps the number exactly.
export const elementOf = (place: number): number => Math.floor(place);

export class Motion {
  readonly slots: Slot[];
  readonly hasFriction: boolean;
  private readonly planar: boolean;
  private readonly onProfiles: boolean[]; // of each contact
  private readonly columns: Report["motion"];
  private readonly reactions: number; // first column
  private readonly field: Record<string, number>; // columns of a slot, from its first
  private readonly other = new Quaternion();

  constructor(report: Report) {
    const { scene } = report;
    this.planar = scene.planar;
    this.columns = report.motion;
    this.onProfiles = scene.contacts.map(({ profiles }) => profiles !== undefined);
    this.reactions = firstReaction(scene);
    const first = firstSlot(scene);
    this.slots = report.slots.map(([contact, index], i) => ({ contact, index, column: first + i * report.slotFields.length }));
    this.field = Object.fromEntries(report.slotFields.map((name, i) => [name, i]));
    const needed = ["mode", "friction.x", "friction.y", ...(scene.planar ? [] : ["friction.z"])];
    this.hasFriction = needed.every((name) => name in this.field);
  }

  private value(column: number, place: Place): number {
    const data = this.columns[column];
    return place.part === 0 ? data[place.row] : data[place.row] + place.part * (data[place.next] - data[place.row]);
  }

  pose(body: number, place: Place, position: Vector3, turn: Quaternion): void {
    if (body === 0) {
      position.set(0, 0, 0);
      turn.identity();
      return;
    }
    if (this.planar) {
      const c = (body - 1) * 3;
      const half = this.value(c + 2, place) / 2;
      position.set(this.value(c, place), this.value(c + 1, place), 0);
      turn.set(0, 0, Math.sin(half), Math.cos(half));
      return;
    }
    const c = (body - 1) * 7;
    position.set(this.value(c, place), this.value(c + 1, place), this.value(c + 2, place));
    this.quaternion(c + 3, place.row, turn);
    if (place.part > 0) turn.slerp(this.quaternion(c + 3, place.next, this.other), place.part);
  }

  // Rows at which a body's origin is farthest along an axis.
  farthest(body: number): number[] {
    if (body === 0) return [0];
    const first = (body - 1) * poseColumns(this.planar);
    return this.columns.slice(first, first + (this.planar ? 2 : 3)).flatMap((values) => {
      let [low, high] = [0, 0];
      for (let row = 0; row < values.length; row++) {
        if (values[row] < values[low]) low = row;
        if (values[row] > values[high]) high = row;
      }
      return [low, high];
    });
  }

  private quaternion(column: number, row: number, out: Quaternion): Quaternion {
    const c = this.columns;
    return out.set(c[column + 1][row], c[column + 2][row], c[column + 3][row], c[column][row]).normalize();
  }

  // The force that body 1 of a joint exerts on body 2, ground axes, N.
  reaction(joint: number, place: Place, out: Vector3): Vector3 {
    const n = reactionColumns(this.planar);
    const part = (c: number): number => this.value(this.reactions + n * joint + c, place);
    return out.set(part(0), part(1), n === 3 ? part(2) : 0);
  }

  // Between rows of different states or modes the earlier one holds.
  touch(slot: Slot, place: Place, out: Touch): void {
    const states = this.state(slot);
    const state = states[place.row];
    const same = states[place.next] === state && this.mode(slot, place.next) === this.mode(slot, place.row);
    const between = same ? place : { ...place, next: place.row, part: 0 };
    out.state = Math.round(state);
    const part = (name: string): number => this.value(slot.column + this.field[name], between);
    out.point.set(part("x"), part("y"), this.planar ? 0 : part("z"));
    out.normal.set(part("nx"), part("ny"), this.planar ? 0 : part("nz"));
    out.force = part("force");
    out.mode = this.mode(slot, place.row);
    if (this.hasFriction) out.friction.set(part("friction.x"), part("friction.y"), this.planar ? 0 : part("friction.z"));
    out.elements = [this.element(slot, 0, place.row), this.element(slot, 1, place.row)];
  }

  // The element of a profile that is touched at a row; NaN: there is none.
  element(slot: Slot, side: 0 | 1, row: number): number {
    const place = this.columns[slot.column + this.field[side === 0 ? "q1" : "q2"]];
    return this.planar && this.onProfiles[slot.contact] ? elementOf(place[row]) : NaN;
  }

  mode(slot: Slot, row: number): number {
    return this.hasFriction ? Math.round(this.columns[slot.column + this.field.mode][row]) : 0;
  }
  // Its size, N.
  friction(slot: Slot, row: number): number {
    if (!this.hasFriction) return 0;
    const part = (name: string): number => this.columns[slot.column + this.field[name]][row];
    return Math.hypot(part("friction.x"), part("friction.y"), this.planar ? 0 : part("friction.z"));
  }

  // Raw columns of a slot, for what looks at the whole run.
  state(slot: Slot): Float64Array | Float32Array {
    return this.columns[slot.column + this.field.state];
  }
  force(slot: Slot): Float64Array | Float32Array {
    return this.columns[slot.column + this.field.force];
  }
}
