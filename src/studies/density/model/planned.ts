import { significant } from "../../../core/numberFormats.ts";
import type { Interval } from "../../../core/grids.ts";
import type { PlannedDensity } from "../../../core/planning/densityErrors.ts";
import type { DeclaredTruth } from "../../../core/planning/declaredTruth.ts";
import { transformations } from "../../../core/special/transformation.ts";
import { drawn } from "./options.ts";
import type { DensityScenario } from "./scenario.ts";

/** True for Gaussian-process noise on Gaussian bumps, whose errors have closed forms. */
export function isProcess({ route, bump }: Pick<DensityScenario, "route" | "bump">): boolean {
  return route === "sobolev" || (route === "gaussian" && bump === "gaussian");
}

export function refusedPlan({ y, ends, only, atom }: DensityScenario): string | undefined {
  const what =
    y !== ""
      ? "one column, not two"
      : only !== "" || atom !== "none"
        ? "all records, without filters or point masses"
        : ends !== "open"
          ? "a density with open ends"
          : undefined;
  return what && `A plan covers ${what}.`;
}

/** The line on which records are smoothed, where a plan is made: ln x in place of x. */
export function smoothedAxis(scenario: DensityScenario) {
  const { x, domainX: ends, scale } = drawn(scenario);
  const map = scale === "own" || !transformations[scale].holds(...ends) ? ownScale : transformations[scale];
  const { forward, inverse, slope } = map;
  const of = ([lower, upper]: Interval, by: (x: number) => number): Interval => [by(lower), by(upper)];
  return {
    name: scale === "own" || map === ownScale ? x : `${symbols[scale]}${x}`,
    domain: of(ends, forward),
    back: (domain: Interval) => of(domain, (u) => (map === ownScale ? u : significant(inverse(u), 4))),
    ...{ forward, slope },
  };
}

const same = (x: number) => x;
const ownScale = { forward: same, inverse: same, slope: () => 1 };
const symbols = { log: "ln ", squareRoot: "√", logit: "logit " } as const;

export function plannedDensity(scenario: DensityScenario, truth: DeclaredTruth): PlannedDensity {
  const { route, relativeRate } = scenario;
  const { domain } = smoothedAxis(scenario);
  return route === "sobolev"
    ? { truth, domain, route, relativeRate }
    : { truth, domain, route: "gaussian", relativeRate: 1 };
}
