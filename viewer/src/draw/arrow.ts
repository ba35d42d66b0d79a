// Arrows of forces, all to one scale: contact forces and reactions can be compared by eye.
import { ConeGeometry, CylinderGeometry, Group, Mesh, type MeshBasicMaterial, Vector3 } from "three";
import type { Report } from "../data";
import type { Motion } from "../motion";
import type { Sizes } from "./anchors";

const Y = new Vector3(0, 1, 0);
const LENGTH = 0.22; // of the arrow of a large force, over the mechanism's size
const LONGEST = 1.4; // arrows, over that
const SMALLEST = 0.002; // force that has an arrow, over the large one
const SAMPLES = 2000; // rows that the large force is found in

// Large, but not an impact's peak that would leave all others invisible.
function largeOf(sizes: number[]): number {
  const real = sizes.filter((size) => size > 0 && Number.isFinite(size)).sort((a, b) => a - b);
  const felt = real.filter((size) => size > 1e-9 * real[real.length - 1]);
  return felt.length > 0 ? felt[Math.floor(0.98 * (felt.length - 1))] : 0;
}

// Of what is shown: contact forces, and reactions on request.
export class ForceScale {
  withReactions = false;
  private readonly contacts: number;
  private readonly all: number;

  constructor(
    report: Report,
    motion: Motion,
    private readonly sizes: Sizes,
  ) {
    const [touches, reactions]: number[][] = [[], []];
    const stride = Math.max(1, Math.floor(report.rows / SAMPLES));
    const force = new Vector3();
    for (let row = 0; row < report.rows; row += stride) {
      const place = { t: 0, row, next: row, part: 0 };
      for (const slot of motion.slots) touches.push(Math.max(Math.abs(motion.force(slot)[row]), motion.friction(slot, row)));
      report.scene.joints.forEach((_, joint) => reactions.push(motion.reaction(joint, place, force).length()));
    }
    this.contacts = largeOf(touches);
    this.all = largeOf([...touches, ...reactions]);
  }

  // N; 0: there are no forces
  private get large(): number {
    return this.withReactions ? this.all : this.contacts;
  }
  // m
  get perNewton(): number {
    return this.large > 0 ? (LENGTH * this.sizes.whole) / this.large : 0;
  }
  isSeen(force: number): boolean {
    return this.large > 0 && force > SMALLEST * this.large;
  }
  lengthOf(force: number): number {
    return this.perNewton * Math.min(force, LONGEST * this.large);
  }
}

export class Arrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private reach = new Vector3();

  // From its foot to its tip.
  get vector(): Vector3 | null {
    return this.group.visible ? this.reach : null;
  }

  constructor(
    private readonly scale: ForceScale,
    private readonly sizes: Sizes,
    { stick, cone }: ReturnType<typeof arrowParts>,
    material: MeshBasicMaterial,
  ) {
    this.shaft = new Mesh(stick, material);
    this.head = new Mesh(cone, material);
    this.group.add(this.shaft, this.head);
    this.group.traverse((o) => (o.renderOrder = 20));
  }

  // Of a force along a unit direction; false: too small to be seen.
  set(direction: Vector3, force: number): boolean {
    this.group.visible = this.scale.isSeen(force) && direction.lengthSq() > 0;
    if (!this.group.visible) return false;
    const length = this.scale.lengthOf(force);
    const head = Math.min(1, length / (2.5 * this.sizes.bar)); // of a short arrow smaller
    this.shaft.scale.set(1, length - 1.4 * head * this.sizes.bar, 1);
    this.head.scale.setScalar(head);
    this.head.position.set(0, length, 0);
    this.group.quaternion.setFromUnitVectors(Y, direction);
    this.reach.copy(direction).multiplyScalar(length);
    return true;
  }
}

export function arrowParts({ bar }: Sizes): { stick: CylinderGeometry; cone: ConeGeometry } {
  return {
    stick: new CylinderGeometry(0.17 * bar, 0.17 * bar, 1, 10).translate(0, 0.5, 0),
    cone: new ConeGeometry(0.55 * bar, 1.5 * bar, 16).translate(0, -0.75 * bar, 0),
  };
}
