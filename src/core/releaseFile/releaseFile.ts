import { composedDelta, gaussianOfPure } from "../privacy/accounting/composition.ts";
import { dpEventOf, readDpEvent } from "../privacy/accounting/dpEvent.ts";
import type { Cost } from "../privacy/accounting/filter.ts";
import { readParameterOrigin } from "../privacy/accounting/provenance.ts";
import { addedFailure, claimedDelta } from "../privacy/calibration/claim.ts";
import {
  finiteNumber,
  integerFrom,
  listOf,
  membersOf,
  nullable,
  numberFrom,
  objectOf,
  objectWith,
  oneKindOf,
  oneOf,
  parseUntrustedJson,
  positiveNumber,
  refuse,
  text,
  textLike,
} from "../untrusted.ts";
import type { Read } from "../untrusted.ts";
import { carried as carriedTo } from "../releases/carrying.ts";
import { canonicalJson } from "./canonicalJson.ts";
import type { Sha256 } from "./canonicalJson.ts";

/** The version that this program writes and reads. */
export const releaseSchema = "curveil-release/1";

const largestInteger = Number.MAX_SAFE_INTEGER;
const mostNumbers = 2 ** 20;

const axis = objectWith(
  {
    name: text(200),
    /** Empty if there is none. */
    unit: text(200),
    coordinates: oneKindOf("kind", {
      /** `count` evenly spaced values, both ends included. */
      regular: objectOf({
        kind: oneOf("regular"),
        lower: finiteNumber,
        upper: finiteNumber,
        count: integerFrom(1, mostNumbers),
      }),
      points: objectOf({ kind: oneOf("points"), values: listOf(finiteNumber, mostNumbers) }),
    }),
  },
  /** What its values stand for, where they count groups of records: a function for each, one behind the other. */
  { levels: listOf(text(200), 64) },
);

const domain = oneKindOf("kind", {
  /** The integers belong to the points of the grid, the first axis varying fastest. */
  grid: objectWith(
    { kind: oneOf("grid"), axes: listOf(axis, 8) },
    /** What the last integers are, which belong to no point of the grid: numbers that were released beside the function. */
    { beside: listOf(text(200), 64) },
  ),
  /** The integers belong to scattered points, of which all inputs stand one after another. */
  points: objectOf({
    kind: oneOf("points"),
    inputs: listOf(objectOf({ name: text(200), unit: text(200) }), 100),
    coordinates: listOf(finiteNumber, mostNumbers),
  }),
  /** The integers belong to the functions of a basis, in the order that is named. */
  basis: objectOf({
    kind: oneOf("basis"),
    name: text(200),
    order: text(1000),
    parameters: listOf(objectOf({ name: text(200), value: finiteNumber })),
  }),
});

const mechanism = objectOf({
  /** Correlated noise with an exact dither; or independent noise on coordinates. */
  kind: oneOf("ditheredGaussian", "gaussianCoordinates", "laplaceCoordinates"),
  domain,
  /** g, a power of two: number i is g times integer i. */
  lattice: positiveNumber,
  /** s, standard deviation of the dither; 0 in coordinates. */
  dither: numberFrom(0),
  /** D. */
  integers: listOf(integerFrom(-largestInteger, largestInteger), mostNumbers),
  /** σ, factor of the unit noise; the scale b of Laplace noise. */
  sigma: positiveNumber,
  sensitivity: objectOf({
    /** How the value follows from the parameters, in words or symbols. */
    formula: text(),
    /** Δ of the exact estimate. */
    value: positiveNumber,
    /** η, bound on the rounding of the estimate. */
    eta: numberFrom(0),
  }),
  /** ω̄, bound on estimate and noise as computed, which the dither covers; 0 in coordinates. */
  computingError: numberFrom(0),
  calibration: oneOf("analytic", "classical", "pure"),
  /** The release is μ-GDP after an event of probability `failure` is taken away. */
  mu: positiveNumber,
  failure: numberFrom(0, 1),
  /** (1 + e^ε)·failure, part of δ. */
  addedFailure: numberFrom(0, 1),
  /** Points (ε, δ) of the proved profile, failure included. */
  deltaProfile: listOf(objectOf({ epsilon: numberFrom(0), delta: numberFrom(0, 1) })),
  epsilon: positiveNumber,
  delta: numberFrom(0, 1),
});

/** Fields of tier 3 of the Differential Privacy Deployments Registry. */
const sheet = objectOf({
  title: text(),
  curator: text(),
  intendedUse: text(),
  dataProduct: text(),
  privacyUnit: text(),
  privacyUnitDetails: text(),
  neighbourRelation: text(),
  dataDomain: text(),
  unprotectedQuantities: listOf(text()),
  /** Where each parameter came from is in `provenance`. */
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

/** Value i is Σ weights[i] · number[from[i]] over the terms, plus offsets[i]; numbers are the integers times the step. */
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

const view = objectWith(
  {
    title: text(),
    axes: listOf(axis, 8),
    valueName: text(200),
    valueUnit: text(200),
    /** What is drawn, the first axis varying fastest. */
    values: listOf(finiteNumber, mostNumbers),
    /** How the values follow from the integers; empty if they are the integers times the step. */
    processing: text(),
    /** `shape`: of each value its share of the half width, where that differs. */
    bands: listOf(
      objectWith({ name: text(200), halfWidth: numberFrom(0) }, { shape: listOf(numberFrom(0, 1), mostNumbers) }),
      20,
    ),
  },
  {
    /** How the values follow from the numbers, where that is a map of this form: it can be done again, and is checked. */
    carried,
    /**
     * What is shown of the numbers beside the grid, in their order: value = weight · number, checked. `at` is the value of the
     * first axis that it is about, where it is about one.
     */
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
  sheet,
  dpEvent: readDpEvent,
  view,
  provenance: listOf(readParameterOrigin),
  ledgerEntry: nullable(text(200)),
};

const releaseContents = objectOf(contents);
const releaseFile = objectOf({
  schema: oneOf(releaseSchema),
  ...contents,
  digest: textLike(/^[0-9a-f]{64}$/, "64 hexadecimal digits"),
});

/** A release as it leaves the page; all else is computed from it. */
export type ReleaseFile = Read<typeof releaseFile>;
/** The same before it is sealed. */
export type ReleaseContents = Read<typeof releaseContents>;
export type ReleaseMechanism = ReleaseFile["mechanism"];
export type ReleaseAxis = ReleaseFile["view"]["axes"][number];

/**
 * The file of a release, with its digest: the SHA-256 of the canonical JSON text of all other fields.
 *
 * @throws {ParameterError} if the contents would not be read back, or claim more than their numbers prove
 */
export async function sealRelease(given: ReleaseContents, sha256: Sha256): Promise<ReleaseFile> {
  const checked = { schema: releaseSchema, ...releaseContents(given, "") } as const;
  checkConsistent(checked);
  return { ...checked, digest: await sha256(canonicalJson(checked)) };
}

/**
 * The release in a text from outside.
 *
 * Types, ranges, lengths, unknown fields, and the claims themselves are checked: a file whose numbers do not prove its
 * μ, ε and δ is refused. The digest is not: see `hasOwnDigest`.
 *
 * @param source untrusted
 * @throws {ParameterError} with a sentence that names the place; nothing else is ever thrown
 */
export function parseRelease(source: unknown): ReleaseFile {
  const value = parseUntrustedJson(source, "The file");
  const schema = membersOf(value, "").get("schema");
  if (schema !== releaseSchema)
    return refuse(schema ?? "nothing", "schema", `"${releaseSchema}", which this version reads`);
  const file = releaseFile(value, "");
  checkConsistent(file);
  return file;
}

/** The JSON Schema of release files, for `public/schema`: the same conditions, but for the claims and the numbers of values. */
export function releaseJsonSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A differentially private release of a function, curveil-release/1",
    ...releaseFile.schema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Whether the digest of a release is that of its other fields: nothing was changed or lost since it was sealed. */
export async function hasOwnDigest(file: ReleaseFile, sha256: Sha256): Promise<boolean> {
  const { digest, ...rest } = file;
  return (await sha256(canonicalJson(rest))) === digest;
}

/** The text of a release file. */
export function releaseText(file: ReleaseFile): string {
  return `${JSON.stringify(file)}\n`;
}

/** The released numbers, g D: exact. */
export function releasedValues({ lattice, integers }: ReleaseMechanism): Float64Array {
  return Float64Array.from(integers, (value) => value * lattice);
}

/** The coordinates along an axis. */
export function axisValues({ coordinates }: ReleaseAxis): Float64Array {
  if (coordinates.kind === "points") return Float64Array.from(coordinates.values);
  const { lower, upper, count } = coordinates;
  return Float64Array.from({ length: count }, (_, i) =>
    i === count - 1 ? upper : lower + ((upper - lower) * i) / (count - 1),
  );
}

/** How many points axes span together. */
export function pointsOf(axes: readonly ReleaseAxis[]): number {
  return axes.reduce((product, { coordinates }) => {
    return product * (coordinates.kind === "points" ? coordinates.values.length : coordinates.count);
  }, 1);
}

/** Claims may exceed what is computed again by this much: other engines round otherwise. */
const tolerance = 1 + 1e-9;

function checkConsistent({
  mechanism: m,
  view: v,
  dpEvent: event,
}: Pick<ReleaseFile, "mechanism" | "view" | "dpEvent">): void {
  if (2 ** Math.round(Math.log2(m.lattice)) !== m.lattice) refuse(m.lattice, "mechanism.lattice", "a power of two");
  if (m.domain.kind === "grid" && pointsOf(m.domain.axes) + besideOf(m).length !== m.integers.length) {
    const beside = besideOf(m).length > 0 ? `, and ${besideOf(m).length} beside it` : "";
    refuse(
      m.integers.length,
      "mechanism.integers",
      `as many as the grid has points, ${pointsOf(m.domain.axes)}${beside}`,
    );
  }
  checkLevels("view.axes", v.axes);
  if (m.domain.kind === "grid") checkLevels("mechanism.domain.axes", m.domain.axes);
  checkBeside(m, v.beside ?? []);
  if (m.domain.kind === "points" && m.domain.inputs.length * m.integers.length !== m.domain.coordinates.length) {
    refuse(
      m.domain.coordinates.length,
      "mechanism.domain.coordinates",
      `${m.domain.inputs.length} for each of ${m.integers.length} integers`,
    );
  }
  if (pointsOf(v.axes) !== v.values.length) {
    refuse(v.values.length, "view.values", `as many as the axes span points, ${pointsOf(v.axes)}`);
  }
  if (v.processing === "") {
    const values = releasedValues(m).subarray(0, m.integers.length - besideOf(m).length);
    const isSame = values.length === v.values.length && v.values.every((value, i) => value === values[i]);
    if (!isSame) refuse("other numbers", "view.values", "the integers times the step, where no processing is named");
  }
  checkView(m, v);
  checkClaim(m);
  const own = dpEventOf(costOf(m));
  if (event.class_name !== own.class_name) refuse(event.class_name, "dpEvent.class_name", `"${own.class_name}"`);
  if ("noise_multiplier" in event && !(event.noise_multiplier * m.mu <= tolerance)) {
    refuse(event.noise_multiplier, "dpEvent.noise_multiplier", `at most 1/mu = ${1 / m.mu}`);
  }
  if ("epsilon" in event && !(m.epsilon <= event.epsilon * tolerance)) {
    refuse(event.epsilon, "dpEvent.epsilon", `at least ${m.epsilon}, as claimed`);
  }
}

/** Groups are the last axis, and have a name each. */
function checkLevels(place: string, axes: readonly ReleaseAxis[]): void {
  axes.forEach((axis, j) => {
    const { levels } = axis;
    if (!levels) return;
    const count = pointsOf([axis]);
    if (levels.length !== count) refuse(levels.length, `${place}[${j}].levels`, `${count}, one for each value`);
    if (j === 0 || j !== axes.length - 1) refuse(j, `${place}[${j}].levels`, "of the last axis, after another one");
  });
}

/** The names of the numbers that belong to no point of a grid; they come last. */
export function besideOf({ domain }: Pick<ReleaseMechanism, "domain">): readonly string[] {
  return domain.kind === "grid" ? (domain.beside ?? []) : [];
}

function checkBeside(m: ReleaseMechanism, shown: NonNullable<ReleaseFile["view"]["beside"]>): void {
  const names = besideOf(m);
  const isNamed = shown.length === names.length && shown.every(({ name }, j) => name === names[j]);
  if (!isNamed) refuse("other names", "view.beside", "those of mechanism.domain.beside");
  const first = m.integers.length - names.length;
  shown.forEach(({ weight, value }, j) => {
    const number = m.integers[first + j]! * m.lattice;
    if (value !== weight * number) refuse(value, `view.beside[${j}].value`, "the weight times its number");
  });
}

/** What is shown must be what its map makes of the numbers, to the last bit. */
function checkView(m: ReleaseMechanism, { carried: map, values, bands }: ReleaseFile["view"]): void {
  bands.forEach(({ shape }, i) => {
    if (shape && shape.length !== values.length) refuse(shape.length, `view.bands[${i}].shape`, `of ${values.length}`);
  });
  if (!map) return;
  if (map.terms.length === 0) refuse(0, "view.carried.terms", "at least one");
  const isLong = ({ length }: readonly number[]) => length === values.length;
  const fits = isLong(map.offsets) && map.terms.every(({ from, weights }) => isLong(from) && isLong(weights));
  if (!fits) refuse("other numbers", "view.carried", `lists of ${values.length}, as many as there are values`);
  const isIn = map.terms.every(({ from }) => from.every((index) => index < m.integers.length));
  if (!isIn) refuse("a place", "view.carried.terms", `of one of the ${m.integers.length} numbers`);
  const again = carriedValues(map, releasedValues(m));
  const isSame = values.every((value, i) => value === again[i]);
  if (!isSame) refuse("other numbers", "view.values", "what view.carried makes of the integers");
}

/** The values that a file's own map makes of its numbers. */
function carriedValues(
  { terms, offsets }: NonNullable<ReleaseFile["view"]["carried"]>,
  numbers: Float64Array,
): Float64Array {
  return carriedTo(
    {
      terms: terms.map(({ from, weights }) => ({
        from: Uint32Array.from(from),
        weights: Float64Array.from(weights),
      })),
      offsets: Float64Array.from(offsets),
    },
    numbers,
  );
}

/** What the numbers of a mechanism prove, by docs/proofs/latticeRelease.md, must not exceed what it claims. */
function checkClaim(m: ReleaseMechanism): void {
  const { sensitivity, sigma, dither, computingError, mu, epsilon, failure } = m;
  const atMost = (value: number, claim: number, place: string) => {
    if (!(value <= claim * tolerance))
      refuse(claim, `mechanism.${place}`, `at least ${value}, which its numbers prove`);
  };
  if (m.kind === "ditheredGaussian") {
    if (dither === 0) refuse(dither, "mechanism.dither", "positive");
    atMost(sensitivity.value / sigma + (2 * computingError) / dither, mu, "mu");
  } else {
    const loss = (sensitivity.value + 2 * sensitivity.eta) / sigma;
    if (m.kind === "laplaceCoordinates") {
      atMost(loss, epsilon, "epsilon");
      atMost(gaussianOfPure(loss), mu, "mu");
      if (failure !== 0) refuse(failure, "mechanism.failure", "0, since Laplace noise on coordinates cannot fail");
      m.deltaProfile.forEach((point, i) =>
        atMost(
          composedDelta({ epsilon: point.epsilon, mu: 0, pureEpsilons: [loss * (1 - 1e-10)] }),
          point.delta,
          `deltaProfile[${i}].delta`,
        ),
      );
      return;
    }
    atMost(loss, mu, "mu");
  }
  atMost(addedFailure({ epsilon, failure }), m.addedFailure, "addedFailure");
  atMost(claimedDelta({ epsilon, mu, failure }), m.delta, "delta");
  m.deltaProfile.forEach((point, i) =>
    atMost(claimedDelta({ epsilon: point.epsilon, mu, failure }), point.delta, `deltaProfile[${i}].delta`),
  );
}

/** What a release costs its records. */
export function costOf({
  kind,
  mu,
  epsilon,
  failure,
}: Pick<ReleaseMechanism, "kind" | "mu" | "epsilon" | "failure">): Cost {
  return kind === "laplaceCoordinates" ? { kind: "pure", epsilon } : { kind: "gaussian", mu, failure };
}
