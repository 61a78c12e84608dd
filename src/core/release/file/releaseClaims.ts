import { composedDelta } from "../../privacy/accounting/composition.ts";
import { dpEventOf } from "../../privacy/accounting/dpEvent.ts";
import { addedFailure, claimedDelta } from "../../privacy/calibration/claim.ts";
import { postMapped as carriedTo } from "../postMap.ts";
import { writtenPointwise95 } from "../../privacy/bands/pointwise.ts";
import { checkLengthScale } from "../../kernels/lengthScale.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../releaseKinds.ts";
import { refuse } from "../../untrusted.ts";
import {
  extraOf,
  costOf,
  pointsOf,
  processNoise,
  releasedValues,
  type ReleaseAxis,
  type ReleaseFile,
  type ReleaseMechanism,
} from "./releaseFile.ts";

const tolerance = 1 + 1e-9;

/**
 * Refuses a release whose parts do not fit or whose numbers do not prove its claims.
 *
 * @throws {ParameterError} that names the place
 */
export function checkConsistent({
  mechanism: m,
  view: v,
  dpEvent: event,
}: Pick<ReleaseFile, "mechanism" | "view" | "dpEvent">): void {
  if (2 ** Math.round(Math.log2(m.lattice)) !== m.lattice) refuse(m.lattice, "mechanism.lattice", "a power of two");
  if (m.domain.kind === "grid" && pointsOf(m.domain.axes) + extraOf(m).length !== m.integers.length) {
    const beside = extraOf(m).length > 0 ? `, and ${extraOf(m).length} beside it` : "";
    refuse(
      m.integers.length,
      "mechanism.integers",
      `as many as the grid has points, ${pointsOf(m.domain.axes)}${beside}`,
    );
  }
  checkSpans("view.axes", v.axes);
  checkLevels("view.axes", v.axes);
  if (m.domain.kind === "grid") {
    checkSpans("mechanism.domain.axes", m.domain.axes);
    checkLevels("mechanism.domain.axes", m.domain.axes);
    checkSameLevels(m.domain.axes, v.axes);
  }
  checkExtra(m, v.beside ?? []);
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
    const values = releasedValues(m).subarray(0, m.integers.length - extraOf(m).length);
    const isSame = values.length === v.values.length && v.values.every((value, i) => value === values[i]);
    if (!isSame) refuse("other numbers", "view.values", "the integers times the step, where no processing is named");
  }
  checkView(m, v);
  checkNoise(m, v);
  checkRows(v);
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

/** Shown groups have the names of the released ones, in order. */
function checkSameLevels(released: readonly ReleaseAxis[], shown: readonly ReleaseAxis[]): void {
  const [own, other] = [released, shown].map((axes) => axes.at(-1)?.levels ?? []) as [
    readonly string[],
    readonly string[],
  ];
  const isSame = own.length === other.length && own.every((level, k) => level === other[k]);
  if (!isSame) refuse("other names", "view.axes.levels", "those of mechanism.domain.axes");
}

function checkSpans(place: string, axes: readonly ReleaseAxis[]): void {
  axes.forEach(({ coordinates: at }, j) => {
    if (at.kind === "regular" && !Number.isFinite(at.upper - at.lower))
      refuse(at.upper, `${place}[${j}].coordinates.upper`, `less than ${Number.MAX_VALUE} above the lower end`);
  });
}

/** Groups are the last axis, with different names. */
function checkLevels(place: string, axes: readonly ReleaseAxis[]): void {
  axes.forEach((axis, j) => {
    const { levels } = axis;
    if (!levels) return;
    const count = pointsOf([axis]);
    if (levels.length !== count) refuse(levels.length, `${place}[${j}].levels`, `${count}, one for each value`);
    if (new Set(levels).size !== count) refuse("the same twice", `${place}[${j}].levels`, "different names");
    if (j === 0 || j !== axes.length - 1) refuse(j, `${place}[${j}].levels`, "of the last axis, after another one");
  });
}

function checkExtra(m: ReleaseMechanism, shown: NonNullable<ReleaseFile["view"]["beside"]>): void {
  const names = extraOf(m);
  const isNamed = shown.length === names.length && shown.every(({ name }, j) => name === names[j]);
  if (!isNamed) refuse("other names", "view.beside", "those of mechanism.domain.beside");
  const first = m.integers.length - names.length;
  shown.forEach(({ weight, value }, j) => {
    const number = m.integers[first + j]! * m.lattice;
    if (value !== weight * number) refuse(value, `view.beside[${j}].value`, "the weight times its number");
  });
}

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
  const again = postMappedValues(map, releasedValues(m));
  const isSame = values.every((value, i) => value === again[i]);
  if (!isSame) refuse("other numbers", "view.values", "what view.carried makes of the integers");
}

/** Columns belong to the first axis, classes to the second. */
function checkRows({ rows, axes }: ReleaseFile["view"]): void {
  if (!rows) return;
  const { columns, label } = rows;
  const [p, count] = axes.length === 2 ? axes.map((axis) => pointsOf([axis])) : [0, 0];
  if (columns.length !== p) refuse(columns.length, "view.rows.columns", `${p}, as the first of two axes`);
  columns.forEach(({ lower, upper }, j) => {
    if (!(lower < upper)) refuse(upper, `view.rows.columns[${j}].upper`, "greater than the lower end");
  });
  if (!label) return;
  if (label.of.length !== count) refuse(label.of.length, "view.rows.label.of", `${count}, one for each row`);
  if (!label.of.every((index) => index < label.classes.length))
    refuse("an index", "view.rows.label.of", `below ${label.classes.length}`);
}

/** The law is on the points of the numbers, and no narrower than σ and bands. */
function checkNoise(m: ReleaseMechanism, { axes, bands, carried }: ReleaseFile["view"]): void {
  const place = "mechanism.noise";
  if (m.noise && !("kernel" in m.noise)) {
    const { law, variance, toValues } = m.noise;
    const own = releaseKinds[m.kind];
    if (law !== own.law || own.isDithered) refuse(law, `${place}.law`, `that of ${m.kind}`);
    const least = noiseLaws[law].variance(m.sigma);
    if (!(variance * tolerance >= least)) refuse(variance, `${place}.variance`, `at least ${least}`);
    if ((toValues === undefined) === (m.domain.kind === "basis"))
      refuse(m.domain.kind, `${place}.toValues`, "there for a basis, and only there");
  }
  const noise = processNoise(m);
  if (!noise) return;
  checkSpans(
    `${place}.axes`,
    noise.axes.map((coordinates) => ({ name: "", unit: "", coordinates: { kind: "regular", ...coordinates } })),
  );
  noise.axes.forEach((axis, j) => {
    if (!(axis.upper > axis.lower)) refuse(axis.upper, `${place}.axes[${j}].upper`, "greater than the lower end");
  });
  const { kernel } = noise;
  if (kernel.type === "gaussian") definiteMatrix(`${place}.kernel.bandwidthMatrix`, kernel.bandwidthMatrix);
  const dimension =
    kernel.type === "gaussian"
      ? kernel.bandwidthMatrix.length
      : kernel.type === "productExponential"
        ? kernel.rates.length
        : noise.axes.length;
  if (dimension !== noise.axes.length) refuse(dimension, `${place}.kernel`, `of ${noise.axes.length} axes`);
  const lengths =
    "lengthScale" in kernel ? [kernel.lengthScale] : "rates" in kernel ? kernel.rates.map((r) => 1 / r) : [];
  lengths.forEach(checkLengthScale);
  if (!(noise.white / noise.variance < Infinity))
    refuse(noise.variance, `${place}.variance`, "no smaller beside white");
  const own = m.domain.kind === "grid" ? m.domain.axes : axes;
  const points = pointsOf(own.filter(({ levels }) => !levels));
  const count = noise.axes.reduce((product, axis) => product * axis.count, 1);
  if (m.domain.kind === "points" || count !== points) refuse(count, `${place}.axes`, `of the ${points} points`);
  const least = carried ? m.sigma ** 2 : (bands[0]?.halfWidth ?? 0) ** 2 / writtenPointwise95 ** 2;
  const total = noise.variance + noise.white;
  if (!(total * tolerance >= least && total < Infinity))
    refuse(total, `${place}.variance`, `with white at least ${least}`);
}

/** Numbers of a file after its map. */
export function postMappedValues(
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

/** A mechanism claims no less than its numbers prove (docs/proofs/latticeRelease.md). */
function checkClaim(m: ReleaseMechanism): void {
  const { sensitivity, sigma, dither, mu, epsilon, failure } = m;
  const atMost = (value: number, claim: number, place: string) => {
    if (!(value <= claim * tolerance))
      refuse(claim, `mechanism.${place}`, `at least ${value}, which its numbers prove`);
  };
  const { loss, law, isDithered, provedMu } = releaseKinds[m.kind];
  if (isDithered && dither === 0) refuse(dither, "mechanism.dither", "positive");
  const proved = (sensitivity.value + 2 * sensitivity.eta) / sigma;
  if (loss === "pure") atMost(proved, epsilon, "epsilon");
  atMost(provedMu(m), mu, "mu");
  if (law !== "normal" && failure !== 0)
    refuse(failure, "mechanism.failure", "0, since Laplace noise on coordinates cannot fail");
  if (loss === "pure") {
    const pureEpsilons = [proved * (1 - 1e-10)];
    m.deltaProfile.forEach((point, i) =>
      atMost(composedDelta({ epsilon: point.epsilon, mu: 0, pureEpsilons }), point.delta, `deltaProfile[${i}].delta`),
    );
    return;
  }
  atMost(addedFailure({ epsilon, failure }), m.addedFailure, "addedFailure");
  atMost(claimedDelta({ epsilon, mu, failure }), m.delta, "delta");
  m.deltaProfile.forEach((point, i) =>
    atMost(claimedDelta({ epsilon: point.epsilon, mu, failure }), point.delta, `deltaProfile[${i}].delta`),
  );
}
