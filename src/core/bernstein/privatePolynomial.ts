import type { GridAxis } from "../grids.ts";
import { gaussianOfComposedPure, gaussianOfPure } from "../privacy/accounting/composition.ts";
import { claimedMu, claimOf } from "../privacy/calibration/claim.ts";
import { gaussianLattice, latticeGaussianRelease } from "../privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../privacy/mechanisms/latticeLaplace.ts";
import { latticeOfLoss } from "../privacy/mechanisms/latticeScale.ts";
import { composedLaplaceMechanism } from "../privacy/mechanisms/mechanism.ts";
import { latticeValues } from "../privacy/mechanisms/latticeRelease.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { spreadOfLaw } from "./latticeLaw.ts";
import type { PolynomialTarget } from "./polynomialContract.ts";
import type { PreparedRelease } from "../release/releasingPrivately.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import { withoutErrors, type PrivateRelease } from "../release/privateRelease.ts";
import type { ReleaseView } from "../release/releaseTarget.ts";

interface PolynomialWords {
  readonly axes: readonly GridAxis[];
  readonly units: ReleaseView["units"];
  /** Lattice axes after those shown, with the place on each at which values are shown. */
  readonly held?: readonly { readonly lower: number; readonly upper: number; readonly at: number }[];
  readonly formula: string;
}

/**
 * Private release of a function as the values of a polynomial on a lattice: integers D, for gD, from exact Laplace or
 * Gaussian noise, without failure. Laplace noise is ε-private for ε = (Δ₁ + 2η₁)/b; by Theorem 7 (ε, δ)-private, and
 * μ-GDP for μ = √(π/2) √N(S + 2η)/b; Gaussian noise is μ-GDP for μ = (Δ₂ + 2η₂)/σ.
 *
 * @throws {ParameterError} if ε is beyond that of Theorem 7
 * @see docs/proofs/latticeRelease.md, In coordinates; docs/proofs/composedLaplace.md; Aldà & Rubinstein (2017),
 * Algorithm 1
 */
export function preparingPolynomial(
  target: PolynomialTarget,
  words: PolynomialWords,
  budget: PrivacyBudget,
): PreparedRelease {
  const { law, degree, iterations, dimension, sensitivity, roundingError } = target;
  const { variance, pointwiseFactor } = spreadOfLaw[law];
  const { lattice, scale, draw, claim } = {
    laplace: withLaplace,
    composedLaplace: withComposedLaplace,
    gaussian: withGaussian,
  }[law](target, budget);
  const unit = Math.abs(words.units.scale);
  const perAxis = "ν = 0, …, k";
  const { held = [] } = words;
  const shared = {
    axes: words.axes.map((axis) => ({ ...axis })),
    units: { ...words.units },
    ...claim,
    ...withoutErrors,
    lattice,
    sigma: scale,
    sensitivity: { formula: words.formula, exact: sensitivity, stop: 0, value: sensitivity },
    estimateError: roundingError,
    roundingShare: (2 * roundingError) / (sensitivity + 2 * roundingError),
    samplingMethod: "coordinates",
    basis: {
      name: "iterated Bernstein polynomials b_ν^(h) of degree k on each axis, from the lower to the upper end of the domain",
      order: `value at the lattice point ν/k, ${perAxis}${dimension > 1 ? "; the index of the first axis varies fastest" : ""}`,
      parameters: [
        { name: "degree k", value: degree },
        { name: "order h", value: iterations },
        ...[...words.axes, ...held].flatMap(({ lower, upper }, j) => [
          { name: `lower end of axis ${j + 1}`, value: lower },
          { name: `upper end of axis ${j + 1}`, value: upper },
        ]),
        ...held.map(({ at }, j) => ({ name: `values are shown at, on axis ${words.axes.length + j + 1}`, value: at })),
      ],
    },
    processing: processingWords(words.units),
    deviation:
      unit * Math.sqrt(target.largestSquare) * Math.hypot(scale * Math.sqrt(variance), lattice / Math.sqrt(12)),
    pointwiseFactor,
    simultaneousHalfWidth: unit * (target.simultaneousQuantile * scale + (target.amplification * lattice) / 2),
    isBandProved: true,
  } as const;
  return {
    cost:
      claim.kind === "laplaceCoordinates"
        ? { kind: "pure", epsilon: claim.epsilon }
        : { kind: "gaussian", mu: claim.mu, failure: 0 },
    *draw(random) {
      const integers = draw(target.values(), random);
      yield 0.5;
      const { scale: factor, offset } = words.units;
      const values = target.onGrid(latticeValues(integers, lattice)).map((value) => offset + factor * value);
      return { ...shared, integers, values } satisfies PrivateRelease;
    },
  };
}

/** {@link preparingPolynomial}, then a draw. */
export function* releasingPolynomial(
  target: PolynomialTarget,
  words: PolynomialWords,
  budget: PrivacyBudget,
  random: RandomWords,
): Generator<number, PrivateRelease> {
  return yield* preparingPolynomial(target, words, budget).draw(random);
}

function withLaplace({ sensitivity, roundingError }: PolynomialTarget, budget: PrivacyBudget) {
  const lattice = laplaceLattice({ sensitivity, roundingError, epsilon: budget.epsilon });
  const { epsilon } = lattice;
  return {
    ...lattice,
    draw: (estimate: Float64Array, words: RandomWords) => latticeLaplaceRelease({ estimate, lattice, words }),
    claim: {
      kind: "laplaceCoordinates",
      calibration: "pure",
      epsilon,
      delta: 0,
      mu: gaussianOfPure(epsilon),
      failure: 0,
      addedFailure: 0,
      achievedDelta: 0,
    },
  } as const;
}

function withComposedLaplace({ sensitivity, roundingError }: PolynomialTarget, budget: PrivacyBudget) {
  const { loss, ...lattice } = latticeOfLoss({
    sensitivity,
    roundingError,
    loss: 1 / composedLaplaceMechanism.multiplierOf(budget),
  });
  const mu = gaussianOfComposedPure(loss);
  return {
    ...lattice,
    draw: (estimate: Float64Array, words: RandomWords) => latticeLaplaceRelease({ estimate, lattice, words }),
    claim: { ...claimOf(budget, mu, 0), kind: "composedLaplaceCoordinates", calibration: "theorem7" },
  } as const;
}

function withGaussian({ sensitivity, roundingError }: PolynomialTarget, budget: PrivacyBudget) {
  const lattice = gaussianLattice({ sensitivity, roundingError, mu: claimedMu({ ...budget, failure: 0 }) });
  return {
    ...lattice,
    draw: (estimate: Float64Array, words: RandomWords) => latticeGaussianRelease({ estimate, lattice, words }),
    claim: { ...claimOf(budget, lattice.mu, 0), kind: "gaussianCoordinates" },
  } as const;
}

function processingWords({ scale, offset }: ReleaseView["units"]): string {
  const polynomial =
    "value at y = Σ over ν of (number at ν) × Π over the axes j of b_ν_j^(h)(y_j), y in shares of the domain";
  return scale === 1 && offset === 0 ? polynomial : `${polynomial}; then ${offset} + ${scale} × that`;
}
