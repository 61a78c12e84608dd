import type { DensityParameters } from "../../core/releases/densityContract.ts";
import { isBernstein, polynomialChoiceOf } from "./bernsteinScenario.ts";
import type { DensityScenario } from "./scenario.ts";

/** Scale and ends as they take effect: those of a density on a line whose noise is a Gaussian process. */
export function framingOf({
  y,
  route,
  scale,
  ends,
}: Pick<DensityScenario, "y" | "route" | "scale" | "ends">): Pick<DensityScenario, "scale" | "ends"> {
  return y !== "" || isBernstein(route) ? { scale: "own", ends: "open" } : { scale, ends };
}

/** The atom as it takes effect: beside a curve of Gaussian bumps. */
export function atomOf({
  y,
  route,
  bump,
  atom,
}: Pick<DensityScenario, "y" | "route" | "bump" | "atom">): DensityScenario["atom"] {
  return y !== "" || isBernstein(route) || (route === "gaussian" && bump !== "gaussian") ? "none" : atom;
}

/** What the worker is asked for. In one dimension, and on the Sobolev route, the kernel has no correlation. */
export function requestOf(scenario: DensityScenario): DensityParameters {
  const { scale, ends } = framingOf(scenario);
  const atom = atomOf(scenario);
  const { y, domainX, domainY, h, hy, correlation, route, bump, relativeRate, draws, seed, person } = scenario;
  const plane = y !== "";
  const ofBumps = route === "gaussian" && bump !== "gaussian";
  return {
    domain: plane ? [domainX, domainY] : [domainX],
    bandwidths: plane ? [h, hy] : [h],
    correlation: plane && route !== "sobolev" && !ofBumps ? correlation : 0,
    route: isBernstein(route) ? "gaussian" : route,
    // One that cannot be one is refused before anybody is asked.
    ...(ofBumps && bump !== "epanechnikov" && { bump }),
    ...(scale !== "own" && { transformation: scale }),
    ...(ends === "folded" && { reflection: true }),
    relativeRate: route === "sobolev" ? relativeRate : 1,
    ...(isBernstein(route) && {
      polynomial: polynomialChoiceOf(route === "bernsteinLaplace" ? "laplace" : "gaussian", scenario),
    }),
    drawCount: draws,
    seed,
    ...(atom !== "none" && { atom }),
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
