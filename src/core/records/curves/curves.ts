import { checkAllFinite, checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridCoordinates, type GridAxis } from "../../grids.ts";
import { interpolateLinearly } from "./curveInterpolation.ts";
import { levelOfRow, type DeclaredLevels } from "../declaredLevels.ts";
import type { CurveLayout } from "./curveLayout.ts";
import { isCounted, type MissingValues } from "../missingValues.ts";
import { counted } from "../../numberFormats.ts";
import { largestCurvesPerPerson, limitCurvesPerPerson } from "../curvesPerPerson.ts";
import { longSamples, wideSamples } from "./curveSamples.ts";
import { refusal } from "../../tables/refusal.ts";
import type { Table } from "../../tables/table.ts";

/** Several values at one time become their mean, the first, or a curve without a number. */
export const repeatedTimes = ["mean", "first", "none"] as const;
export type RepeatedTimes = (typeof repeatedTimes)[number];

export const curveLimits = { curves: 20_000, points: 1_000 } as const;

export interface Curves {
  /** Increasing times. Shape (m,). */
  readonly grid: Float64Array;
  /** Row-major values, shape (n, m). */
  readonly curves: Float64Array;
  readonly curveCount: number;
  /** Code of each curve’s person, if the table says so. Shape (n,). */
  readonly personOf: Int32Array | undefined;
  /** Index among the declared levels, −1 for none. Shape (n,). */
  readonly levels?: Int32Array;
  /** Most curves of one person, and how many the declared bound left out. */
  readonly largestPerPerson?: number;
  readonly leftOut: number;
  /** Changes to the data, in sentences. Private. */
  readonly notices: readonly string[];
}

/**
 * The curves of a table, each interpolated linearly between its times onto a public grid, and held constant beyond them.
 *
 * A curve's values depend on its own rows alone, and the grid on none: replacing a curve replaces one row of the result. The
 * number of curves is public; if those without a number are counted, it does not depend on which are complete.
 *
 * @param grid public: an interval and a count, from 2 to 1000; or, for a wide table, "header", the
 *   times of its columns, equally spaced from 0 to 1 where neither header nor first row has them
 * @param missing what becomes of a curve without any number, without a person, or of another length than the
 *   header without times; and of text among the numbers
 * @param groups declared levels, each curve's by its first row
 * @throws {ParameterError} naming "column", "file" or the property of the grid at fault; see `wideSamples` and
 *   `longSamples`; unless there are 2 to 20,000 curves of at most 1000 points
 */
export function curvesFrom({
  table,
  layout,
  grid,
  missing,
  perPerson,
  groups,
  repeats = "mean",
}: {
  readonly table: Table;
  readonly layout: CurveLayout;
  readonly grid: GridAxis | "header";
  readonly missing: MissingValues;
  readonly perPerson?: number;
  readonly groups?: DeclaredLevels | undefined;
  readonly repeats?: RepeatedTimes;
}): Curves {
  const samples =
    layout.shape === "wide" ? wideSamples({ table, layout, missing }) : longSamples({ table, layout, missing });
  const at = publicGrid(grid, samples.columnTimes);
  const { curveCount, longest, personOf } = samples;
  const levelOf = groups && levelOfRow(table, groups);
  const values = new Float64Array(longest);
  const times = new Float64Array(longest);
  const complete: number[] = [];
  const lengthOf = (i: number) => {
    const length = samples.read(i, times, values);
    return repeats === "none" && repeatsTime(times, length) ? 0 : length;
  };
  for (let i = 0; i < curveCount; i++) {
    const length = lengthOf(i);
    const isOwned = !personOf || personOf[i]! >= 0;
    if (isOwned && (length > 0 || isCounted(missing))) complete.push(i);
    else if (missing === "refuse") {
      throw refusal(
        "file",
        `${length === 0 ? "no number" : "no person"} in ${samples.name(i)}`,
        "one with a value in every curve, unless you choose to leave such curves out",
      );
    }
  }
  const owners = personOf && Int32Array.from(complete, (i) => personOf[i]!);
  const kept =
    owners && perPerson !== undefined
      ? Array.from(limitCurvesPerPerson({ personOf: owners, bound: perPerson }), (k) => complete[k]!)
      : complete;
  const n = kept.length;
  if (n < 1) throw refusal("file", "no curve", "a table of at least one curve");
  if (n > curveLimits.curves) {
    const most = counted(curveLimits.curves, "curve");
    throw refusal("file", counted(n, "curve"), `at most ${most}: take a random sample of them`);
  }

  const m = at.length;
  const lower = at[0]!;
  const upper = at[m - 1]!;
  const curves = new Float64Array(n * m);
  const found = { resampled: 0, held: 0, beyond: 0, counted: 0, merged: 0 };
  for (const [k, i] of kept.entries()) {
    const out = curves.subarray(k * m, (k + 1) * m);
    const read = lengthOf(i);
    if (read === 0 && isCounted(missing)) {
      out.set(checkLength("countedAs", missing.countedAs, m));
      found.counted++;
      continue;
    }
    const count = mergeEqualTimes({ times, values, count: read, repeats });
    if (count < read) found.merged++;
    if (count !== m || at.some((time, j) => time !== times[j])) found.resampled++;
    if (times[0]! > lower || times[count - 1]! < upper) found.held++;
    if (times[0]! < lower || times[count - 1]! > upper) found.beyond++;
    interpolateLinearly({ times, values, count, at, out });
  }

  return {
    grid: at,
    curves: checkAllFinite("curves", curves),
    curveCount: n,
    personOf: personOf && Int32Array.from(kept, (i) => personOf[i]!),
    ...(levelOf && { levels: Int32Array.from(kept, (i) => levelOf(samples.rowOf(i))) }),
    ...(owners && { largestPerPerson: largestCurvesPerPerson(owners) }),
    leftOut: complete.length - n,
    notices: [...samples.notices, ...gridNotices(at, curveCount - complete.length, repeats, found)],
  };
}

/**
 * Merges values of a curve at one time in place.
 *
 * @param times not decreasing
 * @returns number of different times
 */
function mergeEqualTimes({
  times,
  values,
  count,
  repeats,
}: {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly count: number;
  readonly repeats: RepeatedTimes;
}): number {
  let to = 0;
  for (let from = 0; from < count;) {
    let end = from + 1;
    while (end < count && times[end] === times[from]) end++;
    const used = repeats === "first" ? 1 : end - from;
    // In any order of rows the same sum.
    if (used > 2) values.subarray(from, end).sort();
    let mean = values[from]! / used;
    // A sum of large values may overflow.
    for (let j = from + 1; j < from + used; j++) mean += values[j]! / used;
    times[to] = times[from]!;
    values[to++] = mean;
    from = end;
  }
  return to;
}

function repeatsTime(times: Float64Array, count: number): boolean {
  for (let j = 1; j < count; j++) if (times[j] === times[j - 1]) return true;
  return false;
}

function gridNotices(
  grid: Float64Array,
  incomplete: number,
  repeats: RepeatedTimes,
  {
    resampled,
    held,
    beyond,
    counted: countedAs,
    merged,
  }: Readonly<Record<"resampled" | "held" | "beyond" | "counted" | "merged", number>>,
): readonly string[] {
  const span = `${grid[0]!} to ${grid.at(-1)!}`;
  const notices: readonly [count: number, what: string, became: string][] = [
    [incomplete, "incomplete curve", ": left out."],
    [
      countedAs,
      "curve",
      `${repeats === "none" ? " without a number, or with a time twice" : " without a number"}: counted as the centre.`,
    ],
    [
      merged,
      "curve",
      ` with a time twice: ${repeats === "first" ? "the first" : "the mean"} of its values counts there.`,
    ],
    [resampled, "curve", ` interpolated linearly onto ${grid.length} points from ${span}.`],
    [held, "curve", ` not reaching from ${span}: held constant beyond the ends.`],
    [beyond, "curve", ` reaching beyond ${span}: not used there.`],
  ];
  return notices.flatMap(([count, what, became]) => (count > 0 ? [`${counted(count, what)}${became}`] : []));
}

function publicGrid(grid: GridAxis | "header", columnTimes: Float64Array | undefined): Float64Array {
  if (grid === "header" && !columnTimes) {
    throw new ParameterError("grid", grid, "an interval and a count, as a long table has no times in its header");
  }
  const count = grid === "header" ? columnTimes!.length : gridAxis(grid).count;
  if (count > curveLimits.points)
    throw new ParameterError("count", count, `at most ${counted(curveLimits.points, "point")}`);
  return grid === "header" ? columnTimes! : gridCoordinates(grid);
}
