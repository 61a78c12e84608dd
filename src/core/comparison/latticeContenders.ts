import { checkPositive } from "../checks.ts";
import { largestLaplaceQuantile } from "../privacy/calibration/laplace.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import { latticeNoiseMultiplier, planBernstein, type BernsteinPlan } from "../bernstein/bernstein.ts";
import { choiceByCeiling } from "../bernstein/choiceByCeiling.ts";
import type { Contender } from "./comparison.ts";
import { isProvedAt, type LatticeLaw } from "../bernstein/latticeLaw.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import { planPolynomial } from "../bernstein/polynomialRelease.ts";
import type { PrivacyParameters } from "../privacy/calibration/gaussian.ts";

export type LatticeMechanism = keyof typeof lawsOfPolynomials | "piecewiseConstant";

const lawsOfPolynomials = {
  bernsteinLaplace: "laplace",
  bernsteinComposed: "composedLaplace",
  bernsteinGaussian: "gaussian",
} as const satisfies Readonly<Record<string, LatticeLaw>>;

interface LatticeContenders {
  readonly target: LatticeTarget;
  /** As in planBernstein. */
  readonly gridCounts: readonly (number | Float64Array)[];
  /** Bound on max |f − B^(h) f| over all records. Public. */
  readonly approximation: (degree: number, iterations: number) => number;
  /** Bound on the error of a piecewise constant function. Public. */
  readonly missed: (pieces: number) => number;
  /** Shown values are offset + scale × released values. */
  readonly units?: { readonly scale: number; readonly offset: number };
}

interface LatticeContenderPlan {
  /** The mechanism with the least public bound at a budget; undefined where it is not proved. */
  at(mechanism: LatticeMechanism, budget: PrivacyParameters): Contender | undefined;
  readonly plan: BernsteinPlan;
}

/**
 * Bernstein polynomials with each noise, and piecewise constant releases (section 4.2), of the least public bound on
 * approximation plus noise.
 */
export function latticeContenders({
  target,
  gridCounts,
  approximation,
  missed,
  units = { scale: 1, offset: 0 },
}: LatticeContenders): LatticeContenderPlan {
  const sensitivities = new Map<number, LatticeSensitivity>();
  const remembering: LatticeTarget = {
    ...target,
    sensitivity: (degree) => {
      const found = sensitivities.get(degree) ?? target.sensitivity(degree);
      sensitivities.set(degree, found);
      return found;
    },
  };
  const d = target.dimension;
  const scale = checkPositive("units.scale", units.scale);
  const polynomials = planPolynomial({ target: remembering, approximation, gridCounts });
  const plan = planBernstein(remembering, gridCounts);
  const known = new Map<string, Contender>();

  const contender = (law: LatticeLaw, degree: number, iterations: number | "nearest"): Contender => {
    const key = `${law} ${degree} ${iterations}`;
    const before = known.get(key);
    if (before) return before;
    const { estimate, sensitivity } = plan.release({ degree, iterations, law, drawCount: 1, seed: 0 });
    const made: Contender = {
      law,
      detail: iterations === "nearest" ? `${degree + 1} pieces an axis` : `k = ${degree}, h = ${iterations}`,
      estimate: estimate.map((value) => units.offset + scale * value),
      sensitivity: scale * sensitivity,
      draws: (seed, drawCount) => plan.release({ degree, iterations, law, drawCount, seed }).unitNoise,
    };
    known.set(key, made);
    return made;
  };

  return {
    plan,
    at: (mechanism, { epsilon, delta }) => {
      if (mechanism === "piecewiseConstant") {
        const multiplier = latticeNoiseMultiplier("laplace", { epsilon, delta });
        const most = mostPieces[d - 1] ?? 11;
        const pieces = choiceByCeiling({
          target: remembering,
          of: (sensitivity, degree) => sensitivity(degree).l1,
          choose: (l1) =>
            leastPieces(most, (count) => {
              const size = multiplier * l1(count - 1);
              return missed(count) + largestLaplaceQuantile({ count: count ** d, scale: size, coverage: 0.95 });
            }),
          degreeOf: (count) => count - 1,
        });
        return contender("laplace", pieces - 1, "nearest");
      }
      const law = lawsOfPolynomials[mechanism];
      if (!isProvedAt(law, { epsilon, delta })) return undefined;
      const { degree, iterations } = polynomials.sizeOf({ law, size: { kind: "automatic", epsilon, delta } });
      return contender(law, degree, iterations);
    },
  };
}

const mostPieces = [201, 61, 21];
const pieceCounts = [3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 27, 33, 41, 51, 61, 81, 101, 131, 161, 201];

export function leastPieces(most: number, boundOf: (pieces: number) => number): number {
  const allowed = pieceCounts.filter((pieces, i) => i === 0 || pieces <= most);
  let [best, least] = [allowed[0]!, Infinity];
  for (const pieces of allowed) {
    const bound = boundOf(pieces);
    if (bound < least) [best, least] = [pieces, bound];
  }
  return best;
}
