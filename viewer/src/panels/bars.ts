// Which touch was open or closed when, and on which elements: one bar over time for each slot of a contact.
import type { Clock } from "../clock";
import type { Contact, Report } from "../data";
import { h } from "../dom";
import { number, quantity } from "../format";
import { MODES, type Motion, type Slot, STATES } from "../motion";
import { quiet } from "../noise";
import type { Theme } from "../theme";
import { LEFT } from "./plot";

const NAME = 17;
const BAR = 20;
const GAP = 9;
const MOST_NAMED = 100; // contacts that never touched
const RUBS = 5; // height of what tells that a touch slides or yields

interface Piece {
  from: number; // rows
  to: number;
  state: number;
  elements: [number, number];
  mode: number; // of friction
}
interface Bar {
  slot: Slot;
  name: string;
  pieces: Piece[];
}

function piecesOf(motion: Motion, slot: Slot): Piece[] {
  const state = motion.state(slot);
  const pieces: Piece[] = [];
  for (let row = 0; row < state.length; row++) {
    const last = pieces[pieces.length - 1];
    const now = Math.round(state[row]);
    const elements: [number, number] = [motion.element(slot, 0, row), motion.element(slot, 1, row)];
    const mode = motion.mode(slot, row);
    const same = last && last.state === now && last.mode === mode && (now === 0 || elements.every((e, i) => Object.is(e, last.elements[i])));
    if (same) last.to = row;
    else pieces.push({ from: row, to: row, state: now, elements, mode });
  }
  return pieces;
}

// Folded away, with how near they came where the result tells.
function neverTouched(report: Report, contacts: Contact[]): HTMLElement {
  const columns = new Map(report.columns.map((column) => [column.name, column]));
  const nearest = (contact: Contact): string => {
    const column = columns.get(`${contact.name}.gap`);
    let least = Infinity;
    for (const gap of column?.values ?? []) if (gap < least) least = gap;
    return Number.isFinite(least) ? `smallest gap ${quantity(quiet(least, column!.noise), column!.unit)}` : "";
  };
  const rows = contacts.slice(0, MOST_NAMED).map((contact) => h("li", {}, h("span", { class: "name" }, contact.name), h("span", { class: "hint" }, nearest(contact))));
  const count = contacts.length === 1 ? "1 contact never touched" : `${contacts.length} contacts never touched`;
  return h("details", { class: "fold" }, h("summary", {}, count), h("ul", {}, ...rows), contacts.length > MOST_NAMED && h("p", { class: "hint" }, `and ${contacts.length - MOST_NAMED} more`));
}

export class Bars {
  readonly element: HTMLElement;
  readonly empty: boolean; // there is no contact at all
  private readonly canvas: HTMLCanvasElement;
  private readonly cursor = h("div", { class: "time-cursor" });
  private readonly note = h("p", { class: "hint", "aria-live": "off" });
  private readonly bars: Bar[];

  constructor(
    private readonly report: Report,
    motion: Motion,
    private readonly clock: Clock,
    private readonly theme: Theme,
    private readonly view: { range: [number, number]; right: number },
  ) {
    const { contacts } = report.scene;
    const bars = motion.slots.map((slot) => {
      const contact = contacts[slot.contact];
      const name = contact.slots > 1 ? `${contact.name}, touch ${slot.index + 1}` : contact.name;
      return { slot, name, pieces: piecesOf(motion, slot) };
    });
    const touched = new Set(bars.filter(({ pieces }) => pieces.some((piece) => piece.state > 1)).map(({ slot }) => slot.contact));
    // a slot that was never used says nothing
    this.bars = bars.filter(({ slot, pieces }) => touched.has(slot.contact) && pieces.some((piece) => piece.state > 0));
    const idle = contacts.filter((_, i) => !touched.has(i));
    this.canvas = h("canvas", { role: "img", "aria-label": this.inWords() });
    const keys = [...STATES.slice(1), ...(motion.hasFriction ? ["slides"] : [])];
    const legend = h("div", { class: "keys" }, ...keys.map((state) => h("span", { class: "key" }, h("i", { class: `swatch state-${state}` }), state)));
    const area = h("div", { class: "bars" }, this.canvas, this.cursor);
    this.element = h(
      "section",
      { class: "panel", "aria-label": "Contacts over time" },
      h("header", { class: "panel-head" }, h("h2", {}, "Contacts"), this.bars.length > 0 && legend),
      this.bars.length > 0 && area,
      this.bars.length > 0 && this.note,
      idle.length > 0 && neverTouched(report, idle),
    );
    this.empty = contacts.length === 0;
    this.canvas.addEventListener("pointermove", (event) => this.explain(event));
    this.canvas.addEventListener("pointerleave", () => (this.note.textContent = this.now()));
    this.canvas.addEventListener("click", (event) => clock.seek(this.timeAt(event.offsetX)));
  }

  private inWords(): string {
    const { time } = this.report;
    const last = time.length - 1;
    const all = time[last] - time[0] || 1;
    return this.bars
      .map(({ name, pieces }) => {
        const closed = pieces.filter((p) => p.state >= 2).reduce((sum, p) => sum + time[Math.min(last, p.to + 1)] - time[p.from], 0);
        return `${name}: closed ${number((100 * closed) / all, 3)} percent of the time`;
      })
      .join("; ");
  }

  private get width(): number {
    return Math.max(10, this.canvas.clientWidth - LEFT - this.view.right);
  }
  private x(t: number): number {
    const [low, high] = this.view.range;
    return LEFT + ((t - low) / (high - low)) * this.width;
  }
  private timeAt(x: number): number {
    const [low, high] = this.view.range;
    return low + ((x - LEFT) / this.width) * (high - low);
  }

  draw(): void {
    const { canvas } = this;
    const ratio = devicePixelRatio;
    const height = this.bars.length * (NAME + BAR + GAP);
    canvas.style.height = `${height}px`;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    const ctx = canvas.getContext("2d")!;
    ctx.scale(ratio, ratio);
    ctx.font = "12px system-ui, sans-serif";
    ctx.textBaseline = "middle";
    this.bars.forEach((bar, i) => this.drawBar(ctx, bar, i * (NAME + BAR + GAP)));
    this.update();
  }

  private drawBar(ctx: CanvasRenderingContext2D, bar: Bar, top: number): void {
    const { time } = this.report;
    const [left, right] = [LEFT, LEFT + this.width];
    const y = top + NAME;
    ctx.fillStyle = this.theme.css("text");
    ctx.fillText(bar.name, left, top + NAME / 2, this.width);
    ctx.fillStyle = this.theme.css("track");
    ctx.fillRect(left, y, this.width, BAR);
    const colors = ["track", "open", "touch", "pressed"].map((name) => this.theme.css(name));
    const ink = this.theme.css("stage");
    for (const piece of bar.pieces) {
      if (piece.state === 0) continue;
      const end = time[Math.min(time.length - 1, piece.to + 1)];
      const from = Math.max(left, this.x(time[piece.from]));
      const to = Math.min(right, Math.max(this.x(end), from + 1));
      if (to <= left || from >= right) continue;
      const open = piece.state === 1;
      ctx.fillStyle = colors[Math.min(piece.state, 3)];
      ctx.fillRect(from, open ? y + BAR / 2 - 2 : y, to - from, open ? 4 : BAR);
      if (open) continue;
      if (piece.mode >= 2) {
        ctx.fillStyle = this.theme.css("friction");
        ctx.fillRect(from, y + BAR - RUBS, to - from, RUBS);
      }
      ctx.fillStyle = ink;
      if (to - from > 3) ctx.fillRect(to - 1, y, 1, BAR);
      const label = piece.elements.filter(Number.isFinite).join(" / ");
      if (ctx.measureText(label).width + 8 < to - from) ctx.fillText(label, from + 4, y + BAR / 2 + 1);
    }
  }

  private pieceAt(bar: Bar, row: number): Piece {
    return bar.pieces.find((piece) => row <= piece.to) ?? bar.pieces[bar.pieces.length - 1];
  }
  private words(bar: Bar, piece: Piece): string {
    const { bodies, profiles } = this.report.scene.contacts[bar.slot.contact];
    const names = bodies.map((body) => this.report.scene.bodies[body].name);
    const on = profiles && piece.state > 0 ? ` on element ${piece.elements[0]} of ${names[0]} and ${piece.elements[1]} of ${names[1]}` : "";
    const mode = piece.mode > 0 ? `, ${MODES[piece.mode] ?? piece.mode}` : "";
    return `${bar.name}: ${STATES[piece.state] ?? piece.state}${mode}${on}`;
  }

  private explain(event: PointerEvent): void {
    const bar = this.bars[Math.floor(event.offsetY / (NAME + BAR + GAP))];
    if (!bar) return;
    const t = Math.min(this.clock.end, Math.max(this.clock.start, this.timeAt(event.offsetX)));
    this.note.textContent = `${quantity(t, this.report.timeUnit)}: ${this.words(bar, this.pieceAt(bar, this.clock.at(t).row))}`;
  }

  private now(): string {
    const { row } = this.clock.place;
    const shown = this.bars.map((bar) => ({ bar, piece: this.pieceAt(bar, row) })).filter(({ piece }) => piece.state > 1);
    return shown.length === 0 ? "now: nothing touches" : `now: ${shown.slice(0, 3).map(({ bar, piece }) => this.words(bar, piece)).join("; ")}`;
  }

  update(): void {
    const at = this.x(this.clock.place.t);
    this.cursor.hidden = at < LEFT - 0.5 || at > LEFT + this.width + 0.5;
    this.cursor.style.transform = `translateX(${at}px)`;
    if (!this.canvas.matches(":hover")) this.note.textContent = this.now();
  }
}
