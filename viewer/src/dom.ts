// Elements without markup: text reaches the page only as text nodes and plain attributes, so a name cannot become a tag or run.

type Listener = (event: never) => void;
type Props = Record<string, string | number | boolean | null | undefined | Listener>;
export type Child = Node | string | null | undefined | false;

function apply(element: Element, props: Props, children: Child[]): void {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value as EventListener);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

// Props whose value is a function are listeners named by their event; all others are attributes.
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

// A line icon on a 16 x 16 grid; the path is one of ours, never data.
export function icon(path: string, filled = false): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  apply(svg, { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", class: filled ? "icon filled" : "icon" }, []);
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

export function button(label: string, content: Child, onClick: () => void, extra: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", title: label, "aria-label": label, click: onClick, ...extra }, content);
}

// A button that is on or off.
export function toggle(label: string, title: string, on: boolean, change: (on: boolean) => void): HTMLButtonElement {
  const element = h("button", { type: "button", title, "aria-pressed": String(on), class: "toggle" }, label);
  element.addEventListener("click", () => {
    const now = element.getAttribute("aria-pressed") !== "true";
    element.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return element;
}
