import type { Task } from "../../src/core/release/contract.ts";
import type { GridRelease } from "../../src/core/release/release.ts";
import type { AddressBar } from "../../src/state/addressBar.ts";
import { decodeLink, encodeLink } from "../../src/state/scenario/linkCodec.ts";
import type { Fields, LinkCodec } from "../../src/state/scenario/linkCodec.ts";
import { numberIn, textOf } from "../../src/state/scenario/linkFields.ts";
import { provenanceField } from "../../src/state/scenario/provenance.ts";
import { budgetFields, viewField } from "../../src/state/scenario/unconvertedFields.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";

export interface ToyScenario extends CommonScenario {
  readonly column: string;
  readonly h: number;
  /** Takes effect without the worker. */
  readonly ceiling: number;
}

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

const fields: Fields<ToyScenario> = {
  data: textOf({ key: "data", fallback: "a", maxLength: 20, always: true }),
  column: textOf({ key: "column", fallback: "v", maxLength: 20, always: true }),
  h: numberIn({ key: "h", fallback: 1, min: -1000, max: 1000, always: true }),
  ceiling: numberIn({ key: "ceiling", fallback: 1000, min: 0, max: 1000, always: true }),
  ...budgetFields({ epsilon: 1, delta: 1e-5, draws: 3 }, { data: "a", view: "inside" }),
  view: viewField(),
  provenance: provenanceField(["h", "column"]),
};

export const toyLinks: LinkCodec<ToyScenario> = {
  study: "toy",
  encode: (values) => encodeLink("toy", fields, values),
  decode: (hash) => decodeLink(hash, "toy", () => fields),
};

/** The address bar of a page that nobody navigates. */
export const stillAddress: AddressBar = {
  getHash: () => "",
  replace: () => undefined,
  push: () => undefined,
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
