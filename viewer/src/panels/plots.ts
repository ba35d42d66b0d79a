// The plots, all with one range of time; which columns they show is the reader's choice.
import type { Clock } from "../clock";
import type { Column, Report } from "../data";
import { button, h, icon } from "../dom";
import { seriesColor, type Theme } from "../theme";
import { Plot, type PlotConfig, type PlotContext } from "./plot";

const MOST_LISTED = 300;
const NARROW = 16;
const WIDE = 60;
const MOVES = 1e-3; // of the widest range in a plot: what moves less stands still beside it

// What the model wants to be plotted; names that are no columns are left out.
function wantedPlots({ columns, run }: Report): PlotConfig[] {
  const known = new Set(columns.map(({ name }) => name));
  const lists = Array.isArray(run.plots) ? (run.plots as unknown[]) : [];
  const named = lists.map((list) => (Array.isArray(list) ? list.filter((name): name is string => known.has(name)) : []));
  return named.filter((y) => y.length > 0).map((y) => ({ x: "", y }));
}

// Columns worth looking at first: those that the model names, else where things are, forces, energies.
export function firstPlots(report: Report): PlotConfig[] {
  const { columns, scene } = report;
  const plots = wantedPlots(report);
  if (plots.length > 0) return plots;
  const varies = (column: Column) => column.values.length < 3 || rangeOf(column) > 2 * column.noise;
  const used = new Set<string>();
  const add = (wanted: (name: string) => boolean, most: number) => {
    const lead = columns.find((column) => wanted(column.name) && !used.has(column.name) && varies(column));
    if (!lead) return;
    const fit = columns.filter((c) => c.unit === lead.unit && wanted(c.name) && !used.has(c.name) && varies(c));
    const widest = Math.max(...fit.map(rangeOf));
    const list = fit.filter((c) => rangeOf(c) >= MOVES * widest).slice(0, most);
    for (const c of list) used.add(c.name);
    plots.push({ x: "", y: list.map((c) => c.name) });
  };
  const suffix = (...list: string[]) => (name: string) => list.some((end) => name.endsWith(end));
  const plain = (name: string) => !name.includes(".");
  const contactForces = new Set(scene.contacts.map((contact) => `${contact.name}.force`));
  const ofContact = (name: string) => scene.contacts.some((contact) => name.startsWith(`${contact.name}.`));
  const isPlace = suffix(".angle", ".travel", ".x", ".y", ".z", ".angle1", ".angle2");
  const place = (name: string) => isPlace(name) && !ofContact(name);
  add(plain, 3);
  add((name) => contactForces.has(name), 3);
  add(place, 3);
  add((name) => name.endsWith(".force") && !ofContact(name), 3);
  if (plots.length < 3) add(suffix(".fx", ".fy", ".fz"), 3);
  add((name) => name.startsWith("energy.") && !name.endsWith(".balance"), 3);
  if (plots.length === 0 && columns.length > 0) plots.push({ x: "", y: [columns[0].name] });
  return plots.slice(0, 3);
}

function rangeOf({ values }: Column): number {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) {
    if (x < low && Number.isFinite(x)) low = x;
    if (x > high && Number.isFinite(x)) high = x;
  }
  return high > low ? high - low : 0;
}

interface Panel {
  config: PlotConfig;
  section: HTMLElement;
  plot: Plot;
  readings: HTMLElement[];
}

export class Plots {
  readonly element: HTMLElement;
  range: [number, number];
  private panels: Panel[] = [];
  private readonly list = h("div", { class: "plot-list" });
  private readonly byName: Map<string, Column>;
  private readonly context: PlotContext;
  private readonly rangeListeners: (() => void)[] = [];
  private readonly whole: HTMLButtonElement;

  constructor(
    private readonly report: Report,
    private readonly clock: Clock,
    private readonly theme: Theme,
    marks: PlotContext["marks"],
  ) {
    this.byName = new Map(report.columns.map((column) => [column.name, column]));
    this.range = this.full;
    const plots = this;
    this.context = {
      theme,
      time: report.time,
      timeUnit: report.timeUnit,
      marks,
      get range() {
        return plots.range;
      },
      full: this.full,
      get right() {
        return plots.right;
      },
      setRange: (low, high) => this.setRange(low, high),
      seek: (t) => clock.seek(t),
    };
    this.whole = button("Show all of time", "All of time", () => this.setRange(...this.full), { class: "quiet" });
    const more = button("Add a plot", "Add plot", () => this.add({ x: "", y: [] }, true), { class: "quiet" });
    const closer = h(
      "div",
      { class: "group" },
      button("Less of time (Z)", icon("M8 3v10M3 8h10"), () => this.zoom(0.5)),
      button("More of time (X)", icon("M3 8h10"), () => this.zoom(2)),
    );
    this.element = h(
      "section",
      { class: "panel", "aria-label": "Plots" },
      h("header", { class: "panel-head" }, h("h2", {}, "Plots"), h("span", { class: "hint" }, "drag to zoom, click to go to a time"), closer, this.whole, more),
      this.list,
    );
  }

  private get full(): [number, number] {
    const air = this.clock.end > this.clock.start ? 0 : 0.5;
    return [this.clock.start - air, this.clock.end + air];
  }
  // Right of all plots the same room, so that times stand below each other.
  get right(): number {
    return this.panels.some(({ plot }) => plot.units.length > 1) ? WIDE : NARROW;
  }

  get configs(): PlotConfig[] {
    return this.panels.map(({ config }) => config);
  }
  set configs(list: PlotConfig[]) {
    for (const panel of this.panels) this.drop(panel);
    this.panels = [];
    for (const config of list) this.add(config, false);
    this.rebuild();
  }

  private add(config: PlotConfig, open: boolean): void {
    const section = h("section", { class: "plot" });
    const panel: Panel = { config, section, plot: this.makePlot(config), readings: [] };
    this.panels.push(panel);
    this.list.append(section);
    this.fill(panel);
    if (open) {
      this.rebuild();
      const chooser = section.querySelector("details")!;
      chooser.open = true;
      chooser.querySelector("input")?.focus();
      section.scrollIntoView({ block: "nearest" });
    }
  }

  private makePlot(config: PlotConfig): Plot {
    const y = config.y.map((name) => this.byName.get(name)).filter((column) => column !== undefined);
    return new Plot(h("div", { class: "chart" }), this.byName.get(config.x) ?? null, y, this.context, this.clock.place);
  }

  private drop(panel: Panel): void {
    panel.plot.destroy();
    panel.section.remove();
  }

  private change(panel: Panel, config: PlotConfig): void {
    panel.config = config;
    panel.plot.destroy();
    panel.plot = this.makePlot(config);
    this.fill(panel);
    this.rebuild();
  }

  // Everything of a panel but the open list of columns, which stays while the reader picks from it.
  private fill(panel: Panel): void {
    const { config, plot, section } = panel;
    const number = this.panels.indexOf(panel) + 1;
    panel.readings = plot.y.map(() => h("output", {}));
    const keys = plot.y.map((column, i) =>
      h(
        "span",
        { class: "key" },
        this.swatch(i),
        h("span", { class: "name" }, column.name),
        panel.readings[i],
        button(`Remove ${column.name}`, icon("M4 4l8 8M12 4l-8 8"), () => this.change(panel, { ...config, y: config.y.filter((n) => n !== column.name) }), { class: "mini" }),
      ),
    );
    const against = plot.x ? h("span", { class: "against" }, `against ${plot.x.name}`) : null;
    const head = h("div", { class: "keys" }, ...keys, against);
    const old = section.querySelector("details");
    const chooser = old ?? this.chooser(panel);
    const remove = button(`Remove plot ${number}`, icon("M4 4l8 8M12 4l-8 8"), () => this.remove(panel), { class: "mini" });
    section.setAttribute("aria-label", `Plot ${number}: ${plot.y.map((c) => c.name).join(", ") || "empty"}`);
    const tools = section.querySelector(".plot-tools") ?? h("div", { class: "plot-tools" }, chooser, remove);
    const bar = section.querySelector(".plot-bar");
    if (bar) {
      bar.replaceChild(head, bar.firstChild!);
      section.replaceChild(plot.host, section.lastChild!);
    } else section.append(h("div", { class: "plot-bar" }, head, tools), plot.host);
  }

  private swatch(index: number): HTMLElement {
    const swatch = h("i", { class: "swatch" });
    swatch.style.background = seriesColor(index, this.theme.mode);
    return swatch;
  }

  private remove(panel: Panel): void {
    this.panels = this.panels.filter((p) => p !== panel);
    this.drop(panel);
    this.rebuild();
    (this.element.querySelector(".panel-head button:last-child") as HTMLElement).focus();
  }

  private chooser(panel: Panel): HTMLDetailsElement {
    const filter = h("input", { type: "search", placeholder: "filter columns", "aria-label": "Filter columns" });
    const boxes = h("div", { class: "choices", role: "group", "aria-label": "Columns to plot" });
    const against = h("select", { "aria-label": "Horizontal axis" }, h("option", { value: "" }, "t"));
    const list = () => {
      const wanted = filter.value.toLowerCase();
      const hits = this.report.columns.filter((column) => column.name.toLowerCase().includes(wanted));
      boxes.replaceChildren(...hits.slice(0, MOST_LISTED).map((column) => this.choice(panel, column)));
      if (hits.length > MOST_LISTED) boxes.append(h("p", { class: "hint" }, `${hits.length - MOST_LISTED} more: filter to see them`));
      if (hits.length === 0) boxes.append(h("p", { class: "hint" }, "no column has this in its name"));
    };
    filter.addEventListener("input", list);
    against.addEventListener("change", () => this.change(panel, { ...panel.config, x: against.value }));
    const details = h(
      "details",
      { class: "chooser" },
      h("summary", { class: "quiet" }, "Columns"),
      h("div", { class: "popover" }, h("label", {}, "against ", against), filter, boxes),
    );
    details.addEventListener("toggle", () => {
      if (!details.open) return;
      against.replaceChildren(h("option", { value: "" }, `t [${this.report.timeUnit}]`), ...this.report.columns.map((c) => h("option", { value: c.name }, c.name)));
      against.value = panel.config.x;
      list();
    });
    return details;
  }

  private choice(panel: Panel, column: Column): HTMLElement {
    const box = h("input", { type: "checkbox" });
    box.checked = panel.config.y.includes(column.name);
    box.addEventListener("change", () => {
      const others = panel.config.y.filter((name) => name !== column.name);
      this.change(panel, { ...panel.config, y: box.checked ? [...others, column.name] : others });
    });
    return h("label", {}, box, h("span", { class: "name" }, column.name), h("span", { class: "unit" }, column.unit));
  }

  get zoomed(): boolean {
    const [low, high] = this.full;
    return this.range[0] > low || this.range[1] < high;
  }
  onRange(listener: () => void): void {
    this.rangeListeners.push(listener);
  }
  // About the time that the page is at.
  zoom(factor: number): void {
    const [low, high] = this.full;
    const { t } = this.clock.place;
    const [from, to] = this.range;
    const span = Math.min(high - low, factor * (to - from));
    if (!(span > 1e-9 * (high - low))) return;
    const part = t >= from && t <= to ? (t - from) / (to - from) : 0.5;
    const start = Math.min(high - span, Math.max(low, t - part * span));
    this.setRange(start, start + span);
  }
  setRange(low: number, high: number): void {
    if (low === this.range[0] && high === this.range[1]) return;
    this.range = [low, high];
    for (const { plot } of this.panels) plot.setRange();
    this.showRange();
  }
  private showRange(): void {
    this.whole.hidden = !this.zoomed;
    for (const listener of this.rangeListeners) listener();
  }

  rebuild(): void {
    for (const panel of this.panels) {
      panel.plot.build();
      panel.section.querySelectorAll<HTMLElement>(".swatch").forEach((swatch, i) => (swatch.style.background = seriesColor(i, this.theme.mode)));
    }
    this.update();
    this.showRange();
  }
  destroy(): void {
    for (const { plot } of this.panels) plot.destroy();
  }
  resize(): void {
    for (const { plot } of this.panels) plot.resize();
  }

  update(): void {
    const { place } = this.clock;
    for (const { plot, readings } of this.panels) {
      plot.moveCursor(place);
      readings.forEach((output, i) => (output.textContent = plot.reading(i, place)));
    }
  }

  state(): { x: string; y: string[]; cursor: number | null; readings: string[] }[] {
    return this.panels.map(({ config, plot, readings }) => ({
      x: config.x,
      y: config.y,
      cursor: plot.cursorAt,
      readings: readings.map((output) => output.textContent ?? ""),
    }));
  }
}
