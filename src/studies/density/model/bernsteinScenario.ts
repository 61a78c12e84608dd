import { automaticSize, polynomialLimits } from "../../../core/bernstein/polynomialChoice.ts";
import type { LatticeLaw } from "../../../core/bernstein/latticeLaw.ts";
import type { PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import type { Field } from "../../../state/scenario/linkCodec.ts";
import { integerIn, oneOf } from "../../../state/scenario/linkFields.ts";
import { outOfRange, problemIf } from "../../../state/scenario/problems.ts";

/** The Bernstein mechanism, by the law of its noise. */
export type BernsteinRoute = "bernsteinLaplace" | "bernsteinComposed" | "bernsteinGaussian";

export const bernsteinRoutes: readonly BernsteinRoute[] = [
  "bernsteinLaplace",
  "bernsteinComposed",
  "bernsteinGaussian",
];

/** How each calibrates its noise. */
export const lawOfRoute: Readonly<Record<BernsteinRoute, LatticeLaw>> = {
  bernsteinLaplace: "laplace",
  bernsteinComposed: "composedLaplace",
  bernsteinGaussian: "gaussian",
};

/** Whether a route is the Bernstein mechanism. */
export function isBernstein(route: string): route is BernsteinRoute {
  return (bernsteinRoutes as readonly string[]).includes(route);
}

/** What a scenario says of a polynomial. */
interface BernsteinSettings {
  readonly size: "automatic" | "byHand";
  readonly degree: number;
  readonly iterations: number;
}

/** The limits of k on a line, in the plane and in space, and of h. */
export const bernsteinLimits = {
  degree: { min: 1, max: polynomialLimits.degree[0] },
  degreeInPlane: { min: 1, max: polynomialLimits.degree[1] },
  degreeInSpace: { min: 1, max: polynomialLimits.degree[2] },
  iterations: { min: 1, max: polynomialLimits.iterations },
} as const;

/** The limits of k for so many columns. */
export function degreeLimits(dimension: number): { readonly min: number; readonly max: number } {
  const { degree, degreeInPlane, degreeInSpace } = bernsteinLimits;
  return dimension > 2 ? degreeInSpace : dimension === 2 ? degreeInPlane : degree;
}

/** The fields of a link. */
export function bernsteinFields({
  bernstein,
  dimension,
}: {
  readonly bernstein: boolean;
  readonly dimension: number;
}): {
  readonly [P in keyof BernsteinSettings]: Field<BernsteinSettings[P]>;
} {
  const degrees = degreeLimits(dimension);
  return {
    size: oneOf<BernsteinSettings["size"]>({
      key: "size",
      fallback: "automatic",
      choices: ["automatic", "byHand"],
      always: bernstein,
    }),
    degree: integerIn({ key: "k", fallback: 20, ...degrees, always: bernstein }),
    iterations: integerIn({ key: "order", fallback: 4, ...bernsteinLimits.iterations, always: bernstein }),
  };
}

/** What is wrong with k and h, beside their controls. */
export function bernsteinProblems({ size, degree, iterations }: BernsteinSettings, dimension: number) {
  if (size === "automatic") return [];
  const degrees = degreeLimits(dimension);
  return [
    ...wholeNumber("degree", "The degree k", degrees, degree),
    ...wholeNumber("iterations", "The order h", bernsteinLimits.iterations, iterations),
  ];
}

function wholeNumber<P extends string>(
  parameter: P,
  name: string,
  limits: { readonly min: number; readonly max: number },
  value: number,
) {
  const outside = outOfRange(parameter, name, limits, value, true);
  if (outside.length > 0) return outside;
  return problemIf(!Number.isInteger(value), parameter, `${name} must be a whole number; got ${value}.`);
}

/** What the worker is asked for. */
export function polynomialChoiceOf(
  route: BernsteinRoute,
  settings: BernsteinSettings & { readonly epsilon: number; readonly delta: number },
): PolynomialChoice {
  const law = lawOfRoute[route];
  const { size, degree, iterations } = settings;
  if (size === "byHand") return { law, size: { kind: "byHand", degree, iterations } };
  return { law, size: automaticSize(law, settings) };
}
