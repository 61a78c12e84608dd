import type { Interval } from "../../grids.ts";
import type { CurveLayout } from "./curveLayout.ts";
import { meanOfSums, type CurveSumsTerms } from "../curveSums.ts";
import { curveSumsFrom, type GroupedSums } from "../curveSumsTable.ts";
import { curvePreviewOf, type CurvePreview } from "./curvePreview.ts";
import { curvesFrom, type RepeatedTimes } from "./curves.ts";
import type { DeclaredLevels, GroupedRows } from "../declaredLevels.ts";
import type { MissingValues } from "../missingValues.ts";
import type { Table } from "../../tables/table.ts";
import { countText } from "../../numberFormats.ts";

export interface MeanCurveChoice {
  readonly layout: CurveLayout;
  readonly domain: Interval;
  /** Grid points, m. */
  readonly points: number;
  /** Declared bound; unused where each curve is a person. */
  readonly perPerson: number;
  readonly missing: MissingValues;
  /** A single mean if absent. */
  readonly groups?: DeclaredLevels;
  /** True for a table of sums of clipped curves. */
  readonly summed?: boolean;
  /** Several values at one time; their mean if absent. */
  readonly repeats?: RepeatedTimes;
  /** True for a first look, which makes no records. */
  readonly isPreview?: boolean;
}

/** Curves over one public grid, at most so many of each person. Private. */
export interface MeanCurveRecords {
  /** Row-major values, shape (n, m); of sums the one mean of the clipped curves. */
  readonly curves: Float64Array;
  /** Present where an engine added. */
  readonly summed?: SummedCurves;
  /** m. */
  readonly pointCount: number;
  /** Present in a first look. */
  readonly preview?: CurvePreview;
  /** Codes of persons. Shape (n,). */
  readonly personOf: Int32Array | undefined;
  readonly groups?: GroupedRows;
  /** Declared bound of reading; 1 if absent. No release counts with less. */
  readonly curvesPerPerson?: number;
  readonly largestPerPerson: number | undefined;
  readonly leftOut: number;
  readonly notices: readonly string[];
}

/**
 * Curves of a table on the declared grid, each person's first ones up to the declared bound.
 *
 * @param choice `layout`, public `domain` and number of `points`, and `perPerson`
 * @throws {ParameterError} as `curvesFrom` and `limitCurvesPerPerson`
 */
export function meanCurveRecordsFrom(table: Table, choice: MeanCurveChoice): MeanCurveRecords {
  if (choice.isPreview === true) {
    const preview = curvePreviewOf(table, choice.layout);
    const none = { personOf: undefined, largestPerPerson: undefined, leftOut: 0, notices: [] };
    return { ...none, curves: new Float64Array(4), pointCount: 2, preview };
  }
  return choice.summed === true ? recordsFromSums(table, choice) : recordsFromCurves(table, choice);
}

/** Sums of clipped curves, as the mean less its centre. */
export interface SummedCurves {
  readonly mean: Float64Array;
  readonly curveCount: number;
  readonly terms: CurveSumsTerms;
  readonly groups?: SummedGroups;
}

/** The same of several groups. Private, but for the names. */
interface SummedGroups extends DeclaredLevels {
  /** Sums of each less the centre, over the number of *all* curves, in sequence. Shape (K m,). */
  readonly mean: Float64Array;
  /** Means of their own clipped curves, 0 for none, likewise. */
  readonly curves: Float64Array;
  /** Curves in each, and last in none. Shape (K + 1,). */
  readonly counts: Float64Array;
}

function recordsFromSums(table: Table, { groups }: Pick<MeanCurveChoice, "groups">): MeanCurveRecords {
  const { terms, groups: grouped, ...sums } = curveSumsFrom(table, groups);
  const { mean } = meanOfSums(sums, terms);
  const { curveCount } = sums;
  const m = mean.length;
  const meansOf = ({ sums: of, counts, ...declared }: GroupedSums): SummedGroups => {
    const ofAll = meanOfSums({ sums: of, curveCount }, terms).mean;
    const own = ofAll.map((value, i) => {
      const count = counts[Math.floor(i / m)]!;
      return count === 0 ? 0 : terms.centre + (value * curveCount) / count;
    });
    return { ...declared, counts, mean: ofAll, curves: own };
  };
  return {
    curves: mean.map((value) => terms.centre + value),
    pointCount: mean.length,
    summed: { mean, curveCount, terms, ...(grouped && { groups: meansOf(grouped) }) },
    personOf: undefined,
    ...(terms.perPerson !== undefined && { curvesPerPerson: terms.perPerson }),
    largestPerPerson: undefined,
    leftOut: 0,
    notices: [
      `Sums of ${countText(curveCount)} curves, each clipped to a distance of ${terms.normBound} from ${terms.centre} before they were added; what is drawn as curves is their mean.`,
    ],
  };
}

function recordsFromCurves(
  table: Table,
  { layout, domain: [lower, upper], points: pointCount, perPerson, missing, groups, repeats = "mean" }: MeanCurveChoice,
): MeanCurveRecords {
  const grid = { lower, upper, count: pointCount };
  const read = curvesFrom({ table, layout, grid, missing, perPerson, groups, repeats });
  const { curves, personOf, levels, largestPerPerson, leftOut, notices } = read;
  return {
    ...{ curves, pointCount, personOf, largestPerPerson, leftOut, notices },
    ...(groups && levels && { groups: { ...groups, of: levels } }),
    ...(personOf && { curvesPerPerson: perPerson }),
  };
}
