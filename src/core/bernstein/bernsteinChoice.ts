import type { NoiseLaw } from "./latticeNoiseDraws.ts";
import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { bernsteinGrid } from "./operator/bernsteinOnGrid.ts";
import { lebesgueBound } from "./operator/lebesgueConstant.ts";
import { rememberEach } from "../remember.ts";
import { polynomialNoiseBound } from "./polynomialNoise.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";

/** In the supremum norm; public. */
interface BernsteinTradeoff {
  readonly degree: number;
  readonly iterations: number;
  /** Largest max |f − B^(h) f| over records. */
  readonly approximation: number;
  readonly noise: number;
  readonly total: number;
}

export const sizeDegrees = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 32, 40, 50, 60, 80, 100, 130, 160, 200];
export const largestLattice = 10_000;

export const sizeOrders = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 32];

/**
 * Degree k and order h with the least bound on approximation plus noise, from public numbers: a descent from the
 * table's middle.
 *
 * @param dimension ℓ ≥ 1
 * @param sensitivity Δ of the lattice values of each degree, as calibrated
 * @param noiseMultiplier from the budget, see latticeNoiseMultiplier
 * @param approximation bound by degree and order
 * @param coverage of the bound on the noise, in (0, 1)
 */
export function chooseBernstein({
  dimension,
  sensitivity,
  law,
  noiseMultiplier,
  approximation,
  coverage,
  mostDegree,
}: {
  readonly dimension: number;
  readonly sensitivity: (degree: number) => number;
  readonly law: NoiseLaw;
  readonly noiseMultiplier: number;
  readonly approximation: (degree: number, iterations: number) => number;
  readonly coverage: number;
  readonly mostDegree: number;
}): BernsteinTradeoff {
  checkPositiveInteger("dimension", dimension);
  checkPositive("noiseMultiplier", noiseMultiplier);
  const allowed = sizeDegrees.filter(
    (degree) => degree <= mostDegree && latticeSize(degree, dimension) <= largestLattice,
  );
  const known = new Map<string, BernsteinTradeoff>();
  const at = (i: number, j: number): BernsteinTradeoff | undefined => {
    const [degree, iterations] = [allowed[i], sizeOrders[j]];
    if (degree === undefined || iterations === undefined) return undefined;
    const before = known.get(`${i} ${j}`);
    if (before) return before;
    const scale = noiseMultiplier * sensitivity(degree);
    const noise = polynomialNoiseBound({ degree, iterations, dimension, law, scale, coverage });
    const bias = approximation(degree, iterations);
    const found = { degree, iterations, approximation: bias, noise, total: bias + noise };
    known.set(`${i} ${j}`, found);
    return found;
  };
  let [i, j] = [Math.floor(allowed.length / 2), 4];
  for (;;) {
    const here = at(i, j)!;
    const steps = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, -1],
    ] as const;
    const better = steps.find(([di, dj]) => (at(i + di, j + dj)?.total ?? Infinity) < here.total);
    if (!better) return here;
    i += better[0];
    j += better[1];
  }
}

/**
 * Largest approximation error on a grid that records can cause for a sum of bumps, such as a kernel density estimate,
 *
 *     sup over D of max_y |f_D − B^(h) f_D|.
 *
 * The worst data set is one record n times. Centres are on a net of σ/6, between whose points the error rises by less
 * than (1 + Λ)/288 of the height; y is on a net of a 256th. A product of bumps, each at most 1, with errors e_j has
 * error at most height·(Π(1 + e_j) − 1).
 *
 * @param deviations σ_j > 0, bandwidths as shares of the sides
 * @param height of one bump
 * @param bump its shape, at most 1, by the distance in deviations; Gaussian by default. For a kernel that is no product
 * the result is no bound
 * @returns a function of degree and order; remembers results per axis
 */
export function singleRecordApproximation({
  deviations,
  height,
  bump = (r) => Math.exp(-0.5 * r * r),
}: {
  readonly deviations: readonly number[];
  readonly height: number;
  readonly bump?: (distance: number) => number;
}): (degree: number, iterations: number) => number {
  checkPositive("height", height);
  const y = Float64Array.from({ length: 257 }, (_, i) => i / 256);
  const known = new Map<string, number>();
  const gridOf = rememberEach((degree: number) => bernsteinGrid({ degree, axes: [y] }));
  const bumpsOf = rememberEach((sigma: number) => bumpsAlong(y, sigma, bump));
  const onAxis = (sigma: number, degree: number, iterations: number): number => {
    const key = `${sigma} ${degree} ${iterations}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const operator = gridOf(degree).iterated(iterations);
    const lattice = new Float64Array(degree + 1);
    let largest = 0;
    for (const { bumpAt, values: bump } of bumpsOf(sigma)) {
      for (let nu = 0; nu <= degree; nu++) lattice[nu] = bumpAt(nu / degree);
      const values = operator.evaluate(lattice);
      for (let at = 0; at < y.length; at++) largest = Math.max(largest, Math.abs(values[at]! - bump[at]!));
    }
    known.set(key, largest);
    return largest;
  };
  deviations.forEach((sigma, j) => checkPositive(`deviations[${j}]`, sigma));
  return (degree, iterations) =>
    height * (deviations.reduce((product, sigma) => product * (1 + onAxis(sigma, degree, iterations)), 1) - 1);
}

/**
 * A bound on max |f − B^(h) f| for a function of ℓ inputs whose sections along each axis are among given ones,
 *
 *     e (1 + Λ + … + Λ^(ℓ−1)),
 *
 * with e the largest error of a section on a net of a 256th, and Λ the norm of the operator, which takes the axes in
 * turn.
 *
 * @param sections functions on [0, 1]
 */
export function sectionApproximation(
  dimension: number,
  sections: readonly ((at: number) => number)[],
): (degree: number, iterations: number) => number {
  const y = Float64Array.from({ length: 257 }, (_, i) => i / 256);
  const values = sections.map((section) => y.map(section));
  const gridOf = rememberEach((degree: number) => bernsteinGrid({ degree, axes: [y] }));
  return (degree, iterations) => {
    const operator = gridOf(degree).iterated(iterations);
    let largest = 0;
    sections.forEach((section, s) => {
      const lattice = Float64Array.from({ length: degree + 1 }, (_, nu) => section(nu / degree));
      const there = operator.evaluate(lattice);
      for (let at = 0; at < y.length; at++) largest = Math.max(largest, Math.abs(there[at]! - values[s]![at]!));
    });
    const norm = lebesgueBound({ degree, iterations });
    return largest * Array.from({ length: dimension }, (_, j) => norm ** j).reduce((sum, power) => sum + power, 0);
  };
}

function bumpsAlong(y: Float64Array, sigma: number, bump: (distance: number) => number) {
  const steps = Math.ceil(Math.max(8, 6 / sigma));
  return Array.from({ length: Math.floor(steps / 2) + 1 }, (_, i) => {
    const bumpAt = (x: number) => bump((x - i / steps) / sigma);
    return { bumpAt, values: y.map(bumpAt) };
  });
}

/**
 * The printed cover size, k = max(1, (ε/(S ln(1/β)))^(1/(h + ℓ))), without its constants.
 *
 * @param coverage 1 − β, in (0, 1)
 * @see Aldà & Rubinstein (2017), section 4.1
 */
export function printedCoverSize({
  sensitivity,
  epsilon,
  coverage,
  iterations,
  dimension,
}: {
  readonly sensitivity: number;
  readonly epsilon: number;
  readonly coverage: number;
  readonly iterations: number;
  readonly dimension: number;
}): number {
  const noise = -checkPositive("sensitivity", sensitivity) * Math.log1p(-checkOpenUnit("coverage", coverage));
  const exponent = 1 / (checkPositiveInteger("iterations", iterations) + checkPositiveInteger("dimension", dimension));
  const size = (checkPositive("epsilon", epsilon) / noise) ** exponent;
  if (!(size < Infinity)) throw new ParameterError("sensitivity", sensitivity, "large enough for a finite cover");
  return Math.max(1, Math.round(size));
}
