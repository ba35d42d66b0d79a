// A flat drawing as SVG, as it is on the screen: outlines of bodies from the lowest to the highest, springs, trails, touches, forces.
import { Vector3 } from "three";
import type { Stage } from "../draw/stage";
import { bodyColors, type Theme } from "../theme";
import { EDGE, type Caption } from "./picture";

const NAMESPACE = "http://www.w3.org/2000/svg";
const round = (x: number): string => String(Math.round(100 * x) / 100);

class Pen {
  readonly svg = document.createElementNS(NAMESPACE, "svg");
  add(tag: string, attributes: Record<string, string | number>, text = ""): void {
    const element = document.createElementNS(NAMESPACE, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, typeof value === "number" ? round(value) : value);
    element.textContent = text;
    this.svg.append(element);
  }
}

function ways(stage: Stage, lines: Vector3[][], closed: boolean): string {
  const way = (line: Vector3[]) => line.map((p, i) => ((q) => `${i === 0 ? "M" : "L"}${round(q.x)} ${round(q.y)}`)(stage.onCanvas(p))).join("");
  return lines.map((line) => way(line) + (closed ? "Z" : "")).join("");
}

function addBodies(pen: Pen, stage: Stage, theme: Theme): void {
  const all = stage.drawn.bodies.flatMap(({ group, z }, body) => stage.paths(body).map((path) => ({ path, body, group, z: z + path.z })));
  const color = (body: number, tone: string): string => {
    const own = bodyColors(body, theme.mode) as unknown as Record<string, { getHexString(): string }>;
    return `#${(own[tone] ?? theme.color(tone)).getHexString()}`;
  };
  for (const { path, body, group } of all.sort((a, b) => a.z - b.z)) {
    const lines = path.rings.map((ring) => ring.map((p) => new Vector3(p.x, p.y, 0).applyQuaternion(group.quaternion).add(group.position)));
    const paint: Record<string, string | number> = path.filled
      ? { fill: color(body, path.tone), "fill-rule": "evenodd" }
      : { fill: "none", stroke: color(body, path.tone), "stroke-width": Math.max(0.5, path.width / stage.pixel), "stroke-linejoin": "round" };
    pen.add("path", { d: ways(stage, lines, path.closed), ...paint });
  }
}

function addArrow(pen: Pen, stage: Stage, point: Vector3, arrow: Vector3, color: string): void {
  const [from, to] = [stage.onCanvas(point), stage.onCanvas(point.clone().add(arrow))];
  const along = to.clone().sub(from);
  const head = Math.min(11, 0.6 * along.length());
  along.normalize();
  const neck = to.clone().addScaledVector(along, -head);
  pen.add("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y, stroke: color, "stroke-width": 2 });
  const [a, b] = [1, -1].map((side) => `${round(neck.x - side * 0.36 * head * along.y)} ${round(neck.y + side * 0.36 * head * along.x)}`);
  pen.add("path", { d: `M${round(to.x)} ${round(to.y)}L${a}L${b}Z`, fill: color });
}

function addOverlays(pen: Pen, stage: Stage, theme: Theme): void {
  for (const line of stage.spans.lines()) pen.add("path", { d: ways(stage, [line], false), fill: "none", stroke: theme.css("spring"), "stroke-width": 1.6 });
  for (const { body, path, past } of stage.trails.lines()) {
    const stroke = `#${bodyColors(body, theme.mode).line.getHexString()}`;
    pen.add("path", { d: ways(stage, [path], false), fill: "none", stroke, "stroke-width": 1.2, "stroke-opacity": "0.3" });
    pen.add("path", { d: ways(stage, [path.slice(0, past)], false), fill: "none", stroke, "stroke-width": 2 });
  }
  for (const { fit, center, size, pin } of stage.clearances.seen()) {
    const disc = (p: Vector3, radius: number, body: number, fill: string) => {
      const at = stage.onCanvas(p);
      pen.add("circle", { cx: at.x, cy: at.y, r: radius / stage.pixel, fill, stroke: `#${bodyColors(body, theme.mode).line.getHexString()}`, "stroke-width": 1.6 });
    };
    disc(center, size, fit.hole.body, theme.css("stage"));
    disc(pin, fit.pin.radius, fit.pin.body, `#${bodyColors(fit.pin.body, theme.mode).fill.getHexString()}`);
  }
  const bar = stage.drawn.sizes.bar / stage.pixel;
  for (const { point, closed, arrow, friction } of stage.touches.seen()) {
    const at = stage.onCanvas(point);
    pen.add("circle", { cx: at.x, cy: at.y, r: (closed ? 0.42 : 0.28) * bar, fill: theme.css(closed ? "touch" : "open") });
    if (arrow) addArrow(pen, stage, point, arrow, theme.css("force"));
    if (friction) addArrow(pen, stage, point, friction, theme.css("friction"));
  }
  for (const { point, arrow } of stage.reactions.seen()) addArrow(pen, stage, point, arrow, theme.css("reaction"));
}

function addCaption(pen: Pen, width: number, height: number, { labels, rulers, title, colors }: Caption): void {
  for (const { text, x, y, color } of labels) pen.add("text", { x, y: y + 4, fill: color, "text-anchor": "middle" }, text);
  rulers.forEach(({ text, width: wide, color }, i) => {
    const base = height - EDGE - 24 * i;
    pen.add("path", { d: `M${EDGE} ${base - 6}V${base}H${round(EDGE + wide)}V${base - 6}`, fill: "none", stroke: color, "stroke-width": 1.5 });
    pen.add("text", { x: EDGE + wide / 2, y: base - 4, fill: colors.text, "text-anchor": "middle" }, text);
  });
  pen.add("text", { x: width - EDGE, y: height - EDGE, fill: colors.muted, "text-anchor": "end" }, title);
}

export function drawingAsSvg(stage: Stage, theme: Theme, caption: Caption): Blob {
  const pen = new Pen();
  const [width, height] = stage.size;
  for (const [key, value] of Object.entries({ xmlns: NAMESPACE, viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "Helvetica, Arial, sans-serif", "font-size": "12" })) {
    pen.svg.setAttribute(key, String(value));
  }
  pen.add("rect", { width, height, fill: caption.colors.stage });
  addBodies(pen, stage, theme);
  addOverlays(pen, stage, theme);
  addCaption(pen, width, height, caption);
  return new Blob([new XMLSerializer().serializeToString(pen.svg)], { type: "image/svg+xml" });
}
