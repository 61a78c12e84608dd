import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { type GridAxis, type Interval, gridAxis } from "../../grids.ts";
import { defined } from "../../defined.ts";
import { ParameterError } from "../../errors.ts";
import { gaussianKernel } from "../../kernels/gaussian.ts";
import { hingeLoss, huberLoss } from "../solver/losses.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { remember } from "../../remember.ts";
import { unitsOf } from "../boundary/boundaryGroups.ts";
import { checkBoundary, type BoundaryUse } from "../boundary/boundaryCombinations.ts";
import { boundaryGrid } from "../boundary/boundarySlice.ts";
import { singleRecordApproximation } from "../../bernstein/bernsteinChoice.ts";
import type { NoiseRequest } from "../../release/contract.ts";
import { drawnDomain, heldAxes, heldPlaces, type HeldBox } from "../../release/heldBox.ts";
import type { LatticeTarget } from "../../release/latticeTarget.ts";
import { linearLogisticTarget, naiveBayesTarget, priestleyChaoTarget } from "./learnersLatticeTarget.ts";
import { regularisedErmTarget } from "../boundary/ermLatticeTarget.ts";
import { boundOnRecords, latticeTargetOfPersons, personsFormula } from "../../release/recordsPerPerson.ts";
import { planPolynomial } from "../../bernstein/polynomialRelease.ts";
import type { PolynomialChoice } from "../../bernstein/polynomialChoice.ts";
import type { PolynomialPlan, PolynomialRelease } from "../../bernstein/polynomialContract.ts";
import { releasingPolynomial } from "../../bernstein/privatePolynomial.ts";
import type { PrivacyBudget } from "../../privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../release/privateRelease.ts";

/** Learners released as polynomials: those of Aldà & Rubinstein (2017), section 6, except the density. */
export type LearnerName =
  | "kernelMachine"
  | "naiveBayesKernel"
  | "naiveBayesNormal"
  | "linearLogistic"
  | "priestleyChao";

/** The function of the records. Public. */
export interface LearnerShape extends HeldBox {
  readonly learner: LearnerName;
  /** Two intervals for labels ±1, one for responses, then those of held inputs: three in all at most. */
  readonly domain: readonly Interval[];
  /** Declared range of the responses, which are clamped into it; absent for labels. */
  readonly responseRange?: Interval | undefined;
  /** A share of the sides: bandwidth b, least deviation √v of a normal likelihood, or length scale ℓ of a Gaussian kernel. */
  readonly width: number;
  /** c of the clipped gaps c/n, a share of the domain. */
  readonly gapFactor: number;
  /** λ of a kernel machine; the cost of a logistic regression is C = 1/(2λ). */
  readonly penalty: number;
  /** Declared bound on the records of one person; 1 by default. */
  readonly recordsPerPerson?: number | undefined;
}

/** Parameters of a learner's polynomial. Public. */
export interface LearnerParameters extends LearnerShape, NoiseRequest {
  readonly choice: PolynomialChoice;
}

/** Request of a private release of a learner. */
export interface PrivateLearnerRequest extends LearnerShape {
  readonly choice: PolynomialChoice;
  readonly budget: PrivacyBudget;
}

interface LearnerPlan {
  /** @throws {ParameterError} if a parameter is out of range */
  release(parameters: LearnerParameters): PolynomialRelease;
  /** @throws {ParameterError} if a parameter is out of range */
  releasing(request: PrivateLearnerRequest, words: RandomWords): Generator<number, PrivateRelease>;
}

/** The axes of a learner's picture, in units of the records: those not held. */
export function learnerAxes(box: HeldBox): readonly GridAxis[] {
  const drawn = drawnDomain(box);
  const { axes } = boundaryGrid(drawn.length);
  return drawn.map(([lower, upper], j) => gridAxis({ lower, upper, count: axes[j]!.count }));
}

/** Counts of the drawn axes, then places of held inputs, as shares of their domains. */
function learnerGrid(box: HeldBox): (number | Float64Array)[] {
  const places = heldPlaces(box);
  return [...learnerAxes(box).map(({ count }) => count), ...places];
}

/** The uses of the records that a learner is. */
export function usesOfLearner(learner: LearnerName): readonly BoundaryUse[] {
  if (learner === "kernelMachine") return ["learners"];
  return ["learners", learner === "priestleyChao" ? learner : "classifier"];
}

/**
 * A plan for the learners of labelled points, or of responses on a line, as private polynomials.
 *
 * @param records private
 * @throws {ParameterError} from its methods, if a parameter is out of range or there are too many inputs
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
    const { learner, domain, held, responseRange, width, gapFactor, penalty, recordsPerPerson = 1 } = shape;
    // No learner may assume fewer records of a person than the data were read with.
    const ofPerson = { recordsPerPerson: boundOnRecords(recordsPerPerson, records.recordsPerPerson) };
    return { learner, domain, held, responseRange, width, gapFactor, penalty, ...ofPerson };
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

/** A linear function is its polynomial of degree 1. */
function sizedFor({ learner, choice }: Pick<LearnerParameters, "learner" | "choice">): PolynomialChoice {
  if (learner !== "linearLogistic" || choice.size.kind === "byHand") return choice;
  return { ...choice, size: { kind: "byHand", degree: 1, iterations: 1 } };
}

function targetOf(
  { points, responses }: BoundaryRecords,
  { learner, domain, responseRange, width, gapFactor, penalty }: LearnerShape,
): LatticeTarget {
  const { scale, offset } = unitsOf({ responseRange });
  const onUnit = responses.map((y) => Math.min(1, Math.max(-1, (y - offset) / scale)));
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
        points,
        domain,
        penalty,
        responses: onUnit,
        kernel: gaussianKernel(width),
        loss: responseRange ? huberLoss(huberThreshold) : hingeLoss,
      });
    case "priestleyChao":
      return priestleyChaoTarget({ points, responses: onUnit, domain, bandwidth: width, gapFactor, labelBound: 1 });
    case "naiveBayesKernel":
      return naiveBayesTarget({ points, labels: onUnit, domain, likelihood: { bandwidth: width } });
    case "naiveBayesNormal":
      return naiveBayesTarget({ points, labels: onUnit, domain, likelihood: { leastVariance: width * width } });
    case "linearLogistic":
      return linearLogisticTarget({ points, labels: onUnit, domain, cost: 1 / (2 * penalty) });
  }
}

/** Most records of a kernel machine fitted here, without slices. */
const mostFitted = 5000;
/** In halves of the range. */
const huberThreshold = 0.2;

/**
 * A bound on max |f − B^(h) f| over all records. A kernel machine, a Priestley–Chao curve and naive Bayes with kernels
 * are sums of bumps with a bounded sum of |weights|. The narrowest normal likelihoods are the worst.
 */
function approximationOf({
  learner,
  domain,
  width,
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
    case "linearLogistic":
      return () => 0;
  }
}
