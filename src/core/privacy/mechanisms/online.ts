import { checkAllFinite, checkFinite, checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { gram } from "../../kernels/gram.ts";
import { solveLower } from "../../linalg/triangular.ts";
import { dot } from "../../linalg/vectors.ts";
import { pointAt, pointCount } from "../../points.ts";
import type { Point, Points } from "../../points.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { gaussianNormBound, gaussianNormFailure } from "./gaussianNorm.ts";
import { noNeighbours, sortedNumbers } from "./sortedNumbers.ts";
import type { Neighbours } from "./sortedNumbers.ts";

/** The law of unit noise at a new point, given what is known: normal, with this mean and variance. */
export interface ConditionalNoise {
  readonly mean: number;
  readonly variance: number;
}

/**
 * The law of a Gaussian process G with covariance K at a point x, given its values at others,
 *
 *     mean VᵀC⁻¹G,  variance K(x, x) − VᵀC⁻¹V,   C = [K(xᵢ, xⱼ)],  V = [K(xᵢ, x)].
 *
 * An online release at x has the mean f_D(x) + scale·mean and the deviation scale·√variance. At a point that is known
 * the value is certain. O(i³): for many points in turn see `createOnlineNoise`.
 *
 * @param released distinct points, i ≥ 0
 * @param noise G at them: (released value − f_D)/scale, shape (i,)
 * @param at x, or points of which it is the only one
 * @throws {ParameterError} if shapes differ or a number is not finite
 * @throws {NumericalError} if C is not numerically positive definite
 * @see Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H15
 */
export function conditionalNoise({
  kernel,
  released,
  noise,
  at: place,
}: {
  readonly kernel: Kernel;
  readonly released: Points;
  readonly noise: ArrayLike<number>;
  readonly at: Point | Points;
}): ConditionalNoise {
  const at = "coordinates" in place ? place.coordinates : place;
  const i = pointCount(released);
  checkAllFinite("noise", checkLength("noise", noise, i));
  checkAllFinite("at", checkLength("at", at, released.dimension));
  const known = Array.from({ length: i }, (_, j) => pointAt(released, j));
  const same = known.findIndex((point) => point.every((value, k) => value === at[k]));
  if (same >= 0) return { mean: noise[same]!, variance: 0 };
  const own = kernel.evaluate(at, at);
  if (i === 0) return { mean: 0, variance: own };
  const L = cholesky(gram(kernel, released), i);
  const v = solveLower(
    L,
    Float64Array.from(known, (point) => kernel.evaluate(point, at)),
  );
  const g = solveLower(L, Float64Array.from(noise));
  return { mean: dot(v, 0, g, 0, i), variance: Math.max(0, own - dot(v, 0, v, 0, i)) };
}

/**
 * The same for the kernel exp(−γ|x − y|) on a line, where only the neighbours l < x < r count,
 *
 *     mean w_l G(l) + w_r G(r),  w_l = ρ(x, r)/ρ(l, r),  w_r = ρ(l, x)/ρ(l, r),  ρ(a, b) = 2 sinh γ|a − b|,
 *     variance (1 − e^{−2γ(x − l)})(1 − e^{−2γ(r − x)})/(1 − e^{−2γ(r − l)}).
 *
 * @param rate γ > 0
 * @param released distinct numbers, in any order
 * @param noise G at them, shape (i,)
 * @param at x
 * @throws {ParameterError} if shapes differ or a number is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, exponential kernel; errata H4
 */
export function exponentialConditionalNoise({
  rate,
  released,
  noise,
  at,
}: {
  readonly rate: number;
  readonly released: ArrayLike<number>;
  readonly noise: ArrayLike<number>;
  readonly at: number;
}): ConditionalNoise {
  checkPositive("rate", rate);
  checkAllFinite("released", released);
  checkAllFinite("noise", checkLength("noise", noise, released.length));
  checkFinite("at", at);
  const around = noNeighbours();
  for (let j = 0; j < released.length; j++) {
    const [place, value] = [released[j]!, noise[j]!];
    if (place <= at && place > around.leftKey) Object.assign(around, { leftKey: place, leftValue: value });
    if (place > at && place < around.rightKey) Object.assign(around, { rightKey: place, rightValue: value });
  }
  return bridge(rate, around, at, { mean: 0, variance: 0 });
}

/**
 * Weights and variance from 1 − e^{−t} alone, which has no cancellation: each is known to a few units in the last
 * place. A neighbour that is not there is infinitely far.
 *
 * @param out is written to and returned
 */
function bridge(
  rate: number,
  { leftKey, leftValue, rightKey, rightValue }: Neighbours,
  at: number,
  out: { mean: number; variance: number },
): ConditionalNoise {
  out.mean = leftValue;
  out.variance = 0;
  if (leftKey === at) return out;
  const a = -Math.expm1(-2 * rate * (at - leftKey));
  const b = -Math.expm1(-2 * rate * (rightKey - at));
  // 1 − e^{−2γ(r − l)}, of which both parts are positive; 0 where neighbours are at distances that underflow.
  const whole = a + b - a * b;
  if (whole === 0) return out;
  out.mean =
    leftValue * ((Math.exp(-rate * (at - leftKey)) * b) / whole) +
    rightValue * ((Math.exp(-rate * (rightKey - at)) * a) / whole);
  out.variance = (a * b) / whole;
  return out;
}

/** Unit noise that is drawn where and when it is asked for; the same point has the same value for ever. */
export interface OnlineNoise {
  readonly dimension: number;
  /** The number of points at which it is drawn. */
  readonly size: () => number;
  /** The most points at which it can be drawn. Public. */
  readonly capacity: number;
  /**
   * ρ: ‖N̂ − N‖₂ ≤ ρ over as many points as there may be, N̂ the values in doubles and N the linear map of exact
   * normals that the computed coefficients define, except with probability `failure`, where the source's
   * normals are exact ones rounded to doubles. Public.
   */
  readonly forwardError: number;
  readonly failure: number;
  /** No value has a larger variance. Public. */
  readonly variance: number;
  /** @throws {ParameterError} if the point is not one, or there are as many points as there may be */
  at(point: Point): number;
}

/**
 * Gaussian noise of any kernel, point by point: a row is appended to Cholesky's factor L of K + τI for each new point,
 * O(i²),
 *
 *     N(xᵢ) = Σ_j L_ij z_j,   τ = (4(m + 2)m + em)u sup K.
 *
 * Points may be chosen by whoever saw the values before: rows depend on points only, and z is drawn afterwards. The law
 * is that of a batch at the same points, with a covariance of at least K: as in `gaussianProcessRelease`, τ covers what
 * rounding changes for as many as m points, and is only ever added. m must be stated first, since points that arrive
 * later cannot raise what was released.
 *
 * @param capacity m, public
 * @param random one normal draw for each new point
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H15
 */
export function createOnlineNoise({
  kernel,
  dimension,
  capacity,
  random,
}: {
  readonly kernel: Kernel;
  readonly dimension: number;
  readonly capacity: number;
  readonly random: RandomSource;
}): OnlineNoise {
  const m = checkPositiveInteger("capacity", capacity);
  checkPositiveInteger("dimension", dimension);
  const elementRoundings = kernel.roundings ?? 16 + dimension / 2;
  const nugget = (4 * (m + 2) * m + elementRoundings * m) * 2 ** -53 * kernel.diagonalBound;
  const points: Point[] = [];
  const rows: Float64Array[] = [];
  const normals = new Float64Array(m);
  const values = new Map<string, number>();

  return {
    dimension,
    capacity: m,
    failure: gaussianNormFailure,
    variance: kernel.diagonalBound + 2 * nugget,
    forwardError: Math.sqrt(m) * (m + 4) * 2 ** -53 * Math.sqrt(1.01 * kernel.diagonalBound) * gaussianNormBound(m, 1),
    size: () => points.length,
    at: (point) => {
      const place = placeOf(point, dimension);
      const key = place.join();
      const known = values.get(key);
      if (known !== undefined) return known;
      const i = points.length;
      checkRoom(i, m);
      const row = new Float64Array(i + 1);
      points.forEach((other, j) => {
        row[j] = (kernel.evaluate(place, other) - dot(rows[j]!, 0, row, 0, j)) / rows[j]![j]!;
      });
      // Below the nugget there is rounding only; raising a pivot adds noise at this point.
      row[i] = Math.sqrt(Math.max(nugget, kernel.evaluate(place, place) + nugget - dot(row, 0, row, 0, i)));
      normals[i] = random.normal();
      const value = dot(row, 0, normals, 0, i + 1);
      points.push(place);
      rows.push(row);
      values.set(key, value);
      return value;
    },
  };
}

const mostExponential = 1_000_000;
/** Of 2·10⁶ normals of variance at most 1.001 none is larger, except with a probability of 2·10⁻²⁰. */
const mostNormal = 10.8;
const mostNormalFailure = 2.1e-20;
const innovationFloor = 1e-12;

/**
 * Gaussian noise of the kernel exp(−γ|x − y|) on a line, point by point, each in O(log i): the Markov property leaves
 * the two neighbours, which `sortedNumbers` finds.
 *
 *     N(x) = w_l N(l) + w_r N(r) + √(variance + ν) z,   all times 1 + 10⁻⁵,  ν = 10⁻¹².
 *
 * **The covariance is at least K.** With exact weights it is C = K + νB⁻¹B⁻ᵀ, where row i of B is 1 at i and −w at the
 * two neighbours; elements of B⁻¹ are between 0 and 1, so C_ii ≤ 1 + νm ≤ 1 + 10⁻⁶. Computed weights are off by at most
 * 16u, since te^{−t} < ½, so B by E, each row of which has ‖EᵢL‖ ≤ 33u for L with LLᵀ = C. With S ≥ √ν the deviations,
 * ‖S⁻¹EB⁻¹S‖ ≤ 33u√m/√ν < 4·10⁻⁶ for m ≤ 10⁶ points: the covariance changes by a share of less than 9·10⁻⁶, and
 * 1 + 10⁻⁵ covers it with what rounds in S.
 *
 * **Rounding.** A value is a sum of three products, so it errs by less than 5u(2·10.8) of its own, and by what its
 * neighbours err, as w_l + w_r ≤ 1 but for 32u: after i points by at most i times that.
 *
 * @param rate γ > 0
 * @param capacity m ≤ 10⁶, public
 * @param random one normal draw for each new point
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, exponential kernel; errata H4
 */
export function createExponentialOnlineNoise({
  rate,
  capacity,
  random,
}: {
  readonly rate: number;
  readonly capacity: number;
  readonly random: RandomSource;
}): OnlineNoise {
  checkPositive("rate", rate);
  const m = checkPositiveInteger("capacity", capacity);
  if (m > mostExponential) throw new ParameterError("capacity", m, `at most ${mostExponential}`);
  // Values before the factor 1 + 10⁻⁵.
  const known = sortedNumbers(m);
  const amplitude = 1 + 1e-5;
  const around = noNeighbours();
  const law = { mean: 0, variance: 0 };
  return {
    dimension: 1,
    capacity: m,
    failure: mostNormalFailure,
    variance: 1.0001,
    forwardError: Math.sqrt(m) * m * 5 * 2 ** -53 * 2 * mostNormal * 1.01,
    size: known.size,
    at: (point) => {
      const x = checkedNumber("point", point);
      known.neighbours(x, around);
      if (around.leftKey === x) return amplitude * around.leftValue;
      checkRoom(known.size(), m);
      const { mean, variance } = bridge(rate, around, x, law);
      const value = mean + Math.sqrt(variance + innovationFloor) * random.normal();
      known.insert(x, value);
      return amplitude * value;
    },
  };
}

/** A function that answers queries one after another. */
export interface OnlineRelease {
  /**
   * Released values at points, in their order; a point that was asked before has its old value.
   *
   * @throws {ParameterError} for a point outside the domain, or too many of them, before anything is drawn
   */
  query(at: Points): Float64Array;
}

/**
 * An online release: f + scale · noise where it is asked for, remembered.
 *
 * All answers together are the values of one release of the whole function, whatever the points and however they were
 * chosen, so that any number of them costs once. What leaves the page goes through `publish` first, the exact dither on
 * a lattice, once for each point.
 *
 * @param estimate f_D at points; a function of the records and the points only. Private
 * @param noise of the kernel in whose norm the scale is calibrated; of no other release
 * @param noiseScale σ = multiplier · Δ > 0
 * @param domain ends of a public interval for each coordinate; the whole space if absent
 * @param publish what is done to a value before it is remembered and returned; nothing if absent
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3
 */
export function createOnlineRelease({
  estimate,
  noise,
  noiseScale,
  domain,
  publish = (value) => value,
}: {
  readonly estimate: (at: Points) => Float64Array;
  readonly noise: OnlineNoise;
  readonly noiseScale: number;
  readonly domain?: readonly (readonly [lower: number, upper: number])[];
  readonly publish?: (value: number) => number;
}): OnlineRelease {
  checkPositive("noiseScale", noiseScale);
  const { dimension } = noise;
  if (domain) checkLength("domain", domain, dimension);
  const answers = answersIn(dimension, noise.capacity);
  const outside = (i: number, place: readonly number[], lower: number, upper: number): never => {
    throw new ParameterError(`at[${i}]`, place.join(", "), `inside the domain, ${lower} to ${upper}`);
  };

  // One number asked for alone, as somebody who chooses the next by the last does, leaves no garbage but its answer: while memory
  // is swept, an answer would wait.
  const only = { dimension: 1, coordinates: new Float64Array(1) };
  const [lower, upper] = domain?.[0] ?? [-Infinity, Infinity];
  const answerAlone = ({ coordinates }: Points): Float64Array => {
    const x = checkedNumber("at[0]", coordinates);
    if (!(x >= lower && x <= upper)) outside(0, [x], lower, upper);
    only.coordinates[0] = x;
    let answer = answers.get(only.coordinates);
    if (answer === undefined) {
      checkRoom(noise.size(), noise.capacity);
      const exact = checkLength("estimate", estimate(only), 1);
      answer = publish(exact[0]! + noiseScale * noise.at(only.coordinates));
      answers.set(only.coordinates, answer);
    }
    return Float64Array.of(answer);
  };

  return {
    query: (at) => {
      if (at.dimension !== dimension) throw new ParameterError("at.dimension", at.dimension, `equal to ${dimension}`);
      if (dimension === 1 && at.coordinates.length === 1) return answerAlone(at);
      const places = Array.from({ length: pointCount(at) }, (_, i) => placeOf(pointAt(at, i), dimension, `at[${i}]`));
      const fresh: (readonly number[])[] = [];
      const pending = places.length > 1 ? answersIn(dimension, places.length) : undefined;
      places.forEach((place, i) => {
        domain?.forEach(([lower, upper], k) => {
          if (!(place[k]! >= lower && place[k]! <= upper)) outside(i, place, lower, upper);
        });
        if (answers.get(place) !== undefined || pending?.get(place) !== undefined) return;
        pending?.set(place, 0);
        fresh.push(place);
      });
      if (noise.size() + fresh.length > noise.capacity) checkRoom(noise.capacity, noise.capacity);
      if (fresh.length > 0) {
        const coordinates = new Float64Array(fresh.length * dimension);
        fresh.forEach((place, i) => coordinates.set(place, i * dimension));
        const exact = checkLength("estimate", estimate({ dimension, coordinates }), fresh.length);
        fresh.forEach((place, i) => answers.set(place, publish(exact[i]! + noiseScale * noise.at(place))));
      }
      return Float64Array.from(places, (place) => answers.get(place)!);
    },
  };
}

/** What was answered where. */
interface Answers {
  readonly get: (place: Point) => number | undefined;
  /** @param place one without an answer */
  readonly set: (place: Point, value: number) => void;
}

/**
 * At most `capacity` answers, on a line in a B-tree: a hash table that grows moves all that it holds at once, which takes
 * ten milliseconds for 10⁵ answers.
 */
function answersIn(dimension: number, capacity: number): Answers {
  if (dimension === 1) {
    const sorted = sortedNumbers(capacity);
    const around = noNeighbours();
    return {
      get: (place) => {
        const x = place[0]!;
        sorted.neighbours(x, around);
        return around.leftKey === x ? around.leftValue : undefined;
      },
      set: (place, value) => sorted.insert(place[0]!, value),
    };
  }
  const known = new Map<string, number>();
  const keyOf = (place: Point) => Array.from(place).join();
  return { get: (place) => known.get(keyOf(place)), set: (place, value) => known.set(keyOf(place), value) };
}

/** The coordinates of a point; −0 is 0. */
function placeOf(point: Point, dimension: number, name = "point"): number[] {
  checkAllFinite(name, checkLength(name, point, dimension));
  return Array.from(point, (x) => x + 0);
}

/** The only coordinate of a point; −0 is 0. */
function checkedNumber(name: string, point: Point): number {
  checkAllFinite(name, checkLength(name, point, 1));
  return point[0]! + 0;
}

function checkRoom(size: number, capacity: number): void {
  if (size >= capacity) throw new ParameterError("point", `number ${size + 1}`, `one of at most ${capacity} points`);
}
