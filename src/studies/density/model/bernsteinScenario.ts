import { automaticSize, polynomialLimits, type PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import type { LatticeLaw } from "../../../core/bernstein/latticeLaw.ts";

export type BernsteinRoute = "bernsteinLaplace" | "bernsteinComposed" | "bernsteinGaussian";

export const lawOfRoute: Readonly<Record<BernsteinRoute, LatticeLaw>> = {
  bernsteinLaplace: "laplace",
  bernsteinComposed: "composedLaplace",
  bernsteinGaussian: "gaussian",
};

export function isBernstein(route: string): route is BernsteinRoute {
  return Object.hasOwn(lawOfRoute, route);
}

interface BernsteinSettings {
  readonly size: "automatic" | "byHand";
  readonly degree: number;
  readonly iterations: number;
}

export const iterationLimits = { min: 1, max: polynomialLimits.iterations } as const;

export function degreeLimits(dimension: number): { readonly min: number; readonly max: number } {
  return { min: 1, max: polynomialLimits.degree[dimension > 2 ? 2 : dimension === 2 ? 1 : 0] };
}

export function polynomialChoiceOf(
  route: BernsteinRoute,
  settings: BernsteinSettings & { readonly epsilon: number; readonly delta: number },
): PolynomialChoice {
  const law = lawOfRoute[route];
  const { size, degree, iterations } = settings;
  if (size === "byHand") return { law, size: { kind: "byHand", degree, iterations } };
  return { law, size: automaticSize(law, settings) };
}
