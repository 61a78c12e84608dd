import type { Interval } from "../../grids.ts";
import type { CurveLayout } from "./curveLayout.ts";
import { longSamples, wideSamples } from "./curveSamples.ts";
import type { Table } from "../../tables/table.ts";

/** A few curves of a table, and numbers on all. Private. */
export interface CurvePreview {
  readonly curves: readonly { readonly times: Float64Array; readonly values: Float64Array }[];
  readonly curveCount: number;
  readonly emptyCount: number;
  readonly repeatedCount: number;
  /** Least and largest number of values of a curve with values. */
  readonly lengths: Interval;
  /** Times between which some curve has values, and between which all have. */
  readonly whole: Interval;
  readonly common: Interval;
}

const mostShown = 12;
const mostPoints = 200;

/**
 * A few curves, spread over a table's rows, before they are moved onto a grid.
 *
 * @throws {ParameterError} as `wideSamples` and `longSamples`
 */
export function curvePreviewOf(table: Table, layout: CurveLayout): CurvePreview {
  const missing = "drop";
  const samples =
    layout.shape === "wide" ? wideSamples({ table, layout, missing }) : longSamples({ table, layout, missing });
  const { curveCount, longest } = samples;
  const [times, values] = [new Float64Array(longest), new Float64Array(longest)];
  const shown = Math.min(mostShown, curveCount);
  const wanted = new Set(Array.from({ length: shown }, (_, k) => Math.floor((k * curveCount) / shown)));
  const curves: CurvePreview["curves"][number][] = [];
  let [emptyCount, repeatedCount, shortest, most] = [0, 0, Infinity, 0];
  let [first, last, latestFirst, earliestLast] = [Infinity, -Infinity, -Infinity, Infinity];
  for (let i = 0; i < curveCount; i++) {
    const length = samples.read(i, times, values);
    if (length === 0) {
      emptyCount++;
      continue;
    }
    const own = times.subarray(0, length);
    if (own.some((time, j) => j > 0 && time === own[j - 1])) repeatedCount++;
    [shortest, most] = [Math.min(shortest, length), Math.max(most, length)];
    const [begin, end] = [own[0]!, own[length - 1]!];
    [first, last] = [Math.min(first, begin), Math.max(last, end)];
    [latestFirst, earliestLast] = [Math.max(latestFirst, begin), Math.min(earliestLast, end)];
    if (!wanted.has(i)) continue;
    const step = Math.ceil(length / mostPoints);
    const thinned = (all: Float64Array) => all.subarray(0, length).filter((_, j) => j % step === 0 || j === length - 1);
    curves.push({ times: thinned(times), values: thinned(values) });
  }
  return {
    ...{ curves, curveCount, emptyCount, repeatedCount, lengths: [shortest, most], whole: [first, last] },
    common: [latestFirst, earliestLast],
  };
}
