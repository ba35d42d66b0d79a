// A picture of a report: node shot.mjs FILE.html OUT.png [--time t] [--size WxH] [--dark] [--stage]
//   --time   in the unit of the report, default its start;   --stage  only the drawing
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findBrowser, launch } from "./browser.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { time: { type: "string" }, size: { type: "string", default: "1280x800" }, dark: { type: "boolean" }, stage: { type: "boolean" } },
});
const [width, height] = values.size.split("x").map(Number);
const time = values.time === undefined ? null : Number(values.time);
if (positionals.length !== 2 || !(width > 0 && height > 0) || Number.isNaN(time)) {
  console.error("usage: node shot.mjs FILE.html OUT.png [--time t] [--size WxH] [--dark] [--stage]");
  process.exit(2);
}
const path = findBrowser();
if (!path) {
  console.error("shot.mjs: no browser; install chromium-headless-shell or chromium, or set PAWL_BROWSER");
  process.exit(1);
}
const browser = await launch(path);
try {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: values.dark ? "dark" : "light" });
  await page.goto(pathToFileURL(resolve(positionals[0])).href);
  await page.evaluate(() => window.pawl.ready);
  if (time !== null) await page.evaluate((t) => window.pawl.seek(t), time);
  const target = values.stage ? page.locator(".stage-area") : page;
  await target.screenshot({ path: positionals[1] });
} finally {
  await browser.close();
}
