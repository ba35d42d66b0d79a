// Made-up results in the page's format (docs/report.md), for what no example of the repository shows: many bodies, hostile names.
// And a small cam whose motion is known in closed form.
import { deflateRawSync } from "node:zlib";

export function pack(values, type = "f4") {
  const n = values.length;
  const size = type === "f8" ? 8 : 4;
  const items = type === "f8" ? Float64Array.from(values) : type === "f4" ? Float32Array.from(values) : null;
  if (type === "q") return packQuantised(values);
  const raw = new Uint8Array(items.buffer);
  const planes = new Uint8Array(n * size);
  for (let i = 0; i < n; i++) for (let p = 0; p < size; p++) planes[p * n + i] = raw[i * size + p];
  return { type, bytes: deflateRawSync(planes).toString("base64") };
}

// Differences of order 1 of levels, as the format's `q`.
function packQuantised(values) {
  const n = values.length;
  const offset = Math.min(...values);
  const step = (Math.max(...values) - offset || 1) / 2 ** 20;
  const planes = new Uint8Array(4 * n);
  let before = 0;
  for (let i = 0; i < n; i++) {
    const level = Math.round((values[i] - offset) / step);
    const r = level - before;
    before = level;
    const z = ((r << 1) ^ (r >> 31)) >>> 0;
    for (let p = 0; p < 4; p++) planes[p * n + i] = (z >>> (8 * p)) & 255;
  }
  return { type: "q", offset, step, order: 1, bytes: deflateRawSync(planes).toString("base64") };
}

export function fillPage(template, object) {
  const block = '<script type="application/json" id="pawl-data"></script>';
  const data = (typeof object === "string" ? object : JSON.stringify(object)).replace(/</g, "\\u003c");
  return template.replace(block, () => block.replace("></", `>${data}</`));
}

const UNITS = {
  length: { name: "mm", si: 0.001 },
  mass: { name: "kg", si: 1 },
  time: { name: "ms", si: 0.001 },
  angle: { name: "deg", si: Math.PI / 180 },
  force: { name: "N", si: 1 },
};
const EVENT_FIELDS = { t: "time", speed_before: "speed", speed_after: "speed", impulse: "impulse", force: "force", force_before: "force", gap: "gap" };
const SPACE_SLOT = ["state", "x", "y", "z", "nx", "ny", "nz", "force", "u1", "v1", "u2", "v2"];
const unturned = [1, 0, 0, 0];

export function arc(radius, center, from, to, steps = 24) {
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const a = from + ((to - from) * i) / steps;
    points.push(center[0] + radius * Math.cos(a), center[1] + radius * Math.sin(a));
  }
  return { kind: "arc", points };
}

// An eccentric disc (radius 30 mm, 12 mm off its pivot) under a roller (8 mm) that is guided upwards; the roller hops once a turn.
export function cam({ name = "eccentric", rows = 401, camName = "cam", event = "hop" } = {}) {
  const [R, e, r] = [0.03, 0.012, 0.008];
  const turns = 2;
  const col = { t: [], cx: [], cy: [], ca: [], fx: [], fy: [], fa: [], state: [], x: [], y: [], nx: [], ny: [], force: [], q1: [], q2: [] };
  for (let i = 0; i < rows; i++) {
    const part = i / (rows - 1);
    const angle = 2 * Math.PI * turns * part;
    const center = [e * Math.cos(angle), e * Math.sin(angle)];
    const inTurn = (turns * part) % 1;
    const hop = inTurn > 0.35 && inTurn < 0.5 ? 0.006 * Math.sin((Math.PI * (inTurn - 0.35)) / 0.15) : 0;
    const y = center[1] + Math.sqrt((R + r) ** 2 - center[0] ** 2) + hop;
    const n = [-center[0], y - center[1]];
    const length = Math.hypot(...n);
    n[0] /= length;
    n[1] /= length;
    const onDisc = ((((Math.atan2(n[1], n[0]) - angle) / (2 * Math.PI)) % 1) + 1) % 1;
    col.t.push(200 * part);
    col.cx.push(0);
    col.cy.push(0);
    col.ca.push(angle);
    col.fx.push(0);
    col.fy.push(y);
    col.fa.push(0);
    col.state.push(hop > 0 ? 1 : 2);
    col.x.push(center[0] + R * n[0]);
    col.y.push(center[1] + R * n[1]);
    col.nx.push(n[0]);
    col.ny.push(n[1]);
    col.force.push(hop > 0 ? 0 : 40 + 25 * Math.sin(angle));
    col.q1.push(0.75);
    col.q2.push(4 * onDisc);
  }
  const events = [];
  for (let turn = 0; turn < turns; turn++) {
    events.push({ t: 100 * (turn + 0.35), kind: "open", subject: "touch", detail: "the force fell to zero", value: 0, force: 0 });
    events.push({ t: 100 * (turn + 0.5), kind: "impact", subject: "touch", detail: event, value: 0.25, speed_before: -120, speed_after: 0, impulse: 0.02 });
  }
  for (const key of ["pivotx", "pivoty", "guidex", "guidey"]) col[key] = col.t.map(() => 0);
  col.pivoty = col.force.map((f) => 2 + f); // the cam's weight and what presses on it
  const motionNames = ["cx", "cy", "ca", "fx", "fy", "fa", "pivotx", "pivoty", "guidex", "guidey", "state", "x", "y", "nx", "ny", "force", "q1", "q2"];
  const quarter = (k) => arc(R, [e, 0], (k * Math.PI) / 2, ((k + 1) * Math.PI) / 2);
  return {
    pawl_page: 1,
    scene: {
      pawl_scene: 1,
      name,
      planar: true,
      size: 0.1,
      gravity: [0, -9.81, 0],
      units: UNITS,
      bodies: [
        { name: "ground", mass: 0, center: [0, 0, 0], profiles: [] },
        { name: camName, mass: 0.2, center: [e, 0, 0], profiles: [{ name: "edge", closed: true, elements: [0, 1, 2, 3].map(quarter) }] },
        { name: "follower", mass: 0.1, center: [0, 0, 0], profiles: [{ name: "roller", closed: true, elements: [arc(r, [0, 0], 0, 2 * Math.PI, 48)] }] },
      ],
      joints: [
        { name: "pivot", type: "revolute", bodies: [0, 1], frames: [{ position: [0, 0, 0], quaternion: unturned }, { position: [0, 0, 0], quaternion: unturned }] },
        {
          name: "guide",
          type: "prismatic",
          bodies: [0, 2],
          frames: [0, 1].map(() => ({ position: [0, 0.06, 0], quaternion: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0] })),
        },
      ],
      frames: [{ name: "rim", body: 1, position: [R + e, 0, 0], quaternion: unturned }],
      springs: [{ name: "return", bodies: [0, 2], points: [[0.03, 0.1, 0], [0, 0.02, 0]] }],
      contacts: [{ name: "touch", bodies: [2, 1], slots: 1, profiles: ["roller", "edge"] }],
    },
    run: {
      pawl_result: 1,
      status: "done",
      version: "0.1.0",
      analysis: "dynamics",
      formulation: "multipliers",
      method: "dopri5",
      model: { name, mobility: 1, redundancies: 0 },
      statistics: { energy_drift: 3e-9, violation_position: 2e-12, singular_passages: 0 },
      timings: { seconds: 0.12 },
    },
    rows,
    rows_total: rows,
    time: { unit: "ms", si: 0.001, data: pack(col.t, "f8") },
    columns: [
      { name: "lift", unit: "mm", data: pack(col.fy.map((y) => 1000 * y), "q") },
      { name: `${camName}.angle`, unit: "deg", motion: 2, scale: 180 / Math.PI },
      { name: "touch.force", unit: "N", data: pack(col.force) },
    ],
    motion: motionNames.map((key) => ({ name: key, data: pack(col[key], key === "q1" ? "f4" : "q") })),
    events,
    events_total: events.length,
    event_units: { t: "ms", speed_before: "mm/s", speed_after: "mm/s", impulse: "N*s", force: "N" },
    event_fields: EVENT_FIELDS,
    slot_fields: motionNames.slice(motionNames.indexOf("state")),
  };
}

// A grid over u and v by functions of place and normal.
function grid(name, kind, u, v, place, normal, { closed = [false, false], edges = [[], []] } = {}) {
  const nodes = u.flatMap((a) => v.map((b) => [a, b]));
  return { name, kind, u, v, closed, edges, points: nodes.flatMap(([a, b]) => place(a, b)), normals: nodes.flatMap(([a, b]) => normal(a, b)) };
}
const range = (from, to, steps) => Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);

export function sphere(name, radius, { hollow = false, steps = 24 } = {}) {
  const out = (a, b) => [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
  const scaled = (factor) => (a, b) => out(a, b).map((x) => factor * x);
  const [u, v] = [range(-Math.PI / 2, Math.PI / 2, steps / 2), range(0, 2 * Math.PI, steps)];
  return grid(name, "sphere", u, v, scaled(radius), scaled(hollow ? -1 : 1), { closed: [false, true] });
}

// In space: a ball of 0.1 m rolls along x at 0.5 m/s on a wide floor, with 10 N on it; beside it a pea of 0.05 m in a hollow of 0.15 m.
export function rolling({ rows = 21 } = {}) {
  const floor = grid("floor", "plane", range(-20, 20, 4), range(-20, 20, 4), (a, b) => [a, b, 0], () => [0, 0, 1], { edges: [[0, 4], [0, 4]] });
  const time = Array.from({ length: rows }, (_, i) => i / (rows - 1));
  const x = time.map((t) => 0.5 * t);
  const half = x.map((a) => a / 0.1 / 2);
  const all = (value) => time.map(() => value);
  const ball = [x, all(0), all(0.1), half.map(Math.cos), all(0), half.map(Math.sin), all(0)];
  const still = [0, 0.4, 0.3, 1, 0, 0, 0].map(all);
  const slot = [all(2), x, all(0), all(0), all(0), all(0), all(1), all(10), all(0), all(0), x, all(0)];
  const body = (name, surface) => ({ name, mass: 1, center: [0, 0, 0], profiles: [], surfaces: [surface] });
  const scene = {
    pawl_scene: 1,
    name: "rolling",
    planar: false,
    size: 0.6,
    gravity: [0, 0, -9.81],
    units: UNITS,
    bodies: [body("ground", floor), body("ball", sphere("skin", 0.1)), body("shell", sphere("hollow", 0.15, { hollow: true })), body("pea", sphere("skin", 0.05))],
    joints: [],
    frames: [],
    springs: [],
    contacts: [{ name: "rolls", bodies: [1, 0], slots: 1, surfaces: ["ball.skin", "ground.floor"] }],
  };
  const motion = [...ball, ...still, ...still, ...slot].map((list, i) => ({ name: `c${i}`, data: pack(list) }));
  const columns = [
    { name: "rolls.1.u2", unit: "", data: pack(x) },
    { name: "rolls.force", unit: "N", data: pack(all(10)) },
  ];
  const events = [{ t: 0.4, kind: "impact", subject: "rolls", body1: "ball", body2: "ground", q1: 0, q2: 0.2, v1: 0, v2: 0, x: 200, y: 0, z: -0.5, impulse: 2 }];
  return { pawl_page: 1, scene, run: { status: "done" }, rows, rows_total: rows, time: { unit: "s", si: 1, data: pack(time, "f8") }, columns, motion, events, events_total: 1, event_units: { x: "mm", y: "mm", z: "mm" }, event_fields: EVENT_FIELDS, slot_fields: SPACE_SLOT };
}

const bytes = (list) => Buffer.from(list.buffer).toString("base64");

// A mesh of scene.json: a box of these half sides.
export function boxMesh(name, [a, b, c], { closed = true } = {}) {
  const points = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? a : -a, i & 2 ? b : -b, i & 4 ? c : -c]));
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]].slice(0, closed ? 6 : 5);
  const triangles = Uint32Array.from(faces.flatMap(([p, q, r, s]) => [p, q, r, p, r, s]));
  return { name, closed, point_count: 8, triangle_count: triangles.length / 3, points: bytes(points), triangles: bytes(triangles) };
}

// The same with a box of 0.2 m as the looks of the ball, whose surface is not drawn then.
export function boxed() {
  const object = rolling();
  object.scene.bodies[1].meshes = [boxMesh("ball.box", [0.2, 0.2, 0.02])];
  return object;
}

// A chain of many discs in space: what the page must still draw quickly.
export function chain(bodies = 50, rows = 10000) {
  const time = Array.from({ length: rows }, (_, i) => (i * 10) / (rows - 1));
  const motion = [];
  for (let b = 0; b < bodies; b++) {
    const wave = (phase, size) => time.map((t) => size * Math.sin(2 * t + phase + 0.3 * b));
    const half = time.map((t) => (t + b) / 2);
    const list = [time.map(() => b * 0.1), wave(0, 0.3), wave(1.5, 0.3), half.map(Math.cos), half.map(() => 0), half.map(() => 0), half.map(Math.sin)];
    ["x", "y", "z", "qw", "qx", "qy", "qz"].forEach((k, i) => motion.push({ name: `b${b}.${k}`, data: pack(list[i], "q") }));
  }
  const disc = { name: "disc", closed: true, elements: [arc(0.05, [0, 0], 0, 2 * Math.PI, 64)] };
  const scene = {
    pawl_scene: 1,
    name: "chain",
    planar: false,
    size: 5,
    gravity: [0, 0, -9.81],
    units: UNITS,
    bodies: [{ name: "ground", profiles: [] }, ...Array.from({ length: bodies }, (_, b) => ({ name: `b${b}`, center: [0, 0, 0], profiles: [disc] }))],
    joints: [],
    frames: [],
    springs: [],
    contacts: [],
  };
  const columns = motion.map(({ name }, i) => ({ name, unit: name.includes(".q") ? "" : "m", motion: i, scale: 1 }));
  return { pawl_page: 1, scene, run: { status: "done" }, rows, rows_total: rows, time: { unit: "s", si: 1, data: pack(time, "f8") }, columns, motion, events: [], events_total: 0, event_units: {} };
}

// One body of a square of 40 mm with a round hole of 10 mm in radius, and two squares of 10 mm, 50 mm to its left and right; its pin
// is in the middle of the hole. It stands still.
export function pieces() {
  const object = cam({ rows: 3 });
  const square = (x, half) => ({ kind: "line", points: [x - half, -half, x + half, -half, x + half, half, x - half, half, x - half, -half] });
  const profile = (name, ...elements) => ({ name, closed: true, elements });
  object.scene.bodies = [
    object.scene.bodies[0],
    {
      name: "plate",
      mass: 1,
      center: [0, 0, 0],
      profiles: [
        profile("left", square(-0.05, 0.005)),
        profile("hole", arc(0.01, [0, 0], 2 * Math.PI, 0, 48)),
        profile("plate", square(0, 0.02)),
        profile("right", square(0.05, 0.005)),
      ],
    },
  ];
  object.scene.joints = object.scene.joints.slice(0, 1);
  Object.assign(object.scene, { frames: [], springs: [], contacts: [] });
  object.motion = ["x", "y", "angle", "pivotx", "pivoty"].map((name) => ({ name, data: pack([0, 0, 0], "f8") }));
  object.columns = [];
  object.events = [];
  object.events_total = 0;
  return object;
}
