import { boundaryFits } from "../erm/boundary/boundaryFits.ts";
import { gapShare, type FitParameters } from "../erm/boundary/boundaryParameters.ts";
import { lossOf } from "../erm/boundary/boundaryProblem.ts";
import { expansionOnGrid } from "../erm/expansion/expansionOnGrid.ts";
import { ParameterError } from "../errors.ts";
import { gridAxis } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { pointsAt } from "../points.ts";
import { analyticNoiseMultiplier } from "../privacy/calibration/gaussian.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { seededSource } from "../random/seededSource.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";
import { remember } from "../remember.ts";
import { mapSlices } from "../slices.ts";
import {
  cellMasses,
  classesOn,
  drawnClasses,
  evenClasses,
  type ClassesTruth,
  type DeclaredClasses,
} from "./declaredClasses.ts";
import { noiseScaleOf } from "./plannedErrors.ts";
import type { PlannedRelease } from "./planTarget.ts";
import {
  mostSimulated,
  seedOf,
  roundOf,
  type SimulatedPoint,
  type SimulatedQuestion,
  type SimulatedRound,
} from "./simulatedPlan.ts";
import type { ClassifiedRecords } from "../affineHull/fabrication/tableRows.ts";

/** Public parameters of the errors of a boundary, but λ, n and the budget. Class 1 is positive. */
interface PlannedBoundary {
  readonly truth: DeclaredClasses;
  readonly fit: Omit<FitParameters, "penalty" | "recordsPerPerson" | "groups" | "held">;
}

export interface BoundaryPlanRequest extends SimulatedQuestion {
  readonly boundary: PlannedBoundary;
}

const side = 41;
const axis = gridAxis({ lower: 0, upper: 1, count: side });
const drawsOfRound = 8;
/** Records that stand for infinitely many. */
const evenCount = 600;

const limitsOf = remember(({ truth, fit }: PlannedBoundary) => {
  const classes = classesOn(truth, fit.domain, 2);
  return { classes, even: fitsOf(evenClasses(classes, evenCount)) };
});

/**
 * Round of simulated releases of a boundary: records drawn from declared classes, their fit, and eight draws of noise.
 * Rules are judged on a grid with the mass of the declared classes.
 *
 * @throws {ParameterError} unless the inputs are two
 * @see docs/proofs/planning.md, Lemma 10
 */
export function* boundaryRound({ boundary, ...question }: BoundaryPlanRequest): Generator<number, SimulatedRound> {
  const { fit } = boundary;
  if (fit.domain.length !== 2) throw new ParameterError("domain", fit.domain.length, "of two inputs");
  const { classes, even } = limitsOf(boundary);
  const seed = seedOf(question);
  const judged = judgeOf(classes, question.measure);
  const { lipschitz } = lossOf({ ...fit, penalty: 1 });
  const draws = unitNoiseDraws()({
    kernel: stationaryKernel(fit.kernel, fit.lengthScale, 2),
    ...{ jitter: smallestJitter, grid: { axes: [axis, axis] }, seed, drawCount: drawsOfRound },
  }).draws;
  const records = drawnClasses(classes, mostSimulated, seededSource(seed));

  function* pointAt(
    at: number,
    { recordCount, tuning, epsilon, delta, recordsPerPerson }: PlannedRelease,
    on: ReturnType<typeof fitsOf>,
  ): Generator<number, SimulatedPoint> {
    const limit = yield* valuesOf(even, fit, tuning);
    const fitted = yield* valuesOf(on, fit, tuning);
    // Beyond the largest fit, what sampling moves falls with the root of n.
    const share = Math.sqrt(on.fits.recordCount / recordCount);
    const noiseless = fitted.map((value, i) => limit[i]! + share * (value - limit[i]!));
    const sensitivityOfOne = ((1 + gapShare) * lipschitz) / tuning;
    const multiplier = analyticNoiseMultiplier({ epsilon, delta });
    const scale = noiseScaleOf({ sensitivityOfOne }, { recordCount, recordsPerPerson, multiplier });
    const released = draws.map((noise) => judged.of(noiseless.map((value, i) => value + scale * noise[i]!)));
    return { at, limit: judged.of(limit), noiseless: judged.of(noiseless), released };
  }
  const steps = { counts: { epsilon: 17, recordCount: 7, tuning: 9 }, most: mostSimulated };
  return yield* roundOf(question, judged.best, steps, (count) => fitsOf(firstOf(records, count)), pointAt);
}

function fitsOf({ points, classOf }: ClassifiedRecords) {
  const labels = Float64Array.from(classOf, (of) => (of === 1 ? 1 : -1));
  return { fits: boundaryFits(points, labels), known: new Map<number, Float64Array>() };
}

function firstOf({ points, classOf, classCount }: ClassifiedRecords, count: number): ClassifiedRecords {
  const rows = Array.from({ length: count }, (_, i) => i);
  return { points: pointsAt(points, rows), classOf: Float64Array.from(rows, (i) => classOf[i]!), classCount };
}

function* valuesOf(
  { fits, known }: ReturnType<typeof fitsOf>,
  fit: PlannedBoundary["fit"],
  penalty: number,
): Generator<number, Float64Array> {
  const before = known.get(penalty);
  if (before) return before;
  const found = yield* mapSlices(fits.fitting({ ...fit, penalty }, "public"), () => 0);
  const kernel = kernelOf(fit.kernel, fit.lengthScale);
  const values = yield* mapSlices(expansionOnGrid({ kernel, ...found }, { axes: [axis, axis] }), () => 0);
  known.set(penalty, values);
  return values;
}

function judgeOf(classes: ClassesTruth, measure: SimulatedQuestion["measure"]) {
  const positive = cellMasses(classes, (of) => of === 1, axis);
  const negative = cellMasses(classes, (of) => of !== 1, axis);
  const byRecords = measure === "accuracy";
  const [ifPositive, ifNegative] = byRecords
    ? [negative, positive]
    : [
        positive.map((mass, i) => (mass < negative[i]! ? mass + negative[i]! : 0)),
        positive.map((mass, i) => (mass < negative[i]! ? 0 : mass + negative[i]!)),
      ];
  const best = positive.reduce((sum, _, i) => sum + Math.min(ifPositive[i]!, ifNegative[i]!), 0);
  const of = (values: Float64Array) =>
    values.reduce((sum, value, i) => sum + (value > 0 ? ifPositive[i]! : ifNegative[i]!), 0);
  return { best, of };
}
