import { checkPositive } from "../../src/core/checks.ts";
import { createErmSolver } from "../../src/core/erm/solver/ermSolver.ts";
import type { LandmarkFeatures } from "../../src/core/erm/solver/landmarkFeatures.ts";
import type { ErmFit } from "../../src/core/erm/solver/ermProblem.ts";
import {
  epsilonInsensitiveLoss,
  hingeLoss,
  huberLoss,
  logisticLoss,
  pinballLoss,
} from "../../src/core/erm/solver/losses.ts";
import type { Loss } from "../../src/core/erm/solver/losses.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { pointAt } from "../../src/core/points.ts";
import type { Points } from "../../src/core/points.ts";
import { representableBound } from "../../src/core/representableBound.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";

/**
 * ℓ(y, f) = (y − f)², with |y| ≤ B. It is Lipschitz only on the range of the minimiser, |f| ≤ B √(sup K / λ), since
 * λ‖f‖² ≤ (1/n) Σ ℓ(yᵢ, 0) ≤ B²; there
 *
 *     M = 2B (1 + √(sup K / λ)).
 *
 * @param responseBound B > 0
 * @param kernelBound sup K > 0
 * @param penalty λ > 0
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, with the constant of errata A3 (C = 1/(2λ))
 */
export function squaredLoss({
  responseBound,
  kernelBound,
  penalty,
}: {
  readonly responseBound: number;
  readonly kernelBound: number;
  readonly penalty: number;
}): Loss {
  const B = checkPositive("responseBound", responseBound);
  const ratio = checkPositive("kernelBound", kernelBound) / checkPositive("penalty", penalty);
  return {
    name: "squared",
    lipschitz: representableBound(2 * B * (1 + Math.sqrt(ratio))),
    responses: "real",
    value: (y, f) => (y - f) ** 2,
    negativeSlope: (y, f) => 2 * (y - f),
    curvature: () => 2,
    conjugate: (y, b) => (b * b) / 4 - y * b,
    dualRange: () => [-Infinity, Infinity],
    validFor: { responseBound: B, kernelBound, penalty },
  };
}

/** Every loss, each with responses that suit it. */
export const losses: readonly (readonly [name: string, loss: Loss])[] = [
  ["hinge", hingeLoss],
  ["logistic", logisticLoss],
  ["Huber", huberLoss(0.3)],
  ["ε-insensitive", epsilonInsensitiveLoss(0.1)],
  ["pinball", pinballLoss(0.8)],
  ["squared", squaredLoss({ responseBound: 1, kernelBound: 1, penalty: 0.05 })],
];

export function lossNamed(name: string, parameters: { delta?: number; eps?: number; lambda: number }): Loss {
  switch (name) {
    case "hinge":
      return hingeLoss;
    case "logistic":
      return logisticLoss;
    case "huber":
      return huberLoss(parameters.delta!);
    case "squared":
    case "ridge":
      return squaredLoss({ responseBound: 2, kernelBound: 1, penalty: parameters.lambda });
    default:
      return epsilonInsensitiveLoss(parameters.eps!);
  }
}

/** Points of the unit square with responses of the kind a loss asks for, in [−1, 1]. */
export function seededRecords(
  random: RandomSource,
  n: number,
  loss: Loss,
): { points: Points; responses: Float64Array } {
  const coordinates = Float64Array.from({ length: 2 * n }, () => random.uniform());
  const responses = Float64Array.from({ length: n }, (_, i) => {
    const value = Math.sin(6 * coordinates[2 * i]!) * 0.7 + 0.6 * (random.uniform() - 0.5);
    return loss.responses === "sign" ? (value >= 0 ? 1 : -1) : Math.max(-1, Math.min(1, value));
  });
  return { points: { dimension: 2, coordinates }, responses };
}

/** ⟨Σ aᵢK(xᵢ, ·), Σ bⱼK(yⱼ, ·)⟩ in the RKHS. */
export function innerProduct(kernel: Kernel, x: Points, a: Float64Array, y: Points, b: Float64Array): number {
  const others = Array.from(b, (_, j) => pointAt(y, j));
  let sum = 0;
  a.forEach((weight, i) => {
    const place = pointAt(x, i);
    others.forEach((other, j) => (sum += weight * b[j]! * kernel.evaluate(place, other)));
  });
  return sum;
}

/** ‖f − g‖ in the RKHS. */
export function rkhsDistance(kernel: Kernel, f: ErmFit, g: ErmFit): number {
  const between = (p: ErmFit, q: ErmFit) => innerProduct(kernel, p.centres, p.coefficients, q.centres, q.coefficients);
  return Math.sqrt(Math.max(0, between(f, f) - 2 * between(f, g) + between(g, g)));
}

/** φ(xᵢ). */
export function featureOf({ rank, rows, columns, left, right }: LandmarkFeatures, i: number): Float64Array {
  return Float64Array.from(
    { length: rank },
    (_, j) => left[i * rows + Math.floor(j / columns)]! * right[i * columns + (j % columns)]!,
  );
}

export function fitOf(
  kernel: Kernel,
  points: Points,
  responses: Float64Array,
  loss: Loss,
  penalty: number,
  gapTolerance = 1e-11,
): ErmFit {
  return createErmSolver({ points, kernel }).fit({ responses, loss, penalty, gapTolerance });
}
