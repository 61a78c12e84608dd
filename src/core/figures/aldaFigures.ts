import { smallExample } from "../examples/smallExamples.ts";
import { labelledRecordsFrom } from "../records/labelledRecords.ts";
import { recordsFrom } from "../records/records.ts";
import { hingeLoss } from "../erm/solver/losses.ts";
import { gaussianKernel } from "../kernels/gaussian.ts";
import { planBernstein, type BernsteinPlan } from "../bernstein/bernstein.ts";
import type { Interval } from "../grids.ts";
import { densityTarget } from "../density/densityLatticeTarget.ts";
import { regularisedErmTarget } from "../erm/boundary/ermLatticeTarget.ts";
import { releaseAgreement, type AgreementParameters, type ReleaseAgreement } from "../comparison/releaseAgreement.ts";
import { releaseErrors, type ErrorParameters, type ErrorSeries } from "../comparison/releaseErrors.ts";

const unit: Interval = [0, 1];

const epsilons = Array.from({ length: 13 }, (_, i) => 10 ** (-2 + i / 4));

/**
 * Figure 1: the error of the private kernel density estimate against ε for h = 1, …, 6, and for the piecewise constant
 * baseline.
 *
 * Printed: k = 20, 5000 points of 0.4 N(0.5, 0.02) + 0.6 N(0.75, 0.005), a Gaussian kernel, 1000 repeats, Laplace noise
 * of scale S(k + 1)/ε. Not printed: the bandwidth (here √0.001); the meaning of 0.02 (here a variance, errata A10); the
 * rule for points outside [0, 1] (here moved to the edge); the orders; the error drawn (here both the largest and the
 * mean).
 *
 * @param change parameters that differ
 * @see Aldà & Rubinstein (2017), section 6, Figure 1
 */
export function aldaFigure1(change: Partial<ErrorParameters> = {}): Generator<number, readonly ErrorSeries[]> {
  const { points } = recordsFrom({ table: smallExample("alda-1")!, columns: ["x"], missing: "refuse" });
  const target = densityTarget({ points, domain: [unit], bandwidths: [Math.sqrt(0.001)] });
  const printed: ErrorParameters = {
    degree: 20,
    iterations: [1, 2, 3, 4, 5, 6, "nearest"],
    epsilons,
    law: "laplace",
    delta: 0,
    calibration: "valueByValue",
    repeats: 1000,
    seed: 2017,
  };
  return releaseErrors(target, { ...printed, ...change }, [401]);
}

/**
 * Table for Figure 2, a private support vector machine with a Gaussian kernel: quality of private decisions, for k and
 * h from a plane to a bent surface, and ε from 0.1 to 10.
 *
 * Printed: C = σ = 1, which is λ = ½ and ℓ = 1, on 1500 points of each class with means (0.3, 0.5) and (0.6, 0.4) and
 * covariances 0.01·I and 0.01·(1, 0.8; 0.8, 1.5). Not printed: k, h and ε; the rule for points outside the square,
 * which are moved to its edge. The constant of the sensitivity is twice the printed one (errata A1). At C = σ = 1 the
 * function is nearly flat, |f| below 0.8, so k = 1 approximates it well.
 *
 * @param change parameters that differ
 * @see Aldà & Rubinstein (2017), section 6, Figure 2
 */
export function aldaFigure2Table(change: Partial<AgreementParameters> = {}): Generator<number, ReleaseAgreement> {
  return releaseAgreement(figure2Plan(), {
    sizes: [
      { degree: 1, iterations: 1 },
      { degree: 2, iterations: 2 },
      { degree: 3, iterations: 4 },
      { degree: 5, iterations: 4 },
    ],
    epsilons: [0.1, 0.3, 1, 3, 10],
    calibration: "lattice",
    draws: 20,
    seed: 1,
    ...change,
  });
}

const gridCounts = [101, 101] as const;

let fitted: BernsteinPlan | undefined;

/** The fit of Figure 2, made on first use. */
export function figure2Plan(): BernsteinPlan {
  if (fitted) return fitted;
  const { points, responses } = labelledRecordsFrom({
    table: smallExample("alda-2")!,
    columns: ["x", "y"],
    label: "class",
    positive: "a",
    missing: "refuse",
  });
  const target = regularisedErmTarget({
    points,
    responses,
    domain: [unit, unit],
    kernel: gaussianKernel(1),
    loss: hingeLoss,
    penalty: 0.5,
  });
  fitted = planBernstein(target, gridCounts);
  return fitted;
}
