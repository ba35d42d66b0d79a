// What the page leaves out, folds away or takes as zero, and how it chooses what is seen first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, report, write } from "./context.mjs";
import { open, test } from "./harness.mjs";
import { cam, pack } from "./sample.mjs";

test("numbers that are zero within rounding are 0", async () => {
  const object = cam();
  const still = object.rows;
  const signed = (size) => Array.from({ length: still }, (_, i) => (i % 2 ? -size : size));
  object.columns = [
    { name: "large", unit: "N", data: pack(signed(100), "f8") },
    { name: "rest", unit: "N", data: pack(signed(3e-13), "f8") }, // beside 100 N
    { name: "small", unit: "m", data: pack(signed(1e-9), "f8") }, // small, but nothing of its unit is larger
    { name: "mixed", unit: "kg", data: pack(signed(2e-10).map((x, i) => (i === 3 ? 7 : x)), "f8") },
  ];
  Object.assign(object.events[0], { force: -4e-15, force_before: 2.5 });
  const { page, state, seek, close } = await open(browser, write("zeros", object));
  const plot = page.locator(".plot").first();
  await plot.locator("summary").click();
  for (const name of ["large", "rest", "small", "mixed"]) {
    const box = plot.locator(".choices label", { hasText: name }).locator("input");
    if (!(await box.isChecked())) await box.check();
  }
  await seek(0);
  const { y, readings } = (await state()).plots[0];
  const shown = Object.fromEntries(y.map((name, i) => [name, readings[i]]));
  assert.deepEqual(shown, { large: "100 N", rest: "0 N", small: "1e-9 m", mixed: "0 kg" });
  assert.match(await page.locator(".rows .row .what").first().getAttribute("title"), /force before 2\.5; force 0 N$/);
  await close();
});

test("events of open touches are there when asked for", async () => {
  const object = cam();
  const faint = { t: 45, kind: "element", subject: "touch", gap: 3 };
  const firm = { t: 60, kind: "element", subject: "touch", force_before: 10, force: 12 };
  object.events = [object.events[0], faint, object.events[1], firm, ...object.events.slice(2)];
  object.events_total = object.events.length;
  const { page, state, seek, close } = await open(browser, write("faint", object));
  const times = () => page.locator(".rows .row .t").allInnerTexts();
  assert.deepEqual(await times(), ["35", "50", "60", "135", "150"]);
  await seek(40);
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal((await state()).t, 50);
  const marks = () => page.locator(".marks").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 2, canvas.width, 1);
    let count = 0;
    for (let i = 4; i < data.length; i += 4) if (data[i + 3] > 0 && data[i - 1] === 0) count++;
    return count;
  });
  assert.equal(await marks(), 5);
  await page.getByRole("button", { name: "Open touches (1)" }).click();
  assert.deepEqual(await times(), ["35", "45", "50", "60", "135", "150"]);
  assert.equal(await marks(), 6);
  await seek(40);
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal((await state()).t, 45);
  await close();
});

test("a contact whose slots have no columns never touched", async () => {
  const object = cam();
  object.scene.contacts.unshift({ name: "far", bodies: [2, 1], slots: 2, profiles: ["roller", "edge"] });
  for (let i = 0; i < 150; i++) object.scene.contacts.push({ ...object.scene.contacts[0], name: `far ${i}` });
  object.slots = [[1, 0]];
  const { page, close } = await open(browser, write("far", object));
  assert.match(await page.locator(".bars canvas").getAttribute("aria-label"), /^touch: closed [\d.]+ percent of the time$/);
  assert.equal(await page.locator("details.fold summary").innerText(), "151 contacts never touched");
  await page.locator("details.fold summary").click();
  assert.match(await page.locator("details.fold").innerText(), /and 51 more$/); // of a hundred names
  await close();
});

test("contacts that never touched are folded away", async () => {
  const object = cam();
  object.scene.contacts.push({ name: "missed", bodies: [2, 1], slots: 1, profiles: ["roller", "edge"] });
  const slot = object.motion.slice(10).map(({ name, data }) => ({ name: `missed ${name}`, data }));
  slot[0] = { name: "missed state", data: pack(Array(object.rows).fill(1)) };
  object.motion.push(...slot);
  object.columns.push({ name: "missed.gap", unit: "mm", data: pack(Array.from({ length: object.rows }, (_, i) => 2 + Math.abs(i - 50)), "f8") });
  const { page, close } = await open(browser, write("missed", object));
  assert.match(await page.locator(".bars canvas").getAttribute("aria-label"), /^touch: closed [\d.]+ percent of the time$/);
  const fold = page.locator("details.fold");
  assert.equal(await fold.locator("summary").innerText(), "1 contact never touched");
  assert.equal(await fold.locator("li").isVisible(), false);
  await fold.locator("summary").click();
  assert.match(await fold.locator("li").innerText(), /missed\s+smallest gap 2 mm/);
  await close();
});

test("first plots show what moves", async () => {
  const object = cam();
  const wave = (size) => pack(Array.from({ length: object.rows }, (_, i) => size * Math.sin(i / 20)), "f8");
  object.columns = [
    { name: "base.angle", unit: "deg", data: wave(0) },
    { name: "frame.angle", unit: "deg", data: wave(1e-4) }, // trembles
    { name: "arm.angle", unit: "deg", data: wave(60) },
    { name: "hand.angle", unit: "deg", data: wave(20) },
  ];
  const { state, close } = await open(browser, write("moves", object));
  assert.deepEqual((await state()).plots.map(({ y }) => y), [["arm.angle", "hand.angle"]]);
  await close();
});

test("first plots are what the model names", async () => {
  const object = cam();
  object.run.plots = [["touch.force"], ["lift", "cam.angle", "no such column"], ["<b>"]];
  const { state, close } = await open(browser, write("named", object));
  assert.deepEqual((await state()).plots.map(({ y }) => y), [["touch.force"], ["lift", "cam.angle"]]);
  await close();
});

test("fit takes in the whole motion, arrows too, in every window", async () => {
  // a spike of one row that a picture of some rows would miss
  const object = cam({ rows: 4001 });
  const y = Array.from({ length: object.rows }, (_, i) => (i === 1237 ? 0.3 : 0.05));
  object.motion[4] = { name: "fy", data: pack(y, "f8") };
  const { page, state, seek, close } = await open(browser, write("spike", object));
  const size = async () => page.locator(".stage").evaluate((e) => [e.clientWidth, e.clientHeight]);
  const inside = async (what) => {
    const [width, height] = await size();
    for (const { name, screen } of (await state()).bodies) {
      assert.ok(screen[0] > 0 && screen[0] < width && screen[1] > 0 && screen[1] < height, `${name} is at ${screen} of ${width} x ${height}, ${what}`);
    }
  };
  const spike = (200 * 1237) / 4000;
  await seek(spike);
  await inside("at first");
  await seek(0);
  await page.keyboard.press("i");
  await page.keyboard.press("i");
  await page.keyboard.press("f");
  await seek(spike);
  await inside("after a fit at another time");
  await page.setViewportSize({ width: 1000, height: 560 });
  await page.waitForFunction(() => document.querySelector(".stage").width === document.querySelector(".stage").clientWidth);
  await seek(spike);
  await inside("in a smaller window");
  await close();
});

test("audit: one mark, the table behind it", async () => {
  const law = (name, status, more = {}) => ({ name, deviation: 2e-9, where: "t = 30 ms, cam", limit: 1e-6, status, note: "", ...more });
  const cases = [
    [null, "not audited", /was not checked/],
    [{ ok: true, laws: [law("energy", "not audited", { deviation: null }), law("momentum", "too coarse")] }, "not audited", /1 too coarse, 1 not audited/],
    [{ ok: false, laws: [law("energy", "passed"), law("gaps <b>", "failed", { deviation: 0.25 })] }, "audit failed", /1 passed, 1 failed/],
  ];
  for (const [i, [audit, word, said]] of cases.entries()) {
    const object = cam();
    object.run.audit = audit;
    const { page, close } = await open(browser, write(`audit${i}`, object));
    const mark = page.locator(".top .mark");
    assert.equal(await mark.innerText(), word);
    const dialog = page.locator("dialog.audit");
    assert.equal(await dialog.isVisible(), false);
    await mark.click();
    assert.match(await dialog.innerText(), said);
    const rows = await dialog.locator("tbody tr").allInnerTexts();
    assert.equal(rows.length, audit?.laws?.length ?? 0);
    if (word === "audit failed") assert.match(rows[1], /^gaps <b>\s+0\.25\s+1e-6\s+t = 30 ms, cam\s+failed/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("u");
    assert.equal(await dialog.isVisible(), true);
    await close();
  }
});

test("audit: of a run of the program itself, as in run.json", async () => {
  const file = report("disc-cam");
  const { laws } = JSON.parse(readFileSync(join(file.replace(/\.html$/, ""), "run.json"), "utf8")).audit;
  const { page, close } = await open(browser, file);
  assert.equal(await page.locator(".top .mark").innerText(), "audit passed");
  await page.keyboard.press("u");
  const cells = await page.locator("dialog.audit tbody tr td:first-child").allInnerTexts();
  assert.deepEqual(cells, laws.map(({ name }) => name));
  await close();
});
