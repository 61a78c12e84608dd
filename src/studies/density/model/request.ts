import type { DeclaredLevels } from "../../../core/records/declaredLevels.ts";
import type { DensityParameters } from "../../../core/density/densityParameters.ts";
import { mostRecordsOf } from "../../../state/scenario/sharedFields.ts";
import { typedLevels } from "../../../panels/controls/declared/typedGroups.ts";
import { isBernstein, polynomialChoiceOf } from "./bernsteinScenario.ts";
import { drawn, type OptionFields } from "./options.ts";
import type { DensityScenario } from "./scenario.ts";

export function groupsOf(scenario: OptionFields & Pick<DensityScenario, "levels">): DeclaredLevels | undefined {
  const { groups } = drawn(scenario);
  return groups === "" ? undefined : { column: groups, levels: typedLevels(scenario.levels) };
}

/** Along an undrawn column a bump is as wide a share of its domain as along the first. */
export function requestOf(scenario: DensityScenario): DensityParameters {
  const { scale, ends, atom, correlation } = drawn(scenario);
  const groups = groupsOf(scenario);
  const { y, domainX, domainY, h, hy, further, route, bump, relativeRate, draws, seed, person } = scenario;
  const plane = y !== "";
  const share = h / (domainX[1] - domainX[0]);
  return {
    domain: [domainX, ...(plane ? [domainY] : []), ...further.map(({ domain }) => domain)],
    bandwidths: [h, ...(plane ? [hy] : []), ...further.map(({ domain: [lower, upper] }) => share * (upper - lower))],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
    correlation: plane ? correlation : 0,
    route: isBernstein(route) ? "gaussian" : route,
    ...(route === "gaussian" && bump !== "gaussian" && bump !== "epanechnikov" && { bump }),
    ...(scale !== "own" && { transformation: scale }),
    ...(ends === "folded" && { reflection: true }),
    relativeRate: route === "sobolev" ? relativeRate : 1,
    ...(isBernstein(route) && { polynomial: polynomialChoiceOf(route, scenario) }),
    drawCount: draws,
    seed,
    ...(atom !== "none" && { pointMass: atom }),
    ...(groups && { levels: groups.levels }),
    ...mostRecordsOf(scenario),
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
