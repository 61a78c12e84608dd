import { goesWith, refusalOf, type Options } from "../../../core/combinations.ts";
import {
  boundaryCombinations,
  boundaryOptions,
  type BoundaryOption,
  type BoundaryUse,
} from "../../../core/erm/boundary/boundaryCombinations.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** The options that a scenario asks for. */
export function askedOptions(scenario: BoundaryScenario): Options<BoundaryOption> {
  return boundaryOptions(requestOf(scenario));
}

/** The sentence that refuses a use; undefined if it goes with what is shown. */
export function refusedUse(use: BoundaryUse, shown: BoundaryScenario): string | undefined {
  return refusalOf(boundaryCombinations, use, askedOptions(shown));
}

/** Test for a use that goes with what is shown. Options that its section refuses itself are left out of account. */
export function offered(use: BoundaryUse, ...refusedInside: readonly BoundaryOption[]) {
  return ({ shown }: { readonly shown: BoundaryScenario }): boolean => {
    const asked = [...askedOptions(shown)].filter((option) => !refusedInside.includes(option));
    return goesWith(boundaryCombinations, use, new Set(asked));
  };
}
