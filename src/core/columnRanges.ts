import type { Interval } from "./grids.ts";

/** Public. */
export interface ColumnRange {
  readonly name: string;
  readonly range: Interval;
  readonly unit: string;
}

const written = /^(.*\S)\s*:\s*([-+\d.e]+?)\s*\.\.\s*([-+\d.e]+)\s*(.*)$/i;
const farthest = 1e15;

/** Two different columns or more, as “age: 0..100 years; height: 40..250 cm”; undefined for other text. */
export function columnRangesOf(text: string): readonly ColumnRange[] | undefined {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const columns = parts.flatMap((part) => {
    const [, name, low = "", high = "", unit = ""] = written.exec(part.trim()) ?? [];
    const range = [Number(low), Number(high)] as const;
    const holds = name !== undefined && range[0] < range[1] && range.every((end) => Math.abs(end) <= farthest);
    return holds ? [{ name, range, unit }] : [];
  });
  const isWhole = columns.length === parts.length && new Set(columns.map(({ name }) => name)).size === columns.length;
  return isWhole && columns.length >= 2 ? columns : undefined;
}

/** In [0, 1]. */
export function shareOfRange(value: number, [lower, upper]: Interval): number {
  return (Math.min(upper, Math.max(lower, value)) - lower) / (upper - lower);
}

export function atShare(share: number, [lower, upper]: Interval): number {
  return lower + share * (upper - lower);
}
