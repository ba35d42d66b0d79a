// Numbers as people write them.

export function number(value: unknown, digits = 4): string {
  if (typeof value !== "number") return value === null || value === undefined ? "" : String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "infinite" : "-infinite";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(Math.max(digits, size >= 1 ? Math.ceil(Math.log10(size + 1)) : digits))));
}

export function quantity(value: unknown, unit: string | undefined, digits = 4): string {
  const text = number(value, digits);
  return unit ? `${text} ${unit}` : text;
}

// kg*cm/s^2 as it is printed in books.
const RAISED: Record<string, string> = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
export function unitText(unit: string): string {
  return unit.replace(/\^(-?\d+)/g, (_, power: string) => [...power].map((c) => RAISED[c]).join("")).replaceAll("*", "·");
}

// With as many decimals as a step of the given size needs, so that a running display does not jitter.
export function fixed(value: number, span: number): string {
  const decimals = span > 0 ? Math.min(9, Math.max(0, 4 - Math.ceil(Math.log10(span)))) : 3;
  return value.toFixed(decimals);
}

// 1, 2 or 5 times a power of ten, not above x.
export function niceBelow(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}
