// Pictures, drawings and videos that the reader takes along.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { browser, sample, write } from "./context.mjs";
import { near, open, test } from "./harness.mjs";
import { cam, pieces } from "./sample.mjs";

const SMALL = { viewport: { width: 700, height: 420 } }; // software renders its frames

async function saved(page, press) {
  const waiting = page.waitForEvent("download", { timeout: 60000 });
  await press();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
const choose = async (page, name) => {
  if (!(await page.locator(".save .popover").isVisible())) await page.locator(".save > summary").click();
  await page.locator(".save").getByRole("button", { name }).click();
};

test("save: the drawing as PNG, twice as fine as the screen", async () => {
  const { page, seek, state, close } = await open(browser, sample);
  await seek(30);
  const { frames } = await state();
  const { name, bytes } = await saved(page, () => page.keyboard.press("p"));
  assert.equal(name, "eccentric-30.0-ms.png");
  const [width, height] = await page.locator(".stage").evaluate((e) => [e.clientWidth, e.clientHeight]);
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [2 * width, 2 * height]);
  // the same picture as on the screen: colours at the middle of the cam and of the roller
  const { bodies } = await state();
  const look = await page.evaluate(
    async ([data, at]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const colors = (source, scale) => {
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [source.width, source.height];
        const ctx = copy.getContext("2d");
        ctx.drawImage(source, 0, 0);
        return at.map(([x, y]) => [...ctx.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data]);
      };
      return [colors(image, 2), colors(document.querySelector(".stage"), 1)];
    },
    [bytes.toString("base64"), bodies.slice(1).map(({ screen }) => [screen[0] + 9, screen[1] + 5])],
  );
  assert.deepEqual(look[0], look[1]);
  assert.ok((await state()).frames > frames);
  await close();
});

test("save: the drawing as SVG", async () => {
  const { page, state, close } = await open(browser, write("pieces-svg", pieces()));
  const { name, bytes } = await saved(page, () => choose(page, "Drawing (SVG)"));
  assert.equal(name, "eccentric-0.0-ms.svg");
  const plate = (await state()).bodies.find((b) => b.name === "plate").screen;
  const seen = await page.evaluate(
    ([text, [x, y]]) => {
      const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      document.body.append(svg);
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const filled = [...svg.querySelectorAll("path[fill-rule]")].map((path) => {
        const box = path.getBBox();
        return { rings: path.getAttribute("d").split("M").length - 1, middle: [box.x + box.width / 2 - x, box.y + box.height / 2 - y] };
      });
      svg.remove();
      return { scale, filled, root: svg.nodeName, texts: [...svg.querySelectorAll("text")].map((t) => t.textContent) };
    },
    [bytes.toString(), plate],
  );
  assert.equal(seen.root, "svg");
  assert.deepEqual(seen.texts.at(-1), "eccentric, t = 0.0 ms");
  // three pieces of the plate, one with its hole, and the pin
  assert.deepEqual(seen.filled.map(({ rings }) => rings).sort(), [1, 1, 1, 2]);
  const hole = seen.filled.find(({ rings }) => rings === 2);
  near(Math.hypot(...hole.middle), 0, 0.1, "middle of the plate");
  await page.keyboard.press("4"); // tilted: lines would lie
  await choose(page, "Drawing (SVG)");
  assert.match(await page.locator(".save [role=status]").innerText(), /choose the view from the front/);
  await close();
});

// Elements of a Matroska file, [id, bytes] each, those with others inside opened.
function elements(bytes, out = []) {
  const open = [0x18538067, 0x1549a966, 0x1f43b675, 0x1654ae6b, 0xae, 0xe0];
  for (let at = 0; at < bytes.length; ) {
    const length = Math.clz32(bytes[at]) - 23;
    const id = bytes.readUIntBE(at, length);
    at += length;
    const size = Math.clz32(bytes[at]) - 23;
    const raw = size === 8 ? Number(bytes.readBigUInt64BE(at) & 0x00ffffffffffffffn) : bytes.readUIntBE(at, size) & (2 ** (7 * size) - 1);
    const unknown = size < 8 ? raw === 2 ** (7 * size) - 1 : raw === 2 ** 56 - 1;
    at += size;
    const end = unknown ? bytes.length : at + raw;
    out.push([id, bytes.subarray(at, end)]);
    if (open.includes(id)) elements(bytes.subarray(at, end), out);
    at = end;
  }
  return out;
}

async function film(page, speed) {
  await page.locator("select[aria-label=Speed]").selectOption(speed);
  const { name, bytes } = await saved(page, () => choose(page, "Video (WebM)"));
  assert.equal(name, "eccentric.webm");
  return bytes;
}

// How the browser itself sees the file.
async function watch(bytes) {
  const page = await browser.newPage();
  const seen = await page.evaluate(async (data) => {
    const video = document.createElement("video");
    video.muted = true;
    document.body.append(video);
    video.src = `data:video/webm;base64,${data}`;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error.message));
    });
    return { duration: video.duration, width: video.videoWidth, height: video.videoHeight };
  }, bytes.toString("base64"));
  await page.close();
  return seen;
}

test("save: a video, frame by frame at exact times", async () => {
  const { page, close } = await open(browser, write("film", cam({ rows: 41 })), SMALL);
  const bytes = await film(page, "0.5"); // 200 ms last 0.4 s
  const list = elements(bytes);
  let cluster = 0;
  const times = [];
  for (const [id, content] of list) {
    if (id === 0xe7) cluster = content.readUIntBE(0, content.length);
    if (id === 0xa3) times.push(cluster + content.readInt16BE(1));
  }
  assert.deepEqual(times, Array.from({ length: 13 }, (_, i) => Math.round((i * 1000) / 30)));
  const seen = await watch(bytes);
  const [width, height] = await page.locator(".stage").evaluate((e) => [e.clientWidth, e.clientHeight]);
  near(seen.duration, 13 / 30, 0.04, "seconds");
  near(seen.width / seen.height, width / height, 0.05, "shape"); // sides are even numbers of pixels
  assert.match(await page.locator(".save [role=status]").innerText(), /^13 frames, 0\.433 s at 0\.5×$/);
  await close();
});

test("save: a video is recorded where there is no encoder, and missing where there is neither", async () => {
  const { page, close } = await open(browser, write("recorded", cam({ rows: 41 })), SMALL);
  await page.evaluate(() => delete window.VideoEncoder);
  const seen = await watch(await film(page, "1"));
  assert.ok(seen.width >= 600, `${seen.width} pixels wide`);
  await page.evaluate(() => delete window.MediaRecorder);
  await choose(page, "Video (WebM)");
  assert.match(await page.locator(".save [role=status]").innerText(), /^No video: this browser can neither encode nor record/);
  await close();
});

test("save: a video can be stopped, and one of hours is refused", async () => {
  const { page, state, seek, close } = await open(browser, sample, SMALL);
  await seek(30);
  await page.locator("select[aria-label=Speed]").selectOption("0.01");
  await choose(page, "Video (WebM)");
  await page.waitForFunction(() => /^frame/.test(document.querySelector(".save [role=status]").textContent));
  await choose(page, "Stop");
  await page.waitForFunction(() => document.querySelector(".save [role=status]").textContent === "stopped");
  assert.equal((await state()).t, 30);
  await page.locator("select[aria-label=Speed]").selectOption("0.00001");
  await choose(page, "Video (WebM)");
  assert.match(await page.locator(".save [role=status]").innerText(), /would last .* minutes: choose a higher speed/);
  await close();
});
