import { optionsOn, type Options } from "../../../core/combinations.ts";
import { densityCombinations, type DensityOption } from "../../../core/density/densityCombinations.ts";
import { drawnScenario } from "../../../state/scenario/combinations.ts";
import { isBernstein } from "./bernsteinScenario.ts";
import type { DensityScenario } from "./scenario.ts";

export type OptionFields = Pick<
  DensityScenario,
  "y" | "further" | "correlation" | "scale" | "ends" | "atom" | "only" | "groups" | "person" | "most" | "route" | "bump"
>;

export function askedOptions(scenario: OptionFields): Options<DensityOption> {
  const { y, further, correlation, scale, ends, atom, only, groups, person, most, route, bump } = scenario;
  const [plane, polynomial] = [y !== "", isBernstein(route)];
  const otherBump = route === "gaussian" && bump !== "gaussian";
  return optionsOn<DensityOption>({
    ...{ plane, polynomial, process: !polynomial, otherBump, triangular: otherBump && bump === "triangular" },
    sobolev: route === "sobolev",
    further: further.length > 0,
    correlation: plane && correlation !== 0,
    frame: scale !== "own" || ends !== "open",
    pointMass: atom !== "none",
    filter: only !== "",
    groups: groups !== "",
    absent: most !== "public",
    persons: person !== "",
  });
}

const off = {
  correlation: { correlation: 0 },
  frame: { scale: "own", ends: "open" },
  pointMass: { atom: "none" },
  groups: { groups: "" },
} as const;

/** The drawn scenario, without options that others exclude. */
export function drawn<S extends OptionFields>(scenario: S): S {
  return drawnScenario<DensityOption, OptionFields>(densityCombinations, askedOptions(scenario), off, scenario) as S;
}
