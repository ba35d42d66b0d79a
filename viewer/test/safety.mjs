// Hostile and damaged data, browsers without WebGL, large runs, runs that grow.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { browser, empty, sample, write } from "./context.mjs";
import { open, test } from "./harness.mjs";
import { boxed, cam, chain, rolling } from "./sample.mjs";

test("hostile names are text", async () => {
  const bad = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>';
  const object = cam({ name: bad, camName: `__proto__${bad}`, event: bad });
  object.scene.bodies[2].name = bad;
  object.scene.contacts[0].name = bad;
  object.scene.joints[0].name = "constructor";
  object.columns[0].name = bad;
  object.columns[0].unit = bad;
  object.time.unit = "<b>ms</b>";
  object.run.status = bad;
  object.run.messages = [bad, { text: bad }];
  object.events[0].kind = bad;
  const { page, close } = await open(browser, write("hostile", object));
  await page.keyboard.press("n");
  await page.locator(".plot summary").first().click();
  await page.locator(".stage-tools summary", { hasText: "Trails" }).click();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("#app img, #app script, #app b").count(), 0);
  assert.equal(await page.locator("h1").textContent(), bad);
  assert.equal(await page.title(), `${bad}: pawl`);
  for (const place of [".rows .row", ".choices", ".labels", ".warnings"]) assert.ok((await page.locator(place).first().textContent()).includes(bad), place);
  // the page lets nothing but its own script run
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 2";
    document.body.append(script);
    return window.hacked;
  });
  assert.equal(ran, undefined);
  await page.context().close();
});

test("damaged data is named", async () => {
  const whole = JSON.stringify(cam());
  const change = (edit) => {
    const object = cam();
    edit(object);
    return object;
  };
  const cases = [
    ["", /empty template/],
    [whole.slice(0, -200), /cut short or garbled/],
    ["{}", /not a result of pawl/],
    [change((o) => (o.pawl_page = 2)), /version 2/],
    [change((o) => delete o.scene), /no scene/],
    [change((o) => (o.columns[0].data.bytes = "!!!!")), /column 'lift' cannot be unpacked/],
    [change((o) => (o.columns[0].data.bytes = o.columns[0].data.bytes.slice(0, 40))), /column 'lift' cannot be unpacked/],
    [change((o) => (o.motion[3].data.bytes = o.time.data.bytes)), /motion 'fx' has 3208 bytes, 1604 expected/],
    [change((o) => o.motion.pop()), /motion has 17 columns, the scene asks for 18/],
    [change((o) => (o.slots = [])), /motion has 18 columns, the scene asks for 10/],
    [change((o) => (o.slots = [[0, 9]])), /slots that the scene does not have/],
    [change((o) => (o.slots = [[7, 0]])), /slots that the scene does not have/],
    [change((o) => (o.scene.joints[0].bodies = [0, 7])), /joint 'pivot' is incomplete/],
    [change((o) => (o.rows = 0)), /no rows/],
  ];
  const skin = (edit) => {
    const object = rolling();
    edit(object.scene.bodies[1].surfaces[0]);
    return object;
  };
  cases.push(
    [skin((s) => (s.u = "all")), /surface 'skin' has no lines/],
    [skin((s) => (s.v = Array(1e6).fill(0))), /surface 'skin' has no lines/],
    [skin((s) => s.points.pop()), /surface 'skin' has no points/],
    [skin((s) => (s.normals[7] = null)), /surface 'skin' has no points/],
    [skin((s) => (s.edges = [[], [99]])), /surface 'skin' has no edges/],
    [skin((s) => delete s.closed), /surface 'skin' is incomplete/],
  );
  const mesh = (edit) => {
    const object = boxed();
    edit(object.scene.bodies[1].meshes[0]);
    return object;
  };
  cases.push(
    [mesh((m) => (m.points = 7)), /mesh 'ball.box' is incomplete/],
    [mesh((m) => (m.points = "!")), /mesh 'ball.box' is incomplete/],
    [mesh((m) => m.point_count++), /mesh 'ball.box' is incomplete/],
    [mesh((m) => (m.triangle_count = 1e9)), /mesh 'ball.box' is incomplete/],
    [mesh((m) => (m.points = `AADAfwAA${m.points.slice(8)}`)), /mesh 'ball.box' has no points/],
    [mesh((m) => (m.triangles = `CAAA${m.triangles.slice(4)}`)), /mesh 'ball.box' has no triangles/],
  );
  for (const [i, [object, message]] of cases.entries()) {
    const { page, close } = await open(browser, write(`damaged-${i}`, object), { expectErrors: true });
    assert.match(await page.locator("[role=alert]").innerText({ timeout: 5000 }), message);
    assert.equal(await page.locator(".stage").count(), 0);
    await close();
  }
});

test("a run that failed, or was thinned, says so", async () => {
  const object = cam();
  object.run.status = "failed";
  object.run.messages = ["the mechanism cannot move on"];
  object.run.statistics.energy_drift = 0.02;
  object.rows_total = 5000;
  const { page, close } = await open(browser, write("failed", object));
  const text = await page.locator(".warnings").innerText();
  for (const part of [/could not go on after 200 ms/, /the mechanism cannot move on/, /off by 2 %/, /401 of 5000 rows/]) assert.match(text, part);
  await close();
});

test("no WebGL: the rest works", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
      return String(type).startsWith("webgl") ? null : get.call(this, type, ...rest);
    };
  });
  await page.goto(`file://${sample}`);
  await page.evaluate(() => window.pawl.ready);
  assert.match(await page.locator(".no-drawing").innerText(), /WebGL is off/);
  await page.evaluate(() => window.pawl.seek(100));
  assert.equal((await page.evaluate(() => window.pawl.state())).t, 100);
  assert.ok((await page.locator(".plot canvas").count()) > 0);
  await context.close();
});

// Milliseconds of the quickest of several frames: others may be using this machine.
function bestFrame(page, count) {
  return page.evaluate(async (frames) => {
    const gl = document.querySelector(".stage").getContext("webgl2");
    let least = Infinity;
    for (let i = 0; i < frames; i++) {
      const start = performance.now();
      await window.pawl.seek(i % 10);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until all is drawn
      least = Math.min(least, performance.now() - start);
    }
    return least;
  }, count);
}

test("50 bodies and 10 000 rows: small, and no slower than few rows", async () => {
  const object = chain(50, 10000);
  assert.ok(JSON.stringify(object).length + empty.length < 20e6);
  const many = await open(browser, write("chain", object));
  assert.equal((await many.state()).rows, 10000);
  const few = await open(browser, write("short-chain", chain(50, 100)));
  let [long, short] = [Infinity, Infinity];
  for (let i = 0; i < 10 && (i < 3 || long > 2 * short); i++) {
    long = Math.min(long, await bestFrame(many.page, 6));
    short = Math.min(short, await bestFrame(few.page, 6));
  }
  console.log(`      one frame: ${long.toFixed(0)} ms, of a hundredth of the rows ${short.toFixed(0)} ms`);
  assert.ok(long < 2 * short, `a frame takes ${(long / short).toFixed(1)} times as long as one of few rows`);
  await many.close();
  await few.close();
});

test("served: what is wrong with the folder is said, then the run is shown, fitted to what it has reached", async () => {
  let rows = 0;
  const server = createServer((request, response) => {
    const data = rows > 0 ? JSON.stringify(cam({ rows })) : JSON.stringify({ error: "'x/<b>motion.csv' is missing" });
    const answers = { "/": empty, "/stamp": `${rows}`, "/data.json": data };
    response.writeHead(request.url === "/data.json" && rows === 0 ? 503 : 200, { "content-type": request.url === "/" ? "text/html" : "application/json" });
    response.end(answers[request.url] ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { page, state, close } = await open(browser, `http://127.0.0.1:${server.address().port}/`, { expectErrors: true });
  assert.match(await page.locator("[role=alert]").innerText(), /'x\/<b>motion.csv' is missing/);
  rows = 3;
  await page.waitForFunction(() => window.pawl.state().rows === 3);
  const short = (await state()).camera;
  rows = 201;
  await page.waitForFunction(() => window.pawl.state().rows === 201);
  const long = (await state()).camera;
  assert.ok(long.half > 1.02 * short.half, `half the height ${short.half} became ${long.half}`);
  await close();
  server.close();
});

test("served: a growing run is read again, and stays as the reader set it up", async () => {
  let rows = 101;
  const server = createServer((request, response) => {
    const answers = { "/": empty, "/stamp": `${rows}`, "/data.json": JSON.stringify(cam({ rows })) };
    response.writeHead(request.url in answers ? 200 : 404, { "content-type": request.url === "/" ? "text/html" : "application/json" });
    response.end(answers[request.url] ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { page, state, seek, close } = await open(browser, `http://127.0.0.1:${server.address().port}/`, { expectErrors: true });
  assert.equal((await state()).rows, 101);
  await seek(60);
  await page.keyboard.press("l");
  await page.keyboard.press("i");
  await page.locator("select[aria-label='Kind of events']").selectOption("impact");
  await page.locator(".plot summary").first().click();
  await page.locator(".plot .choices label", { hasText: "cam.angle" }).first().locator("input").check();
  const before = await state();
  rows = 201;
  // the list of columns is open: the page waits for the reader
  await page.waitForResponse((response) => response.url().endsWith("/stamp"));
  await page.waitForResponse((response) => response.url().endsWith("/stamp"));
  assert.equal((await state()).rows, 101);
  await page.locator(".plot summary").first().click();
  await page.getByRole("button", { name: "Play" }).focus();
  await page.waitForFunction(() => window.pawl.state().rows === 201);
  const after = await state();
  assert.equal(after.t, 60);
  assert.match(await page.evaluate(() => document.activeElement.title), /Play/);
  assert.equal(await page.locator("[aria-label=Repeat]").getAttribute("aria-pressed"), "false");
  assert.equal(await page.locator("select[aria-label='Kind of events']").inputValue(), "impact");
  assert.equal(await page.locator(".rows .row").count(), 2);
  assert.deepEqual(after.camera, before.camera);
  assert.deepEqual(after.plots.map((p) => p.y), before.plots.map((p) => p.y));
  server.close();
  server.closeAllConnections();
  await page.waitForFunction(() => /no answer/.test(getComputedStyle(document.querySelector(".status"), "::after").content));
  assert.equal((await state()).rows, 201, "the report does not outlive its server");
  await close();
});
