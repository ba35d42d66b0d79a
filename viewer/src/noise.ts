// What rounding leaves where a number should be zero.
import type { Column } from "./data";

const OF_COLUMN = 1e-9; // of the largest value of a column
const OF_UNIT = 1e-12; // of the largest value of its unit

export function largestOf(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > most && Number.isFinite(values[i])) most = Math.abs(values[i]);
  return most;
}

// `steps`: between the values that the page's data can hold; 0: any.
export function setNoise(columns: Column[], steps: number[]): void {
  const ofUnit = new Map<string, number>();
  const own = columns.map(({ unit, values }) => {
    const most = largestOf(values);
    ofUnit.set(unit, Math.max(ofUnit.get(unit) ?? 0, most));
    return most;
  });
  columns.forEach((column, i) => {
    column.noise = Math.max(0.51 * Math.abs(steps[i]), OF_COLUMN * own[i], OF_UNIT * ofUnit.get(column.unit)!);
  });
}

export const quiet = (value: number, noise: number): number => (Math.abs(value) <= noise ? 0 : value);
