import { ParameterError } from "../errors.ts";
import { significant } from "../numberFormats.ts";
import { largestEpsilonOfTheorem7 } from "../privacy/calibration/laplace.ts";
import { remember } from "../remember.ts";
import { latticeNoiseMultiplier } from "./bernstein.ts";
import { chooseBernstein } from "./bernsteinChoice.ts";
import { choiceByCeiling } from "./choiceByCeiling.ts";
import { calibratedSensitivity, latticeLaws, noiseLawOf, type LatticeLaw } from "./latticeLaw.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import { oneOf } from "../untrusted.ts";
import type { PrivacyParameters } from "../privacy/calibration/gaussian.ts";

/** Public. */
export interface PolynomialSize {
  readonly degree: number;
  readonly iterations: number;
}

/** Public. */
export interface PolynomialChoice {
  readonly law: LatticeLaw;
  /** Degree and order, or the budget from which they follow. */
  readonly size:
    | ({ readonly kind: "byHand" } & PolynomialSize)
    | { readonly kind: "automatic"; readonly epsilon: number; readonly delta: number };
}

/** Budget that determines degree and order, in steps of a quarter of a decade. */
export function automaticSize(law: LatticeLaw, { epsilon, delta }: PrivacyParameters): PolynomialChoice["size"] {
  const stepped = (value: number) => significant(10 ** (Math.round(4 * Math.log10(value)) / 4), 3);
  if (law === "laplace") return { kind: "automatic", epsilon: stepped(epsilon), delta: 0 };
  const at = { epsilon: stepped(epsilon), delta: stepped(delta) };
  const most = law === "composedLaplace" ? largestEpsilonOfTheorem7(at.delta) : Infinity;
  return { kind: "automatic", ...at, epsilon: Math.min(at.epsilon, most) };
}

const checkLaw = oneOf(...latticeLaws);
const checkSizeKind = oneOf("byHand", "automatic");

/** By hand: largest degree for one, two and three axes, and order. */
export const polynomialLimits = { degree: [200, 60, 20], iterations: 200 } as const;

/**
 * Degree and order of a choice: set by hand, or with the least error bound at its budget, from public numbers.
 *
 * @param target of which only sensitivities are read
 * @param approximation a bound on max |f − B^(h) f| over all records, for each degree and order
 * @returns a function that remembers its last answer. @throws {ParameterError} beyond polynomialLimits, or for another
 * law
 * @see Aldà & Rubinstein (2017), section 4.1; errata A4
 */
export function polynomialSizes({
  target,
  approximation,
}: {
  readonly target: LatticeTarget;
  readonly approximation: (degree: number, iterations: number) => number;
}): (choice: PolynomialChoice) => PolynomialSize {
  const mostDegree = polynomialLimits.degree[target.dimension - 1] ?? 10;
  const choose = remember(({ law, size }: PolynomialChoice): PolynomialSize => {
    if (size.kind === "byHand") return size;
    const { epsilon, delta } = size;
    return choiceByCeiling({
      target,
      of: (sensitivity, degree) => calibratedSensitivity(law, { ...target, sensitivity }, degree),
      choose: (sensitivity) =>
        chooseBernstein({
          dimension: target.dimension,
          sensitivity,
          law: noiseLawOf(law),
          noiseMultiplier: latticeNoiseMultiplier(law, { epsilon, delta }),
          approximation,
          coverage: 0.95,
          mostDegree,
        }),
      degreeOf: ({ degree }) => degree,
    });
  });
  return (choice) => {
    checkLaw(choice.law, "law");
    checkSizeKind(choice.size.kind, "size.kind");
    const { degree, iterations } = choose(choice);
    if (!(degree <= mostDegree)) throw new ParameterError("degree", degree, `at most ${mostDegree}`);
    if (!(iterations <= polynomialLimits.iterations)) {
      throw new ParameterError("iterations", iterations, `at most ${polynomialLimits.iterations}`);
    }
    return { degree, iterations };
  };
}
