// The data block of the page: what docs/report.md describes, checked and decoded into plain arrays.
import { unitText } from "./format";
import { setNoise } from "./noise";

export interface Pose {
  position: number[];
  quaternion: number[]; // w x y z
}
export interface Element {
  kind: string;
  points: number[]; // x y x y ..., in body axes
}
export interface Profile {
  name: string;
  closed: boolean;
  elements: Element[];
  hidden?: boolean; // touches, is not drawn
  construction?: boolean; // a dashed line
}
// A shape that the mass was computed from, placed in body axes.
export interface Solid extends Pose {
  kind: string; // box, cylinder (along its z), sphere, outline
  sides?: number[];
  radius?: number;
  length?: number;
  depth?: number;
  points?: number[];
}
// A grid of points, lines of constant u before those of constant v; cells whose corners lie on each other are poles and kinks.
export interface Surface {
  name: string;
  kind: string;
  u: number[];
  v: number[];
  closed: [boolean, boolean]; // the last line lies on the first
  edges: [number[], number[]]; // lines on borders and kinks
  points: number[]; // x y z x y z ..., in body axes
  normals: number[]; // out of the material
}
// Triangles, counter-clockwise seen from outside.
export interface Mesh {
  name: string;
  closed: boolean;
  points: Float32Array; // x y z x y z ..., in body axes
  triangles: Uint32Array; // numbers of points, three each
}
export interface Body {
  name: string;
  profiles: Profile[];
  center?: number[];
  shapes?: Solid[];
  surfaces?: Surface[];
  meshes?: Mesh[];
}
export interface Joint {
  name: string;
  type: string;
  bodies: [number, number];
  frames: [Pose, Pose];
  radii?: [number, number]; // of a gear pair; negative: a ring
}
export interface NamedFrame extends Pose {
  name: string;
  body: number;
  moves?: boolean; // by a law, on its body: the pose given is not the one it has later
}
export interface Spring {
  name: string;
  bodies: [number, number];
  points: [number[], number[]];
}
export interface Contact {
  name: string;
  profiles?: [string, string];
  surfaces?: [string, string]; // instead of profiles
  joint?: string; // a stop of this joint, instead of both
  angular?: boolean; // the stop of an angle
  bodies: [number, number];
  slots: number;
}
// All pairs of members on two bodies, in order, but those `without` (two numbers each): so many contacts.
interface ContactList {
  name: string;
  slots: number;
  members: { name: string; body: number; profile?: string; surface?: string }[];
  without: number[];
}
export interface Scene {
  name: string;
  planar: boolean;
  size: number;
  units: Record<string, { name: string; si: number }>;
  gravity?: number[];
  bodies: Body[];
  joints: Joint[];
  frames: NamedFrame[];
  springs: Spring[];
  contacts: Contact[];
}

export interface Column {
  name: string;
  unit: string;
  values: Float64Array | Float32Array;
  noise: number; // what is smaller is zero within rounding
}
export interface RunEvent {
  t: number;
  kind: string;
  subject?: string;
  detail?: string;
  value?: number;
  [field: string]: string | number | undefined;
}
export interface Mode {
  mode?: number;
  re?: number; // of the eigenvalue, 1/s
  im?: number;
  frequency?: number; // Hz
  damping?: number; // ratio
}
// A law that the result was checked by.
export interface AuditLaw {
  name: string;
  deviation?: number | null; // over its scale
  where?: string;
  limit?: number | null;
  status: string; // passed, failed, not audited, too coarse, nothing to audit
  note?: string;
}
export interface Run {
  status?: string;
  version?: string;
  analysis?: string;
  formulation?: string;
  method?: string | null;
  model?: Record<string, unknown>;
  settings?: Record<string, unknown>;
  statistics?: Record<string, number>;
  timings?: Record<string, number>;
  messages?: unknown[];
  plots?: unknown; // columns to plot at first, a list for each plot
  audit?: { ok?: boolean; instants?: number; laws?: AuditLaw[] } | null;
}

export interface Report {
  scene: Scene;
  run: Run;
  rows: number;
  rowsTotal: number;
  time: Float64Array;
  timeUnit: string;
  timeScale: number; // seconds per unit
  columns: Column[];
  motion: (Float64Array | Float32Array)[];
  slots: [number, number][]; // contact and index of the slots whose columns stand behind the poses
  slotFields: string[]; // names of the columns of one slot
  events: RunEvent[];
  eventsTotal: number;
  eventUnits: Record<string, string>;
  eventFields: Record<string, string>; // what each field is: text, time, length, speed, ...
  modes: Mode[];
}

// Its message is meant for the reader of the page.
export class DataError extends Error {}

function need(condition: unknown, text: string): asserts condition {
  if (!condition) throw new DataError(text);
}

interface Packed {
  type: string;
  bytes: string;
  offset?: number;
  step?: number;
  order?: number;
}

async function inflate(text: string): Promise<Uint8Array> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function floats(bytes: Uint8Array, size: 4 | 8, n: number): Float64Array | Float32Array {
  const raw = new Uint8Array(n * size);
  for (let plane = 0; plane < size; plane++) for (let i = 0; i < n; i++) raw[i * size + plane] = bytes[plane * n + i];
  return size === 8 ? new Float64Array(raw.buffer) : new Float32Array(raw.buffer);
}

function quantised(bytes: Uint8Array, packed: Packed, n: number): Float64Array {
  const { offset, step, order } = packed;
  need(Number.isFinite(offset) && Number.isFinite(step), "an array has no scale");
  need(order === 0 || order === 1 || order === 2 || order === 3, "an array has no order");
  const level = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const z = bytes[i] | (bytes[n + i] << 8) | (bytes[2 * n + i] << 16) | (bytes[3 * n + i] << 24);
    level[i] = (z >>> 1) ^ -(z & 1);
  }
  for (let k = 0; k < order; k++) for (let i = 1; i < n; i++) level[i] += level[i - 1];
  return Float64Array.from(level, (value) => offset! + step! * value);
}

async function unpack(packed: Packed | undefined, n: number, what: string): Promise<Float64Array | Float32Array> {
  need(packed && typeof packed.bytes === "string", `${what} has no data`);
  const size = packed.type === "f8" ? 8 : 4;
  need(packed.type === "f8" || packed.type === "f4" || packed.type === "q", `${what} has an unknown type`);
  let bytes: Uint8Array;
  try {
    bytes = await inflate(packed.bytes);
  } catch {
    throw new DataError(`${what} cannot be unpacked`);
  }
  need(bytes.length === n * size, `${what} has ${bytes.length} bytes, ${n * size} expected`);
  return packed.type === "q" ? quantised(bytes, packed, n) : floats(bytes, size, n);
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isNumbers = (value: unknown, length: number): value is number[] =>
  isList(value) && value.length >= length && value.every((x) => typeof x === "number");

function checkSolid(body: string, solid: Solid): void {
  const fields: Record<string, [keyof Solid, number][]> = {
    box: [["sides", 3]],
    cylinder: [["radius", 0], ["length", 0]],
    sphere: [["radius", 0]],
    outline: [["depth", 0], ["points", 6]],
  };
  const fits = ([key, count]: [keyof Solid, number]) => (count > 0 ? isNumbers(solid[key], count) : Number.isFinite(solid[key]));
  need(
    fields[solid?.kind]?.every(fits) && isNumbers(solid.position, 3) && isNumbers(solid.quaternion, 4),
    `a shape of body '${body}' is incomplete`,
  );
}

const MOST_POINTS = 1e6; // of a surface

function checkSurface(surface: Surface): void {
  const { u, v, edges, closed, points, normals } = surface;
  const name = `surface '${surface.name}'`;
  need(isNumbers(u, 1) && isNumbers(v, 1) && u.length * v.length <= MOST_POINTS, `${name} has no lines`);
  const count = 3 * u.length * v.length;
  for (const list of [points, normals]) need(isNumbers(list, count) && list.length === count && list.every(Number.isFinite), `${name} has no points`);
  need(isList(closed) && closed.length === 2 && isList(edges) && edges.length === 2, `${name} is incomplete`);
  const isLine = (line: unknown, end: number): boolean => Number.isInteger(line) && (line as number) >= 0 && (line as number) < end;
  need(edges.every((list, d) => isList(list) && list.every((line) => isLine(line, (d === 0 ? u : v).length))), `${name} has no edges`);
}

// Numbers of four bytes, in base64; `count` of three.
function bytesOf(text: unknown, count: unknown, name: string): ArrayBuffer {
  need(typeof text === "string" && Number.isInteger(count) && (count as number) > 0, `${name} is incomplete`);
  let bytes = "";
  try {
    bytes = atob(text as string);
  } catch {
    bytes = "";
  }
  need(bytes.length === 12 * (count as number), `${name} is incomplete`);
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer;
}

interface RawMesh {
  name: string;
  closed: boolean;
  point_count: number;
  triangle_count: number;
  points: string;
  triangles: string;
}

function readMesh(raw: RawMesh): Mesh {
  const name = `mesh '${raw.name}'`;
  const points = new Float32Array(bytesOf(raw.points, raw.point_count, name));
  const triangles = new Uint32Array(bytesOf(raw.triangles, raw.triangle_count, name));
  need(points.every(Number.isFinite), `${name} has no points`);
  need(
    triangles.every((i) => i < raw.point_count),
    `${name} has no triangles`,
  );
  return { name: raw.name, closed: raw.closed === true, points, triangles };
}

const MOST_MEMBERS = 2000;

// The contacts that an entry stands for.
function spread(entry: Contact | ContactList): Contact[] {
  if (!("members" in entry)) return [entry];
  const { name, slots, members, without } = entry;
  need(isList(members) && members.length <= MOST_MEMBERS && isNumbers(without, 0), `contact '${name}' is incomplete`);
  const out: Contact[] = [];
  let next = 0;
  members.forEach((a, i) => {
    members.slice(i + 1).forEach((b, k) => {
      if (a.body === b.body) return;
      if (without[next] === i && without[next + 1] === i + 1 + k) {
        next += 2;
        return;
      }
      const sides = a.surface === undefined ? { profiles: [a.profile, b.profile] } : { surfaces: [a.surface, b.surface] };
      out.push({ name: `${name}.${a.name}.${b.name}`, bodies: [a.body, b.body], slots, ...sides } as Contact);
    });
  });
  return out;
}

function checkScene(scene: Scene): void {
  need(scene && typeof scene === "object", "there is no scene");
  for (const key of ["bodies", "joints", "frames", "springs", "contacts"] as const) {
    need(isList(scene[key]), `the scene has no list '${key}'`);
  }
  const count = scene.bodies.length;
  const isBody = (i: unknown): boolean => Number.isInteger(i) && (i as number) >= 0 && (i as number) < count;
  need(count > 0, "the scene has no ground");
  for (const body of scene.bodies) {
    need(typeof body.name === "string" && isList(body.profiles), "a body of the scene is incomplete");
    for (const profile of body.profiles) {
      need(isList(profile.elements), `profile '${profile.name}' has no elements`);
      for (const e of profile.elements) need(isNumbers(e.points, 2), `an element of profile '${profile.name}' has no points`);
    }
    need(body.shapes === undefined || isList(body.shapes), "a body of the scene is incomplete");
    for (const solid of body.shapes ?? []) checkSolid(body.name, solid);
    need(body.surfaces === undefined || isList(body.surfaces), "a body of the scene is incomplete");
    for (const surface of body.surfaces ?? []) checkSurface(surface);
    need(body.meshes === undefined || isList(body.meshes), "a body of the scene is incomplete");
    body.meshes = body.meshes?.map((mesh) => readMesh(mesh as unknown as RawMesh));
  }
  for (const joint of scene.joints) {
    need(isList(joint.bodies) && joint.bodies.every(isBody) && isList(joint.frames), `joint '${joint.name}' is incomplete`);
    for (const f of joint.frames) need(isNumbers(f.position, 2) && isNumbers(f.quaternion, 4), `joint '${joint.name}' has no frame`);
    need(joint.radii === undefined || isNumbers(joint.radii, 2), `joint '${joint.name}' has no radii`);
  }
  for (const frame of scene.frames) need(isBody(frame.body) && isNumbers(frame.position, 2), `frame '${frame.name}' is incomplete`);
  for (const spring of scene.springs) {
    need(isList(spring.bodies) && spring.bodies.every(isBody), `spring '${spring.name}' is incomplete`);
    for (const p of spring.points) need(isNumbers(p, 2), `spring '${spring.name}' has no points`);
  }
  scene.contacts = scene.contacts.flatMap((contact) => spread(contact as Contact | ContactList));
  for (const contact of scene.contacts) {
    need(isList(contact.bodies) && contact.bodies.every(isBody) && contact.slots >= 0, `contact '${contact.name}' is incomplete`);
  }
}

interface RawColumn {
  name: string;
  unit: string;
  data?: Packed;
  motion?: number;
  scale?: number;
}

async function readColumn(raw: RawColumn, motion: Report["motion"], rows: number): Promise<Column> {
  const name = raw.name;
  const unit = unitText(raw.unit ?? "");
  const noise = 0; // below
  if (raw.motion === undefined) return { name, unit, values: await unpack(raw.data, rows, `column '${name}'`), noise };
  const source = motion[raw.motion];
  need(source, `column '${name}' points at motion that is not there`);
  const scale = raw.scale ?? 1;
  return { name, unit, values: scale === 1 ? source : Float64Array.from(source, (x) => x * scale), noise };
}

// Columns of motion: poses of all bodies but ground, forces of joints, then those of slots of contacts.
export const poseColumns = (planar: boolean): number => (planar ? 3 : 7);
export const reactionColumns = (planar: boolean): number => (planar ? 2 : 3);
export const firstReaction = ({ bodies, planar }: Scene): number => (bodies.length - 1) * poseColumns(planar);
export const firstSlot = (scene: Scene): number => firstReaction(scene) + scene.joints.length * reactionColumns(scene.planar);

// The names of a slot's columns. The page needs some of them; where there are no slots they need not be told.
function readSlotFields(scene: Scene, slots: number, raw: unknown): string[] {
  if (slots === 0 && raw === undefined) return [];
  const needed = ["state", "x", "y", "nx", "ny", "force", ...(scene.planar ? ["q1", "q2"] : ["z", "nz"])];
  need(isList(raw) && needed.every((name) => raw.includes(name)), "it does not say what the columns of a slot are");
  return raw.map(String);
}

// The slots that ever had a touch; data that does not name them has columns for all.
function readSlots(scene: Scene, raw: unknown): [number, number][] {
  if (raw === undefined) {
    return scene.contacts.flatMap((contact, c) => Array.from({ length: contact.slots }, (_, index): [number, number] => [c, index]));
  }
  const fits = (pair: unknown): boolean =>
    isNumbers(pair, 2) && pair.every(Number.isInteger) && pair[1] >= 0 && pair[1] < (scene.contacts[pair[0]]?.slots ?? 0);
  need(isList(raw) && raw.every(fits), "it names slots that the scene does not have");
  return raw as [number, number][];
}

export async function readReport(text: string): Promise<Report> {
  need(text.trim() !== "", "the page has no data: it is the empty template; `pawl report` fills it");
  // any: nothing of it is trusted before it is checked
  let raw: any;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new DataError("its data is cut short or garbled");
  }
  need(raw && typeof raw === "object" && "pawl_page" in raw, "its data is not a result of pawl");
  need(raw.pawl_page === 1, `its data has version ${String(raw.pawl_page)}; this page reads version 1`);
  checkScene(raw.scene);
  const rows: number = raw.rows;
  need(Number.isInteger(rows) && rows >= 1, "there are no rows");
  need(isList(raw.columns) && isList(raw.motion) && isList(raw.events), "its data lacks columns, motion or events");
  const slots = readSlots(raw.scene, raw.slots);
  const slotFields = readSlotFields(raw.scene, slots.length, raw.slot_fields);
  const expected = firstSlot(raw.scene) + slots.length * slotFields.length;
  need(raw.motion.length === expected, `motion has ${raw.motion.length} columns, the scene asks for ${expected}`);
  const time = (await unpack(raw.time?.data, rows, "time")) as Float64Array;
  for (let i = 1; i < rows; i++) need(time[i] >= time[i - 1], "time falls");
  const motion = await Promise.all(
    (raw.motion as RawColumn[]).map((column) => unpack(column.data, rows, `motion '${column.name}'`)),
  );
  const columns = await Promise.all((raw.columns as RawColumn[]).map((column) => readColumn(column, motion, rows)));
  const stepOf = (column: RawColumn): number =>
    column.motion === undefined ? (column.data?.step ?? 0) : (raw.motion[column.motion].data.step ?? 0) * (column.scale ?? 1);
  setNoise(columns, (raw.columns as RawColumn[]).map(stepOf));
  return {
    scene: { ...raw.scene, frames: (raw.scene as Scene).frames.filter((frame) => !frame.moves) },
    run: raw.run ?? {},
    rows,
    rowsTotal: raw.rows_total ?? rows,
    time,
    timeUnit: unitText(raw.time.unit ?? "s"),
    timeScale: raw.time.si ?? 1,
    columns,
    motion,
    slots,
    slotFields,
    events: raw.events,
    eventsTotal: raw.events_total ?? raw.events.length,
    modes: isList(raw.modes) ? (raw.modes as Mode[]) : [],
    eventFields: raw.event_fields ?? {},
    eventUnits: Object.fromEntries(Object.entries(raw.event_units ?? {}).map(([field, unit]) => [field, unitText(String(unit))])),
  };
}
