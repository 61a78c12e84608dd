import { goesWith, refusalOf, type Options } from "../../../core/combinations.ts";
import {
  boundaryCombinations,
  boundaryOptions,
  type BoundaryOption,
  type BoundaryUse,
} from "../../../core/erm/boundary/boundaryCombinations.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function askedOptions(scenario: BoundaryScenario): Options<BoundaryOption> {
  return boundaryOptions(requestOf(scenario));
}

export function refusedUse(use: BoundaryUse, shown: BoundaryScenario): string | undefined {
  return refusalOf(boundaryCombinations, use, askedOptions(shown));
}

/** Ignores options that the section itself refuses. */
export function offered(use: BoundaryUse, ...refusedInside: readonly BoundaryOption[]) {
  return ({ shown }: { readonly shown: BoundaryScenario }): boolean => {
    const asked = [...askedOptions(shown)].filter((option) => !refusedInside.includes(option));
    return goesWith(boundaryCombinations, use, new Set(asked));
  };
}
