// What the reader takes along: a picture or a drawing of an instant, a video of the run.
import type { Clock } from "../clock";
import type { Report } from "../data";
import { h } from "../dom";
import type { Stage } from "../draw/stage";
import { type Caption, compose, save } from "../export/picture";
import { drawingAsSvg } from "../export/svg";
import { FRAMES, makeVideo, VideoError } from "../export/video";
import { fixed, number } from "../format";
import type { Theme } from "../theme";

const SHARP = 2; // pixels of a picture for one of the page, at least
const WIDE = 1280; // pixels of a video, where the drawing is smaller
const LONGEST = 10 * 60 * FRAMES; // frames

export interface Source {
  report: Report;
  clock: Clock;
  theme: Theme;
  stage: Stage;
  caption(t: string): Caption; // of what was drawn last
}

export class Saver {
  readonly element: HTMLElement;
  private readonly said = h("p", { class: "hint", role: "status" });
  private readonly video: HTMLButtonElement;
  private stop = false;
  private busy = false;

  constructor(private readonly from: Source) {
    const { report } = from;
    const choice = (text: string, hint: string, run: () => void) => h("button", { type: "button", click: run, title: hint }, text);
    this.video = choice("Video (WebM)", "The whole run at the speed chosen below", () => void this.film());
    this.element = h(
      "details",
      { class: "chooser save" },
      h("summary", {}, "Save"),
      h(
        "div",
        { class: "popover" },
        choice("Picture (PNG)", "The drawing as it is now (P)", () => this.picture()),
        report.scene.planar && choice("Drawing (SVG)", "Lines of the drawing as it is now, from the front", () => this.drawing()),
        report.rows > 1 && this.video,
        this.said,
      ),
    );
  }

  private get time(): string {
    const { clock, report } = this.from;
    return `${fixed(clock.place.t, clock.end - clock.start)} ${report.timeUnit}`;
  }
  private get name(): string {
    return this.from.report.scene.name || "mechanism";
  }

  picture(): void {
    const { stage, clock } = this.from;
    const scale = Math.max(SHARP, devicePixelRatio);
    const [width, height] = stage.size;
    stage.setResolution(scale);
    const shot = stage.snapshot(clock.place);
    stage.setResolution(null);
    stage.draw(clock.place);
    compose(shot, width, height, scale, this.from.caption(this.time)).toBlob((blob) => {
      if (blob) save(blob, `${this.name}-${this.time}.png`);
      this.said.textContent = blob ? "" : "The browser could not make the picture.";
    });
  }

  private drawing(): void {
    const { stage, theme } = this.from;
    if (!stage.isFlat) {
      this.said.textContent = "A drawing of lines is flat: choose the view from the front (1), or save a picture.";
      return;
    }
    this.said.textContent = "";
    save(drawingAsSvg(stage, theme, this.from.caption(this.time)), `${this.name}-${this.time}.svg`);
  }

  private async film(): Promise<void> {
    if (this.busy) {
      this.stop = true;
      return;
    }
    const { stage, clock, report } = this.from;
    clock.pause();
    const [width, height] = stage.size;
    const scale = Math.max(1, Math.min(SHARP, WIDE / width));
    const even = (x: number): number => 2 * Math.floor((x * scale) / 2);
    const span = clock.end - clock.start;
    const frames = 1 + Math.ceil(((span * clock.scale) / clock.speed) * FRAMES);
    if (frames > LONGEST) {
      this.said.textContent = `At ${number(clock.speed)}× the video would last ${number(frames / FRAMES / 60, 2)} minutes: choose a higher speed.`;
      return;
    }
    [this.busy, this.stop] = [true, false];
    this.video.textContent = "Stop";
    this.element.dataset.saving = "";
    const draw = (i: number): HTMLCanvasElement => {
      const t = Math.min(clock.end, clock.start + (i / FRAMES) * (clock.speed / clock.scale));
      const place = clock.at(t);
      const picture = compose(stage.snapshot(place), width, height, scale, this.from.caption(`${fixed(t, span)} ${report.timeUnit}`));
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [even(width), even(height)];
      canvas.getContext("2d")!.drawImage(picture, 0, 0);
      return canvas;
    };
    stage.setResolution(scale);
    const progress = (i: number) => (this.said.textContent = `frame ${i + 1} of ${frames}`);
    try {
      const film = await makeVideo({ frames, width: even(width), height: even(height), draw, progress, stopped: () => this.stop });
      if (film) save(film, `${this.name}.webm`);
      this.said.textContent = film ? `${frames} frames, ${number(frames / FRAMES, 3)} s at ${number(clock.speed)}×` : "stopped";
    } catch (error) {
      this.said.textContent = error instanceof VideoError ? `No video: ${error.message}.` : `No video: ${String(error)}`;
    }
    this.busy = false;
    this.video.textContent = "Video (WebM)";
    delete this.element.dataset.saving;
    stage.setResolution(null);
    stage.draw(clock.place);
  }
}
