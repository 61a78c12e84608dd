import { pointsAt } from "../points.ts";
import { ParameterError } from "../errors.ts";
import {
  comparing,
  type ComparedMechanism,
  type ComparisonParameters,
  type Contender,
} from "../comparison/comparison.ts";
import { latticeContenders, type LatticeMechanism } from "../comparison/latticeContenders.ts";
import { meanCurveTarget } from "./meanCurveLatticeTarget.ts";
import { planMeanCurve } from "./meanCurve.ts";
import { gridCoordinates, type Interval } from "../grids.ts";
import { centreAt, type Centre } from "../release/postMap.ts";
import { lessCentre, meanCurveGrid } from "./meanCurveGrid.ts";
import { isCompatible } from "./curveKernels.ts";
import type { MeanCurveParameters } from "./meanCurveParameters.ts";
import type { NoiseRequest } from "../release/contract.ts";
import { someRecords } from "../comparison/someRecords.ts";

export type MeanCurveMechanism = "gaussianProcess" | "sobolev" | LatticeMechanism;

/** Public. */
export interface MeanCurveComparisonParameters extends ComparisonParameters {
  readonly mechanism: MeanCurveMechanism;
  readonly recordCount: number;
  readonly mean: Omit<MeanCurveParameters, keyof NoiseRequest>;
}

/**
 * Error of one mechanism relative to the penalised mean. Private.
 *
 * @throws {ParameterError} if the rough noise does not suit the estimator
 */
export function* comparingMeanCurve(
  { curves, pointCount }: { readonly curves: Float64Array; readonly pointCount: number },
  parameters: MeanCurveComparisonParameters,
): Generator<number, ComparedMechanism> {
  const { mechanism, recordCount, delta, seed } = parameters;
  const { centre, ...mean } = parameters.mean;
  const some = lessCentre(subset(curves, pointCount, recordCount, seed), { centre, domain: mean.domain }, pointCount);
  const noiseKernel = mechanism === "sobolev" ? "exponential" : mean.kernel;
  if (!isCompatible({ ...mean, noiseKernel })) {
    throw new ParameterError("noiseKernel", noiseKernel, "one whose space holds the differences of means");
  }
  const plan = planMeanCurve({ curves: some, pointCount });
  yield 0;
  const release = (noise: NoiseRequest) => plan.release({ ...mean, noiseKernel, ...noise });
  const { estimate: original, sensitivity } = release({ drawCount: 1, seed: 0 });
  yield 0;
  const process: Contender = {
    law: "gaussian",
    detail: mechanism === "sobolev" ? "exponential kernel, same range" : "kernel of the mean",
    estimate: original,
    sensitivity,
    draws: (seed, drawCount) => release({ drawCount, seed }).unitNoise,
  };
  const compared = function* (contenderAt: (epsilon: number) => Contender | undefined) {
    const { releases, ...errors } = yield* comparing(original, recordCount, contenderAt, parameters);
    return { ...errors, releases: releases.map((values) => withCentre(values, centre, mean.domain)) };
  };
  if (mechanism === "gaussianProcess" || mechanism === "sobolev") return yield* compared(() => process);
  const target = meanCurveTarget({ curves: some, pointCount, ...mean });
  const { approximation, missed } = target;
  const lattice = latticeContenders({ target, gridCounts: [pointCount], approximation, missed });
  return yield* compared((epsilon) => lattice.at(mechanism, { epsilon, delta }));
}

function withCentre(values: Float64Array, centre: Centre | undefined, domain: Interval): Float64Array {
  if (!centre) return values;
  const level = centreAt(centre, gridCoordinates(meanCurveGrid(domain, values.length).axes[0]!));
  return values.map((value, i) => value + level[i]!);
}

function subset(curves: Float64Array, m: number, count: number, seed: number): Float64Array {
  const n = curves.length / m;
  if (count === n) return curves;
  return pointsAt({ dimension: m, coordinates: curves }, someRecords(n, count, seed)).coordinates;
}
