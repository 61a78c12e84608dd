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

/**
 * What the worker is asked for. Only in the plane, and not on the Sobolev route, the kernel has a correlation. Along a column
 * that is not drawn a bump is as wide a share of its domain as along the first one.
 */
export function requestOf(scenario: DensityScenario): DensityParameters {
  const { scale, ends } = framingOf(scenario);
  const { y, domainX, domainY, h, hy, correlation, further, route, bump, relativeRate, draws, seed, person } = scenario;
  const plane = y !== "";
  const share = h / (domainX[1] - domainX[0]);
  const ofBumps = route === "gaussian" && bump !== "gaussian";
  return {
    domain: [domainX, ...(plane ? [domainY] : []), ...further.map(({ domain }) => domain)],
    bandwidths: [h, ...(plane ? [hy] : []), ...further.map(({ domain: [lower, upper] }) => share * (upper - lower))],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
    correlation: plane && route !== "sobolev" && !ofBumps && further.length === 0 ? correlation : 0,
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
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
