import type { Task } from "../../src/core/release/contract.ts";
import type { GridRelease } from "../../src/core/release/release.ts";
import type { AddressBar } from "../../src/state/addressBar.ts";
import { number, text } from "../../src/state/scenario/fieldLines.ts";
import type { KnownOfData, Values } from "../../src/state/scenario/fieldLines.ts";
import { rolesOf } from "../../src/state/scenario/fieldTable.ts";
import { parameter } from "../../src/state/scenario/provenance.ts";
import { commonFields } from "../../src/state/scenario/sharedFields.ts";
import { tableLinks } from "../../src/state/scenario/tableLinks.ts";

const toyFields = {
  ...commonFields,
  column: text("column", parameter("the column"), 20, { fallback: "v", always: true }),
  h: number("h", parameter("h"), { limits: { min: -1000, max: 1000 }, fallback: 1, always: true }),
  /** Takes effect without the worker. */
  ceiling: number("ceiling", "display", { limits: { min: 0, max: 1000 }, fallback: 1000, always: true }),
};

export type ToyScenario = Values<typeof toyFields>;

export interface ToyParameters {
  readonly h: number;
  readonly drawCount: number;
  readonly seed: number | "secure";
}

export interface ToyRecords {
  readonly values: Float64Array;
}

export interface ToyRelease extends GridRelease {
  readonly name: string;
}

/** A study of one column of numbers. */
export interface ToyContract {
  readonly choice: { readonly column: string; readonly missing: "refuse" | "drop" };
  readonly records: ToyRecords;
  readonly tasks: {
    readonly release: Task<ToyParameters, ToyRelease>;
    readonly spread: Task<ToyParameters, number>;
  };
}

export const toyLinks = tableLinks<ToyScenario, KnownOfData>({
  study: "toy",
  fields: toyFields,
  roles: rolesOf(toyFields),
  dataSets: [{ id: "a" }, { id: "b" }, { id: "bad" }],
  start: "a",
  knownOf: (data) => ({ known: { isOwn: data === "own" }, usual: { draws: 3 } }),
  ofDataInWords: "Columns",
});

/** The address bar of a page that nobody navigates. */
export const stillAddress: AddressBar = {
  getHash: () => "",
  replace: () => undefined,
  push: () => undefined,
  lengthOf: (hash) => hash.length,
  subscribe: () => () => undefined,
};

/** A release of two points and three draws. */
export function releaseNamed(name: string): ToyRelease {
  return {
    name,
    estimate: Float64Array.of(0.123456, 0.654321),
    unitNoise: [Float64Array.of(1, -1), Float64Array.of(0.5, 2), Float64Array.of(-2, 0.25)],
    sensitivity: 0.01,
    jitter: 1e-9,
    simultaneousQuantile: 2.5,
  };
}
