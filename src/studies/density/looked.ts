import { lookedAt, notPrivateBecause } from "../../panels/notPrivate.ts";
import { densityParameterNames } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";

/** Why nothing may be released with these parameters; undefined where it may. */
export function looksBeforeReleasing(shown: DensityScenario): string | undefined {
  return notPrivateBecause(undefined, lookedAt(densityParameterNames, shown));
}

/** Why nothing may be bought on this domain; undefined where it may. What is bought need not have been declared. */
export function looksBeforeBuying(shown: DensityScenario): string | undefined {
  const { domainX, domainY, delta } = densityParameterNames;
  return notPrivateBecause(undefined, lookedAt({ domainX, domainY, delta }, shown));
}
