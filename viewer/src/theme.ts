// Light or dark: the reader's choice, else the system's. Colours live in style.css; those that the drawing needs are made here.
import { Color } from "three";

export type Mode = "light" | "dark";
const KEY = "pawl-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

// Storage may be refused, for pages from disk among others; then the choice lasts as long as the page.
function stored(): Mode | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

export class Theme {
  mode: Mode = stored() ?? (system.matches ? "dark" : "light");
  private chosen = stored() !== null;
  private listeners: (() => void)[] = [];

  constructor() {
    this.show();
    system.addEventListener("change", () => {
      if (!this.chosen) this.set(system.matches ? "dark" : "light");
    });
    // paper is white whatever the screen is
    const screenMode = { mode: this.mode };
    addEventListener("beforeprint", () => {
      screenMode.mode = this.mode;
      this.set("light");
    });
    addEventListener("afterprint", () => this.set(screenMode.mode));
  }

  private show(): void {
    document.documentElement.dataset.theme = this.mode;
  }
  private set(mode: Mode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.show();
    for (const listener of this.listeners) listener();
  }
  toggle(): void {
    this.chosen = true;
    this.set(this.mode === "dark" ? "light" : "dark");
    try {
      localStorage.setItem(KEY, this.mode);
    } catch {
      // not kept
    }
  }
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  clear(): void {
    this.listeners = [];
  }

  css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }
  color(name: string): Color {
    return new Color(this.css(name));
  }
}

const HUES = [212, 27, 158, 338, 262, 46, 188, 96, 300, 8];

export interface BodyColors {
  fill: Color;
  side: Color;
  line: Color;
  solid: Color; // before light falls on it
}
// Ground is grey; bodies take turns through the hues.
export function bodyColors(body: number, mode: Mode): BodyColors {
  const hue = body === 0 ? 215 : HUES[(body - 1) % HUES.length];
  const grey = body === 0;
  const make = (saturation: number, lightness: number) =>
    new Color().setStyle(`hsl(${hue}, ${grey ? Math.round(saturation / 6) : saturation}%, ${lightness}%)`);
  return mode === "light"
    ? { fill: make(58, 83), side: make(40, 68), line: make(48, 30), solid: make(54, 62) }
    : { fill: make(30, 36), side: make(28, 26), line: make(60, 76), solid: make(42, 52) };
}

// Lines of plots.
export function seriesColor(index: number, mode: Mode): string {
  const hue = HUES[index % HUES.length];
  return mode === "light" ? `hsl(${hue}, 70%, 40%)` : `hsl(${hue}, 75%, 67%)`;
}
