// Time by hand and by playing; plots and events that go with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, report, sample, write } from "./context.mjs";
import { fingerprint, near, open, test } from "./harness.mjs";
import { cam } from "./sample.mjs";

test("linkage: plays, pauses, changes speed", async () => {
  const { page, state, close } = await open(browser, report("slider-crank"));
  const first = await state();
  const picture = await fingerprint(page);
  await page.locator(".play").click();
  await page.waitForFunction((frames) => window.pawl.state().frames > frames + 3, first.frames);
  await page.locator(".play").click();
  const later = await state();
  assert.equal(later.playing, false);
  assert.notEqual(later.t, first.t);
  assert.notEqual(await fingerprint(page), picture);
  await page.keyboard.press("+");
  assert.ok((await state()).speed > first.speed);
  await page.locator("select[aria-label=Speed]").selectOption("1");
  assert.equal((await state()).speed, 1);
  await close();
});

test("speed: long and short runs last seconds on the screen", async () => {
  for (const si of [5e4, 1e-6]) {
    const object = cam(); // 200 units of time
    object.time.si = si;
    const { state, close } = await open(browser, write(`speed${si}`, object));
    const now = await state();
    assert.ok((200 * si) / now.speed >= 5 && (200 * si) / now.speed <= 30, `${200 * si} s are shown at ${now.speed} times`);
    await close();
  }
});

test("time: the slider is dragged, the cursors of all plots follow", async () => {
  const { page, state, close } = await open(browser, report("slider-crank"));
  const box = await page.locator("input.time").boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 8, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.25 * box.width, y, { steps: 4 });
  await page.mouse.move(box.x + 0.75 * box.width, y, { steps: 4 });
  await page.mouse.up();
  const { t, plots } = await state();
  const end = Number(await page.locator("input.time").getAttribute("max"));
  near(t / end, 0.75, 0.02, "part of the time");
  assert.ok(plots.length >= 2);
  for (let i = 0; i < plots.length; i++) {
    const part = await page.locator(".plot").nth(i).evaluate((plot) => {
      const over = plot.querySelector(".u-over").getBoundingClientRect();
      const line = plot.querySelector(".time-cursor").getBoundingClientRect();
      return (line.left + line.width / 2 - over.left) / over.width;
    });
    near(part, t / end, 0.01, `cursor of plot ${i + 1}`);
  }
  await close();
});

test("plots: columns are switched, added, put against each other", async () => {
  const { page, state, close } = await open(browser, report("slider-crank"));
  const plot = page.locator(".plot").first();
  const before = await fingerprint(page, ".plot canvas");
  await plot.locator("summary").click();
  await plot.locator("input[type=search]").fill("motor");
  assert.equal(await plot.locator(".choices label").count(), 1);
  await plot.locator(".choices label", { hasText: "motor.force" }).click();
  const old = (await state()).plots[0].y[0];
  await plot.locator("input[type=search]").fill(old);
  await plot.locator(".choices label").first().locator("input").uncheck();
  const { y } = (await state()).plots[0];
  assert.ok(y.includes("motor.force") && !y.includes(old), y.join());
  assert.match(await plot.locator(".keys").innerText(), /motor\.force/);
  assert.notEqual(await fingerprint(page, ".plot canvas"), before);
  await plot.locator("select").selectOption("main.angle");
  assert.equal((await state()).plots[0].x, "main.angle");
  assert.equal(await plot.locator(".place-dot:not([hidden])").count(), y.length);
  const count = (await state()).plots.length;
  await page.getByRole("button", { name: "Add a plot" }).click();
  assert.equal((await state()).plots.length, count + 1);
  await page.getByRole("button", { name: `Remove plot ${count + 1}` }).click();
  assert.equal((await state()).plots.length, count);
  await close();
});

test("plots: zooming one zooms all, a click goes to a time", async () => {
  const { page, state, close } = await open(browser, sample);
  const over = await page.locator(".plot .u-over").first().boundingBox();
  const bars = await fingerprint(page, ".bars canvas");
  const y = over.y + over.height / 2;
  await page.mouse.move(over.x + 0.25 * over.width, y);
  await page.mouse.down();
  await page.mouse.move(over.x + 0.5 * over.width, y, { steps: 5 });
  await page.mouse.up();
  const { range } = await state();
  near(range[0], 50, 1, "start of the range");
  near(range[1], 100, 1, "end of the range");
  assert.notEqual(await fingerprint(page, ".bars canvas"), bars);
  const second = await page.locator(".plot .u-over").nth(1).boundingBox();
  await page.mouse.click(second.x + 0.5 * second.width, second.y + 20);
  near((await state()).t, 75, 1, "time that was clicked in the zoomed second plot");
  await page.getByRole("button", { name: "Show all of time" }).click();
  assert.deepEqual((await state()).range, [0, 200]);
  await close();
});

test("plots: zoomed about now by keys and buttons", async () => {
  const { page, state, seek, close } = await open(browser, sample);
  await seek(50);
  await page.keyboard.press("z");
  assert.deepEqual((await state()).range, [25, 125]);
  await page.getByRole("button", { name: "Less of time (Z)" }).click();
  assert.deepEqual((await state()).range, [37.5, 87.5]);
  near((await state()).plots[0].cursor / (await page.locator(".plot .u-over").first().boundingBox()).width, 0.25, 0.01, "cursor in the zoomed plot");
  for (let i = 0; i < 3; i++) await page.keyboard.press("x");
  assert.deepEqual((await state()).range, [0, 200]);
  await close();
});

test("events: a row of the table leads to its time", async () => {
  const { page, state, close } = await open(browser, sample);
  await page.locator(".rows .row", { hasText: "impact" }).first().click();
  let now = await state();
  assert.equal(now.t, 50);
  assert.equal(now.event, 1);
  assert.equal(await page.locator(".rows .row[aria-selected=true]").count(), 1);
  assert.match(await page.locator(".rows .row[aria-selected=true]").innerText(), /50\s+impact/);
  near(now.plots[0].cursor / (await page.locator(".plot .u-over").first().boundingBox()).width, 0.25, 0.01, "cursor at the event");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal((await state()).t, 135);
  await page.locator("select[aria-label='Kind of events']").selectOption("impact");
  assert.equal(await page.locator(".rows .row").count(), 2);
  await close();
});

test("events: a run of the program itself, before and after an impact", async () => {
  const { page, state, close } = await open(browser, report("bouncing-ball"));
  await page.locator(".rows .row", { hasText: "impact" }).first().click();
  const hit = await state();
  near(hit.t, Math.sqrt(2 / 9.81), 1e-5, "time of the fall from 1 m");
  const plot = page.locator(".plot").first();
  await plot.locator("summary").click();
  await plot.locator("input[type=search]").fill("ball.vy");
  await plot.locator(".choices label").first().click();
  const speed = async () => parseFloat((await state()).plots[0].readings.at(-1));
  near(await speed(), 0.8 * Math.sqrt(2 * 9.81), 0.01, "speed after the impact");
  await page.locator(".stage").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal((await state()).t, hit.t, "before and after an impact are two rows of one time");
  near(await speed(), -Math.sqrt(2 * 9.81), 0.01, "speed before the impact");
  await close();
});

test("events: elements and units as in events.csv", async () => {
  const file = report("sear-trigger");
  const [heads, ...lines] = readFileSync(join(file.replace(/\.html$/, ""), "events.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const column = (name) => heads.findIndex((head) => head.split(" ")[0] === name);
  const { page, state, close } = await open(browser, file);
  const what = () => page.locator(".rows .row[aria-selected=true] .what").getAttribute("title");
  let turns = 0;
  await page.getByRole("button", { name: /^Open touches/ }).click();
  await page.locator(".table").focus();
  for (let i = 0; i < 9; i++) await page.keyboard.press("PageUp");
  for (const [i, line] of lines.slice(0, 40).entries()) {
    if (i > 0) await page.keyboard.press("ArrowDown");
    const { event, t } = await state();
    assert.equal(event, i);
    assert.equal(t, Number(line[0]));
    assert.ok((await page.locator(".whole").innerText()).includes(await what()), "the current event's words are cut off");
    const [q1, q2] = [line[column("q1")], line[column("q2")]];
    if (q1) assert.ok((await what()).includes(`element ${Math.floor(q1)} of ${line[column("body1")]}, ${Math.floor(q2)} of ${line[column("body2")]}`), `${line} reads ${await what()}`);
    // the stop of an angle has a torque
    if (!q1 && /\.angle\./.test(line[2])) {
      turns++;
      assert.ok(!/ mm\/s| N(;|$)/.test(await what()) && / (deg\/s|N·mm)/.test(await what()), await what());
    }
  }
  assert.ok(turns > 0);
  await close();
});

// Expected: the numbers of modes.csv.
test("modes of a linearised mechanism", async () => {
  const file = report("linearised-double-pendulum");
  const [, ...lines] = readFileSync(join(file.replace(/\.html$/, ""), "modes.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const { page, close } = await open(browser, file);
  const cells = await page.locator(".modes td").allInnerTexts();
  assert.equal(cells.length, 4 * lines.length);
  lines.forEach((line, i) => {
    near(parseFloat(cells[4 * i + 1]), Number(line[3]), 1e-4, `frequency ${i + 1}`);
    assert.equal(cells[4 * i + 2], "0", "it has no damping");
    near(parseFloat(cells[4 * i + 3].replace(/^± /, "")), Number(line[2]), 1e-3, `eigenvalue ${i + 1}`);
  });
  await close();
});

test("one row: statics", async () => {
  const { page, state, close } = await open(browser, report("four-bar-statics"));
  assert.equal((await state()).rows, 1);
  assert.match(await page.locator(".summary").innerText(), /one position/);
  await page.keyboard.press("Space");
  assert.equal((await state()).playing, false);
  await close();
});
