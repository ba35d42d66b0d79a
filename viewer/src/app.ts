// One report on the page: its panels, tied to one clock.
import { Clock } from "./clock";
import type { Report } from "./data";
import { button, h, icon } from "./dom";
import type { Camera } from "./draw/stage";
import { MODES, STATES, Motion } from "./motion";
import { makeAudit } from "./panels/audit";
import { Bars } from "./panels/bars";
import { Events, isFaint, kindColor } from "./panels/events";
import { bindKeys, closeLists, type Key, makeHelp } from "./panels/help";
import { makeModes } from "./panels/modes";
import type { Mark, PlotConfig } from "./panels/plot";
import { firstPlots, Plots } from "./panels/plots";
import { type StageChoices, StagePanel } from "./panels/stage_panel";
import { makeSummary } from "./panels/summary";
import { Timeline } from "./panels/timeline";
import type { Theme } from "./theme";

// What the reader has set up, kept when a growing run is read again.
export interface Kept extends Partial<StageChoices> {
  t?: number;
  atEnd?: boolean;
  playing?: boolean;
  speed?: number;
  loop?: boolean;
  kind?: string; // of the events in the table
  faint?: boolean; // events of open touches too
  camera?: Camera;
  plots?: PlotConfig[];
  range?: [number, number]; // of time, if zoomed
  scrolled?: number;
}

export class App {
  readonly clock: Clock;
  readonly stagePanel: StagePanel;
  private readonly plots: Plots;
  private readonly bars: Bars;
  private readonly events: Events;
  private readonly timeline: Timeline;
  private readonly marks: Mark[];
  private readonly spoken = h("div", { class: "spoken", "aria-live": "polite" });
  private readonly unbind: () => void;
  private readonly observer: ResizeObserver;
  private readonly side = h("div", { class: "side" });
  private readonly gone = new AbortController();

  constructor(
    private readonly root: HTMLElement,
    private readonly report: Report,
    private readonly theme: Theme,
    kept: Kept = {},
  ) {
    this.clock = new Clock(report.time, report.timeScale);
    if (kept.speed !== undefined) this.clock.speed = kept.speed;
    if (kept.loop !== undefined) this.clock.loop = kept.loop;
    this.marks = report.events.map((event) => ({ t: event.t, color: kindColor(event.kind, theme), shown: !isFaint(event) || kept.faint === true }));
    this.stagePanel = new StagePanel(report, this.clock, theme, kept);
    this.plots = new Plots(report, this.clock, theme, this.marks);
    this.bars = new Bars(report, new Motion(report), this.clock, theme, this.plots);
    this.events = new Events(report, this.clock, theme, kept.faint === true, {
      say: (text) => (this.spoken.textContent = text),
      faint: (on) => this.showFaint(on),
    });
    this.timeline = new Timeline(this.clock, report.timeUnit, this.marks, (direction) => this.events.jump(direction));
    const keys = this.keys();
        const audit = makeAudit(report);
    keys.push({ keys: ["u", "U"], shown: "U", does: "what the audit found", run: () => audit.dialog.showModal() });
    keys.push({ keys: ["?"], shown: "?", does: "this list", run: () => help.showModal() });
    const help = makeHelp(keys, report.scene.planar);
    this.unbind = bindKeys(keys);
    closeLists(root, this.gone.signal);
    this.lay(help, audit);
    this.stagePanel.start(kept);
    this.plots.configs = kept.plots ?? firstPlots(report);
    this.plots.onRange(() => this.bars.draw());
    if (kept.range) this.plots.setRange(...kept.range);
    if (kept.scrolled) this.side.scrollTop = kept.scrolled;
    if (kept.camera && this.stagePanel.stage) this.stagePanel.stage.view = kept.camera;
    this.bars.draw();
    this.timeline.draw();
    this.events.show(kept.kind ?? "");
    this.clock.onChange(() => this.update());
    theme.onChange(() => this.repaint());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.stagePanel.element);
    this.observer.observe(this.plots.element);
    for (const name of ["beforeprint", "afterprint"]) {
      addEventListener(name, () => this.events.print(name === "beforeprint"), { signal: this.gone.signal });
    }
    if (kept.t !== undefined) this.clock.seek(kept.atEnd ? this.clock.end : kept.t);
    if (kept.playing) this.clock.play();
  }

  private lay(help: HTMLDialogElement, audit: ReturnType<typeof makeAudit>): void {
    const { report } = this;
    document.title = `${report.scene.name || "mechanism"}: pawl`;
    const modes = makeModes(report);
    this.side.append(...(modes ? [modes] : []), this.plots.element, ...(this.bars.empty ? [] : [this.bars.element]), this.events.element);
    const main = h("main", {}, h("div", { class: "left" }, this.stagePanel.element, this.timeline.element), this.side);
    const head = h(
      "header",
      { class: "top" },
      h("h1", { title: report.scene.name }, report.scene.name || "mechanism"),
      h("span", { class: "status", "data-status": report.run.status ?? "" }, report.run.status ?? ""),
      audit.mark,
      h("span", { class: "version" }, report.run.version ? `pawl ${report.run.version}` : "pawl"),
      h("span", { class: "spring" }),
      button("Light or dark (D)", icon("M8 2a6 6 0 1 0 0 12zM8 2v12a6 6 0 0 0 0-12"), () => this.theme.toggle()),
      button("Keys and mouse (?)", "?", () => help.showModal()),
    );
    this.root.replaceChildren(head, makeSummary(report, (t) => this.clock.seek(t)), main, this.spoken, help, audit.dialog);
  }

  private keys(): Key[] {
    const { clock } = this;
    const stage = () => this.stagePanel.stage;
    const flip = (key: string, part: string, name: string): Key => ({
      keys: [key, key.toUpperCase()],
      shown: key.toUpperCase(),
      does: name,
      run: () => this.stagePanel.flip(part),
    });
    return [
      { keys: [" "], shown: "Space", does: "play or pause", run: () => clock.toggle() },
      { keys: ["ArrowLeft"], shown: "Left", does: "one row back", run: () => clock.step(-1) },
      { keys: ["ArrowRight"], shown: "Right", does: "one row on", run: () => clock.step(1) },
      { keys: ["Shift+ArrowLeft"], shown: "Shift+Left", does: "event before", run: () => this.events.jump(-1) },
      { keys: ["Shift+ArrowRight"], shown: "Shift+Right", does: "next event", run: () => this.events.jump(1) },
      { keys: ["PageUp"], shown: "Page up", does: "a tenth back", run: () => this.skip(-0.1) },
      { keys: ["PageDown"], shown: "Page down", does: "a tenth on", run: () => this.skip(0.1) },
      { keys: ["Home"], shown: "Home", does: "to the start", run: () => clock.seek(clock.start) },
      { keys: ["End"], shown: "End", does: "to the end", run: () => clock.seek(clock.end) },
      { keys: ["+", "="], shown: "+", does: "faster", run: () => clock.faster(1) },
      { keys: ["-"], shown: "-", does: "slower", run: () => clock.faster(-1) },
      { keys: ["l", "L"], shown: "L", does: "begin again at the end, or not", run: () => this.timeline.flipLoop() },
      { keys: ["f", "F"], shown: "F", does: "fit", run: () => stage()?.fit() },
      { keys: ["1"], shown: "1", does: "from the front", run: () => stage()?.setView("front") },
      { keys: ["2"], shown: "2", does: "from above", run: () => stage()?.setView("top") },
      { keys: ["3"], shown: "3", does: "from the right", run: () => stage()?.setView("right") },
      { keys: ["4"], shown: "4", does: "from a corner", run: () => stage()?.setView("iso") },
      { keys: ["i", "I"], shown: "I", does: "zoom in", run: () => stage()?.zoom(1.25) },
      { keys: ["o", "O"], shown: "O", does: "zoom out", run: () => stage()?.zoom(0.8) },
      { keys: ["w", "W"], shown: "W", does: "view up", run: () => stage()?.nudge(0, 1) },
      { keys: ["s", "S"], shown: "S", does: "view down", run: () => stage()?.nudge(0, -1) },
      { keys: ["q", "Q"], shown: "Q", does: "view left", run: () => stage()?.nudge(-1, 0) },
      { keys: ["e", "E"], shown: "E", does: "view right", run: () => stage()?.nudge(1, 0) },
      { keys: ["z", "Z"], shown: "Z", does: "less of time in the plots", run: () => this.plots.zoom(0.5) },
      { keys: ["x", "X"], shown: "X", does: "more of time in the plots", run: () => this.plots.zoom(2) },
      flip("j", "joints", "joints"),
      flip("a", "frames", "frames"),
      flip("n", "names", "names"),
      flip("t", "touches", "touches"),
      flip("c", "forces", "contact forces"),
      flip("r", "reactions", "forces of joints"),
      flip("g", "grid", "grid"),
      { keys: ["p", "P"], shown: "P", does: "save a picture", run: () => this.stagePanel.saver?.picture() },
      { keys: ["d", "D"], shown: "D", does: "light or dark", run: () => this.theme.toggle() },
    ];
  }

  private skip(part: number): void {
    const { clock } = this;
    clock.seek(clock.place.t + part * (clock.end - clock.start));
  }

  private update(): void {
    this.stagePanel.update();
    this.timeline.update();
    this.plots.update();
    this.bars.update();
    this.events.update();
  }

  private showFaint(on: boolean): void {
    this.marks.forEach((mark, i) => (mark.shown = on || !isFaint(this.report.events[i])));
    this.plots.rebuild();
    this.timeline.draw();
  }

  private repaint(): void {
    this.marks.forEach((mark, i) => (mark.color = kindColor(this.report.events[i].kind, this.theme)));
    this.stagePanel.repaint();
    this.plots.rebuild();
    this.timeline.draw();
    this.events.render();
  }

  private resize(): void {
    this.stagePanel.resize();
    this.plots.resize();
    this.bars.draw();
    this.timeline.draw();
  }

  kept(): Kept {
    const { clock } = this;
    const { stage } = this.stagePanel;
    return {
      t: clock.place.t,
      atEnd: clock.place.t >= clock.end,
      playing: clock.playing,
      speed: clock.speed,
      loop: clock.loop,
      kind: this.events.kind,
      faint: this.events.faint,
      camera: stage?.moved ? stage.view : undefined,
      plots: this.plots.configs,
      range: this.plots.zoomed ? this.plots.range : undefined,
      scrolled: this.side.scrollTop,
      ...this.stagePanel.choices,
    };
  }

  // What is on the screen, for tests.
  state(): Record<string, unknown> {
    const { clock, report } = this;
    const { stage } = this.stagePanel;
    const bodies = stage
      ? report.scene.bodies.map((body, i) => ({ name: body.name, screen: stage.screen(i, stage.drawn.bodies[i].anchors.own).toArray() }))
      : [];
    const touches = stage
      ? stage.touches.current.map((touch) => ({
          state: STATES[touch.state],
          force: touch.force,
          mode: MODES[touch.mode],
          friction: touch.friction.toArray(),
          elements: touch.elements,
          screen: stage.screen(0, touch.point).toArray(),
        }))
      : [];
    return {
      t: clock.place.t,
      row: clock.place.row,
      playing: clock.playing,
      speed: clock.speed,
      rows: report.rows,
      theme: this.theme.mode,
      frames: stage?.framesDrawn ?? 0,
      camera: stage?.view ?? null,
      range: this.plots.range,
      event: this.events.current,
      bodies,
      touches,
      reactions: stage?.reactions.current.map(({ joint, body, force, point }) => ({
        joint,
        body: report.scene.bodies[body].name,
        force: force.toArray(),
        screen: stage.screen(0, point).toArray(),
      })),
      plots: this.plots.state(),
      ...this.stagePanel.choices,
    };
  }

  dispose(): void {
    this.clock.pause();
    this.unbind();
    this.gone.abort();
    this.observer.disconnect();
    this.plots.destroy();
    this.theme.clear();
    this.stagePanel.stage?.dispose();
  }
}
