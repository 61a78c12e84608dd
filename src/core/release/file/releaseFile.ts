import { readDpEvent } from "../../privacy/accounting/dpEvent.ts";
import type { Cost } from "../../privacy/accounting/filter.ts";
import { readParameterOrigin } from "../../privacy/accounting/provenance.ts";
import {
  finiteNumber,
  integerFrom,
  listOf,
  nullable,
  numberFrom,
  objectOf,
  objectWith,
  oneKindOf,
  oneOf,
  positiveNumber,
  refuse,
  text,
  textLike,
  type Read,
} from "../../untrusted.ts";
import { releaseKindNames, releaseKinds } from "../releaseKinds.ts";

export const releaseSchema = "curveil-release/2";
/** Without the law of the noise and the meaning of rows; read as before. */
export const formerReleaseSchema = "curveil-release/1";

/** Newest versions of the rules that redraw a file; 1 if absent. */
export const releaseRules = { grid: 1, interpolation: 1, bands: 1, contours: 1, sentences: 1 } as const;
const ruleVersion = (newest: number) => {
  const known = integerFrom(1, newest);
  const read = (value: unknown, place: string) =>
    typeof value === "number" && value > newest
      ? refuse(value, place, `at most ${newest}: a newer version of Curveil made the file, and opens it`)
      : known(value, place);
  return Object.assign(read, { schema: known.schema });
};

const largestInteger = Number.MAX_SAFE_INTEGER;
const mostNumbers = 2 ** 20;

const axis = objectWith(
  {
    name: text(200),
    unit: text(200),
    coordinates: oneKindOf("kind", {
      /** Both ends included. */
      regular: objectOf({
        kind: oneOf("regular"),
        lower: finiteNumber,
        upper: finiteNumber,
        count: integerFrom(1, mostNumbers),
      }),
      points: objectOf({ kind: oneOf("points"), values: listOf(finiteNumber, mostNumbers) }),
    }),
  },
  /** Groups of records that the axis counts: a function for each. */
  { levels: listOf(text(200), 64) },
);

const domain = oneKindOf("kind", {
  /** Points of the grid, first axis fastest. */
  grid: objectWith(
    { kind: oneOf("grid"), axes: listOf(axis, 8) },
    /** Names of the last integers, extra numbers without a grid point. */
    { beside: listOf(text(200), 64) },
  ),
  points: objectOf({
    kind: oneOf("points"),
    inputs: listOf(objectOf({ name: text(200), unit: text(200) }), 100),
    coordinates: listOf(finiteNumber, mostNumbers),
  }),
  /** Functions of a basis, in the named order. */
  basis: objectOf({
    kind: oneOf("basis"),
    name: text(200),
    order: text(1000),
    parameters: listOf(objectOf({ name: text(200), value: finiteNumber })),
  }),
});

const axisOfNoise = objectOf({ lower: finiteNumber, upper: finiteNumber, count: integerFrom(2, mostNumbers) });
const byDistance = { lengthScale: positiveNumber };

/** Records of a person behind the law of the noise, and public n. */
const sizes = { recordsPerPerson: integerFrom(1, largestInteger), recordCount: integerFrom(1, largestInteger) };

/** Law of one function's noise, `NoiseLaw`: normal of covariance variance · K + white · I, in units of the values. */
const process = {
  kernel: oneKindOf("type", {
    /** exp(−½ rᵀH⁻¹r). */
    gaussian: objectOf({ type: oneOf("gaussian"), bandwidthMatrix: listOf(listOf(finiteNumber, 2, 1), 2, 1) }),
    /** exp(−Σ γ_j |r_j|). */
    productExponential: objectOf({ type: oneOf("productExponential"), rates: listOf(positiveNumber, 2, 1) }),
    matern52: objectOf({ type: oneOf("matern52"), ...byDistance }),
    matern32: objectOf({ type: oneOf("matern32"), ...byDistance }),
    exponential: objectOf({ type: oneOf("exponential"), ...byDistance }),
    /** max(0, 1 − |r|/ℓ). */
    triangular: objectOf({ type: oneOf("triangular"), ...byDistance }),
  }),
  /** Grid of the numbers, in the units of the kernel. */
  axes: listOf(axisOfNoise, 2, 1),
  variance: positiveNumber,
  white: numberFrom(0),
};

/** Noise of each number, independent of the others. */
const independent = {
  form: oneOf("independent"),
  law: oneOf("normal", "laplace", "staircase"),
  /** Variance of one number, with the step of the lattice. */
  variance: positiveNumber,
};

const noise = oneKindOf(
  "form",
  {
    process: objectWith(process, sizes),
    /** value = offset + scale · (functions of the basis)ᵀ numbers; absent for rows, whose values are not linear. */
    independent: objectWith(independent, {
      ...sizes,
      toValues: objectOf({ scale: finiteNumber, offset: finiteNumber }),
    }),
  },
  "process",
);

const mechanismFields = {
  /** Correlated noise with an exact dither; or independent noise on coordinates. */
  kind: oneOf(...releaseKindNames),
  domain,
  /** g, a power of two. */
  lattice: positiveNumber,
  /** s; 0 in coordinates. */
  dither: numberFrom(0),
  /** D. */
  integers: listOf(integerFrom(-largestInteger, largestInteger), mostNumbers),
  /** σ; the scale b of Laplace noise. */
  sigma: positiveNumber,
  sensitivity: objectOf({
    formula: text(),
    /** Δ; for composed Laplace noise √N times the change of one of the N numbers. */
    value: positiveNumber,
    /** η */
    eta: numberFrom(0),
  }),
  /** ω̄; 0 in coordinates. */
  computingError: numberFrom(0),
  calibration: oneOf("analytic", "classical", "pure", "theorem7"),
  /** μ-GDP outside an event of probability `failure`. */
  mu: positiveNumber,
  failure: numberFrom(0, 1),
  /** (1 + e^ε)·failure. */
  addedFailure: numberFrom(0, 1),
  /** Points (ε, δ) of the proved profile, failure included. */
  deltaProfile: listOf(objectOf({ epsilon: numberFrom(0), delta: numberFrom(0, 1) })),
  epsilon: positiveNumber,
  delta: numberFrom(0, 1),
};
const mechanism = objectWith(mechanismFields, { noise });

export const readSheet = objectOf({
  title: text(),
  curator: text(),
  intendedUse: text(),
  dataProduct: text(),
  privacyUnit: text(),
  privacyUnitDetails: text(),
  neighbourRelation: text(),
  dataDomain: text(),
  unprotectedQuantities: listOf(text()),
  parameters: listOf(objectOf({ name: text(200), value: text() })),
  postProcessing: text(),
  composition: text(),
  preprocessing: text(),
  tuning: text(),
  mechanism: text(),
  library: objectOf({ name: text(200), version: text(200) }),
  floatingPoint: text(),
  timing: text(),
  justification: text(),
});

/** Value i is Σ weights[i] · number[from[i]] over the terms, plus offsets[i]. */
const carried = objectOf({
  terms: listOf(
    objectOf({
      from: listOf(integerFrom(0, mostNumbers - 1), mostNumbers),
      weights: listOf(finiteNumber, mostNumbers),
    }),
    8,
  ),
  offsets: listOf(finiteNumber, mostNumbers),
});

/** Reads the meaning of values over columns (first axis) and rows (second). @throws {ParameterError} that names the place */
export const readRows = objectWith(
  {
    /** With their declared ranges, in the units of the values. */
    columns: listOf(objectOf({ name: text(200), unit: text(200), lower: finiteNumber, upper: finiteNumber }), 1000, 1),
  },
  {
    /** Class of each row, not protected: an index of `classes`. */
    label: objectOf({
      name: text(200),
      classes: listOf(text(200), 1000, 1),
      of: listOf(integerFrom(0, 999), mostNumbers),
    }),
  },
);

const view = objectWith(
  {
    title: text(),
    axes: listOf(axis, 8),
    valueName: text(200),
    valueUnit: text(200),
    /** First axis fastest. */
    values: listOf(finiteNumber, mostNumbers),
    /** Computation of values from integers; empty if they are the integers times the step. */
    processing: text(),
    /** `shape`: share of the half width at each value, if it varies. */
    bands: listOf(
      objectWith({ name: text(200), halfWidth: numberFrom(0) }, { shape: listOf(numberFrom(0, 1), mostNumbers) }),
      20,
    ),
  },
  {
    /** Post-map from numbers to values, which is checked. */
    carried,
    rows: readRows,
    /** Extra numbers, in order: value = weight · number, checked; `at` is a value of the first axis. */
    beside: listOf(
      objectWith(
        { name: text(200), weight: finiteNumber, value: finiteNumber, halfWidth: numberFrom(0) },
        { at: finiteNumber },
      ),
      64,
    ),
  },
);

const contents = {
  app: objectOf({ name: text(200), version: text(200), commit: text(200) }),
  created: textLike(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "a date such as 2026-11-22"),
  study: text(200),
  mechanism,
  sheet: readSheet,
  dpEvent: readDpEvent,
  view,
  provenance: listOf(readParameterOrigin),
  ledgerEntry: nullable(text(200)),
};

export const readReleaseContents = objectOf(contents);
export const readReleaseFile = objectWith(
  {
    schema: oneOf(releaseSchema, formerReleaseSchema),
    ...contents,
    digest: textLike(/^[0-9a-f]{64}$/, "64 hexadecimal digits"),
  },
  {
    rules: objectOf({
      grid: ruleVersion(releaseRules.grid),
      interpolation: ruleVersion(releaseRules.interpolation),
      bands: ruleVersion(releaseRules.bands),
      contours: ruleVersion(releaseRules.contours),
      sentences: ruleVersion(releaseRules.sentences),
    }),
  },
);

/** A release as it leaves the page. */
export type ReleaseFile = Read<typeof readReleaseFile>;
export type ReleaseContents = Read<typeof readReleaseContents>;
export type ReleaseMechanism = ReleaseFile["mechanism"];
export type ReleasedRows = NonNullable<ReleaseFile["view"]["rows"]>;
export type ReleaseAxis = ReleaseFile["view"]["axes"][number];

/** Law of correlated noise; undefined if it is independent. */
export function processNoise({ noise: law }: Pick<ReleaseMechanism, "noise">) {
  return law && "kernel" in law ? law : undefined;
}

/** g D, exact. */
export function releasedValues({ lattice, integers }: ReleaseMechanism): Float64Array {
  return Float64Array.from(integers, (value) => value * lattice);
}

export function axisValues({ coordinates }: ReleaseAxis): Float64Array {
  if (coordinates.kind === "points") return Float64Array.from(coordinates.values);
  const { lower, upper, count } = coordinates;
  return Float64Array.from({ length: count }, (_, i) =>
    i === count - 1 ? upper : lower + ((upper - lower) * i) / (count - 1),
  );
}

export function pointsOf(axes: readonly ReleaseAxis[]): number {
  return axes.reduce((product, { coordinates }) => {
    return product * (coordinates.kind === "points" ? coordinates.values.length : coordinates.count);
  }, 1);
}

export function extraOf({ domain }: Pick<ReleaseMechanism, "domain">): readonly string[] {
  return domain.kind === "grid" ? (domain.beside ?? []) : [];
}

export function costOf({
  kind,
  mu,
  epsilon,
  failure,
}: Pick<ReleaseMechanism, "kind" | "mu" | "epsilon" | "failure">): Cost {
  return releaseKinds[kind].loss === "pure" ? { kind: "pure", epsilon } : { kind: "gaussian", mu, failure };
}
