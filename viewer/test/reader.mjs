// Without a mouse, in light and dark, on paper.
import assert from "node:assert/strict";
import { browser, sample } from "./context.mjs";
import { fingerprint, open, pixels, test } from "./harness.mjs";

test("without a mouse: tab order, keys, help", async () => {
  const { page, state, close } = await open(browser, sample);
  const reached = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent));
  }
  const order = ["Light or dark (D)", "Front view (1)", "Trails", "Time", "Play (Space)", "Speed", "Columns"].map((name) => reached.indexOf(name));
  assert.ok(order.every((place, i) => place >= 0 && (i === 0 || place > order[i - 1])), `order ${order} in ${reached.join(" | ")}`);
  const table = reached.findIndex((name) => name?.startsWith("Events"));
  assert.ok(table > order[order.length - 1], "the table of events is not reached");
  await page.locator(".table").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal((await state()).t, 35);
  await page.keyboard.press("ArrowDown");
  assert.equal((await state()).t, 50);
  assert.match(await page.locator(".spoken").innerText(), /event 2 of 4: impact/);
  await page.locator(".stage").focus();
  await page.keyboard.press("Home");
  assert.equal((await state()).t, 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal((await state()).row, 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal((await state()).row, 1);
  await page.keyboard.press("End");
  assert.equal((await state()).t, 200);
  await page.keyboard.press("Space");
  assert.equal((await state()).playing, true);
  await page.keyboard.press("Space");
  assert.equal((await state()).playing, false);
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog.help").isVisible(), true);
  assert.match(await page.locator("dialog.help").innerText(), /play or pause/);
  const { t } = await state();
  await page.keyboard.press("Home");
  assert.equal((await state()).t, t, "keys reach the page behind the help");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog.help").isVisible(), false);
  const zoom = (await state()).camera.zoom;
  await page.keyboard.press("i");
  assert.ok((await state()).camera.zoom > zoom);
  const { target } = (await state()).camera;
  await page.keyboard.press("e");
  assert.ok((await state()).camera.target[0] > target[0]);
  // every control says what it is
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, summary, [tabindex]")].filter((e) => !(e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.closest("label"))).map((e) => e.outerHTML),
  );
  assert.deepEqual(nameless, []);
  await close();
});

test("lists close by Escape and by a press elsewhere", async () => {
  const { page, close } = await open(browser, sample);
  const list = page.locator("details[open]");
  await page.locator(".plot summary").first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await list.count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await list.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Columns");
  await page.locator(".stage-tools summary", { hasText: "Trails" }).click();
  await page.locator(".stage-tools .choices label").first().click();
  assert.equal(await list.count(), 1, "the list closes while it is used");
  await page.locator("h1").click();
  assert.equal(await list.count(), 0);
  await close();
});

test("light and dark", async () => {
  const { page, close } = await open(browser, sample, { colorScheme: "dark" });
  const luminance = async () => {
    const [pixel] = await pixels(page, [[3, 3]]);
    const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
    return [pixel[0], body[0]];
  };
  assert.ok((await luminance()).every((x) => x < 60), "not dark where the system is");
  const plot = await fingerprint(page, ".plot canvas");
  await page.getByRole("button", { name: "Light or dark (D)" }).click();
  assert.ok((await luminance()).every((x) => x > 220), "the button does not make it light");
  assert.notEqual(await fingerprint(page, ".plot canvas"), plot);
  await close();
  const followed = await open(browser, sample);
  await followed.page.emulateMedia({ colorScheme: "dark" });
  await followed.page.waitForFunction(() => window.pawl.state().theme === "dark");
  await followed.close();
});

test("print", async () => {
  const { page, state, close } = await open(browser, sample, { colorScheme: "dark" });
  const pdf = await page.pdf({ printBackground: true });
  assert.ok(pdf.length > 20000, `a pdf of ${pdf.length} bytes`);
  assert.equal((await state()).theme, "dark", "the screen does not get its colours back");
  await page.emulateMedia({ media: "print" });
  for (const [what, visible] of [[".stage-tools", false], [".play", false], ["input.time", false], [".stage", true], [".plot canvas", true], [".summary", true], [".rows .row", true]]) {
    assert.equal(await page.locator(what).first().isVisible(), visible, what);
  }
  assert.equal(await page.locator(".rows .row .value").first().isVisible(), true, "the value of an event is not on paper");
  const overflow = await page.locator(".side").evaluate((e) => getComputedStyle(e).overflowY);
  assert.equal(overflow, "visible", "what lies below is cut off");
  await close();
});
