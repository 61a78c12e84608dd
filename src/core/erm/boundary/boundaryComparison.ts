import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { ParameterError } from "../../errors.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { stationaryKernel } from "../../kernels/stationaryKernel.ts";
import { pointCount, pointsAt } from "../../points.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import { sobolevEmbedding } from "../../privacy/sensitivity/sobolevEmbedding.ts";
import { mapSlices } from "../../slices.ts";
import { singleRecordApproximation } from "../../bernstein/bernsteinChoice.ts";
import { planBoundary } from "./boundary.ts";
import { checkBoundary, type BoundaryUse } from "./boundaryCombinations.ts";
import { boundaryGrid, unitsOf } from "./boundarySlice.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { lossOf, ontoUnitRange } from "./boundaryProblem.ts";
import {
  comparing,
  type ComparedMechanism,
  type ComparisonParameters,
  type Contender,
} from "../../comparison/comparison.ts";
import { heldPlaces } from "../../release/heldBox.ts";
import { latticeContenders, type LatticeMechanism } from "../../comparison/latticeContenders.ts";
import { regularisedErmTarget } from "./ermLatticeTarget.ts";
import { boundOnRecords, latticeTargetOfPersons } from "../../release/recordsPerPerson.ts";
import { someRecords } from "../../comparison/someRecords.ts";
import { unitNoiseDraws } from "../../release/unitNoiseDraws.ts";

export type BoundaryMechanism = "gaussianProcess" | "sobolev" | LatticeMechanism;

/** Public. */
export interface BoundaryComparisonParameters extends ComparisonParameters {
  readonly mechanism: BoundaryMechanism;
  readonly recordCount: number;
  readonly fit: FitParameters;
}

export function usesOfMechanism(mechanism: BoundaryMechanism): readonly BoundaryUse[] {
  if (mechanism === "gaussianProcess") return ["comparison"];
  return ["comparison", mechanism === "sobolev" ? mechanism : "lattice"];
}

export const mostComparedRecords = 5000;

/**
 * Error of one mechanism on a decision function or regression curve, against the exact fit; on a shown slice. Private.
 *
 * @throws {ParameterError} for too many records or inputs
 */
export function* comparingBoundary(
  records: BoundaryRecords,
  parameters: BoundaryComparisonParameters,
): Generator<number, ComparedMechanism> {
  const { mechanism, fit, recordCount, delta, seed } = parameters;
  const { domain, kernel, lengthScale, penalty, responseRange } = fit;
  checkBoundary(fit, records, ...usesOfMechanism(mechanism));
  const d = domain.length;
  const persons = boundOnRecords(fit.recordsPerPerson, records.recordsPerPerson);
  if (!(recordCount <= mostComparedRecords)) {
    throw new ParameterError("recordCount", recordCount, `at most ${mostComparedRecords} for a comparison`);
  }
  const { points, responses } = subset(records, recordCount, seed);
  const { responses: onUnit } = ontoUnitRange(responses, responseRange);
  const units = unitsOf(fit);
  const inUnits = (values: Float64Array) => values.map((value) => units.offset + units.scale * value);
  const shown = { ...fit, solver: "exact", start: "public", drawCount: 1, seed: 0 } as const;
  const fitting = planBoundary({ points, responses, recordsPerPerson: persons }).releasing(shown);
  const release = yield* mapSlices(fitting, () => 0);
  const original = inUnits(release.estimate);
  const loss = lossOf(fit);
  const own = kernelOf(kernel, lengthScale);
  const places = heldPlaces(fit);
  const grid = boundaryGrid(d - places.length);

  const process = (): Contender => {
    const isRough = mechanism === "sobolev";
    const noise = unitNoiseDraws();
    const { jitter } = release;
    const noiseKernel = stationaryKernel(isRough ? "productExponential" : kernel, lengthScale, grid.axes.length);
    return {
      law: "gaussian",
      detail: isRough ? "rate 1/ℓ" : "kernel of the fit",
      estimate: original,
      sensitivity: units.scale * release.sensitivity * (isRough ? sobolevEmbedding(1, d) : 1),
      draws: (seed, drawCount) => noise({ kernel: noiseKernel, jitter, grid, seed, drawCount }).draws,
    };
  };
  const lattice = (() => {
    if (mechanism === "gaussianProcess" || mechanism === "sobolev") return undefined;
    const single = regularisedErmTarget({ points, responses: onUnit, domain, kernel: own, loss, penalty });
    const target = latticeTargetOfPersons(single, persons);
    const height = ermCoefficientBound({ penalty, lipschitz: loss.lipschitz });
    const along = kernelOf(kernel, 1);
    return latticeContenders({
      target,
      gridCounts: [...grid.axes.map(({ count }) => count), ...places],
      units,
      approximation: singleRecordApproximation({
        deviations: new Array<number>(d).fill(lengthScale),
        height,
        bump: (r) => along.evaluate([r], [0]),
      }),
      // No kernel here falls faster than by 1/ℓ.
      missed: (pieces) => (height * d) / (2 * pieces * lengthScale),
    });
  })();
  yield 0;
  const one = lattice ? undefined : process();
  const contenderAt = (epsilon: number): Contender | undefined =>
    one ?? lattice!.at(mechanism as LatticeMechanism, { epsilon, delta });
  return yield* comparing(original, recordCount, contenderAt, parameters);
}

function subset({ points, responses }: BoundaryRecords, count: number, seed: number) {
  if (count === pointCount(points)) return { points, responses };
  const rows = someRecords(pointCount(points), count, seed);
  return { points: pointsAt(points, rows), responses: Float64Array.from(rows, (i) => responses[i]!) };
}
