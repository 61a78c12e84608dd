import type { Interval } from "../../../core/grids.ts";
import type { Protection, Sharing } from "../../../core/affineHull/fabrication/fabricationParameters.ts";
import { mostFurther } from "../../../state/scenario/furtherInputs.ts";
import type { FurtherInput } from "../../../state/scenario/furtherInputs.ts";
import { parameterNames } from "../../../state/scenario/provenance.ts";
import type { FieldRoles } from "../../../state/scenario/provenance.ts";
import { budgetLimits, plainColumns, unitsOfExample } from "../../../state/scenario/sharedFields.ts";
import { columnRoles, commonRoles } from "../../../state/scenario/unconvertedFields.ts";
import type { CommonScenario, OwnColumns } from "../../../state/scenario/sharedFields.ts";
import type { FabricationExample } from "./examples.ts";

/** What can be drawn in the plane, in the order in which it is. */
export const layers = ["image", "original", "noisy", "fabricated"] as const;
export type Layer = (typeof layers)[number];

/** Everything a picture of fabricated rows is made from, except the records. */
export interface FabricationScenario extends CommonScenario, OwnColumns {
  readonly x: string;
  readonly y: string;
  /** The column of the classes; "" for none. */
  readonly label: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  /** Columns that are fabricated with the two that are drawn, and where the plane holds them. */
  readonly further: readonly FurtherInput[];
  readonly protection: Protection;
  /** d, as a share of an entry's range. */
  readonly adjacency: number;
  /** Whether noise on entries has an atom of mass δ at 0. */
  readonly atom: "none" | "delta";
  /** To where in the ranges smoothing draws the rows. */
  readonly origin: "corner" | "middle";
  /** n. */
  readonly subspaceDimension: number;
  /** L. */
  readonly depth: number;
  readonly branches: number;
  /** Q. */
  readonly parties: number;
  readonly sharing: Sharing;
  readonly steps: number;
  /** r of a branch over its number of rows; "none" for a fixed number of steps. */
  readonly tolerance: number | "none";
  readonly model: "fabricated" | "noisy";
  /** Every how manyth record is kept for the test. */
  readonly testEvery: number;
  readonly field: "distance" | "classes" | "none";
  readonly layers: readonly Layer[];
}

/** The limits of the controls, the same in links and on sliders. */
export const fabricationLimits = {
  ...budgetLimits,
  adjacency: { min: 0.01, max: 1 },
  subspaceDimension: { min: 1, max: mostFurther + 2 },
  depth: { min: 1, max: mostFurther + 2 },
  branches: { min: 1, max: 20 },
  parties: { min: 1, max: 8 },
  steps: { min: 0, max: 60 },
  tolerance: { min: 1e-4, max: 1 },
  testEvery: { min: 2, max: 20 },
} as const;

/** What each field of a scenario is to a release. */
export const fabricationRoles: FieldRoles<FabricationScenario> = {
  ...columnRoles,
  label: { parameter: "the column of classes" },
  domainX: { parameter: "the range of the first column" },
  domainY: { parameter: "the range of the second column" },
  further: { parameter: "the further columns" },
  protection: { parameter: "what is protected" },
  adjacency: { parameter: "d" },
  atom: { parameter: "the atom" },
  origin: { parameter: "the origin of smoothing" },
  subspaceDimension: { parameter: "n" },
  depth: { parameter: "L" },
  branches: { parameter: "the number of branches" },
  parties: { parameter: "the number of parties" },
  sharing: { parameter: "how parties share the records" },
  steps: { parameter: "the number of steps" },
  tolerance: { parameter: "r" },
  model: { parameter: "the model" },
  testEvery: { parameter: "which records are kept for the test" },
  field: "display",
  layers: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const fabricationParameterNames = parameterNames(fabricationRoles);

/** The scenario that shows an example at its best; empty for a data set that is none. */
export function exampleScenario(examples: readonly FabricationExample[], id: string): Partial<FabricationScenario> {
  const defaults = examples.find((example) => example.id === id)?.defaults;
  if (!defaults) return {};
  const { domain, ...rest } = defaults;
  const [domainX, domainY] = domain;
  const usual = {
    ...plainColumns,
    ...unitsOfExample(true, defaults.x, defaults.y),
    further: [],
    adjacency: 1,
    atom: "none",
    origin: "middle",
    subspaceDimension: 2,
    depth: 1,
    branches: 1,
    parties: 1,
    sharing: "rows",
  } as const;
  return {
    ...{ data: id, ...usual, ...rest, domainX, domainY, protection: "entry" },
    ...{ tolerance: "none", model: "fabricated", seed: 1, draws: 1, provenance: {} },
  };
}
