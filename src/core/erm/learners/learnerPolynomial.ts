import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { type GridAxis, type Interval, gridAxis } from "../../grids.ts";
import { defined } from "../../defined.ts";
import { ParameterError } from "../../errors.ts";
import { gaussianKernel } from "../../kernels/gaussian.ts";
import { polynomialKernel } from "../../kernels/polynomial.ts";
import { hingeLoss, huberLoss } from "../solver/losses.ts";
import { longestWeights } from "../../privacy/sensitivity/linearLogistic.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { remember } from "../../remember.ts";
import { checkBoundary, type BoundaryUse } from "../boundary/boundaryCombinations.ts";
import { boundaryGrid, unitsOf } from "../boundary/boundarySlice.ts";
import { sectionApproximation, singleRecordApproximation } from "../../bernstein/bernsteinChoice.ts";
import type { NoiseRequest } from "../../release/contract.ts";
import { drawnDomain, heldAxes, heldPlaces, type HeldBox } from "../../release/heldBox.ts";
import type { LatticeTarget } from "../../release/latticeTarget.ts";
import {
  linearLogisticTarget,
  logisticProbabilityTarget,
  naiveBayesTarget,
  priestleyChaoTarget,
} from "./learnersLatticeTarget.ts";
import { regularisedErmTarget } from "../boundary/ermLatticeTarget.ts";
import { boundOnRecords, latticeTargetOfPersons, personsFormula } from "../../release/recordsPerPerson.ts";
import { planPolynomial } from "../../bernstein/polynomialRelease.ts";
import type { PolynomialChoice } from "../../bernstein/polynomialChoice.ts";
import type { PolynomialPlan, PolynomialRelease } from "../../bernstein/polynomialContract.ts";
import { releasingPolynomial } from "../../bernstein/privatePolynomial.ts";
import type { PrivacyBudget } from "../../privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../release/privateRelease.ts";

/** Aldà & Rubinstein (2017), section 6. */
export type LearnerName =
  | "kernelMachine"
  | "polynomialMachine"
  | "naiveBayesKernel"
  | "naiveBayesNormal"
  | "linearLogistic"
  | "logisticProbability"
  | "priestleyChao";

/** Public. */
export interface LearnerShape extends HeldBox {
  readonly learner: LearnerName;
  /** Two intervals for labels, one for responses, then those of held inputs: at most three. */
  readonly domain: readonly Interval[];
  /** Absent for labels. */
  readonly responseRange?: Interval | undefined;
  /** A share of the sides: bandwidth b, least deviation √v, or length scale ℓ. */
  readonly width: number;
  /** p of a polynomial kernel; 1 by default, which is linear. */
  readonly power?: number | undefined;
  /** c of the clipped gaps c/n, a share of the domain. */
  readonly gapFactor: number;
  /** λ of a kernel machine; C = 1/(2λ) of a logistic regression. */
  readonly penalty: number;
  /** 1 by default. */
  readonly recordsPerPerson?: number | undefined;
}

/** Public. */
export interface LearnerParameters extends LearnerShape, NoiseRequest {
  readonly choice: PolynomialChoice;
}

export interface PrivateLearnerRequest extends LearnerShape {
  readonly choice: PolynomialChoice;
  readonly budget: PrivacyBudget;
}

interface LearnerPlan {
  release(parameters: LearnerParameters): PolynomialRelease;
  releasing(request: PrivateLearnerRequest, words: RandomWords): Generator<number, PrivateRelease>;
}

/** The axes that are not held, in units of the records. */
export function learnerAxes(box: HeldBox): readonly GridAxis[] {
  const drawn = drawnDomain(box);
  const { axes } = boundaryGrid(drawn.length);
  return drawn.map(([lower, upper], j) => gridAxis({ lower, upper, count: axes[j]!.count }));
}

function learnerGrid(box: HeldBox): (number | Float64Array)[] {
  const places = heldPlaces(box);
  return [...learnerAxes(box).map(({ count }) => count), ...places];
}

export function usesOfLearner(learner: LearnerName): readonly BoundaryUse[] {
  if (learner === "kernelMachine" || learner === "polynomialMachine") return ["learners"];
  return ["learners", learner === "priestleyChao" ? learner : "classifier"];
}

/**
 * Plan for learners as private polynomials.
 *
 * @see Aldà & Rubinstein (2017), section 6; errata A1, A6, A7
 */
export function planLearners(records: BoundaryRecords): LearnerPlan {
  const planOf = remember((shape: LearnerShape): PolynomialPlan => {
    checkBoundary(defined(shape), records, ...usesOfLearner(shape.learner));
    return planPolynomial({
      gridCounts: learnerGrid(shape),
      target: latticeTargetOfPersons(targetOf(records, shape), shape.recordsPerPerson),
      approximation: approximationOf(shape),
    });
  });
  const shapeOf = (shape: LearnerShape): LearnerShape => {
    const { learner, domain, held, responseRange, width, power, gapFactor, penalty, recordsPerPerson = 1 } = shape;
    const ofPerson = { recordsPerPerson: boundOnRecords(recordsPerPerson, records.recordsPerPerson) };
    return { learner, domain, held, responseRange, width, power, gapFactor, penalty, ...ofPerson };
  };
  return {
    release: (parameters) => planOf(shapeOf(parameters)).release(sizedFor(parameters), parameters),
    releasing: (request, words) =>
      releasingPolynomial(
        planOf(shapeOf(request)).target(sizedFor(request)),
        {
          axes: learnerAxes(request),
          held: heldAxes(request),
          units: unitsOf(request),
          formula: personsFormula(
            request.choice.law === "composedLaplace"
              ? "√N times the largest change of one value that the replacement of one record can cause, N the number of lattice points"
              : "the largest change of all lattice values together that the replacement of one record can cause",
            shapeOf(request).recordsPerPerson,
          ),
        },
        request.budget,
        words,
      ),
  };
}

function sizedFor({ learner, power = 1, choice }: LearnerShape & Pick<LearnerParameters, "choice">): PolynomialChoice {
  const isLinear = learner === "linearLogistic" || (learner === "polynomialMachine" && power === 1);
  if (!isLinear || choice.size.kind === "byHand") return choice;
  return { ...choice, size: { kind: "byHand", degree: 1, iterations: 1 } };
}

function targetOf(
  { points, responses }: BoundaryRecords,
  { learner, domain, responseRange, width, power = 1, gapFactor, penalty }: LearnerShape,
): LatticeTarget {
  const { scale, offset } = unitsOf({ responseRange });
  const onUnit = responses.map((y) => Math.min(1, Math.max(-1, (y - offset) / scale)));
  const loss = responseRange ? huberLoss(huberThreshold) : hingeLoss;
  switch (learner) {
    case "kernelMachine":
      if (!(responses.length <= mostFitted)) {
        throw new ParameterError(
          "learner",
          learner,
          `another one beyond ${mostFitted} records; got ${responses.length}`,
        );
      }
      return regularisedErmTarget({
        ...{ points, domain, penalty, loss, responses: onUnit, kernel: gaussianKernel(width) },
      });
    case "polynomialMachine": {
      const kernel = polynomialKernel(power, domain.length);
      const most = Math.floor(mostFeatures / kernel.features.count);
      if (!(responses.length <= most)) {
        throw new ParameterError("power", power, `smaller beyond ${most} records; got ${responses.length}`);
      }
      return regularisedErmTarget({ points, domain, penalty, loss, responses: onUnit, kernel });
    }
    case "priestleyChao":
      return priestleyChaoTarget({ points, responses: onUnit, domain, bandwidth: width, gapFactor, labelBound: 1 });
    case "naiveBayesKernel":
      return naiveBayesTarget({ points, labels: onUnit, domain, likelihood: { bandwidth: width } });
    case "naiveBayesNormal":
      return naiveBayesTarget({ points, labels: onUnit, domain, likelihood: { leastVariance: width * width } });
    case "linearLogistic":
      return linearLogisticTarget({ points, labels: onUnit, domain, cost: costOf(penalty) });
    case "logisticProbability":
      return logisticProbabilityTarget({ points, labels: onUnit, domain, cost: costOf(penalty) });
  }
}

function costOf(penalty: number): number {
  return 1 / (2 * penalty);
}

const mostFitted = 5000;
/** Numbers in memory, 400 MB. */
const mostFeatures = 5e7;
const huberThreshold = 0.2;

/** Bound on max |f − B^(h) f| over all records. */
function approximationOf({
  learner,
  domain,
  width,
  power = 1,
  penalty,
}: LearnerShape): (degree: number, iterations: number) => number {
  const d = domain.length;
  const deviations = new Array<number>(d).fill(width);
  const peak = (1 / (Math.sqrt(2 * Math.PI) * width)) ** d;
  switch (learner) {
    case "kernelMachine":
      return singleRecordApproximation({ deviations, height: ermCoefficientBound({ penalty, lipschitz: 1 }) });
    case "priestleyChao":
    case "naiveBayesKernel":
    case "naiveBayesNormal":
      return singleRecordApproximation({ deviations, height: peak });
    case "polynomialMachine": {
      const height = ermCoefficientBound({ penalty, lipschitz: 1 });
      return sectionApproximation(
        d,
        sections(d, (other) => (t) => height * ((1 + other + 2 * t - 1) / (1 + d)) ** power),
      );
    }
    case "linearLogistic":
      return () => 0;
    case "logisticProbability": {
      const R = longestWeights(costOf(penalty));
      return sectionApproximation(
        d,
        sections(d, (other) => (t) => Math.tanh((R * (t + other)) / 2)),
      );
    }
  }
}

/** Sections along one axis, for a net of the other inputs' sum, from 1 − d to d − 1. */
function sections(d: number, at: (other: number) => (t: number) => number): ((t: number) => number)[] {
  return d === 1 ? [at(0)] : Array.from({ length: 17 }, (_, i) => at((d - 1) * (i / 8 - 1)));
}
