// What the keys do; the same table answers them.
import { button, h, icon } from "../dom";

export interface Key {
  keys: string[]; // KeyboardEvent.key; shifted ones with "Shift+"
  shown: string;
  does: string;
  run(): void;
}

// Keys that a control needs for itself are left to it.
function belongsTo(target: Element, key: string): boolean {
  if (target.closest("input[type=search], input[type=text], select, textarea")) return true;
  if (target.closest("input[type=range]")) return false;
  const press = key === " " || key === "Enter";
  return press && target.closest("button, summary, a, input") !== null;
}

// A list that lies over the page is closed by a press elsewhere, and by Escape, which leads back to what opened it.
export function closeLists(root: HTMLElement, signal: AbortSignal): void {
  const open = () => root.querySelectorAll<HTMLDetailsElement>("details.chooser[open]");
  const away = (event: PointerEvent) => {
    for (const list of open()) if (!list.contains(event.target as Node)) list.open = false;
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    for (const list of open()) {
      if (list.contains(document.activeElement)) list.querySelector("summary")?.focus();
      list.open = false;
    }
  };
  document.addEventListener("pointerdown", away, { signal });
  document.addEventListener("keydown", escape, { signal });
}

export function bindKeys(keys: Key[]): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || (event.target instanceof Element && belongsTo(event.target, event.key))) return;
    const named = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const key = keys.find((k) => k.keys.includes(named));
    if (!key) return;
    event.preventDefault();
    key.run();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

export function makeHelp(keys: Key[], planar: boolean): HTMLDialogElement {
  const close = () => dialog.close();
  const mouse = planar
    ? [["drag", "move the drawing"], ["right drag", "tilt it"]]
    : [["drag", "turn"], ["right drag", "move"]];
  const rows = [...keys.map((k) => [k.shown, k.does]), ...mouse, ["wheel, pinch", "zoom"]];
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "help", "aria-label": "Keys and mouse" },
    h("header", {}, h("h2", {}, "Keys and mouse"), button("Close", icon("M4 4l8 8M12 4l-8 8"), close, { class: "mini" })),
    h("dl", {}, ...rows.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  return dialog;
}
