// What happened, as a table that leads to the time of each event. Only the rows in sight exist: a run may have thousands.
import type { Clock } from "../clock";
import type { Report, RunEvent } from "../data";
import { type Child, h, toggle } from "../dom";
import { number, quantity, unitText } from "../format";
import { elementOf } from "../motion";
import { quiet } from "../noise";
import type { Theme } from "../theme";

const ROW = 30;
const IN_SIGHT = 9;
const PRINTED = 300;

// The numbers of a touch's gap, what was before in front of what is after.
const OF_GAP = ["speed", "force", "impulse", "gap"];
function fieldsOf({ eventFields }: Report): string[] {
  const names = Object.keys(eventFields).filter((name) => OF_GAP.includes(eventFields[name]));
  const before = (name: string): string => `${name}_before`;
  const later = names.filter((name) => names.includes(before(name))).map(before);
  return names.filter((name) => !later.includes(name)).flatMap((name) => (names.includes(before(name)) ? [before(name), name] : [name]));
}

const KIND_HUES: Record<string, number> = { impact: 8, singular: 300, until: 262, branch: 46, closed: 158, open: 212, sticks: 188, slips: 27, yields: 96, jams: 338, indeterminate: 300 };
export function kindColor(kind: string, theme: Theme): string {
  const hue = KIND_HUES[kind] ?? [...kind].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 360;
  return theme.mode === "light" ? `hsl(${hue}, 65%, 42%)` : `hsl(${hue}, 70%, 66%)`;
}

// An open touch went on to another element: nothing that a force or a speed notices.
export const isFaint = (event: RunEvent): boolean => event.kind === "element" && event.force === undefined && event.force_before === undefined;

// At the stop of an angle the numbers are those of a turn.
function unitsOf(event: RunEvent, report: Report): Record<string, string> {
  const stop = report.scene.contacts.find((contact) => contact.name === event.subject);
  if (!stop?.angular) return report.eventUnits;
  const { units } = report.scene;
  const angle = unitText(units.angle.name);
  const torque = unitText(`${units.force.name}*${units.length.name}`);
  const turning: Record<string, string> = { speed: `${angle}/${report.timeUnit}`, force: torque, impulse: `${torque}·${report.timeUnit}`, gap: angle };
  return Object.fromEntries(Object.entries(report.eventFields).map(([name, what]) => [name, turning[what] ?? report.eventUnits[name]]));
}

// What the kinds of friction mean, where the run itself says no more.
const MEANINGS: Record<string, string> = {
  sticks: "the slip has ended",
  slips: "friction has reached its limit",
  yields: "friction is at its limit, others hold",
};

// What `value` is depends on the kind.
function valueUnit(event: RunEvent, report: Report): string {
  const unitOf = (name: string): string => report.columns.find((column) => column.name === name)?.unit ?? "";
  if (event.kind === "accumulates") return report.timeUnit;
  if (event.kind === "impact") return unitOf("energy.kinetic");
  const force = event.kind === "drive" ? unitOf(`${event.subject}.force`) : "";
  return force && `${force}·${report.timeUnit}`;
}

// Places on profiles tell the element, those on surfaces the point.
function placeOf(event: RunEvent, report: Report): string {
  if (typeof event.q1 !== "number" || typeof event.q2 !== "number" || event.body1 === undefined) return "";
  const contact = report.scene.contacts.find(({ name }) => name === event.subject);
  if (contact?.surfaces === undefined) return `element ${elementOf(event.q1)} of ${event.body1}, ${elementOf(event.q2)} of ${event.body2}`;
  const point = ["x", "y", "z"].map((axis) => event[axis]).filter((value) => typeof value === "number");
  return point.length === 3 ? `at (${point.map((value) => number(value, 4)).join(", ")}) ${report.eventUnits.x ?? ""}`.trim() : "";
}

// Beside the largest number of its field what only rounding left is zero. Forces before and after have one scale, speeds too.
class Zeros {
  private readonly scale = new Map<string, number>();
  readonly fields: string[];
  constructor(report: Report) {
    this.fields = fieldsOf(report);
    for (const event of report.events) {
      for (const field of [...this.fields, "value"]) {
        const value = event[field];
        if (typeof value !== "number" || !Number.isFinite(value)) continue;
        const key = this.key(event, field);
        this.scale.set(key, Math.max(this.scale.get(key) ?? 0, Math.abs(value)));
      }
    }
  }
  private key(event: RunEvent, field: string): string {
    return field === "value" ? `value of ${event.kind}` : field.replace(/_(before|after|[xyz])$/, "");
  }
  of(event: RunEvent, field: string): unknown {
    const value = event[field];
    return typeof value === "number" ? quiet(value, 1e-9 * (this.scale.get(this.key(event, field)) ?? 0)) : value;
  }
}

function textOf(event: RunEvent, report: Report, zeros: Zeros): string {
  const units = unitsOf(event, report);
  const more = zeros.fields.filter((field) => typeof event[field] === "number").map(
    (field) => `${field.replaceAll("_", " ")} ${quantity(zeros.of(event, field), units[field])}`,
  );
  return [MEANINGS[event.kind], event.detail, placeOf(event, report), ...more].filter(Boolean).join("; ");
}

export class Events {
  readonly element: HTMLElement;
  current = -1; // in the list shown
  private shown: RunEvent[];
  private readonly body = h("div", { class: "rows", role: "rowgroup" });
  private readonly box: HTMLElement;
  private readonly space = h("div", {});
  private readonly filter: HTMLSelectElement;
  private readonly whole = h("p", { class: "hint whole" }); // what the current row has no room for
  private all = false; // for print
  private readonly zeros: Zeros;

  constructor(
    private readonly report: Report,
    private readonly clock: Clock,
    private readonly theme: Theme,
    public faint: boolean, // open touches that go on to another element, too
    private readonly tell: { say(text: string): void; faint(on: boolean): void },
  ) {
    this.shown = [];
    this.zeros = new Zeros(report);
    const faints = report.events.filter(isFaint).length;
    const kinds = [...new Set(report.events.map((event) => event.kind))];
    const more = toggle(`Open touches (${faints})`, "Also show where an open touch goes on to another element", this.faint, (on) => {
      this.faint = on;
      tell.faint(on);
      this.show(this.filter.value);
    });
    more.classList.add("quiet");
    this.filter = h(
      "select",
      { "aria-label": "Kind of events", change: () => this.show(this.filter.value) },
      h("option", { value: "" }, "all kinds"),
      ...kinds.map((kind) => h("option", { value: kind }, kind)),
    );
    this.space.append(this.body);
    const heads = [`t [${report.timeUnit}]`, "kind", "subject", "what", "value"];
    const titles = h("div", { class: "row titles", role: "row" }, ...heads.map((title) => h("span", { role: "columnheader" }, title)));
    this.box = h(
      "div",
      { class: "table", role: "grid", tabindex: "0", "aria-label": "Events; up and down go to the event before and after", "aria-rowcount": report.events.length + 1 },
      titles,
      this.space,
    );
    this.box.addEventListener("scroll", () => this.render());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-index]");
      if (row) this.go(Number(row.dataset.index));
    });
    const missing = report.eventsTotal - report.events.length;
    this.element = h(
      "section",
      { class: "panel events", "aria-label": "Events" },
      h("header", { class: "panel-head" }, h("h2", {}, "Events"), h("span", { class: "hint" }, this.count()), faints > 0 && more, kinds.length > 1 && this.filter),
      report.events.length > 0 ? this.box : h("p", { class: "hint" }, "nothing happened: no contact changed, no law went over to another piece"),
      report.events.length > 0 && this.whole,
      missing > 0 && h("p", { class: "hint" }, `${missing} later events are in the result folder, not in this page`),
    );
    this.update();
  }

  private count(): string {
    return this.report.eventsTotal === 0 ? "" : this.report.eventsTotal === 1 ? "1 event" : `${this.report.eventsTotal} events`;
  }

  get kind(): string {
    return this.filter.value;
  }
  show(kind: string): void {
    this.filter.value = kind;
    this.shown = this.report.events.filter((event) => (kind === "" || event.kind === kind) && (this.faint || !isFaint(event)));
    this.box.setAttribute("aria-rowcount", String(this.shown.length + 1));
    this.box.scrollTop = 0;
    this.current = -1;
    this.update();
    this.render();
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: IN_SIGHT, PageUp: -IN_SIGHT };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.min(this.shown.length - 1, Math.max(0, this.current + steps[event.key])));
  }

  // The next or previous event of all those shown.
  jump(direction: 1 | -1): void {
    const { t } = this.clock.place;
    const list = this.shown;
    const index = direction > 0 ? list.findIndex((e) => e.t > t) : list.findLastIndex((e) => e.t < t);
    if (index >= 0) this.go(index);
  }

  go(index: number): void {
    const event = this.shown[index];
    if (!event) return;
    this.clock.pause();
    this.clock.seek(event.t);
    this.current = index;
    this.reveal();
    this.render();
    this.tell.say(`event ${index + 1} of ${this.shown.length}: ${event.kind} ${event.subject ?? ""} at ${quantity(event.t, this.report.timeUnit)}`);
  }

  private reveal(): void {
    const top = this.current * ROW;
    if (top < this.box.scrollTop || top + 2 * ROW > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top - this.box.clientHeight / 2 + ROW;
    }
  }

  // The last event up to now; of several at one time the reader's choice stands.
  update(): void {
    const { t } = this.clock.place;
    if (this.current >= 0 && this.shown[this.current]?.t === t) return;
    let low = -1;
    let high = this.shown.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.shown[middle].t <= t) low = middle;
      else high = middle;
    }
    if (low === this.current && this.body.childElementCount > 0) return;
    this.current = low;
    if (low >= 0) this.reveal();
    this.render();
  }

  // All rows, as far as paper goes, or those in sight.
  print(on: boolean): void {
    this.all = on;
    this.render();
  }

  render(): void {
    const first = this.all ? 0 : Math.max(0, Math.floor(this.box.scrollTop / ROW) - 2);
    const last = Math.min(this.shown.length, this.all ? PRINTED : first + Math.ceil((this.box.clientHeight || IN_SIGHT * ROW) / ROW) + 4);
    this.space.style.height = this.all ? "auto" : `${this.shown.length * ROW}px`;
    this.body.style.transform = this.all ? "none" : `translateY(${first * ROW}px)`;
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) rows.push(this.row(this.shown[i], i));
    this.body.replaceChildren(...rows);
    const now = this.shown[this.current];
    this.whole.textContent = now ? `${now.kind} ${now.subject ?? ""}: ${textOf(now, this.report, this.zeros)}` : "";
    if (this.current >= first && this.current < last) this.box.setAttribute("aria-activedescendant", `event-${this.current}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  private row(event: RunEvent, index: number): HTMLElement {
    const now = index === this.current;
    const cell = (content: Child, name: string) => h("span", { role: "gridcell", class: name }, content);
    const mark = h("i", { class: "swatch" });
    mark.style.background = kindColor(event.kind, this.theme);
    const kind = cell(mark, "kind");
    kind.append(event.kind);
    const what = textOf(event, this.report, this.zeros);
    const detail = cell(what, "what");
    detail.title = what;
    return h(
      "div",
      { class: "row", role: "row", id: `event-${index}`, "data-index": index, "aria-rowindex": index + 2, "aria-selected": String(now), "aria-current": now ? "time" : null },
      cell(number(event.t, 6), "t"),
      kind,
      cell(event.subject ?? "", "subject"),
      detail,
      cell(event.value === undefined ? "" : quantity(this.zeros.of(event, "value"), valueUnit(event, this.report)), "value"),
    );
  }
}
