// What is drawn: bodies, touches and forces where they must be, the view by mouse and touch.
import assert from "node:assert/strict";
import { browser, report, sample, write } from "./context.mjs";
import { distance, fingerprint, near, open, pixels, styleColor, test } from "./harness.mjs";
import { arc, boxed, cam, pack, pieces, rolling } from "./sample.mjs";

// r = 50 mm, l = 150 mm, 10 turns a second: the piston of examples/slider-crank at t seconds, in mm
const pistonAt = (t) => 50 * Math.cos(20 * Math.PI * t) + Math.sqrt(150 ** 2 - (50 * Math.sin(20 * Math.PI * t)) ** 2);

test("linkage: bodies are drawn where the closed form says", async () => {
  const { page, state, seek, close } = await open(browser, report("slider-crank"));
  const background = await styleColor(page, "stage");
  const ruler = page.locator(".ruler");
  const perMm = (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  assert.match(await ruler.textContent(), /mm$/);
  const before = [];
  for (const t of [0.01, 0.05]) {
    await seek(t);
    const { bodies, plots } = await state();
    const ground = bodies.find((b) => b.name === "ground").screen;
    const piston = bodies.find((b) => b.name === "piston").screen;
    near((piston[0] - ground[0]) / perMm, pistonAt(t), 0.5, `piston at ${t} s in the drawing`);
    near(parseFloat(plots[0].readings[plots[0].y.indexOf("x")]), pistonAt(t), 0.06, `x at ${t} s beside the plot`);
    const beside = [piston[0] + 6 * perMm, piston[1] + 4 * perMm];
    const [color, corner] = await pixels(page, [beside, [3, 3]]);
    assert.ok(distance(corner, background) < 6, `the corner is ${corner}, paper ${background}`);
    assert.ok(distance(color, background) > 25, `at ${t} s there is no piston at ${beside}: ${color}`);
    before.push(beside);
  }
  // where the piston was at first there is now paper or the grid
  const [left] = await pixels(page, [before[0]]);
  assert.ok(distance(left, background) < 25, `the piston is still drawn at its old place: ${left}`);
  assert.match(await page.locator(".summary").innerText(), /Mobility\s*1/);
  assert.match(await page.locator(".summary").innerText(), /kinematics/);
  await close();
});

test("gears are discs of their radii, shapes have their sizes", async () => {
  const scale = async (page) => {
    const ruler = page.locator(".ruler");
    return (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  };
  const isDrawn = async (page, points, background) => (await pixels(page, points)).map((color) => distance(color, background) > 20);
  // a planet of 20 mm between a sun of 30 mm and a ring of 70 mm: drawn just inside its rim, not in the gaps beside
  let { page, state, seek, close } = await open(browser, report("gear-pair"));
  await seek(0);
  let perUnit = await scale(page);
  let background = await styleColor(page, "stage");
  const find = async (name) => (await state()).bodies.find((b) => b.name === name).screen;
  const planet = await find("planet");
  const sun = await find("sun");
  near((planet[0] - sun[0]) / perUnit, 50, 0.5, "distance of the wheels");
  const above = (body, r) => [body[0] + 2, body[1] - r * perUnit];
  const seen = [above(planet, 18.5), above(planet, 21.5), above(sun, 28), above(sun, 32), above(sun, 68), above(sun, 72)];
  assert.deepEqual(await isDrawn(page, seen, background), [true, false, true, false, false, true], "planet, sun and ring");
  await close();
  // a box of 60 x 20 mm, from the shapes of a model
  const made = cam();
  made.scene.bodies.find((b) => b.name === "follower").profiles = [];
  made.scene.contacts.forEach((contact) => delete contact.profiles);
  made.scene.bodies.find((b) => b.name === "follower").shapes = [
    { kind: "box", sides: [0.06, 0.02, 0.01], position: [0, 0.03, 0], quaternion: [1, 0, 0, 0] },
  ];
  ({ page, state, seek, close } = await open(browser, write("shapes", made)));
  await seek(30);
  perUnit = await scale(page);
  background = await styleColor(page, "stage");
  const box = (await state()).bodies.find((b) => b.name === "follower").screen;
  const at = (x, y) => [box[0] + x * perUnit, box[1] - y * perUnit];
  assert.deepEqual(await isDrawn(page, [at(28, 38), at(-28, 22), at(33, 24), at(-33, 30)], background), [true, true, false, false], "box");
  await close();
});

test("several profiles of one body: a hole is a hole, and there is nothing between them", async () => {
  const { page, state, close } = await open(browser, write("pieces", pieces()));
  await page.keyboard.press("j"); // without the sign of the pin
  await page.keyboard.press("g");
  const paper = await styleColor(page, "stage");
  const ruler = page.locator(".ruler");
  const perMm = (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  const [x, y] = (await state()).bodies.find((b) => b.name === "plate").screen;
  const at = [[0, 0], [7, 5], [35, 0], [-35, 0], [15, 15], [-15, 0], [50, 0], [-50, 3]].map(([a, b]) => [x + a * perMm, y - b * perMm]);
  const drawn = (await pixels(page, at)).map((color) => distance(color, paper) > 20);
  assert.deepEqual(drawn, [false, false, false, false, true, true, true, true]);
  await close();
});

test("hidden profiles are not drawn, constructions are dashed lines", async () => {
  const object = pieces();
  const { profiles } = object.scene.bodies[1];
  profiles.find((p) => p.name === "left").hidden = true;
  profiles.find((p) => p.name === "right").construction = true;
  const { page, state, close } = await open(browser, write("lines", object));
  await page.keyboard.press("g");
  for (let i = 0; i < 4; i++) await page.keyboard.press("o"); // the view is not fitted to what is hidden
  const paper = await styleColor(page, "stage");
  const ruler = page.locator(".ruler");
  const perMm = (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  const [x, y] = (await state()).bodies.find((b) => b.name === "plate").screen;
  const ink = async (points) => (await pixels(page, points.map(([a, b]) => [x + a * perMm, y - b * perMm]))).map((color) => distance(color, paper) > 12);
  assert.deepEqual(await ink([[-50, 0], [50, 0], [52, 3], [15, 15]]), [false, false, false, true], "hidden, two places inside of the construction, plate");
  // along the sides of the construction ink and paper take turns
  const around = [];
  for (let s = 0; s < 40; s += 0.1) around.push(s < 10 ? [45 + s, -5] : s < 20 ? [55, s - 15] : s < 30 ? [75 - s, 5] : [45, 35 - s]);
  const seen = await ink(around);
  const changes = seen.filter((on, i) => on !== seen[(i + 1) % seen.length]).length;
  assert.ok(changes >= 6 && seen.filter(Boolean).length > 0.3 * seen.length, `${changes} changes in ${seen.map(Number).join("")}`);
  await close();
});

test("cam: touch, force, active element and bars", async () => {
  const { page, state, seek, close } = await open(browser, sample);
  const touch = await styleColor(page, "touch");
  await seek(30); // closed
  let now = await state();
  assert.equal(now.touches[0].state, "closed");
  near(now.touches[0].force, 40 + 25 * Math.sin((4 * Math.PI * 30) / 200), 0.05, "force");
  // the roller's lowest point in the drawing is where the touch is: its circle has 8 mm
  const ruler = page.locator(".ruler");
  const perMm = (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  const roller = now.bodies.find((b) => b.name === "follower").screen;
  const angle = (4 * Math.PI * 30) / 200;
  const lift = 12 * Math.sin(angle) + Math.sqrt(38 ** 2 - (12 * Math.cos(angle)) ** 2);
  const ground = now.bodies.find((b) => b.name === "ground").screen;
  near((ground[1] - roller[1]) / perMm, lift, 0.4, "height of the roller in the drawing");
  const normal = [-12 * Math.cos(angle), lift - 12 * Math.sin(angle)].map((x) => x / 38);
  const point = [roller[0] - 8 * normal[0] * perMm, roller[1] + 8 * normal[1] * perMm];
  assert.ok(distance((await pixels(page, [point]))[0], touch) < 40, "the touch is not drawn");
  const arrow = [point[0] + 12 * normal[0] * perMm, point[1] - 12 * normal[1] * perMm];
  assert.ok(distance((await pixels(page, [arrow]))[0], touch) < 40, "the force is not drawn");
  await page.keyboard.press("c");
  assert.ok(distance((await pixels(page, [arrow]))[0], touch) > 60, "the force cannot be switched off");
  // element 0 or 1 of the rim is bold while it is the one that touches; the far side of the cam is not
  const center = [12 * Math.cos(angle), 12 * Math.sin(angle)];
  const onRim = (turn) => [ground[0] + perMm * (center[0] + 30 * Math.cos(turn)), ground[1] - perMm * (center[1] + 30 * Math.sin(turn))];
  const element = now.touches[0].elements[1];
  const middle = (k) => angle + (k + 0.5) * (Math.PI / 2);
  const [active, passive] = await pixels(page, [onRim(middle(element)), onRim(middle(element + 2))]);
  assert.ok(distance(active, touch) < 60, `active element is drawn ${active}`);
  assert.ok(distance(passive, touch) > 60, `passive element is drawn ${passive}`);
  await seek(42); // the roller is in the air
  now = await state();
  assert.equal(now.touches[0].state, "open");
  assert.match(await page.locator(".panel:has(.bars) > .hint").innerText(), /nothing touches/);
  // bars: closed at a tenth of the time, not closed where the roller hops
  const row = await page.locator(".bars canvas").evaluate((canvas) => {
    const ratio = devicePixelRatio;
    const ctx = canvas.getContext("2d");
    const [left, right] = [68, canvas.clientWidth - 16];
    const at = (part) => [...ctx.getImageData(Math.round((left + part * (right - left)) * ratio), Math.round(20 * ratio), 1, 1).data].slice(0, 3);
    return [at(0.1), at(0.21)];
  });
  assert.ok(distance(row[0], touch) < 20 && distance(row[1], touch) > 60, `bars show ${row.join(" and ")}`);
  await close();
});

test("cam: a run of the program itself", async () => {
  const { page, state, seek, close } = await open(browser, report("disc-cam"));
  const touch = await styleColor(page, "touch");
  const end = Number(await page.locator("input.time").getAttribute("max"));
  for (const part of [0.2, 0.7]) {
    await seek(part * end);
    const { touches, t } = await state();
    assert.equal(touches[0].state, "closed");
    // flat face on an eccentric disc: y = R + e sin wt, F = m (g + y'') + 10 N + 1000 N/m (y - R)
    const lift = 0.005 * Math.sin(150 * t);
    near(touches[0].force, 0.1 * 9.81 + 10 + 1000 * lift - 0.1 * 150 ** 2 * lift, 0.05, "contact force by the closed form");
  }
  const seen = await page.locator(".stage").evaluate((stage, color) => {
    const copy = document.createElement("canvas");
    copy.width = stage.width;
    copy.height = stage.height;
    const ctx = copy.getContext("2d");
    ctx.drawImage(stage, 0, 0);
    const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.hypot(data[i] - color[0], data[i + 1] - color[1], data[i + 2] - color[2]) < 30) count++;
    return count;
  }, touch);
  assert.ok(seen > 300, `only ${seen} pixels of touch, force and active elements`);
  await close();
});

test("reactions: arrows of joints, as long as contact forces of the same size", async () => {
  const { page, state, seek, close } = await open(browser, report("disc-cam")); // its output has none
  const color = await styleColor(page, "reaction");
  await page.keyboard.press("t"); // without touches and names of what is in the way
  await page.keyboard.press("g");
  await page.locator(".show > summary").click();
  await page.locator(".show").getByRole("button", { name: /^Reactions/ }).click();
  const end = Number(await page.locator("input.time").getAttribute("max"));
  for (const part of [0.2, 0.7]) {
    await seek(part * end);
    const { reactions, touches } = await state();
    const shaft = reactions.find(({ joint }) => joint === "shaft");
    // the cam turns evenly about its centre of mass: ground holds its weight of 1 kg and what the follower presses
    assert.equal(shaft.body, "cam");
    near(shaft.force[0], 0, 1e-4, "force of the shaft along x");
    near(shaft.force[1], 9.81 + touches[0].force, 1e-3, "force of the shaft along y");
    const key = page.locator(".force-key");
    const perNewton = (await key.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await key.textContent());
    assert.match(await key.textContent(), / N$/);
    const length = shaft.force[1] * perNewton;
    const along = (size) => [shaft.screen[0], shaft.screen[1] - size];
    const [on, beyond] = await pixels(page, [along(0.8 * length), along(1.1 * length)]);
    assert.ok(distance(on, color) < 40, `there is no arrow of the shaft at ${along(0.8 * length)}: ${on}`);
    assert.ok(distance(beyond, color) > 60, "the arrow of the shaft is too long");
  }
  await page.keyboard.press("r");
  assert.equal(await page.locator("[data-part=reactions]").getAttribute("aria-pressed"), "false");
  await close();
});

test("reactions: large ones do not make contact forces small before they are asked for", async () => {
  const object = cam({ rows: 21 });
  object.motion[7] = { name: "pivoty", data: pack(Array(21).fill(1e5), "f8") };
  const { page, close } = await open(browser, write("large-reactions", object));
  const key = async () => parseFloat(await page.locator(".force-key").textContent());
  assert.ok((await key()) < 100, `${await key()} N`);
  await page.keyboard.press("r");
  assert.ok((await key()) > 1e4, `${await key()} N`);
  await close();
});

test("space: a body looks like its mesh, not like its surfaces", async () => {
  const { page, state, seek, close } = await open(browser, write("boxed", boxed()));
  const paper = await styleColor(page, "stage");
  await seek(0);
  const { bodies, touches } = await state();
  const ball = bodies.find((b) => b.name === "ball").screen;
  const radius = Math.hypot(touches[0].screen[0] - ball[0], touches[0].screen[1] - ball[1]); // of the ball: the box is twice as wide, and flat
  const [inside, above, floor] = await pixels(page, [[ball[0] + 1.5 * radius, ball[1]], [ball[0], ball[1] - 0.8 * radius], [ball[0] + 5 * radius, ball[1] + 2 * radius]]);
  for (const color of [inside, floor]) assert.ok(distance(color, paper) > 40, "box or floor is not drawn");
  assert.ok(distance(inside, floor) > 30, "box and floor cannot be told apart");
  assert.ok(distance(above, inside) > 10, "the ball is drawn, too");
  await close();
});

test("space: surfaces, touches on them, what is inside of a hollow", async () => {
  const { page, state, seek, close } = await open(browser, write("rolling", rolling()));
  const [paper, touch] = [await styleColor(page, "stage"), await styleColor(page, "touch")];
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  let last = null;
  for (const t of [0.2, 0.8]) {
    await seek(t);
    const { bodies, touches } = await state();
    const ball = bodies.find((b) => b.name === "ball").screen;
    const [at] = touches;
    assert.deepEqual([at.state, at.force], ["closed", 10]);
    // a radius of 0.1 m, seen from above: the floor, which is 40 m wide, is not what the view is fitted to
    const radius = Math.hypot(at.screen[0] - ball[0], at.screen[1] - ball[1]);
    assert.ok(radius > 20, `the ball's radius takes ${radius} pixels`);
    const arrow = middle(at.screen, ball);
    assert.ok((await pixels(page, [at.screen, arrow])).every((color) => distance(color, touch) < 60), "the touch or its force is not drawn");
    await page.keyboard.press("c");
    const beside = [ball[0] + 0.5 * radius, ball[1] - 0.3 * radius];
    const off = [ball[0] + 3 * radius, ball[1] + 1.5 * radius];
    const [center, side, floor] = await pixels(page, [arrow, beside, off]);
    assert.ok(distance(center, touch) > 60, "the force cannot be switched off");
    for (const color of [side, floor]) assert.ok(distance(color, paper) > 40, "ball or floor is not drawn");
    assert.ok(distance(side, floor) > 30, "ball and floor cannot be told apart");
    await page.keyboard.press("c");
    if (last) assert.ok(Math.hypot(ball[0] - last[0], ball[1] - last[1]) > 2 * radius, "the ball does not move");
    last = ball;
  }
  assert.equal(await page.locator(".rows .row .what").getAttribute("title"), "at (200, 0, -0.5) mm; impulse 2");
  // the near side of the hollow hides neither the pea nor its far side
  const { bodies } = await state();
  const pea = bodies.find((b) => b.name === "pea").screen;
  const ball = bodies.find((b) => b.name === "ball").screen;
  const radius = Math.hypot(ball[0] - (await state()).touches[0].screen[0], ball[1] - (await state()).touches[0].screen[1]);
  const [inner, wall] = await pixels(page, [[pea[0] + 0.15 * radius, pea[1] - 0.15 * radius], [pea[0] + 0.9 * radius, pea[1]]]);
  assert.ok(distance(inner, wall) > 30, `the pea is ${inner}, the hollow around it ${wall}`);
  assert.match(await page.locator(".panel:has(.bars) > .hint").innerText(), /^now: rolls: closed$/);
  assert.match(await page.locator(".plot").first().innerText(), /rolls\.(1\.u2|force)/);
  await close();
});

test("space: turned by mouse, standard views, fit", async () => {
  const { page, state, seek, close } = await open(browser, report("bricard"));
  const stage = await page.locator(".stage").boundingBox();
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  const first = { picture: await fingerprint(page), camera: (await state()).camera };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 30, { steps: 5 });
  await page.mouse.up();
  assert.notDeepEqual((await state()).camera.position, first.camera.position);
  assert.notEqual(await fingerprint(page), first.picture);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((frames) => window.pawl.state().frames > frames, (await state()).frames - 1);
  await page.getByRole("button", { name: "3D view (4)" }).click();
  assert.equal(await fingerprint(page), first.picture);
  const views = new Set();
  for (const key of ["1", "2", "3", "4"]) {
    await page.keyboard.press(key);
    views.add(await fingerprint(page));
  }
  assert.equal(views.size, 4);
  // every body stays in the picture through the whole run
  for (const t of [0, 2.5, 5, 7.5, 10]) {
    await seek(t);
    for (const body of (await state()).bodies) {
      const [left, top] = body.screen;
      assert.ok(left > 0 && left < stage.width && top > 0 && top < stage.height, `${body.name} leaves the picture at ${t} s`);
    }
  }
  await close();
});

test("space: a drag to the side turns about the direction that is up", async () => {
  const { page, state, close } = await open(browser, report("heavy-top")); // gravity along -z
  const box = await page.locator(".stage").boundingBox();
  const before = (await state()).camera.position;
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 200, { steps: 5 });
  await page.mouse.up();
  const after = (await state()).camera.position;
  near(after[2], before[2], 1e-9, "height of the camera");
  assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 0.5, `camera went from ${before} to ${after}`);
  await close();
});

test("touch screen: one finger moves a drawing", async () => {
  const { page, state, close } = await open(browser, sample, { hasTouch: true });
  const before = (await state()).camera.target;
  const box = await page.locator(".stage").boundingBox();
  const client = await page.context().newCDPSession(page);
  const at = (dx) => [{ x: box.x + 200 + dx, y: box.y + 200 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const dx of [20, 40, 60]) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(dx) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const after = (await state()).camera.target;
  assert.ok(after[0] < before[0], `target ${before} became ${after}`);
  near(after[1], before[1], 1e-9, "height of the target");
  await close();
});

test("joints, frames, names, trails on demand", async () => {
  const { page, state, seek, close } = await open(browser, report("slider-crank"));
  let last = await fingerprint(page);
  for (const key of ["j", "a", "g"]) {
    await page.keyboard.press(key);
    const now = await fingerprint(page);
    assert.notEqual(now, last, `key ${key} changes nothing`);
    last = now;
  }
  await page.keyboard.press("n");
  assert.deepEqual(await page.locator(".labels span").allInnerTexts(), ["crank", "rod", "piston"]);
  const label = await page.locator(".labels span", { hasText: "piston" }).boundingBox();
  await seek(0.05);
  const moved = await page.locator(".labels span", { hasText: "piston" }).boundingBox();
  assert.ok(moved.x < label.x - 50, "the name does not follow its body");
  last = await fingerprint(page);
  await page.locator(".stage-tools summary", { hasText: "Trails" }).click();
  await page.locator(".stage-tools .choices label").first().click();
  assert.equal((await state()).trails.length, 1);
  assert.notEqual(await fingerprint(page), last);
  await close();
});

// A pin of 9 mm in a hole of 10 mm, 0.4 mm off its middle at an angle that turns with time: ten times the clearance is a hole of 19 mm,
// in which the pin stands 4 mm off. Where the pin touches the hole it touches the larger one.
test("clearances are magnified on request, and said to be", async () => {
  const object = cam({ rows: 21 });
  const round = (name, radius, back) => ({ name, closed: true, elements: [arc(radius, [0, 0], back ? 2 * Math.PI : 0, back ? 0 : 2 * Math.PI, 96)] });
  object.scene.bodies[1].profiles = [round("hole", 0.01, true), round("rim", 0.03, false)];
  object.scene.bodies[2].profiles = [round("pin", 0.009, false)];
  object.scene.contacts[0].profiles = ["pin", "hole"];
  object.scene.joints = [];
  object.scene.springs = [];
  const turn = Array.from({ length: 21 }, (_, i) => (i * Math.PI) / 40);
  const all = (value) => turn.map(() => value);
  const x = turn.map((a) => 0.0004 * Math.cos(a));
  const y = turn.map((a) => 0.0004 * Math.sin(a));
  const touch = [all(2), x.map((a) => 25 * a), y.map((a) => 25 * a), x.map((a) => -2500 * a), y.map((a) => -2500 * a), all(10), all(0), all(0)];
  const columns = [all(0), all(0), all(0), x, y, all(0), ...touch];
  object.motion = columns.map((values, i) => ({ name: `m${i}`, data: pack(values, "f8") }));
  object.columns = [];
  const { page, state, seek, close } = await open(browser, write("clearance", object));
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  const ruler = page.locator(".ruler");
  const perMm = (await ruler.evaluate((e) => e.getBoundingClientRect().width)) / parseFloat(await ruler.textContent());
  const paper = await styleColor(page, "stage");
  const note = page.locator(".magnified");
  assert.equal(await note.isVisible(), false);
  await page.locator("select[aria-label=Clearances]").selectOption("10");
  assert.match(await note.innerText(), /^clearances 10×: pins in round holes only, bodies stay where they are$/);
  for (const t of [0, 200]) {
    await seek(t);
    const { bodies } = await state();
    const hole = bodies.find((b) => b.name === "cam").screen; // its centre of mass, 12 mm right of the hole's middle
    const middle = [hole[0] - 12 * perMm, hole[1]];
    const [c, s] = [Math.cos((t / 200) * (Math.PI / 2)), Math.sin((t / 200) * (Math.PI / 2))];
    const along = (mm) => [middle[0] + mm * c * perMm, middle[1] - mm * s * perMm];
    // pin from -5 to 13 mm, then clearance up to 19 mm, then the hole's body
    const seen = (await pixels(page, [along(-17), along(-6), along(-3.5), along(11), along(15)])).map((color) => distance(color, paper) > 20);
    assert.deepEqual(seen, [false, false, true, true, false], `at ${t} ms`);
    const [dot] = await pixels(page, [along(19)]);
    assert.ok(distance(dot, await styleColor(page, "touch")) < 60, `the touch is drawn ${dot}`);
  }
  await page.locator("select[aria-label=Clearances]").selectOption("1");
  assert.equal(await note.isVisible(), false);
  await close();
});
