import type { DeclaredLevels } from "../../../core/records/declaredLevels.ts";
import type { DensityParameters } from "../../../core/density/densityParameters.ts";
import { typedLevels } from "../../../panels/controls/typedGroups.ts";
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

type Parted = Pick<DensityScenario, "y" | "route" | "bump" | "further">;

/** Whether records can be told apart that are of one curve or another, or counted: those of Gaussian bumps of one column. */
function canBeParted({ y, route, bump, further }: Parted): boolean {
  const isOther = y !== "" || further.length > 0 || isBernstein(route);
  return !isOther && (route !== "gaussian" || bump === "gaussian");
}

/** The atom as it takes effect: beside one curve of Gaussian bumps of one column. */
export function atomOf(scenario: Parted & Pick<DensityScenario, "atom" | "groups">): DensityScenario["atom"] {
  return canBeParted(scenario) && scenario.groups === "" ? scenario.atom : "none";
}

/** The groups as they take effect. */
export function groupsOf(scenario: Parted & Pick<DensityScenario, "groups" | "levels">): DeclaredLevels | undefined {
  if (scenario.groups === "" || !canBeParted(scenario)) return undefined;
  return { column: scenario.groups, levels: typedLevels(scenario.levels) };
}

/**
 * What the worker is asked for. Only in the plane, and not on the Sobolev route, the kernel has a correlation. Along a column
 * that is not drawn a bump is as wide a share of its domain as along the first one.
 */
export function requestOf(scenario: DensityScenario): DensityParameters {
  const { scale, ends } = framingOf(scenario);
  const atom = atomOf(scenario);
  const groups = groupsOf(scenario);
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
      polynomial: polynomialChoiceOf(route, scenario),
    }),
    drawCount: draws,
    seed,
    ...(atom !== "none" && { atom }),
    ...(groups && { levels: groups.levels }),
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
