import { valueOf } from "../release/curveFunctionals.ts";
import { axisValues, releasedValues, type ReleaseFile } from "../release/file/releaseFile.ts";
import { productFunctional } from "../release/gridFunctionals.ts";
import { deviationBy, type DeviationOf } from "../release/noiseLaw.ts";
import { releaseKinds } from "../release/releaseKinds.ts";
import { remember } from "../remember.ts";
import { spreadOfLaw } from "./latticeLaw.ts";
import { bernsteinBasisRows } from "./operator/bernsteinBasis.ts";
import { bernsteinOnGrid } from "./operator/bernsteinOnGrid.ts";

export interface PolynomialNoise {
  readonly degree: number;
  readonly iterations: number;
  /** Noise of one number, in the units of the values. */
  readonly variance: number;
  /** Points of each axis as shares of the domain; one on a further axis. */
  readonly places: readonly ArrayLike<number>[];
}

/**
 * Standard deviation of functionals of an iterated Bernstein polynomial of independent noise, √(v ∏ |cⱼ|²), with cⱼ = SᵀBᵀaⱼ.
 *
 * @see docs/proofs/bernsteinOperator.md, Lemma 3
 */
export function polynomialDeviation(noise: PolynomialNoise): DeviationOf {
  const covariance = (a: readonly Float64Array[], b: readonly Float64Array[]) =>
    noise.variance * a.reduce((product, own, j) => product * valueOf(own, b[j]!), 1);
  return (parts, _, less, other) =>
    other === undefined ? deviationBy(covariance, numbersOf(noise, parts), less && numbersOf(noise, less)) : undefined;
}

const latticeBasis = remember((degree: number) =>
  bernsteinBasisRows(
    degree,
    Array.from({ length: degree + 1 }, (_, nu) => nu / degree),
  ),
);

/** cⱼ = Σ_{i<h} (I − Aᵀ)^i Bᵀ aⱼ. */
function numbersOf({ degree, iterations, places }: PolynomialNoise, parts: readonly Float64Array[]) {
  const A = latticeBasis(degree);
  const sums = (rows: Float64Array, weights: ArrayLike<number>) => {
    const out = new Float64Array(degree + 1);
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] !== 0) for (let nu = 0; nu <= degree; nu++) out[nu]! += weights[i]! * rows[i * (degree + 1) + nu]!;
    }
    return out;
  };
  return places.map((at, j) => {
    let power = sums(bernsteinBasisRows(degree, at), parts[j] ?? [1]);
    const total = power.slice();
    for (let i = 1; i < iterations; i++) {
      const next = sums(A, power);
      power = power.map((value, nu) => value - next[nu]!);
      power.forEach((value, nu) => (total[nu]! += value));
    }
    return total;
  });
}

/** Deviations of a file, if its numbers give the values; `factor` of them hold 95 %. */
export function releasedPolynomialDeviation({
  mechanism: m,
  view: { axes, values, processing, carried },
}: Pick<ReleaseFile, "mechanism" | "view">) {
  const { domain } = m;
  if (domain.kind !== "basis" || carried) return undefined;
  const named = (name: string) => domain.parameters.find((parameter) => parameter.name === name)?.value ?? NaN;
  const [degree, iterations] = [named("degree k"), named("order h")];
  const units = /; then (\S+) \+ (\S+) × that$/.exec(processing) ?? ["", "0", "1"];
  const [offset, scale] = [Number(units[1]), Number(units[2])];
  const count = domain.parameters.filter(({ name }) => name.startsWith("lower end")).length;
  const places = Array.from({ length: count }, (_, j) => {
    const [lower, upper] = [named(`lower end of axis ${j + 1}`), named(`upper end of axis ${j + 1}`)];
    const at = axes[j] ? axisValues(axes[j]) : Float64Array.of(named(`values are shown at, on axis ${j + 1}`));
    return at.map((x) => Math.min(1, Math.max(0, (x - lower) / (upper - lower))));
  });
  const isSize = [degree, iterations].every((size) => Number.isInteger(size) && size >= 1 && size <= 200);
  const isGiven = isSize && (degree + 1) ** count === m.integers.length;
  if (!isGiven || places.some((at) => !at.every(Number.isFinite))) return undefined;
  const { law } = releaseKinds[m.kind];
  const spread = spreadOfLaw[law === "normal" ? "gaussian" : "laplace"];
  const variance = scale ** 2 * (spread.variance * m.sigma ** 2 + m.lattice ** 2 / 12);
  const noise = { degree, iterations, variance, places };
  const deviationIn = polynomialDeviation(noise);
  const numbers = releasedValues(m);
  const isOfNumbers = (parts: readonly Float64Array[]) => {
    const functional = productFunctional(parts);
    const made = scale * valueOf(productFunctional(numbersOf(noise, parts)), numbers);
    const [total, size] = functional.reduce(([sum, most], a, i) => [sum + a, most + Math.abs(a * values[i]!)], [0, 0]);
    return Math.abs(valueOf(functional, values) - offset * total - made) <= 1e-6 * size;
  };
  const deviationOf: DeviationOf = (parts, group, less) =>
    [parts, ...(less ? [less] : [])].every(isOfNumbers) ? deviationIn(parts, group, less) : undefined;
  return { deviationOf, factor: spread.pointwiseFactor, noise, scale };
}

/** Function from the numbers of a file to its values, but for their offset. */
export function valuesOfNumbers({
  noise: { degree, iterations, places },
  scale,
}: NonNullable<ReturnType<typeof releasedPolynomialDeviation>>) {
  const onGrid = bernsteinOnGrid({ degree, iterations, axes: places });
  return (numbers: Float64Array) => onGrid.evaluate(numbers).map((value) => scale * value);
}
