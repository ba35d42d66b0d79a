// What the tests share: a browser, the page's template, reports of examples by the program itself, and a made-up cam.
// Arguments: PAWL PAGE.html SOURCE_FOLDER. Exit status 77 where there is no browser: the test is skipped.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cam, fillPage } from "./sample.mjs";

const [pawl, template, source] = process.argv.slice(2);
if (!source) {
  console.error("usage: node run.mjs PAWL PAGE.html SOURCE_FOLDER [part of a test's name]");
  process.exit(2);
}
let tools;
try {
  tools = await import("../browser.mjs");
  readFileSync(template);
} catch (error) {
  console.log(`skipped: the page or the packages of its tests are not there (${error.code}); tools/build-page.sh says why`);
  process.exit(77);
}
const path = tools.findBrowser();
if (!path) {
  console.log("skipped: no browser; install chromium-headless-shell or chromium, or set PAWL_BROWSER");
  process.exit(77);
}

export const browser = await tools.launch(path);
export const empty = readFileSync(template, "utf8");
const folder = mkdtempSync(join(tmpdir(), "pawl-page-"));

// A page with data, as a file.
export function write(name, object) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, fillPage(empty, object));
  return file;
}

// The report of an example, made once.
const made = new Map();
export function report(name) {
  if (!made.has(name)) {
    const out = join(folder, name);
    execFileSync(pawl, ["run", join(source, "examples", name, `${name}.yaml`), "-o", out], { stdio: "pipe" });
    execFileSync(pawl, ["report", out, "-o", `${out}.html`], { stdio: "pipe", env: { ...process.env, PAWL_PAGE: template } });
    made.set(name, `${out}.html`);
  }
  return made.get(name);
}

// The report of a model that is no example.
export function reportOf(name, model) {
  const out = join(folder, name);
  writeFileSync(`${out}.yaml`, model);
  execFileSync(pawl, ["run", `${out}.yaml`, "-o", out, "--no-audit"], { stdio: "pipe" });
  execFileSync(pawl, ["report", out, "-o", `${out}.html`], { stdio: "pipe", env: { ...process.env, PAWL_PAGE: template } });
  return `${out}.html`;
}

export const sample = write("cam", cam());

export async function finish() {
  await browser.close();
  rmSync(folder, { recursive: true });
}
