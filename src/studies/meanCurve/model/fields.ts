import type { Interval } from "../../../core/grids.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { columnRangesOf } from "../../../core/columnRanges.ts";
import type { CurveLayout } from "../../../core/records/curves/curveLayout.ts";
import { curveLimits } from "../../../core/records/curves/curves.ts";
import { column, interval, logNumber, number, text, wholeNumber, words } from "../../../state/scenario/fieldLines.ts";
import { rolesOf } from "../../../state/scenario/fieldTable.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { parameter, parameterNames } from "../../../state/scenario/provenance.ts";
import { outsideSentence, wholeSentence, type Limits } from "../../../state/scenario/ranges.ts";
import {
  bandLine,
  closingFields,
  dataLine,
  groupFields,
  neighbourFields,
  noUnits,
  planLine,
  perPersonLimits,
  unitFields,
  type KnownGroups,
  type OwnColumns,
} from "../../../state/scenario/sharedFields.ts";
import { centreOf } from "./centre.ts";

interface At {
  readonly shape: "wide" | "long";
  readonly person: string;
  readonly domain: Interval;
  readonly kernel: CurveKernelName;
}

export interface KnownCurves extends KnownGroups {
  readonly layout: CurveLayout;
  readonly units?: Pick<OwnColumns, "unitX" | "unitY">;
  readonly range: number;
}

export const kernels: Readonly<Record<CurveKernelName, string>> = {
  gaussian: "C1, Gaussian",
  matern52: "C2, Matérn 5/2",
  matern32: "C3, Matérn 3/2",
  exponential: "C4, exponential",
};

/** Length scales from a two-hundredth to four times the domain; C1 has ρ₀ = 2ℓ². */
export function rangeLimits(kernel: CurveKernelName, [lower, upper]: Interval): Limits {
  const side = upper - lower;
  const of = (ell: number) => (kernel === "gaussian" ? 2 * ell * ell : ell);
  return { min: of(side / 200), max: of(4 * side) };
}

function usualRange({ kernel, domain }: At, { range }: KnownCurves): number {
  const { min, max } = rangeLimits(kernel, domain);
  return range >= min && range <= max ? range : Math.sqrt(min * max);
}

// An example's columns are known: a link that differs is refused.
function longColumn(key: "curve" | "time" | "value", name: string, missing: string) {
  return column(key, parameter(name), {
    ofData,
    always: ifOwn,
    problem: (chosen, { shape }: At) => (shape === "long" && chosen === "" ? missing : undefined),
  });
}

const always = true;
const ofData = true;
const ifOwn = (_: unknown, { isOwn }: KnownCurves) => isOwn;
export const rangesLength = 4000;
const pointLimits = { min: 2, max: curveLimits.points };

export const meanCurveFields = {
  data: dataLine,
  shape: words(
    "shape",
    parameter("the shape of the table"),
    { wide: "One row per curve", long: "One row per value" },
    {
      ofData,
      fallback: "wide",
      always: ifOwn,
      label: "Rows",
      among: (_, { isOwn, layout }: KnownCurves) => (isOwn ? ["wide", "long"] : [layout.shape]),
    },
  ),
  curve: longColumn("curve", "the column of curves", "Choose the column that tells the curves apart."),
  time: longColumn("time", "the column of times", "Choose the column of the times."),
  value: longColumn("value", "the column of values", "Choose the column of the values."),
  /** Says whose curve it is; "" if each curve is a person. */
  person: column("person", parameter("the column of persons"), { ofData, always: ifOwn }),
  ...neighbourFields,
  ...unitFields((_, { units = noUnits }: KnownCurves) => units),
  firstRow: words(
    "firstRow",
    parameter("what the first row holds"),
    { curve: "Is a curve", times: "Holds the times" },
    {
      fallback: "curve",
      used: ({ shape }: At) => shape === "wide",
      label: "First row",
      among: (_, { isOwn }: KnownCurves) => (isOwn ? ["curve", "times"] : ["curve"]),
    },
  ),
  /** "" for curves. */
  columnRanges: text("ranges", parameter("the columns’ ranges"), rangesLength, {
    ofData,
    when: ({ shape }: At) => shape === "wide",
    problem: (ranges) => (ranges === "" || columnRangesOf(ranges) ? undefined : rangesSentence),
  }),
  repeats: words(
    "repeats",
    parameter("what values at the same time count as"),
    { mean: "Their mean counts", first: "The first one counts", none: "The curve counts as empty" },
    { ofData, fallback: "mean", label: "Values at the same time" },
  ),
  domain: interval("domain", parameter("the domain"), {
    ofData,
    fallback: [0, 1],
    always,
    problem: (domain) =>
      isDomain(domain) ? undefined : "The domain needs a lower end below its upper one, both within ±1e15.",
  }),
  points: wholeNumber("points", parameter("the grid"), {
    ofData,
    limits: pointLimits,
    fallback: 100,
    always,
    label: "Grid points",
    problem: (points) => wholeSentence("The number of grid points", pointLimits, points),
  }),
  rule: words(
    "rule",
    parameter("the quadrature"),
    { uniform: "All alike", trapezoid: "Trapezoidal" },
    { fallback: "uniform", always, label: "Quadrature" },
  ),
  kernel: words("kernel", parameter("the kernel"), kernels, { fallback: "gaussian", always, label: "Kernel" }),
  noiseKernel: words(
    "noise",
    parameter("the noise’s kernel"),
    { same: "The same", ...kernels },
    { fallback: "same", always, label: "Kernel of the noise" },
  ),
  /** ρ₀ in the paper's convention. */
  range: logNumber("rho", parameter("ρ"), {
    ofData,
    limits: ({ kernel, domain }: At) => rangeLimits(kernel, domain),
    fallback: usualRange,
    always,
    label: "Range of the kernel",
    problem: (range, { kernel, domain }) =>
      isDomain(domain) ? outsideSentence("ρ", rangeLimits(kernel, domain), range) : undefined,
  }),
  penalty: logNumber("phi", parameter("φ"), {
    limits: { min: 1e-6, max: 10 },
    fallback: 0.01,
    always,
    label: "Penalty",
  }),
  /** η₀. */
  power: number("eta", parameter("η"), { limits: { min: 1, max: 4 }, fallback: 1.5, always, label: "Smoothness" }),
  /** τ₀. */
  normBound: logNumber("tau", parameter("τ"), {
    ofData,
    limits: { min: 1e-6, max: 1e6 },
    fallback: 1,
    always,
    label: "Norm bound",
  }),
  /** c, as `centreOf` reads it: "" for none. */
  centre: text("centre", parameter("the centre"), 400, {
    ofData,
    problem: (centre) => (centreOf(centre) === undefined ? centreSentence : undefined),
  }),
  ...groupFields,
  perPerson: wholeNumber("perPerson", parameter("the bound on curves per person"), {
    ofData,
    limits: perPersonLimits,
    fallback: 1,
    always,
    used: ({ person }: At) => person !== "",
    label: "Curves per person",
    problem: (count, { person }: At) =>
      person === "" ? undefined : wholeSentence("The number of curves per person", perPersonLimits, count),
  }),
  ...closingFields(["penalty", "range"]),
  band: bandLine,
  records: words("records", "display", ["none", "curves"], { fallback: "curves" }),
  show: words("show", "display", ["mean", "slope"], { fallback: "mean" }),
  window: interval("window", "display", { ofData, fallback: ({ domain }: At) => domain }),
  /** w of ∫ w f, piecewise linear, as "0:0, 10:1, 21:0"; "" for none. */
  weight: text("weight", "display", 400),
  plan: planLine,
};

const rangesSentence =
  "Give two columns or more, each with its own range and no two alike, such as “age: 0..100 years; height: 40..250 cm”.";

const centreSentence =
  "The centre is a number, such as 120, or a curve of two or more pairs time:value with increasing times, such as 0:40, 21:200.";

export const meanCurveRoles = rolesOf(meanCurveFields, [
  ...([
    "shape",
    "curve",
    "time",
    "value",
    "person",
    "perPerson",
    "most",
    "groups",
    "levels",
    "firstRow",
    "columnRanges",
    "repeats",
  ] as const),
  ...(["domain", "points", "rule", "kernel", "noiseKernel", "penalty"] as const),
]);

export const meanCurveParameterNames = parameterNames(meanCurveRoles);
