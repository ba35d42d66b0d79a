// Reads the data, shows the report or says what is wrong with it, and follows a run that `pawl view` serves.
import { App, type Kept } from "./app";
import { DataError, readReport } from "./data";
import { h } from "./dom";
import { Theme } from "./theme";

const POLL = 1000; // ms

const root = document.getElementById("app")!;
const theme = new Theme();
let app: App | null = null;

// Those that are always there: lists that open are filled when they do.
const controls = (): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("button, select, input, summary, [tabindex]")].filter((element) => !element.closest(".popover"));

async function show(text: string, kept: Kept): Promise<void> {
  const report = await readReport(text);
  const before = controls();
  const focused = before.indexOf(document.activeElement as HTMLElement);
  app?.dispose();
  app = new App(root, report, theme, kept);
  const after = controls();
  if (focused >= 0 && after.length === before.length) after[focused].focus({ preventScroll: true });
}

// Reading again makes the page anew: not under the reader's hands.
let pressed = false;
for (const name of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(name, () => (pressed = name === "pointerdown"), true);
const busy = (): boolean => pressed || root.querySelector("details.chooser[open], [data-saving], dialog[open]") !== null;

function complain(error: unknown, served: boolean): void {
  app?.dispose();
  app = null;
  const known = error instanceof DataError;
  root.replaceChildren(
    h(
      "div",
      { class: "trouble", role: "alert" },
      h("h1", {}, "This report cannot be shown"),
      h("p", {}, known ? `What is wrong: ${error.message}.` : `Something failed while the page was made: ${String(error)}`),
      served
        ? h("p", {}, "It is shown as soon as it can be read.")
        : h("p", {}, "Make it again from the result folder with ", h("code", {}, "pawl report DIR"), "."),
    ),
  );
  console.error(error);
}

// {"error": "..."}
function reason(text: string): string | null {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}

async function get(path: string): Promise<string> {
  const answer = await fetch(path, { cache: "no-store" });
  const text = await answer.text();
  if (!answer.ok) throw new DataError(reason(text) ?? `the server answers ${answer.status} to ${path}`);
  return text;
}

// A server that is gone or busy is asked again; the report that is there stays, and says that it may be old.
const markSilent = (on: boolean) => root.querySelector(".top .status")?.toggleAttribute("data-silent", on);
function follow(stamp: string): void {
  setTimeout(async () => {
    let now = stamp;
    try {
      const seen = await get("/stamp");
      markSilent(false);
      if (seen !== stamp && !busy()) {
        await show(await get("/data.json"), app?.kept() ?? {});
        now = seen;
      }
    } catch (error) {
      console.warn(error);
      markSilent(true);
    }
    follow(now);
  }, POLL);
}

async function start(): Promise<void> {
  const block = document.getElementById("pawl-data")?.textContent ?? "";
  const served = location.protocol === "http:" && block.trim() === "";
  try {
    const stamp = served ? await get("/stamp") : "";
    await show(served ? await get("/data.json") : block, {});
    if (served) follow(stamp);
  } catch (error) {
    complain(error, served);
    if (served) follow("");
  }
}

declare global {
  interface Window {
    pawl: { ready: Promise<void>; seek(t: number): Promise<void>; state(): Record<string, unknown> };
  }
}

window.pawl = {
  ready: start(),
  // Resolves when the frame is drawn, plots included; a function that draws later does so in a microtask.
  async seek(t) {
    app?.clock.pause();
    app?.clock.seek(t);
    await Promise.resolve();
  },
  state: () => app?.state() ?? {},
};
