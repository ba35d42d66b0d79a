// One plot: columns against time or against another column, with the animation's time as a cursor.
import uPlot from "uplot";
import type { Place } from "../clock";
import type { Column } from "../data";
import { quantity } from "../format";
import { quiet } from "../noise";
import { seriesColor, type Theme } from "../theme";

export const LEFT = 68; // room for the left axis; the same everywhere, so that times stand below each other
const RIGHT_AXIS = 60;
const HEIGHT = 190;

export interface PlotConfig {
  x: string; // name of a column, or "" for time
  y: string[];
}

// An event on an axis of time.
export interface Mark {
  t: number;
  color: string;
  shown: boolean;
}

export interface PlotContext {
  theme: Theme;
  time: Float64Array;
  timeUnit: string;
  marks: Mark[];
  range: [number, number]; // of time, shared
  full: [number, number]; // of time, all of it
  right: number; // pixels right of the plot area, shared
  setRange(low: number, high: number): void;
  seek(t: number): void;
}

const clean = (values: ArrayLike<number>): (number | null)[] => Array.from(values, (x) => (Number.isFinite(x) ? x : null));

// A little air around the data; a flat line gets a range too.
function spread(values: ArrayLike<number>[], noise = 0): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of values) {
    for (let i = 0; i < list.length; i++) {
      if (list[i] < low && Number.isFinite(list[i])) low = list[i];
      if (list[i] > high && Number.isFinite(list[i])) high = list[i];
    }
  }
  if (low > high) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // what differs by rounding only is a flat line
  if (size <= noise) return [-1, 1];
  const air = high - low > Math.max(1e-9 * size, 2 * noise) ? 0.06 * (high - low) : 0.1 * (size || 1);
  return [low - air, high + air];
}

function valueAt(values: ArrayLike<number>, place: Place): number {
  const a = values[place.row];
  return place.part === 0 ? a : a + place.part * (values[place.next] - a);
}

export class Plot {
  readonly host: HTMLDivElement;
  private chart: uPlot | null = null;
  private readonly line = document.createElement("div");
  private readonly dots: HTMLDivElement[] = [];
  private place: Place;
  private syncing = false;

  constructor(
    host: HTMLDivElement,
    readonly x: Column | null,
    readonly y: Column[],
    private readonly context: PlotContext,
    place: Place,
  ) {
    this.host = host;
    this.place = place;
    this.line.className = "time-cursor";
  }

  get units(): string[] {
    return [...new Set(this.y.map((column) => column.unit))];
  }

  build(): void {
    this.chart?.destroy();
    this.dots.length = 0;
    const { context, x } = this;
    const width = Math.max(160, this.host.clientWidth);
    const data = [clean(x ? x.values : context.time), ...this.y.map((column) => clean(column.values))] as uPlot.AlignedData;
    this.chart = new uPlot(this.options(width), data, this.host);
    this.chart.over.append(this.line);
    if (x) {
      this.y.forEach((_, i) => {
        const dot = document.createElement("div");
        dot.className = "place-dot";
        dot.style.background = seriesColor(i, context.theme.mode);
        this.chart!.over.append(dot);
        this.dots.push(dot);
      });
    } else this.setRange();
    this.bindClick();
    this.moveCursor(this.place);
  }

  private options(width: number): uPlot.Options {
    const { context, x, units } = this;
    const ink = context.theme.css("muted");
    const grid = { stroke: context.theme.css("line"), width: 1 };
    const ticks = { ...grid, size: 5 };
    const font = "12px system-ui, sans-serif";
    const values = (_: uPlot, splits: number[]) => splits.map((v) => tick(v, splits));
    const base = { stroke: ink, grid, ticks, font, labelFont: font, labelSize: 18, labelGap: 0, values };
    const [min, max] = this.fullX;
    const scales: uPlot.Scales = { x: { time: false, min, max } };
    units.forEach((_, i) => {
      // against time y follows what is seen; a curve that wanders keeps its own range
      const whole = this.fullY(i);
      scales[`y${i}`] = { range: x ? whole : (_, low, high) => (low === null ? whole : spread([[low, high]], this.noiseOf(i))) };
    });
    const label = (text: string, unit: string) => (unit ? `${text} [${unit}]` : text);
    const axes: uPlot.Axis[] = [
      { ...base, scale: "x", size: 34, label: x ? label(x.name, x.unit) : label("t", context.timeUnit) },
      ...units.slice(0, 2).map((unit, i) => ({
        ...base,
        scale: `y${i}`,
        side: i === 0 ? (3 as const) : (1 as const),
        size: (i === 0 ? LEFT : RIGHT_AXIS) - 18,
        label: unit || " ",
        grid: i === 0 ? grid : { show: false },
      })),
    ];
    const series: uPlot.Series[] = [
      {},
      ...this.y.map((column, i) => ({
        label: column.name,
        scale: `y${units.indexOf(column.unit)}`,
        stroke: seriesColor(i, context.theme.mode),
        width: 1.75,
        points: { show: this.context.time.length < 3 },
        ...(x ? { paths: wander } : {}),
      })),
    ];
    return {
      width,
      height: HEIGHT,
      scales,
      axes,
      series,
      legend: { show: false },
      padding: [10, units.length > 1 ? 0 : context.right, 0, units.length > 0 ? 0 : LEFT],
      cursor: { y: false, x: !x, points: { show: false }, drag: { x: true, y: x !== null, uni: 30 }, bind: { dblclick: () => () => this.reset() } },
      hooks: {
        drawClear: [(chart) => this.drawMarks(chart)],
        setScale: [(chart, key) => this.scaleChanged(chart, key)],
        ready: [() => this.moveCursor(this.place)],
      },
    };
  }

  private get fullX(): [number, number] {
    return this.x ? spread([this.x.values], this.x.noise) : this.context.range;
  }
  private fullY(unit: number): [number, number] {
    return spread(this.y.filter((column) => column.unit === this.units[unit]).map((column) => column.values), this.noiseOf(unit));
  }
  private noiseOf(unit: number): number {
    return Math.max(...this.y.filter((column) => column.unit === this.units[unit]).map((column) => column.noise));
  }

  private reset(): null {
    if (!this.x) this.context.setRange(...this.context.full);
    else {
      const set = (scale: string, [min, max]: [number, number]) => this.chart!.setScale(scale, { min, max });
      this.chart!.batch(() => {
        set("x", this.fullX);
        this.units.forEach((_, i) => set(`y${i}`, this.fullY(i)));
      });
    }
    return null;
  }

  private drawMarks(chart: uPlot): void {
    if (this.x) return;
    const { ctx, bbox } = chart;
    let last = -1;
    ctx.save();
    ctx.lineWidth = devicePixelRatio;
    for (const mark of this.context.marks) {
      const at = Math.round(chart.valToPos(mark.t, "x", true));
      if (!mark.shown || at === last || at < bbox.left || at > bbox.left + bbox.width) continue;
      last = at;
      ctx.strokeStyle = mark.color;
      ctx.globalAlpha = 0.55;
      ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(at, bbox.top);
      ctx.lineTo(at, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  private scaleChanged(chart: uPlot, key: string): void {
    this.moveCursor(this.place);
    if (this.x || key !== "x" || this.syncing) return;
    const { min, max } = chart.scales.x;
    if (min !== undefined && max !== undefined && min !== null && max !== null) this.context.setRange(min, max);
  }

  setRange(): void {
    if (!this.chart || this.x) return;
    const [min, max] = this.context.range;
    this.syncing = true;
    // batched, because uPlot would tell of the change after this function has returned
    this.chart.batch(() => this.chart!.setScale("x", { min, max }));
    this.syncing = false;
  }

  // A press that does not become a drag moves time to it.
  private bindClick(): void {
    const over = this.chart!.over;
    let from: [number, number] | null = null;
    over.addEventListener("pointerdown", (event) => (from = [event.clientX, event.clientY]));
    over.addEventListener("pointerup", (event) => {
      if (!from || this.x || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4) return;
      this.context.seek(this.chart!.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    });
  }

  moveCursor(place: Place): void {
    this.place = place;
    const { chart, x } = this;
    if (!chart) return;
    if (!x) {
      const at = chart.valToPos(place.t, "x");
      this.line.hidden = !(at >= 0 && at <= chart.over.clientWidth);
      this.line.style.transform = `translateX(${at}px)`;
      return;
    }
    this.line.hidden = true;
    this.dots.forEach((dot, i) => {
      const column = this.y[i];
      const left = chart.valToPos(valueAt(x.values, place), "x");
      const top = chart.valToPos(valueAt(column.values, place), `y${this.units.indexOf(column.unit)}`);
      dot.hidden = !(left >= 0 && left <= chart.over.clientWidth && top >= 0 && top <= chart.over.clientHeight);
      dot.style.transform = `translate(${left}px, ${top}px)`;
    });
  }

  reading(index: number, place: Place): string {
    const column = this.y[index];
    return quantity(quiet(valueAt(column.values, place), column.noise), column.unit);
  }

  // Where the cursor stands, in pixels of the plot area; null outside.
  get cursorAt(): number | null {
    return this.line.hidden || !this.chart ? null : this.chart.valToPos(this.place.t, "x");
  }

  resize(): void {
    const width = Math.max(160, this.host.clientWidth);
    if (this.chart && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
    this.moveCursor(this.place);
  }

  destroy(): void {
    this.chart?.destroy();
    this.chart = null;
  }
}

// A curve that need not go from left to right.
function wander(chart: uPlot, index: number): uPlot.Series.Paths {
  const path = new Path2D();
  const xs = chart.data[0];
  const ys = chart.data[index];
  const scale = chart.series[index].scale!;
  let down = false;
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i];
    const y = ys[i];
    if (x === null || y === null || y === undefined) {
      down = false;
      continue;
    }
    const left = chart.valToPos(x, "x", true);
    const top = chart.valToPos(y, scale, true);
    if (down) path.lineTo(left, top);
    else path.moveTo(left, top);
    down = true;
  }
  return { stroke: path, flags: 1 };
}

function tick(value: number, splits: number[]): string {
  const largest = Math.max(...splits.map(Math.abs));
  if (largest >= 1e5 || (largest < 1e-3 && largest > 0)) {
    return value === 0 ? "0" : value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
  }
  return String(Number(value.toPrecision(6)));
}
