// Bundles the page into one file that opens from disk: node build.mjs OUT.html
// The page allows only its own script, by its hash: nothing that a model file brings along can run.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Licences of what is bundled ask to be passed on with it.
const licences = (here) => ["three", "uplot"].map((name) => `${name}:\n${readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim()}`).join("\n\n");

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error("usage: node build.mjs OUT.html");
  process.exit(2);
}

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    write: false,
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// neither may end its tag early
const script = (await bundle("src/main.ts")).replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const style = (await bundle("src/style.css")).replace(/<\/(style)/gi, "<\\/$1");
const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
const parts = { SCRIPT_HASH: hash, STYLE: style, SCRIPT: script, LICENCES: licences(here) };
const page = readFileSync(join(here, "template.html"), "utf8").replace(/\b(SCRIPT_HASH|STYLE|SCRIPT|LICENCES)\b/g, (key) => parts[key]);

const block = '<script type="application/json" id="pawl-data"></script>';
if (page.split(block).length !== 2) throw new Error("the page must hold its data block exactly once");
mkdirSync(dirname(out), { recursive: true });
writeFileSync(`${out}.new`, page);
renameSync(`${out}.new`, out);
