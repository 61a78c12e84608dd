import type { Allocate } from "../bufferPool.ts";
import type { MeanCurveRecords, SummedCurves } from "../records/meanCurveRecords.ts";
import { coefficientsOf, shrunk } from "./functionalMean.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { clippedMeans } from "./clippedMeans.ts";
import type { ClippedMeans } from "./clippedMeans.ts";
import type { CountedApart } from "../release/countedApart.ts";
import type { MeanCurveParameters, SmoothingParameters } from "./meanCurveParameters.ts";
import type { GridTarget } from "../release/releaseTarget.ts";
import { countedGroup, countsOfGroups, groupCountNames, groupsAskedFor } from "../release/sharedGroups.ts";

/** Input for means of curves and of groups; shapes as in `clippedMeans`. Private. */
export interface CurvesOrSums {
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly summed?: SummedCurves | undefined;
  readonly groups?: MeanCurveRecords["groups"] | undefined;
}

type GroupRequest = Pick<MeanCurveParameters, "groups">;

/** Extra numbers released with the means, and the number of means. Public. */
interface BesideMeans {
  readonly copies: number;
  /** Absent without groups. */
  readonly counted: CountedApart | undefined;
  readonly beside: GridTarget["beside"];
}

interface MeanCurveParts {
  readonly curveCount: number;
  /** Means before they are smoothed. Private. @throws {ParameterError} if the groups are not those that were read */
  meansOf(parameters: GroupRequest): ClippedMeans;
  /** @param sensitivity Δ of one curve */
  besideOf(parameters: GroupRequest, sensitivity: number): BesideMeans;
  /** Smoothed means, one behind the other, then the counts of their curves. Private. */
  estimateOf(
    parameters: SmoothingParameters & GroupRequest,
    by: { readonly spectrum: CovarianceSpectrum; readonly counted: CountedApart | undefined },
    allocate: Allocate,
  ): Float64Array;
}

/** Mean of all curves and, if they were read with groups, of each group. @throws as `clippedMeans` */
export function meanCurveParts({ curves, pointCount: m, summed, groups }: CurvesOrSums): MeanCurveParts {
  const known = summed ? summed.groups : groups;
  const groupCount = known?.levels.length ?? 1;
  const together = clippedMeans({ curves, pointCount: m, summed });
  const byGroup = groupMeans({ curves, pointCount: m, summed, groups });
  const { curveCount } = together;
  /** Requested means; for groups with the counts, to which one curve contributes norm Δ/2 or less. */
  const partsOf = ({ groups: requested }: GroupRequest) => {
    if (!requested) return { copies: 1, means: together };
    const held = groupsAskedFor(requested, known);
    const { means, counts } = byGroup!;
    return { copies: groupCount, means, names: groupCountNames(held, "curves"), counts };
  };
  return {
    curveCount,
    meansOf: (parameters) => partsOf(parameters).means,
    besideOf: (parameters, sensitivity) => {
      const { copies, names } = partsOf(parameters);
      if (!names) return { copies, counted: undefined, beside: undefined };
      const counted = countedGroup({ sensitivity, recordCount: curveCount });
      return { copies, counted, beside: names.map((name) => ({ name, weight: counted.weight })) };
    },
    estimateOf: (parameters, { spectrum, counted }, allocate) => {
      const { penalty, power } = parameters;
      const { copies, means, counts = new Float64Array(0) } = partsOf(parameters);
      const coefficients = coefficientsOf(means.clipped(parameters).mean, spectrum);
      const out = allocate(copies * m + counts.length);
      for (let k = 0; k < copies; k++) {
        const own = coefficients.subarray(k * m, (k + 1) * m);
        shrunk({ spectrum, coefficients: own, penalty, power }, out.subarray(k * m, (k + 1) * m));
      }
      counts.forEach((count, j) => (out[copies * m + j] = counted!.number(count)));
      return out;
    },
  };
}

/** Means of groups and their curve counts, from curves or from an engine's sums. Private. */
function groupMeans({
  curves,
  pointCount,
  summed,
  groups,
}: CurvesOrSums): { readonly means: ClippedMeans; readonly counts: Float64Array } | undefined {
  if (summed) {
    const { groups: own } = summed;
    const asOne = own && { curves: own.curves, pointCount, summed: { ...summed, mean: own.mean } };
    return asOne && { means: clippedMeans(asOne), counts: own.counts };
  }
  if (!groups) return undefined;
  const count = groups.levels.length;
  return {
    means: clippedMeans({ curves, pointCount, groups: { of: groups.of, count } }),
    counts: countsOfGroups(groups.of, count),
  };
}
