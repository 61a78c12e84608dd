import type { PlannedDensity } from "../../../core/planning/densityErrors.ts";
import type { DeclaredTruth } from "../../../core/planning/declaredTruth.ts";
import type { DensityScenario } from "./scenario.ts";

/** True for Gaussian-process noise on Gaussian bumps, whose errors have closed forms. */
export function isProcess({ route, bump }: Pick<DensityScenario, "route" | "bump">): boolean {
  return route === "sobolev" || (route === "gaussian" && bump === "gaussian");
}

export function refusedPlan({ y, scale, ends, only, atom }: DensityScenario): string | undefined {
  const what =
    y !== ""
      ? "one column, not two"
      : only !== "" || atom !== "none"
        ? "all records, without filters or point masses"
        : scale !== "own" || ends !== "open"
          ? "a density on its own scale with open ends"
          : undefined;
  return what && `A plan covers ${what}.`;
}

export function plannedDensity(
  { domainX: domain, route, relativeRate }: Pick<DensityScenario, "domainX" | "route" | "relativeRate">,
  truth: DeclaredTruth,
): PlannedDensity {
  return route === "sobolev"
    ? { truth, domain, route, relativeRate }
    : { truth, domain, route: "gaussian", relativeRate: 1 };
}
