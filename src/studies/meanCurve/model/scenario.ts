import { wideTimes } from "../../../core/records/curveLayout.ts";
import type { CurveLayout, NamedColumn } from "../../../core/records/curveLayout.ts";
import { curveLimits } from "../../../core/records/curves.ts";
import type { Interval } from "../../../core/grids.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { parameterNames } from "../../../state/scenario/provenance.ts";
import type { FieldRoles } from "../../../state/scenario/provenance.ts";
import { budgetLimits, commonRoles, groupRoles, groupsShown, noUnits } from "../../../state/scenario/sharedFields.ts";
import type { Band, CommonScenario, GroupFields } from "../../../state/scenario/sharedFields.ts";
import type { MeanCurveDefaults, MeanCurveExample } from "./example.ts";

/** Everything a mean-curve picture is made from, except the curves. */
export interface MeanCurveScenario extends CommonScenario, GroupFields {
  /** One row per curve, or one row per value. */
  readonly shape: "wide" | "long";
  /** Columns of a long table. */
  readonly curve: string;
  readonly time: string;
  readonly value: string;
  /** The column that says whose curve it is; "" if each curve is a person. */
  readonly person: string;
  /** Units of time and of the values: see `OwnColumns`. */
  readonly unitX: string;
  readonly unitY: string;
  /** Whether the first row of a wide table holds the times. */
  readonly firstRow: "curve" | "times";
  readonly domain: Interval;
  readonly points: number;
  readonly rule: "uniform" | "trapezoid";
  readonly kernel: CurveKernelName;
  /** The kernel of the noise, or the estimator's. */
  readonly noiseKernel: CurveKernelName | "same";
  /** ρ₀ in the paper's convention. */
  readonly range: number;
  /** φ. */
  readonly penalty: number;
  /** η₀. */
  readonly power: number;
  /** τ₀. */
  readonly normBound: number;
  /** c, as `centreOf` reads it: "" for none. */
  readonly centre: string;
  /** The declared bound on the curves of one person. */
  readonly perPerson: number;
  readonly band: Band;
  readonly records: "none" | "curves";
  /** What is drawn large: the mean, or its slope. */
  readonly show: "mean" | "slope";
  /** Over which times integral, average and change are taken. */
  readonly window: Interval;
  /** w of ∫ w f: times and values of a piecewise linear function, as "0:0, 10:1, 21:0"; "" for none. */
  readonly weight: string;
}

/** The limits of the controls, the same in links and on sliders. ρ₀: `rangeLimits`. */
export const meanCurveLimits = {
  ...budgetLimits,
  points: { min: 2, max: curveLimits.points },
  penalty: { min: 1e-6, max: 10 },
  power: { min: 1, max: 4 },
  normBound: { min: 1e-6, max: 1e6 },
  perPerson: { min: 1, max: 1000 },
} as const;

/** What each field of a scenario is to a release. */
export const meanCurveRoles: FieldRoles<MeanCurveScenario> = {
  shape: { parameter: "the shape of the table" },
  curve: { parameter: "the column of curves" },
  time: { parameter: "the column of times" },
  value: { parameter: "the column of values" },
  person: { parameter: "the column of persons" },
  perPerson: { parameter: "the bound on curves per person" },
  ...groupRoles,
  firstRow: { parameter: "what the first row holds" },
  domain: { parameter: "the domain" },
  points: { parameter: "the grid" },
  rule: { parameter: "the quadrature" },
  kernel: { parameter: "the kernel" },
  noiseKernel: { parameter: "the noise’s kernel" },
  penalty: { parameter: "φ" },
  range: { parameter: "ρ" },
  power: { parameter: "η" },
  normBound: { parameter: "τ" },
  centre: { parameter: "the centre" },
  unitX: "display",
  unitY: "display",
  band: "display",
  records: "display",
  show: "display",
  window: "display",
  weight: "display",
  ...commonRoles,
};

/** What of a scenario must not be chosen by looking at the curves, by the names that a person knows. */
export const meanCurveParameterNames = parameterNames(meanCurveRoles);

/** ρ₀ runs from a length scale of a two-hundredth of the domain to one of four times it; C1 has ρ₀ = 2ℓ². */
export function rangeLimits(
  kernel: CurveKernelName,
  [lower, upper]: Interval,
): { readonly min: number; readonly max: number } {
  const side = upper - lower;
  const of = (ell: number) => (kernel === "gaussian" ? 2 * ell * ell : ell);
  return { min: of(side / 200), max: of(4 * side) };
}

/** The scenario in which a person's own curves are first shown: nothing in it is taken from them. */
export const ownDefaults: MeanCurveDefaults & { readonly seed: "secure" } = {
  layout: { shape: "wide", times: [] },
  domain: [0, 1],
  gridCount: 100,
  rule: "uniform",
  kernel: "gaussian",
  range: 0.02,
  penalty: 0.01,
  power: 1.5,
  normBound: 1,
  epsilon: 1,
  delta: 1e-5,
  curvesPerPerson: 1,
  seed: "secure",
};

/** The example that a data set belongs to, as its own or among its variations, and the scenario to show it in. */
export function exampleOf(
  examples: readonly MeanCurveExample[],
  data: string,
): { readonly example: MeanCurveExample; readonly defaults: MeanCurveDefaults } | undefined {
  for (const example of examples) {
    if (example.id === data) return { example, defaults: example.defaults };
    const variation = example.variations.find((candidate) => candidate.data === data);
    if (variation) return { example, defaults: { ...example.defaults, ...variation.override } };
  }
  return undefined;
}

/** The part of a scenario that says where the curves of a table are. */
export function layoutFields(
  layout: CurveLayout,
): Pick<MeanCurveScenario, "shape" | "curve" | "time" | "value" | "person" | "firstRow"> {
  const { person = "" } = layout;
  return layout.shape === "long"
    ? { shape: "long", curve: layout.curve, time: layout.time, value: layout.value, person, firstRow: "curve" }
    : {
        shape: "wide",
        curve: "",
        time: "",
        value: "",
        person,
        firstRow: layout.timesInFirstRow === true ? "times" : "curve",
      };
}

/** Where the curves of a table are, as a scenario says, by names and declared kinds of columns. */
export function layoutOf(
  columns: readonly NamedColumn[],
  { shape, curve, time, value, person, firstRow, groups }: MeanCurveScenario,
): CurveLayout {
  const whose = person === "" ? {} : { person };
  if (shape === "long") return { shape, curve, time, value, ...whose };
  return {
    shape,
    times: wideTimes(columns).filter((name) => name !== person && name !== groups),
    ...(firstRow === "times" && { timesInFirstRow: true }),
    ...whose,
  };
}

/** The scenario of an example's defaults. */
export function scenarioOf(data: string, defaults: MeanCurveDefaults): Partial<MeanCurveScenario> {
  return {
    data,
    ...settingsOf(defaults),
    noiseKernel: defaults.noiseKernel ?? "same",
    centre: "",
    ...groupsShown(defaults.groups),
    provenance: {},
    seed: 1,
    draws: 1,
  };
}

/** The fields of a scenario that some of an example's defaults mean. */
export function settingsOf({
  layout,
  units = noUnits,
  gridCount,
  curvesPerPerson,
  groups,
  ...same
}: Partial<MeanCurveDefaults>): Partial<MeanCurveScenario> {
  return {
    ...same,
    ...(same.domain && { window: same.domain }),
    ...(layout && { ...layoutFields(layout), ...units }),
    ...(gridCount !== undefined && { points: gridCount }),
    ...(curvesPerPerson !== undefined && { perPerson: curvesPerPerson }),
    ...(groups && groupsShown(groups)),
  };
}
