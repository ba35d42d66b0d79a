// Time under the reader's hand: play, step, speed, and a slider with the events as marks.
import type { Clock } from "../clock";
import { button, h, icon } from "../dom";
import { fixed, number } from "../format";
import type { Mark } from "./plot";

const PLAY = "M4 2.5v11l9-5.5z";
const PAUSE = "M4 2.5h3v11H4zM9 2.5h3v11H9z";

export class Timeline {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly shown = h("output", { class: "now", "aria-live": "off" });
  private readonly playButton: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly marks = h("canvas", { class: "marks", "aria-hidden": "true" });

  constructor(
    private readonly clock: Clock,
    private readonly unit: string,
    private readonly events: Mark[],
    jump: (direction: 1 | -1) => void,
  ) {
    this.slider = h("input", { type: "range", min: clock.start, max: clock.end, step: "any", "aria-label": "Time", class: "time" });
    this.slider.addEventListener("input", () => {
      clock.pause();
      clock.seek(Number(this.slider.value));
    });
    this.playButton = button("Play", icon(PLAY, true), () => clock.toggle(), { class: "play" });
    this.speed = h("select", { "aria-label": "Speed", title: "Speed: seconds of the run per second (+ and -)", change: () => clock.setSpeed(Number(this.speed.value)) });
    for (const s of clock.speeds) this.speed.append(h("option", { value: s }, `${number(s)}×`));
    this.loop = h("button", { type: "button", class: "toggle", "aria-pressed": String(clock.loop), title: "Begin again at the end (L)", "aria-label": "Repeat" }, icon("M3 7a4 4 0 0 1 4-4h6M11 1l2 2-2 2M13 9a4 4 0 0 1-4 4H3M5 15l-2-2 2-2"));
    this.loop.addEventListener("click", () => this.flipLoop());
    this.element = h(
      "section",
      { class: "timeline", "aria-label": "Time" },
      h("div", { class: "slide" }, this.marks, this.slider),
      h(
        "div",
        { class: "controls" },
        button("To the start (Home)", icon("M3.5 3v10M12.5 3v10L6 8z"), () => clock.seek(clock.start)),
        events.length > 0 && button("Event before (Shift+Left)", icon("M8 3v10L2.5 8zM13.5 3v10L8 8z"), () => jump(-1)),
        button("One row back (Left)", icon("M10.5 3v10L5 8z"), () => clock.step(-1)),
        this.playButton,
        button("One row on (Right)", icon("M5.5 3v10L11 8z"), () => clock.step(1)),
        events.length > 0 && button("Next event (Shift+Right)", icon("M2.5 3v10L8 8zM8 3v10l5.5-5z"), () => jump(1)),
        button("To the end (End)", icon("M12.5 3v10M3.5 3v10L10 8z"), () => clock.seek(clock.end)),
        this.shown,
        h("span", { class: "spring" }),
        this.speed,
        this.loop,
      ),
    );
    this.update();
  }

  flipLoop(): void {
    this.clock.loop = !this.clock.loop;
    this.loop.setAttribute("aria-pressed", String(this.clock.loop));
  }

  // Event marks stand where the slider's thumb stands at their time: the thumb keeps half its width from the ends.
  draw(): void {
    const { marks, clock } = this;
    const ratio = devicePixelRatio;
    const thumb = 16;
    marks.width = Math.max(1, Math.round(marks.clientWidth * ratio));
    marks.height = Math.max(1, Math.round(marks.clientHeight * ratio));
    const ctx = marks.getContext("2d")!;
    ctx.scale(ratio, ratio);
    const span = clock.end - clock.start || 1;
    for (const event of this.events) {
      if (!event.shown) continue;
      ctx.fillStyle = event.color;
      const x = thumb / 2 + ((event.t - clock.start) / span) * (marks.clientWidth - thumb);
      ctx.fillRect(x - 1, 0, 2, marks.clientHeight);
    }
  }

  update(): void {
    const { clock } = this;
    const span = clock.end - clock.start;
    const text = `${fixed(clock.place.t, span)} ${this.unit}`;
    this.slider.value = String(clock.place.t);
    this.slider.setAttribute("aria-valuetext", text);
    this.shown.textContent = `${fixed(clock.place.t, span)} / ${fixed(clock.end, span)} ${this.unit}`;
    const label = clock.playing ? "Pause (Space)" : "Play (Space)";
    if (this.playButton.title !== label) {
      this.playButton.title = label;
      this.playButton.setAttribute("aria-label", label);
      this.playButton.replaceChildren(icon(clock.playing ? PAUSE : PLAY, true));
    }
    this.speed.value = String(clock.speed);
  }
}
