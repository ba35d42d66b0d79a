// The drawing with what belongs to it: views, what is shown, trails, names, a scale.
import { Vector3, WebGLRenderer } from "three";
import type { Clock } from "../clock";
import type { Report } from "../data";
import { button, h, icon, toggle } from "../dom";
import { boundaries } from "../draw/looks";
import { type Part, Stage, type View } from "../draw/stage";
import type { Caption } from "../export/picture";
import { niceBelow, number, unitText } from "../format";
import { bodyColors, type Theme } from "../theme";
import { Saver } from "./save";

const VIEWS: [View, string, string][] = [
  ["front", "Front", "1"],
  ["top", "Top", "2"],
  ["right", "Right", "3"],
  ["iso", "3D", "4"],
];

const WIDEST = 120; // pixels of a scale

export interface StageChoices {
  parts: Record<string, boolean>;
  clearances: number; // factor by which they are magnified
  trails: string[];
}

// A round number of units, as wide as it is in the drawing.
function measure(element: HTMLElement, unit: { name: string; si: number }, pixels: number): void {
  const amount = niceBelow(WIDEST / pixels / unit.si);
  element.style.width = `${amount * unit.si * pixels}px`;
  element.textContent = `${number(amount)} ${unitText(unit.name)}`;
}

export class StagePanel {
  readonly element: HTMLElement;
  stage: Stage | null = null;
  saver: Saver | null = null;
  private readonly canvas: HTMLCanvasElement;
  private readonly labels = h("div", { class: "labels", "aria-hidden": "true" });
  private readonly ruler = h("div", { class: "ruler", "aria-hidden": "true" });
  private readonly forceKey = h("div", { class: "force-key", "aria-hidden": "true" });
  private readonly magnified = h("p", { class: "magnified", role: "status", hidden: true });
  private readonly area: HTMLElement;
  private readonly tools: HTMLElement;
  private readonly hasContacts: boolean;
  private parts: Record<string, boolean>;
  private names: { element: HTMLElement; body: number; local: Vector3 }[] = [];

  constructor(
    private readonly report: Report,
    private readonly clock: Clock,
    private readonly theme: Theme,
    choices: Partial<StageChoices>,
  ) {
    const { scene } = report;
    this.hasContacts = scene.contacts.some((contact) => contact.profiles ?? contact.surfaces);
    this.parts = { joints: true, frames: false, names: false, touches: true, forces: true, reactions: false, grid: true, ...choices.parts };
    this.canvas = h("canvas", { class: "stage", tabindex: "0", role: "img", "aria-label": this.inWords() });
    const switches: [string, string, string][] = [
      ["joints", "Joints", "J"],
      ["frames", "Frames", "A"],
      ["names", "Names of bodies", "N"],
    ];
    if (this.hasContacts) switches.push(["touches", "Touches", "T"], ["forces", "Contact forces", "C"]);
    if (scene.joints.length > 0) switches.push(["reactions", "Reactions of joints", "R"]);
    switches.push(["grid", "Grid", "G"]);
    this.tools = h(
      "div",
      { class: "stage-tools", role: "toolbar", "aria-label": "View" },
      h("div", { class: "group" }, ...VIEWS.map(([view, name, key]) => button(`${name} view (${key})`, name, () => this.stage?.setView(view)))),
      h(
        "div",
        { class: "group" },
        button("Zoom in (I)", icon("M8 3v10M3 8h10"), () => this.stage?.zoom(1.25)),
        button("Zoom out (O)", icon("M3 8h10"), () => this.stage?.zoom(0.8)),
        button("Fit (F)", icon("M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"), () => this.stage?.fit()),
      ),
      h(
        "details",
        { class: "chooser show" },
        h("summary", {}, "Show"),
        h("div", { class: "popover", role: "group", "aria-label": "Parts of the drawing" }, ...switches.map(([part, name, key]) => this.switch(part, name, key))),
      ),
    );
    this.area = h("div", { class: "stage-area" }, this.canvas, this.labels, h("div", { class: "rulers" }, this.forceKey, this.ruler), this.magnified);
    this.element = h("section", { class: "stage-panel", "aria-label": "Mechanism" }, this.tools, this.area);
  }

  // Once the element is in the page and has a size.
  start(choices: Partial<StageChoices>): void {
    let renderer: WebGLRenderer;
    try {
      renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true });
    } catch {
      this.area.append(h("p", { class: "no-drawing" }, "This browser cannot draw in three dimensions (WebGL is off). Plots and events work."));
      return;
    }
    this.stage = new Stage(renderer, this.report, this.theme, () => this.decorate());
    for (const [part, on] of Object.entries(this.parts)) if (part !== "names") this.stage.show(part as Part, on);
    const { report, clock, theme, stage } = this;
    this.saver = new Saver({ report, clock, theme, stage, caption: (t) => this.caption(t) });
    this.tools.append(...this.clearanceChooser(choices.clearances ?? 1), this.trailChooser(choices.trails ?? []), this.saver.element);
    this.makeNames();
    this.stage.draw(this.clock.place);
    this.decorate();
  }

  private inWords(): string {
    const { scene } = this.report;
    const names = scene.bodies.slice(1).map((body) => body.name);
    return `Drawing of ${scene.name}: ${names.slice(0, 12).join(", ")}${names.length > 12 ? " and more" : ""}`;
  }

  private switch(part: string, name: string, key: string): HTMLButtonElement {
    const element = toggle(name, `${name} (${key})`, this.parts[part], (on) => this.showPart(part, on));
    element.dataset.part = part;
    element.append(h("kbd", {}, key));
    return element;
  }
  private showPart(part: string, on: boolean): void {
    this.parts[part] = on;
    if (part !== "names") this.stage?.show(part as Part, on);
    this.decorate();
    this.update();
  }
  flip(part: string): void {
    this.tools.querySelector<HTMLElement>(`[data-part=${part}]`)?.click();
  }

  private trailChooser(chosen: string[]): HTMLElement {
    const trails = this.stage!.trails;
    const boxes = trails.points.map((point, i) => {
      const box = h("input", { type: "checkbox" });
      box.checked = chosen.includes(point.name);
      if (box.checked) trails.show(i, true);
      box.addEventListener("change", () => {
        trails.show(i, box.checked);
        this.stage!.draw(this.clock.place);
      });
      return h("label", {}, box, h("span", { class: "name" }, point.name));
    });
    return h(
      "details",
      { class: "chooser" },
      h("summary", {}, "Trails"),
      h("div", { class: "popover" }, h("div", { class: "choices", role: "group", "aria-label": "Points that leave a trail" }, ...boxes)),
    );
  }

  // Only where there are pins in round holes, or balls in hollows.
  private clearanceChooser(chosen: number): HTMLElement[] {
    const { clearances } = this.stage!;
    if (clearances.factors.length === 0) return [];
    const hint = "Magnify clearances: over each pin in a round hole, or ball in a hollow, its place in a hole with so many times the clearance; bodies stay where they are";
    const options = [1, ...clearances.factors].map((factor) => h("option", { value: factor }, factor === 1 ? "Clearances 1×" : `Clearances ${number(factor)}×`));
    const select = h("select", { "aria-label": "Clearances", title: hint, class: "quiet" }, ...options);
    const set = (factor: number) => {
      clearances.factor = factor;
      this.magnified.hidden = factor === 1;
      this.magnified.textContent = `clearances ${number(factor)}×: pins in ${this.report.scene.planar ? "round holes" : "hollows"} only, bodies stay where they are`;
    };
    select.addEventListener("change", () => {
      set(Number(select.value));
      this.update();
    });
    set(clearances.factors.includes(chosen) ? chosen : 1);
    select.value = String(clearances.factor);
    return [select];
  }

  get choices(): StageChoices {
    const trails = this.stage ? this.stage.trails.shown.map((i) => this.stage!.trails.points[i].name) : [];
    return { parts: this.parts, clearances: this.stage?.clearances.factor ?? 1, trails };
  }

  private makeNames(): void {
    const middle = (body: number): Vector3 => {
      const { points, own } = this.stage!.drawn.bodies[body].anchors;
      const { surfaces, meshes } = this.report.scene.bodies[body];
      if (boundaries(this.report.scene.bodies[body]).length > 0 || surfaces !== undefined || meshes !== undefined || points.length === 0) return own;
      return points.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(points.length);
    };
    this.names = this.report.scene.bodies.slice(1).map((body, i) => {
      const element = h("span", {}, body.name);
      this.labels.append(element);
      return { element, body: i + 1, local: middle(i + 1) };
    });
  }

  // What lies over the drawing and follows its view: names and the scale.
  private decorate(): void {
    const { stage } = this;
    if (!stage) return;
    this.labels.hidden = !this.parts.names;
    if (this.parts.names) {
      for (const { element, body, local } of this.names) {
        const at = stage.screen(body, local);
        element.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
        element.style.borderColor = `#${bodyColors(body, this.theme.mode).line.getHexString()}`;
      }
    }
    const { pixel } = stage;
    this.ruler.hidden = pixel === 0;
    if (pixel > 0) measure(this.ruler, this.report.scene.units?.length ?? { name: "m", si: 1 }, 1 / pixel);
    const { perNewton } = stage.forces;
    const arrows = (this.parts.touches && this.parts.forces && this.hasContacts) || this.parts.reactions;
    this.forceKey.hidden = pixel === 0 || perNewton === 0 || !arrows;
    if (!this.forceKey.hidden) measure(this.forceKey, this.report.scene.units?.force ?? { name: "N", si: 1 }, perNewton / pixel);
  }

  // For pictures: what lies over the drawing, of the place that was drawn last.
  private caption(time: string): Caption {
    const { stage, theme } = this;
    const labels = this.parts.names
      ? this.names.map(({ element, body, local }) => {
          const { x, y } = stage!.screen(body, local);
          return { text: element.textContent ?? "", x, y, color: `#${bodyColors(body, theme.mode).line.getHexString()}` };
        })
      : [];
    const rulers = ([[this.ruler, "ink"], [this.forceKey, "force"]] as const)
      .filter(([element]) => !element.hidden)
      .map(([element, color]) => ({ text: element.textContent ?? "", width: parseFloat(element.style.width), color: theme.css(color) }));
    const { factor } = stage!.clearances;
    const title = `${this.report.scene.name || "mechanism"}, t = ${time}${factor > 1 ? `, clearances ${number(factor)}×` : ""}`;
    return { labels, rulers, title, colors: { text: theme.css("ink"), muted: theme.css("muted"), stage: theme.css("stage") } };
  }

  update(): void {
    this.stage?.draw(this.clock.place);
    if (this.parts.names) this.decorate();
  }
  resize(): void {
    this.stage?.resize();
    this.stage?.draw(this.clock.place);
    this.decorate();
  }
  repaint(): void {
    this.stage?.repaint();
    this.stage?.draw(this.clock.place);
    this.decorate();
  }
}
