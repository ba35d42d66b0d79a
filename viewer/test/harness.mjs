// A few lines around the browser: pages that must not complain, pixels of the drawing, and a list of tests.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const tests = [];
export const test = (name, body) => tests.push({ name, body });

export async function runTests(only) {
  let failed = 0;
  const chosen = tests.filter((t) => !only || t.name.includes(only));
  for (const { name, body } of chosen) {
    const start = Date.now();
    try {
      await body();
      console.log(`ok    ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name}\n${error.stack}`);
    }
  }
  console.log(failed === 0 ? `${chosen.length} tests passed` : `${failed} of ${chosen.length} tests failed`);
  return failed === 0 && chosen.length > 0;
}

// Opens a page from disk; closing it fails if the page complained or asked for anything but itself.
export async function open(browser, file, options = {}) {
  const { expectErrors = false, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light", ...contextOptions });
  const page = await context.newPage();
  const address = file.startsWith("http:") ? file : pathToFileURL(file).href;
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (url !== address && !url.startsWith("blob:") && !address.startsWith("http:")) complaints.push(`asks for ${url}`);
  });
  await page.goto(address);
  await page.evaluate(() => window.pawl.ready);
  return {
    page,
    state: () => page.evaluate(() => window.pawl.state()),
    seek: (t) => page.evaluate((to) => window.pawl.seek(to), t),
    async close() {
      await context.close();
      // the browser remarks on its own speed
      const real = complaints.filter((text) => !/GPU stall|GL Driver Message|swiftshader|willReadFrequently/i.test(text));
      if (!expectErrors) assert.deepEqual(real, []);
    },
  };
}

// Colours of points of the drawing, [r, g, b] each; points in CSS pixels of the canvas.
export function pixels(page, points) {
  return page.evaluate((list) => {
    const stage = document.querySelector(".stage");
    const copy = document.createElement("canvas");
    copy.width = stage.width;
    copy.height = stage.height;
    const ctx = copy.getContext("2d");
    ctx.drawImage(stage, 0, 0);
    const ratio = stage.width / stage.clientWidth;
    return list.map(([x, y]) => [...ctx.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data].slice(0, 3));
  }, points);
}

// The whole drawing as one number, to see that it changed.
export function fingerprint(page, selector = ".stage") {
  return page.evaluate((which) => {
    const text = document.querySelector(which).toDataURL();
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum = (31 * sum + text.charCodeAt(i)) | 0;
    return sum;
  }, selector);
}

// A colour of the style sheet as [r, g, b].
export function styleColor(page, name) {
  return page.evaluate((variable) => {
    const probe = document.createElement("div");
    probe.style.color = `var(--${variable})`;
    document.body.append(probe);
    const rgb = getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).map(Number);
    probe.remove();
    return rgb;
  }, name);
}

export const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
export const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, expected ${b} within ${tolerance}`);
