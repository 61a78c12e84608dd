import type { Interval } from "../../../core/grids.ts";
import type { BumpKernelName } from "../../../core/kernels/bumpKernel.ts";
import { transformations } from "../../../core/special/transformation.ts";
import type { TransformationName } from "../../../core/special/transformation.ts";
import type { FurtherInput } from "../../../state/scenario/furtherInputs.ts";
import { parameterNames } from "../../../state/scenario/provenance.ts";
import type { FieldRoles } from "../../../state/scenario/provenance.ts";
import {
  budgetLimits,
  columnRoles,
  commonRoles,
  groupRoles,
  groupsShown,
  plainColumns,
  unitsOfExample,
} from "../../../state/scenario/sharedFields.ts";
import type { Band, CommonScenario, GroupFields, OwnColumns } from "../../../state/scenario/sharedFields.ts";
import { bernsteinLimits } from "./bernsteinScenario.ts";
import type { DensityExample } from "./examples.ts";
import type { DensityRoute } from "./routes.ts";

/** Everything a density picture is made from, except the records. */
export interface DensityScenario extends CommonScenario, OwnColumns, GroupFields {
  /** Column names; y = "" means one dimension. */
  readonly x: string;
  readonly y: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  /** Bandwidths in data units. */
  readonly h: number;
  readonly hy: number;
  readonly correlation: number;
  /** Columns that are smoothed with the others and not drawn: the density is shown where they are held. */
  readonly further: readonly FurtherInput[];
  readonly route: DensityRoute;
  /** The bumps of the Gaussian route; Epanechnikov's can be asked for, and is refused with the reason. */
  readonly bump: BumpKernelName | "epanechnikov";
  /** The scale on which records are smoothed, of a density on a line; bandwidths are on that scale. */
  readonly scale: TransformationName | "own";
  /** What becomes of mass that bumps spill over the ends of the domain: it is lost, or folded back. */
  readonly ends: "open" | "folded";
  /** A value whose records are counted apart, beside the curve of the others. */
  readonly atom: number | "none";
  /** What a missing value of the first column counts as. */
  readonly fill: number | "none";
  /** The column and the value of a filter; "" for none. */
  readonly only: string;
  readonly onlyValue: string;
  /** γ·h, for the Sobolev route. */
  readonly relativeRate: number;
  /** Degree k and order h of the Bernstein mechanism, and whether they are taken or follow from the budget. */
  readonly size: "automatic" | "byHand";
  readonly degree: number;
  readonly iterations: number;
  readonly display: "fan" | "animation";
  readonly band: Band;
  readonly records: "none" | "rug" | "histogram";
  readonly layout: "sideBySide" | "overlay";
  /** "density": clipped at zero and renormalised. */
  readonly post: "raw" | "density";
}

/** The limits of the controls, the same in links and on sliders. Bandwidths: `bandwidthLimits`. */
export const densityLimits = {
  ...budgetLimits,
  correlation: { min: -0.95, max: 0.95 },
  relativeRate: { min: 0.1, max: 10 },
  ...bernsteinLimits,
} as const;

/** The bumps that can be asked for. */
export const bumpChoices = ["gaussian", "matern52", "matern32", "exponential", "triangular", "epanechnikov"] as const;

/** The domain on the scale on which records are smoothed; as it is where it cannot be brought there. */
export function smoothedDomain({
  y,
  domainX: [lower, upper],
  scale,
}: Pick<DensityScenario, "y" | "domainX" | "scale">): Interval {
  const of = scale === "own" || y !== "" ? undefined : transformations[scale];
  return of?.holds(lower, upper) === true ? [of.forward(lower), of.forward(upper)] : [lower, upper];
}

/** A bandwidth runs from a five-hundredth of the domain's side, two steps of the grid, to the whole side. */
export function bandwidthLimits([lower, upper]: Interval): { readonly min: number; readonly max: number } {
  return { min: (upper - lower) / 500, max: upper - lower };
}

/** What each field of a scenario is to a release. */
export const densityRoles: FieldRoles<DensityScenario> = {
  ...columnRoles,
  scale: { parameter: "the scale" },
  ends: { parameter: "what happens at the ends of the domain" },
  atom: { parameter: "the value that is counted apart" },
  fill: { parameter: "what a missing value counts as" },
  only: { parameter: "the column of the filter" },
  onlyValue: { parameter: "the value of the filter" },
  ...groupRoles,
  h: { parameter: "the bandwidth" },
  hy: { parameter: "the second bandwidth" },
  correlation: { parameter: "the correlation" },
  further: { parameter: "the further columns" },
  route: { parameter: "the route" },
  bump: { parameter: "the bump" },
  relativeRate: { parameter: "γ·h" },
  size: { parameter: "whether degree and order are set by hand" },
  degree: { parameter: "the degree k" },
  iterations: { parameter: "the order h" },
  display: "display",
  band: "display",
  records: "display",
  layout: "display",
  post: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the records, by the names that a person knows. */
export const densityParameterNames = parameterNames(densityRoles);

/** A density of all rows on their own scale, with nothing counted apart. */
export const plainFraming = {
  scale: "own",
  ends: "open",
  atom: "none",
  fill: "none",
  only: "",
  onlyValue: "",
  ...groupsShown(undefined),
} as const;

/** The scenario that shows an example at its best; empty for a data set that is none. */
export function exampleScenario(examples: readonly DensityExample[], id: string): Partial<DensityScenario> {
  const example = examples.find((candidate) => candidate.id === id);
  if (!example) return {};
  const { defaults } = example;
  const [domainX = [0, 1], domainY = [0, 1]] = defaults.domain;
  const [h = 0.1, hy = 0.1] = defaults.bandwidths;
  return {
    data: id,
    x: defaults.x,
    y: defaults.y ?? "",
    ...plainColumns,
    ...unitsOfExample(true, defaults.x, defaults.y ?? ""),
    domainX,
    domainY,
    h,
    hy,
    correlation: 0,
    further: defaults.further ?? [],
    ...plainFraming,
    ...groupsShown(defaults.groups),
    route: defaults.route,
    relativeRate: 1,
    epsilon: defaults.epsilon,
    delta: defaults.delta,
    seed: 1,
    draws: 1,
    provenance: {},
  };
}
