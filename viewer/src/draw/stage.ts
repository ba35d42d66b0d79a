// The drawing: camera, view control, light, and everything in the scene; draws when asked to.
import {
  AmbientLight, Box3, DirectionalLight, type Mesh, MOUSE, OrthographicCamera, PerspectiveCamera, Quaternion, Scene as ThreeScene, TOUCH, Vector2,
  Vector3, type WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Place } from "../clock";
import type { Report } from "../data";
import { Motion } from "../motion";
import type { Theme } from "../theme";
import { ForceScale } from "./arrow";
import { type DrawnBodies, drawBodies } from "./bodies";
import { Clearances } from "./clearances";
import { drawFrames } from "./frames";
import { drawGrid } from "./grid";
import { drawJoints } from "./joints";
import { Materials } from "./materials";
import type { SheetPath } from "./sheet";
import { Reactions } from "./reactions";
import { Spans } from "./spans";
import { Touches } from "./touches";
import { Trails } from "./trails";

export type View = "front" | "top" | "right" | "iso";
export type Part = "joints" | "frames" | "touches" | "forces" | "reactions" | "grid";

export interface Camera {
  position: number[];
  target: number[];
  zoom: number;
  half: number;
  flat: boolean; // a drag moves the drawing
}

const MARGIN = 1.12;
const MOST_POINTS = 40000; // that the view is fitted to

export class Stage {
  readonly trails: Trails;
  readonly touches: Touches;
  readonly reactions: Reactions;
  readonly clearances: Clearances;
  readonly forces: ForceScale;
  readonly drawn: DrawnBodies;
  private readonly cloud: Vector3[];
  private readonly box: Box3;
  private readonly motion: Motion;
  private readonly scene = new ThreeScene();
  private readonly canvas: HTMLCanvasElement;
  private readonly camera: OrthographicCamera | PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly materials: Materials;
  readonly spans: Spans;
  private readonly meshes: { mesh: Mesh; bare: number; barePaths: number }[]; // bare: corners of the body without its joints
  private readonly parts: Record<"frames" | "grid", { visible: boolean }[]>;
  private readonly up: Vector3;
  private frames = 0;
  moved = false; // the view, by the reader; else it is fitted to what the run has reached
  private fitted = false; // and stays so when its size changes

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly report: Report,
    private readonly theme: Theme,
    private readonly onView: () => void,
  ) {
    const { scene } = report;
    this.canvas = renderer.domElement;
    this.setResolution(null);
    this.materials = new Materials(theme, scene.planar);
    this.motion = new Motion(report);
    this.drawn = drawBodies(report, this.motion);
    this.forces = new ForceScale(report, this.motion, this.drawn.sizes);
    this.clearances = new Clearances(report, this.motion, this.drawn, this.materials);
    this.touches = new Touches(report, this.motion, this.drawn, this.forces, this.clearances, this.materials);
    this.reactions = new Reactions(report, this.motion, this.drawn, this.forces, this.materials);
    this.cloud = [...this.reach(), ...this.touches.reach()];
    this.box = new Box3().setFromPoints(this.cloud);
    this.meshes = this.makeMeshes();
    const frames = drawFrames(scene, this.drawn, this.materials);
    this.up = upOf(report);
    const grid = drawGrid(scene.planar, this.box, this.up, this.materials);
    this.scene.add(grid);
    this.parts = { frames, grid: [grid] };
    this.spans = new Spans(scene, this.drawn, this.materials);
    this.trails = new Trails(report, this.motion, this.drawn, this.materials);
    this.scene.add(this.spans.group, this.clearances.group, this.touches.group, this.reactions.group, this.trails.group);
    const sun = new DirectionalLight(0xffffff, 1.9);
    this.camera = scene.planar ? new OrthographicCamera() : new PerspectiveCamera(28);
    sun.position.set(-0.4, 0.7, 1);
    this.camera.add(sun);
    this.scene.add(this.camera, new AmbientLight(0xffffff, 1.7));
    this.camera.up.copy(this.up); // before the controls, which turn about the direction that is up when they are made
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.touches = { ONE: scene.planar ? TOUCH.PAN : TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener("start", () => {
      this.moved = true;
      this.fitted = false;
    });
    this.controls.addEventListener("change", () => {
      this.render();
      this.onView();
    });
    this.repaint();
    this.resize();
    this.setView(scene.planar ? "front" : "iso");
    this.moved = false;
  }

  private makeMeshes(): { mesh: Mesh; bare: number; barePaths: number }[] {
    const bare = this.drawn.bodies.map(({ sheet }) => ({ corners: sheet.corners, paths: sheet.paths.length }));
    drawJoints(this.report, this.motion, this.drawn);
    return this.drawn.bodies.map(({ group, sheet, skin }, body) => {
      const mesh = sheet.mesh(body, this.materials);
      group.add(mesh);
      if (skin) group.add(...this.materials.skin(skin, body));
      this.scene.add(group);
      return { mesh, bare: bare[body].corners, barePaths: bare[body].paths };
    });
  }

  // Everywhere that a body goes: points on its way that a picture of all must hold.
  private reach(): Vector3[] {
    const cloud: Vector3[] = [];
    const position = new Vector3();
    const turn = new Quaternion();
    const count = this.drawn.bodies.reduce((sum, { extent }) => sum + extent.length, 0);
    const stride = Math.max(1, Math.ceil((this.report.rows * count) / MOST_POINTS), Math.floor(this.report.rows / 150));
    this.drawn.bodies.forEach(({ extent, z }, body) => {
      const rows = this.motion.farthest(body);
      for (let row = 0; row < this.report.rows && body > 0; row += stride) rows.push(row);
      for (const row of rows) {
        this.motion.pose(body, { t: 0, row, next: row, part: 0 }, position, turn);
        if (!Number.isFinite(position.lengthSq())) continue;
        for (const q of extent) {
          const p = q.clone().applyQuaternion(turn).add(position);
          cloud.push(p.setZ(p.z + z));
        }
      }
    });
    const { bar } = this.drawn.sizes;
    for (const p of this.drawn.bodies[0].anchors.joints) {
      for (const [x, y] of [[-4, 2], [4, 2], [-4, -6], [4, -6]]) cloud.push(p.clone().add(new Vector3(x * bar, y * bar, 0)));
    }
    return cloud.length > 0 ? cloud : [new Vector3(-1, -1, -1), new Vector3(1, 1, 1)];
  }

  private sphere(): { center: Vector3; radius: number } {
    const center = this.box.getCenter(new Vector3());
    return { center, radius: Math.max(this.box.getSize(new Vector3()).length() / 2, 1e-9) };
  }

  // ---- view

  setView(view: View): void {
    const { planar } = this.report.scene;
    // straight from above the up direction does not say which way to hold the picture: a little from the front
    const side = { front: [0, 0, 1], top: [0, 1, 1e-4], right: [1, 0, 0], iso: planar ? [0.5, 0.45, 0.8] : [0.62, 0.5, 0.6] }[view];
    const direction = new Vector3(...side).normalize();
    direction.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.up));
    const { center, radius } = this.sphere();
    this.camera.position.copy(center).addScaledVector(direction, 5 * radius);
    this.controls.target.copy(center);
    this.flat = planar && view === "front";
    this.fit();
  }

  private get flat(): boolean {
    return this.controls.mouseButtons.LEFT === MOUSE.PAN;
  }
  private set flat(on: boolean) {
    this.controls.mouseButtons = { LEFT: on ? MOUSE.PAN : MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: on ? MOUSE.ROTATE : MOUSE.PAN };
    this.controls.touches.ONE = on ? TOUCH.PAN : TOUCH.ROTATE;
  }

  // Everything that moves, at all times of the run, in the picture, seen from where the camera is.
  fit(): void {
    this.moved = this.fitted = true;
    const { center, radius } = this.sphere();
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.look(center, direction, 5 * radius);
    const seen = new Box3().setFromPoints(this.cloud.map((p) => p.clone().applyMatrix4(this.camera.matrixWorldInverse)));
    const middle = seen.getCenter(new Vector3());
    center.add(new Vector3(middle.x, middle.y, 0).applyQuaternion(this.camera.quaternion));
    const size = seen.getSize(new Vector3());
    const half = (Math.max(size.y, size.x / this.aspect) / 2) * MARGIN || radius;
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom = 1;
      this.half = half;
      this.look(center, direction, 5 * radius);
      this.camera.near = 0.01 * radius;
      this.camera.far = 10 * radius;
    } else {
      const slope = Math.tan((this.camera.fov * Math.PI) / 360) / MARGIN;
      let distance = 0;
      for (const p of this.cloud) {
        const q = p.clone().applyMatrix4(this.camera.matrixWorldInverse).sub(middle);
        const wide = Math.max(Math.abs(q.y), Math.abs(q.x) / this.aspect);
        distance = Math.max(distance, wide / slope + (q.z + middle.z + 5 * radius));
      }
      this.look(center, direction, distance);
      this.camera.near = distance / 100;
      this.camera.far = distance + 20 * radius;
    }
    this.project();
    this.controls.update();
    this.render();
    this.onView();
  }

  private look(target: Vector3, direction: Vector3, distance: number): void {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.camera.lookAt(target);
    this.camera.updateMatrixWorld(true);
  }

  private half = 1; // of an orthographic picture's height at zoom 1
  private get aspect(): number {
    return Math.max(1, this.canvas.clientWidth) / Math.max(1, this.canvas.clientHeight);
  }
  private project(): void {
    if (this.camera instanceof OrthographicCamera) {
      this.camera.top = this.half;
      this.camera.bottom = -this.half;
      this.camera.right = this.half * this.aspect;
      this.camera.left = -this.camera.right;
    } else this.camera.aspect = this.aspect;
    this.camera.updateProjectionMatrix();
  }

  zoom(factor: number): void {
    this.moved = true;
    this.fitted = false;
    if (this.camera instanceof OrthographicCamera) this.camera.zoom *= factor;
    else this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.render();
    this.onView();
  }

  // By arrow keys: a drawing moves, a body in space turns.
  nudge(right: number, above: number): void {
    this.moved = true;
    this.fitted = false;
    const offset = this.camera.position.clone().sub(this.controls.target);
    if (this.flat) {
      const step = (0.1 * this.half) / this.camera.zoom;
      const shift = new Vector3(right * step, above * step, 0);
      this.controls.target.add(shift);
      this.camera.position.add(shift);
    } else {
      const up = this.camera.up;
      const across = offset.clone().cross(up).normalize();
      offset.applyAxisAngle(up, right * 0.1);
      const polar = offset.angleTo(up) - above * 0.1;
      if (polar > 0.05 && polar < Math.PI - 0.05) offset.applyAxisAngle(across, above * 0.1);
      this.camera.position.copy(this.controls.target).add(offset);
    }
    this.controls.update();
    this.render();
    this.onView();
  }

  get view(): Camera {
    const { position, zoom } = this.camera;
    return { position: position.toArray(), target: this.controls.target.toArray(), zoom, half: this.half, flat: this.flat };
  }
  set view(camera: Camera) {
    this.camera.position.fromArray(camera.position);
    this.camera.zoom = camera.zoom;
    this.controls.target.fromArray(camera.target);
    this.half = camera.half;
    this.flat = camera.flat;
    this.moved = true;
    this.fitted = false;
    this.project();
    this.controls.update();
  }

  // Length of a pixel at the target, m; 0 where perspective gives none.
  get pixel(): number {
    if (!(this.camera instanceof OrthographicCamera)) return 0;
    return (2 * this.half) / this.camera.zoom / Math.max(1, this.canvas.clientHeight);
  }

  // Pixels in the canvas of a point fixed to a body.
  screen(body: number, local: Vector3): Vector2 {
    const { group } = this.drawn.bodies[body];
    return this.onCanvas(local.clone().applyQuaternion(group.quaternion).add(group.position));
  }

  // In pixels of the canvas, of a point in ground axes.
  onCanvas(p: Vector3): Vector2 {
    const q = p.clone().project(this.camera);
    return new Vector2(((q.x + 1) / 2) * this.canvas.clientWidth, ((1 - q.y) / 2) * this.canvas.clientHeight);
  }
  get size(): [number, number] {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }
  // A flat view of a drawing: lines tell all that there is to see.
  get isFlat(): boolean {
    return this.report.scene.planar && this.flat;
  }
  // Outlines of a body as they are shown.
  paths(body: number): SheetPath[] {
    const { mesh, bare, barePaths } = this.meshes[body];
    const { paths } = this.drawn.bodies[body].sheet;
    return mesh.geometry.drawRange.count === bare ? paths.slice(0, barePaths) : paths;
  }

  // Pixels of the drawing for one of the page; null: those of the screen.
  setResolution(scale: number | null): void {
    this.renderer.setPixelRatio(scale ?? Math.min(devicePixelRatio, 2));
  }
  // The drawing at a place in the run.
  snapshot(place: Place): HTMLCanvasElement {
    this.draw(place);
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [this.canvas.width, this.canvas.height];
    copy.getContext("2d")!.drawImage(this.canvas, 0, 0);
    return copy;
  }

  // ---- content

  show(part: Part, on: boolean): void {
    if (part === "touches") this.touches.show(on);
    else if (part === "forces") this.touches.showForces = on;
    else if (part === "reactions") this.reactions.group.visible = this.forces.withReactions = on;
    else if (part === "joints") for (const { mesh, bare } of this.meshes) mesh.geometry.setDrawRange(0, on ? Infinity : bare);
    else for (const object of this.parts[part]) object.visible = on;
  }

  resize(): void {
    this.renderer.setSize(this.canvas.clientWidth, this.canvas.clientHeight, false);
    this.project();
    if (!this.fitted) return;
    const { moved } = this;
    this.fit();
    this.moved = moved;
  }

  repaint(): void {
    this.materials.repaint();
    this.renderer.setClearColor(this.theme.color("stage"));
  }

  draw(place: Place): void {
    this.drawn.bodies.forEach(({ group, z }, body) => {
      this.motion.pose(body, place, group.position, group.quaternion);
      group.position.z += z;
    });
    this.spans.update();
    this.clearances.update(place);
    this.touches.update(place);
    this.reactions.update(place);
    this.trails.update(place);
    this.render();
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
    this.frames++;
  }
  get framesDrawn(): number {
    return this.frames;
  }

  dispose(): void {
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

// Against gravity, where it is known; else y in the plane, z in space.
function upOf(report: Report): Vector3 {
  const { scene } = report;
  const gravity = scene.gravity;
  if (scene.planar) return new Vector3(0, 1, 0);
  if (gravity && Math.hypot(...gravity) > 0) return new Vector3(...gravity).normalize().negate();
  return new Vector3(0, 0, 1);
}
