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

/** What means of curves, and of groups of them, are made of: `clippedMeans` says of what shape. Private. */
export interface CurvesOrSums {
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly summed?: SummedCurves | undefined;
  readonly groups?: MeanCurveRecords["groups"] | undefined;
  /** The bound on the curves of one person that they were read with; 1 if absent. No release counts with less. */
  readonly curvesPerPerson?: number | undefined;
}

type Asked = Pick<MeanCurveParameters, "groups">;

/** What is released beside the means, and how many means there are. All of it is public. */
interface BesideMeans {
  readonly copies: number;
  /** How the number of curves in each group is released; absent without groups. */
  readonly counted: CountedApart | undefined;
  readonly beside: GridTarget["beside"];
}

/** The mean of all curves, or that of each group, whichever is asked for. */
interface MeanCurveParts {
  /** n, of all curves. */
  readonly curveCount: number;
  /** The means before they are smoothed. Private. @throws {ParameterError} if other groups are asked for than were read */
  meansOf(parameters: Asked): ClippedMeans;
  /** @param sensitivity Δ of one curve */
  besideOf(parameters: Asked, sensitivity: number): BesideMeans;
  /** The smoothed means, one behind the other, and the counts of their curves behind them. Private. */
  estimateOf(
    parameters: SmoothingParameters & Asked,
    by: { readonly spectrum: CovarianceSpectrum; readonly counted: CountedApart | undefined },
    allocate: Allocate,
  ): Float64Array;
}

/** The mean of all curves and, where they were read with groups, of each of these. @throws as `clippedMeans` */
export function meanCurveParts({ curves, pointCount: m, summed, groups }: CurvesOrSums): MeanCurveParts {
  const known = summed ? summed.groups : groups;
  const groupCount = known?.levels.length ?? 1;
  const together = clippedMeans({ curves, pointCount: m, summed });
  const apart = groupMeans({ curves, pointCount: m, summed, groups });
  const { curveCount } = together;
  /** The means that are asked for; those of groups with the counts, of which one curve has norm Δ/2 or less. */
  const partsOf = ({ groups: asked }: Asked) => {
    if (!asked) return { copies: 1, means: together };
    const held = groupsAskedFor(asked, known);
    const { means, counts } = apart!;
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

/** The means of groups, and how many curves are in each and in none: of curves, or as an engine added them. Private. */
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
