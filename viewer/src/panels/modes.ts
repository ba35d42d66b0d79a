// Modes of a linearised mechanism, as a table.
import type { Report } from "../data";
import { h } from "../dom";
import { number } from "../format";

const HEADS = ["mode", "frequency [Hz]", "damping ratio", "eigenvalue [1/s]"];

// Beside the eigenvalue's size, what only rounding left of a part is none.
function eigenvalue(re = 0, im = 0): string {
  const small = 1e-12 * Math.hypot(re, im);
  const [a, b] = [re, im].map((x) => (Math.abs(x) > small ? x : 0));
  if (b === 0) return number(a, 5);
  return `${a === 0 ? "" : `${number(a, 5)} `}± ${number(Math.abs(b), 5)} i`;
}

// null: the run has none
export function makeModes({ modes }: Report): HTMLElement | null {
  if (modes.length === 0) return null;
  const rows = modes.map(({ mode, frequency, damping, re, im }) =>
    h("tr", {}, ...[number(mode), number(frequency, 5), Math.abs(damping ?? 0) < 1e-12 ? "0" : number(damping), eigenvalue(re, im)].map((text) => h("td", {}, text))),
  );
  const head = h("tr", {}, ...HEADS.map((text) => h("th", { scope: "col" }, text)));
  return h(
    "section",
    { class: "panel", "aria-label": "Modes" },
    h("header", { class: "panel-head" }, h("h2", {}, "Modes")),
    h("div", { class: "modes", tabindex: "0", role: "group", "aria-label": "Modes of small motion" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows))),
  );
}
