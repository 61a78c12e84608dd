import type { Interval } from "../../../core/grids.ts";
import { significant } from "../../../core/numberFormats.ts";
import type { TransformationName } from "../../../core/special/transformation.ts";
import {
  column,
  custom,
  interval,
  logNumber,
  number,
  numberOr,
  text,
  wholeNumber,
  words,
} from "../../../state/scenario/fieldLines.ts";
import { rolesOf } from "../../../state/scenario/fieldTable.ts";
import { furtherField, type FurtherInput } from "../../../state/scenario/furtherInputs.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { parameter, parameterNames } from "../../../state/scenario/provenance.ts";
import { wholeWithin } from "../../../state/scenario/ranges.ts";
import {
  bandLine,
  budgetFields,
  dataLine,
  groupFields,
  neighbourFields,
  originsLine,
  planLine,
  personFields,
  unitFields,
  unitsOfExample,
  viewLine,
  type KnownGroups,
} from "../../../state/scenario/sharedFields.ts";
import { bandwidthLimits, bandwidthSentence, smoothedDomain } from "./bandwidthRange.ts";
import { degreeLimits, isBernstein, iterationLimits } from "./bernsteinScenario.ts";
import type { DensityExample } from "./examples.ts";
import type { DensityRoute } from "./routes.ts";

interface At {
  readonly x: string;
  readonly y: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
  readonly further: readonly FurtherInput[];
  readonly route: DensityRoute;
  readonly scale: TransformationName | "own";
  readonly size: "automatic" | "byHand";
}

export interface KnownDensity extends KnownGroups {
  readonly columns?: readonly string[];
  readonly defaults: DensityExample["defaults"] | undefined;
  readonly columnOf: (name: string) => { readonly domain: Interval; readonly bandwidth: number } | undefined;
}

const always = true;
const ofData = true;
const ownOnly = true;
const farthest = { min: -1e15, max: 1e15 };
const unit: Interval = [0, 1];
const isPlane = ({ y }: At) => y !== "";
const isPolynomial = ({ route }: At) => isBernstein(route);
const isSetByHand = ({ route, size }: At) => isBernstein(route) && size === "byHand";

function usualBandwidth(usual: number | undefined, domain: Interval): number {
  const { min, max } = bandwidthLimits(domain);
  return usual !== undefined && usual >= min && usual <= max ? usual : significant(max / 10, 2);
}

const routes: Readonly<Record<DensityRoute, string>> = {
  gaussian: "As smooth as the bumps (4.1)",
  sobolev: "Sobolev H¹ (4.2)",
  bernsteinLaplace: "Bernstein, Laplace: pure ε (Aldà)",
  bernsteinComposed: "Bernstein, Laplace: ε and δ (Theorem 7)",
  bernsteinGaussian: "Bernstein, Gaussian",
};

export const bumps = {
  gaussian: "Gaussian",
  matern52: "Matérn 5/2",
  matern32: "Matérn 3/2",
  exponential: "Exponential",
  triangular: "Triangular",
  epanechnikov: "Epanechnikov",
};

export const densityFields = {
  data: dataLine,
  x: column("x", parameter("the first column"), { ofData, always, missing: "Choose the column to draw." }),
  /** "" means one dimension. */
  y: column("y", parameter("the second column"), {
    ofData,
    optional: true,
    always: (_, { defaults }: KnownDensity) => defaults?.y !== undefined,
  }),
  ...personFields,
  ...neighbourFields,
  ...unitFields(({ x, y }: At, { isOwn }: KnownDensity) => unitsOfExample(!isOwn, x, y)),
  domainX: interval("domain", parameter("the domain"), {
    ofData,
    always,
    called: "The domain",
    fallback: ({ x }: At, { columnOf }: KnownDensity) => columnOf(x)?.domain ?? unit,
  }),
  domainY: interval("domainY", parameter("the second domain"), {
    ofData,
    always,
    when: isPlane,
    called: "The domain",
    fallback: ({ y }: At, { columnOf }: KnownDensity) => columnOf(y)?.domain ?? unit,
  }),
  /** In data units, on a line on the scale of smoothing. */
  h: logNumber("h", parameter("the bandwidth"), {
    ofData,
    always,
    label: "Bandwidth",
    symbol: "h",
    limits: (at: At) => bandwidthLimits(smoothedDomain(at)),
    fallback: (at: At, { columnOf }: KnownDensity) =>
      usualBandwidth(at.scale === "own" ? columnOf(at.x)?.bandwidth : undefined, smoothedDomain(at)),
    problem: (h, at) => (isDomain(at.domainX) ? bandwidthSentence("h", smoothedDomain(at), h) : undefined),
  }),
  hy: logNumber("hy", parameter("the second bandwidth"), {
    ofData,
    always,
    when: isPlane,
    symbol: "h₂",
    limits: ({ domainY }: At) => bandwidthLimits(domainY),
    fallback: ({ y, domainY }: At, { columnOf }: KnownDensity) => usualBandwidth(columnOf(y)?.bandwidth, domainY),
    problem: (hy, { domainY }) => (isDomain(domainY) ? bandwidthSentence("The second h", domainY, hy) : undefined),
  }),
  correlation: number("correlation", parameter("the correlation"), {
    ofData,
    limits: { min: -0.95, max: 0.95 },
    fallback: 0,
    always,
    when: ({ y, route }: At) => y !== "" && route !== "sobolev",
    label: "Correlation of the bump",
    symbol: "r",
  }),
  /** Smoothed but not drawn: the density is shown where they are held. */
  further: custom(
    parameter("the further columns"),
    ({ x }: At, { defaults, columns }: KnownDensity) =>
      furtherField(x === (defaults?.x ?? "") ? (defaults?.further ?? []) : [], columns && { columns }),
    ofData,
  ),
  route: words("route", parameter("the route"), routes, { fallback: "gaussian", always, label: "Noise" }),
  bump: words("kernel", parameter("the bump"), bumps, {
    fallback: "gaussian",
    used: ({ route }: At) => route === "gaussian",
    label: "Bump",
  }),
  /** The scale of smoothing on a line; bandwidths are on it. */
  scale: words(
    "scale",
    parameter("the scale"),
    { own: "As it is", log: "Logarithm", squareRoot: "Square root", logit: "Logit" },
    { ofData, fallback: "own", label: "Scale" },
  ),
  ends: words(
    "ends",
    parameter("what happens at the ends of the domain"),
    { open: "Open", folded: "Folded back" },
    { ofData, fallback: "open", label: "Ends of the domain" },
  ),
  atom: numberOr("atom", parameter("the value that is counted apart"), "none", {
    ofData,
    fallback: "none",
    limits: farthest,
    scale: "linear",
  }),
  fill: numberOr("fill", parameter("what a missing value counts as"), "none", {
    ownOnly,
    fallback: "none",
    limits: farthest,
    scale: "linear",
  }),
  only: column("only", parameter("the column of the filter"), { ownOnly, optional: true }),
  onlyValue: text("onlyValue", parameter("the value of the filter"), 200, { ownOnly }),
  ...groupFields,
  relativeRate: logNumber("rate", parameter("γ·h"), {
    limits: { min: 0.1, max: 10 },
    fallback: 1,
    always,
    when: ({ route }: At) => route === "sobolev",
    called: "The rate",
    label: "Rate of the noise kernel",
    symbol: "γh",
  }),
  /** Degree k and order h of a polynomial; "automatic": by the budget. */
  size: words("size", parameter("whether degree and order are set by hand"), ["automatic", "byHand"], {
    fallback: "automatic",
    always,
    when: isPolynomial,
  }),
  degree: wholeNumber("k", parameter("the degree k"), {
    fallback: 20,
    always,
    when: isPolynomial,
    used: isSetByHand,
    // Further columns allow fewer degrees, which the problem says; a link takes more.
    limits: ({ y }: At) => degreeLimits(y === "" ? 1 : 2),
    problem: (degree, { y, further, size }) => {
      const limits = degreeLimits((y === "" ? 1 : 2) + further.length);
      return size === "automatic" ? undefined : wholeWithin("The degree k", limits, degree);
    },
  }),
  iterations: wholeNumber("order", parameter("the order h"), {
    limits: iterationLimits,
    fallback: 4,
    always,
    when: isPolynomial,
    used: isSetByHand,
    problem: (order, { size }: At) =>
      size === "automatic" ? undefined : wholeWithin("The order h", iterationLimits, order),
  }),
  ...budgetFields,
  /** "density": clipped at zero and renormalised. */
  post: words(
    "post",
    "display",
    { raw: "As released", density: "Clip and renormalise" },
    { fallback: "raw", always, label: "Post-processing" },
  ),
  view: viewLine,
  provenance: originsLine(),
  display: words("display", "display", ["fan", "animation"], { fallback: "fan" }),
  band: bandLine,
  records: words("records", "display", ["none", "rug", "histogram"], { fallback: "rug" }),
  plan: planLine,
  layout: words("layout", "display", ["sideBySide", "overlay"], { fallback: "sideBySide" }),
};

export const densityRoles = rolesOf(densityFields, [
  ...(["x", "y", "person", "perPerson", "most", "domainX", "domainY", "scale", "ends", "atom", "fill"] as const),
  ...(["only", "onlyValue", "groups", "levels"] as const),
]);

export const densityParameterNames = parameterNames(densityRoles);
