import { checkAllFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { checkMostRecords, inPublicOrder } from "../release/absentRecords.ts";
import { pointsAt } from "../points.ts";
import type { GroupedRows } from "../records/declaredLevels.ts";
import type { SummedCurves } from "../records/curves/meanCurveRecords.ts";
import { ParameterError } from "../errors.ts";
import { weightedNorm } from "./functionalMean.ts";
import type { Interval } from "../grids.ts";
import { remember } from "../remember.ts";
import { centreText, withoutCentre, type Centre } from "../release/postMap.ts";
import { countsOfGroups } from "../release/sharedGroups.ts";
import { meanCurveGrid, meanWeights } from "./meanCurveGrid.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";

/** Public. */
type Clipping = Pick<SmoothingParameters, "rule" | "domain" | "centre" | "normBound">;

type Centring = Omit<Clipping, "normBound">;

export interface CurvesOrSums {
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly summed?: SummedCurves | undefined;
  readonly groups?: GroupedRows | undefined;
  readonly curvesPerPerson?: number | undefined;
}

export interface ClippedMeans {
  /** n, or N if the number of curves is private. */
  readonly curveCount: number;
  /** In each group, and in none, if there are groups; last absent ones, if n is private. Private. */
  readonly counts: Float64Array;
  /** Mean without clipping, per group; of clipped curves for sums. Private. */
  readonly rawMean: Float64Array;
  /**
   * Mean of the clipped curves less the centre, and the number of shrunk curves. For groups the sums over each, divided
   * by the n of all. Private.
   */
  clipped(by: Clipping): { readonly mean: Float64Array; readonly clippedCount: number | undefined };
  /** max ‖xᵢ − c‖, unknown for sums. Private. */
  largestNorm(by: Centring): number | undefined;
}

/**
 * Means of curves shrunk to a ball around a declared centre: (1/n) Σ min(1, τ₀/‖xᵢ − c‖)·(xᵢ − c).
 *
 * @param curves n ≥ 1 rows, shape (n, m), row-major. Private
 * @param pointCount m ≥ 2
 * @param summed in place of curves: their mean, clipped by an engine to the same ball or a smaller one
 * @param groups group of each curve
 * @param isByGroup true for a mean of each group
 * @param mostRecords N, the divisor in place of n; curves beyond N are left out by a public order
 * @see Mirshani, Reimherr & Slavković (2019), section 4; errata M12
 */
export function clippedMeans(given: CurvesOrSums, isByGroup = false, mostRecords?: number): ClippedMeans {
  const records = mostRecords === undefined ? given : placedCurves(given, mostRecords);
  const { summed, pointCount: m } = records;
  const sumsByGroup = isByGroup ? summed?.groups : undefined;
  const groups = isByGroup && !summed ? records.groups : undefined;
  const { curves } = sumsByGroup ?? records;
  const n = summed
    ? checkPositiveInteger("curveCount", summed.curveCount)
    : curves.length / checkPositiveInteger("pointCount", m);
  const divisor = mostRecords ?? n;
  if (!(Number.isInteger(n) && divisor >= 1 && m >= 2))
    throw new ParameterError("curves", `${n} × ${m}`, "at least one curve of at least two points");
  checkAllFinite("curves", curves);
  if (groups) checkLength("groups", groups.of, n);
  const ofGroups = groups ? countsOfGroups(groups.of, groups.levels.length) : new Float64Array(0);
  const absent = mostRecords === undefined ? [] : [mostRecords - n];
  const centredOf = remember((by: { readonly centre: Centre; readonly domain: Interval } | undefined) =>
    by ? withoutCentre(curves, by.centre, meanCurveGrid(by.domain, m).axes[0]!) : curves,
  );
  const averaged = ({ centre, domain }: Pick<Centring, "centre" | "domain">) => centredOf(centre && { centre, domain });
  const normsOf = remember(({ rule, ...by }: Centring) => {
    const weights = meanWeights(m, rule);
    const centred = averaged(by);
    if (summed) return new Float64Array(0);
    return Float64Array.from({ length: n }, (_, i) => weightedNorm(centred.subarray(i * m, (i + 1) * m), weights));
  });
  const clippedOf = remember(({ normBound, ...by }: Clipping) => {
    if (summed) {
      checkSums(summed, { normBound, ...by });
      return { mean: (sumsByGroup ?? summed).mean, clippedCount: undefined };
    }
    const factors = normsOf(by).map((size) => (size > normBound ? normBound / size : 1));
    return {
      mean: meanOf(averaged(by), factors, { groups, pointCount: m, divisor }),
      clippedCount: factors.filter((factor) => factor < 1).length,
    };
  });
  const centring = ({ rule, domain, centre }: Centring) => ({ rule, domain, ...(centre && { centre }) });
  return {
    curveCount: divisor,
    counts: sumsByGroup?.counts ?? Float64Array.of(...ofGroups, ...absent),
    rawMean: summed ? curves.slice() : rawMeans(curves, m, groups && { ...groups, counts: ofGroups }),
    clipped: ({ normBound, ...by }) => clippedOf({ ...centring(by), normBound }),
    largestNorm: (by) => (summed ? undefined : normsOf(centring(by)).reduce((most, norm) => Math.max(most, norm), 0)),
  };
}

/** @throws {ParameterError} unless sums were clipped to a ball of at most τ₀ around the centre, in the same norm */
function checkSums(
  { terms }: SummedCurves,
  { normBound, rule, domain, centre }: Pick<SmoothingParameters, "rule" | "normBound" | "centre" | "domain">,
): void {
  const { times, normBound: clippedTo, rule: clippedBy, centre: clippedAround } = terms;
  if (!(normBound >= clippedTo))
    throw new ParameterError("normBound", normBound, `at least ${clippedTo}, as they were clipped`);
  if (rule !== clippedBy) throw new ParameterError("rule", rule, `${clippedBy}, as they were clipped`);
  if (domain[0] !== times.lower || domain[1] !== times.upper)
    throw new ParameterError("domain", domain.join(" to "), `${times.lower} to ${times.upper}, as they were added`);
  const around = centre === undefined ? 0 : centre.length === 1 ? centre[0]![1] : NaN;
  if (around !== clippedAround)
    throw new ParameterError("centre", centre ? centreText(centre) : "none", `${clippedAround}, as they were clipped`);
}

function placedCurves(records: CurvesOrSums, mostRecords: number): CurvesOrSums {
  const { curves, pointCount: m, groups } = records;
  const most = checkMostRecords(mostRecords);
  if (curves.length / m <= most) return records;
  const kept = inPublicOrder(curves, m, groups?.of).subarray(0, most);
  const placed = pointsAt({ dimension: m, coordinates: curves }, kept).coordinates;
  return {
    ...records,
    curves: placed,
    ...(groups && { groups: { ...groups, of: Int32Array.from(kept, (row) => groups.of[row]!) } }),
  };
}

interface Averaging {
  readonly pointCount: number;
  /** n, or a larger N. */
  readonly divisor: number;
  readonly groups?: GroupedRows | undefined;
}

/**
 * (1/divisor) Σ factorᵢ xᵢ of rows in any order, by group. Two parts of a term add up exactly; the rest is at most n²2⁻⁹⁹ of the
 * largest (Demmel & Nguyen 2013).
 */
export function meanOf(
  curves: Float64Array,
  factors: Float64Array,
  { pointCount, divisor, groups }: Averaging,
): Float64Array {
  const m = pointCount;
  const n = factors.length;
  let largest = 0;
  for (let i = 0, at = 0; i < n; i++)
    for (const end = at + m; at < end; at++) largest = Math.max(largest, Math.abs(factors[i]! * curves[at]!));
  // Terms are at most 1/4n: multiples of the last bit of 1.5, or of `finer`, add up exactly.
  const places = Math.ceil(Math.log2(4 * n));
  const scale = 2 ** Math.min(1000, -places - Math.ceil(Math.log2(largest)));
  const finer = 1.5 * 2 ** (places - 53);
  const sum = new Float64Array((groups?.levels.length ?? 1) * m);
  const rest = new Float64Array(sum.length);
  for (let i = 0; i < n; i++) {
    const group = groups ? groups.of[i]! : 0;
    if (group < 0) continue;
    const factor = factors[i]!;
    for (let j = group * m, at = i * m; at < (i + 1) * m; j++, at++) {
      const term = scale * (factor * curves[at]!);
      const coarse = 1.5 + term - 1.5;
      sum[j]! += coarse;
      rest[j]! += finer + (term - coarse) - finer;
    }
  }
  return sum.map((value, j) => (value + rest[j]!) / divisor / scale);
}

function rawMeans(
  curves: Float64Array,
  m: number,
  groups?: GroupedRows & { readonly counts: Float64Array },
): Float64Array {
  const n = Math.max(1, curves.length / m);
  const means = meanOf(curves, new Float64Array(curves.length / m).fill(1), { groups, pointCount: m, divisor: n });
  if (!groups) return means;
  return means.map((value, i) => (value * n) / Math.max(1, groups.counts[Math.floor(i / m)]!));
}
