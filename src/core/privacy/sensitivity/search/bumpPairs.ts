import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { onFirstUse, rememberEach } from "../../../remember.ts";
import { bumpsByInterval } from "./bumpsByInterval.ts";
import { bumpAt } from "../bumps/latticeBumps.ts";
import { placesPerAxis, type PairDistance } from "./farthestPair.ts";

/** Lattice values of Gaussian bumps as maps of the centre into ℝ^N, with ‖·‖₁ and ‖·‖₂². */
export interface BumpPairs {
  readonly inL1: PairDistance;
  readonly squaredInL2: PairDistance;
  readonly rows: number;
  /** Places nearest to two centres, as shares of the sides, shape (2d,). */
  readonly placesOf: (centres: readonly number[]) => Int32Array;
  readonly centresOf: (places: Int32Array) => number[];
  /** σ_j of bumps that are products over the axes. */
  readonly deviations?: readonly number[];
}

interface AxisBump {
  readonly values: Float64Array;
  /** Sums of the first c values, c = 0, …, k + 1. */
  readonly before: Float64Array;
  readonly mass: number;
  /** Σ φ² */
  readonly square: number;
}

/**
 * Bumps that are products over two or three axes. With the sums P of the first c values of a line, a cut c of each line
 * and the product w of the other axes' values
 *
 *     ‖φ(a) − φ(b)‖₁ = |2 Σ_lines (w(a) P_a(c) − w(b) P_b(c)) − ‖φ(a)‖₁ + ‖φ(b)‖₁|.
 *
 * @param degree k ≥ 1
 * @param deviations σ_j > 0, shape (2,) or (3,), as shares of the sides
 * @see docs/proofs/latticeKernelDensity.md, Lemma 7
 */
export function productBumpPairs({
  degree,
  deviations,
}: {
  readonly degree: number;
  readonly deviations: readonly number[];
}): BumpPairs {
  const d = deviations.length;
  const n = checkPositiveInteger("degree", degree) + 1;
  deviations.forEach((sigma, j) => checkPositive(`deviations[${j}]`, sigma));
  const known = new Map(Array.from(new Set(deviations), (deviation) => [deviation, axisOf(degree, deviation)]));
  const axes = deviations.map((deviation) => known.get(deviation)!);
  const inSigmas = deviations.reduce((sum, sigma) => sum + sigma ** -2, 0);
  const rounding = n ** d * (8 * n + 1600 + 64 * inSigmas + 200 * Math.sqrt(inSigmas)) * 2 ** -53;
  const [first, second, third] = axes;
  const ratios = deviations.map((sigma) => (deviations[0]! / sigma) ** 2);
  const atPlace = degree / placesPerAxis;

  const absolute = (at: Int32Array): number => {
    const [a, b] = [first!.at(at[0]!), first!.at(at[d]!)];
    const [u, v] = [second!.at(at[1]!), second!.at(at[d + 1]!)];
    const [w, z] = third ? [third.at(at[2]!), third.at(at[5]!)] : [one, one];
    const apart = at[d]! - at[0]!;
    let sum = 0;
    if (apart === 0) {
      for (let h = 0; h < w.values.length; h++) {
        for (let i = 0; i < n; i++) sum += Math.abs(u.values[i]! * w.values[h]! - v.values[i]! * z.values[h]!);
      }
      return sum * a.mass;
    }
    // The cut of line (i, h), in lattice points.
    const slope = (ratios[1]! * (at[1]! - at[d + 1]!)) / apart;
    const rise = third ? (ratios[2]! * (at[2]! - at[5]!)) / apart : 0;
    const doubled = at[0]! + at[d]! - slope * (at[1]! + at[d + 1]!) - (third ? rise * (at[2]! + at[5]!) : 0);
    const start = 0.5 * atPlace * doubled;
    const perLine = 1 / slope;
    for (let h = 0; h < w.values.length; h++) {
      const from = start + rise * h;
      let partA: number;
      let partB: number;
      if (slope === 0) {
        const cut = cutAt(from, n);
        partA = u.mass * a.before[cut]!;
        partB = v.mass * b.before[cut]!;
      } else {
        const none = cutAt(-from * perLine, n);
        const all = cutAt((n - from) * perLine, n);
        const lower = none < all ? none : all;
        const upper = none < all ? all : none;
        partA = a.mass * (slope > 0 ? u.mass - u.before[upper]! : u.before[lower]!);
        partB = b.mass * (slope > 0 ? v.mass - v.before[upper]! : v.before[lower]!);
        for (let i = lower; i < upper; i++) {
          const cut = cutAt(from + slope * i, n);
          partA += u.values[i]! * a.before[cut]!;
          partB += v.values[i]! * b.before[cut]!;
        }
      }
      sum += w.values[h]! * partA - z.values[h]! * partB;
    }
    return Math.abs(2 * sum - a.mass * u.mass * w.mass + b.mass * v.mass * z.mass);
  };

  const squared = (at: Int32Array): number => {
    let [x, y, z] = [1, 1, 1];
    for (let j = 0; j < d; j++) {
      const axis = axes[j]!;
      x *= axis.at(at[j]!).square;
      y *= axis.at(at[d + j]!).square;
      z *= axis.product(at[j]!, at[d + j]!);
    }
    return x + y - 2 * z;
  };

  const concavities = concavitiesOf(axes);
  return {
    rows: n ** (d - 1),
    deviations,
    placesOf: (centres) => Int32Array.from(centres, (x) => Math.round(x * placesPerAxis)),
    centresOf: (places) => Array.from(places, (place) => place / placesPerAxis),
    inL1: {
      dimension: d,
      valueAt: absolute,
      rounding,
      concavities: concavities.inL1,
      isMirroredByAxis: true,
    },
    squaredInL2: {
      dimension: d,
      valueAt: squared,
      rounding: 4 * rounding,
      concavities: concavities.squaredInL2,
      isMirroredByAxis: true,
    },
  };
}

function concavitiesOf(axes: readonly ReturnType<typeof axisOf>[]) {
  const d = axes.length;
  const products = new Float64Array(d);
  const inL1 = (intervals: Int32Array, _: number, K: Float64Array) => {
    for (let i = 0; i < 2 * d; i++) {
      const start = i < d ? 0 : d;
      K[i] = 1;
      for (let j = 0; j < d; j++) {
        const { bend, mass } = axes[j]!.bounds;
        K[i] = K[i]! * (start + j === i ? bend : mass)(intervals[start + j]!);
      }
    }
  };

  const squaredInL2 = (intervals: Int32Array, largest: number, K: Float64Array) => {
    for (let j = 0; j < d; j++) {
      products[j] = axes[j]!.mostProduct(intervals[j]!, intervals[d + j]!);
    }
    for (let i = 0; i < 2 * d; i++) {
      const [own, other] = i < d ? [0, d] : [d, 0];
      let [hollow, met, bent] = [1, 2, 1];
      for (let j = 0; j < d; j++) {
        const { bounds, steepProduct } = axes[j]!;
        const at = intervals[own + j]!;
        if (own + j === i) {
          hollow *= Math.max(0, bounds.hollow(at));
          met *= steepProduct(at, intervals[other + j]!);
          bent *= bounds.squareOfBend(at);
        } else {
          hollow *= bounds.square(at);
          met *= products[j]!;
          bent *= bounds.square(at);
        }
      }
      K[i] = Math.min(hollow + met, 2 * Math.sqrt(bent * largest));
    }
  };

  return { inL1, squaredInL2 };
}

function dot(u: Float64Array, v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i]! * v[i]!;
  return sum;
}

const one: AxisBump = { values: Float64Array.of(1), before: Float64Array.of(0, 1), mass: 1, square: 1 };

function axisOf(degree: number, deviation: number) {
  const at = rememberEach((place) => axisBump(place / placesPerAxis, degree, deviation));
  const bounds = onFirstUse(() => bumpsByInterval({ degree, deviation }));
  return {
    at,
    get bounds() {
      return bounds();
    },
    /** ⟨φ(x), φ(y)⟩ */
    product: rememberedPairs((x, y) => dot(at(x).values, at(y).values)),
    /** Σ sup φ_ν sup φ_ν. */
    mostProduct: rememberedPairs((x, y) => dot(bounds().most(x), bounds().most(y))),
    /** Σ sup max(0, φ_ν″) sup φ_ν. */
    steepProduct: rememberedPairs((x, y) => dot(bounds().steepest(x), bounds().most(y))),
  };
}

function rememberedPairs(compute: (x: number, y: number) => number): (x: number, y: number) => number {
  const base = 4 * placesPerAxis;
  const known = rememberEach((key) => compute(Math.floor(key / base), key % base));
  return (x, y) => known(x * base + y);
}

function axisBump(centre: number, degree: number, deviation: number): AxisBump {
  const values = bumpAt(centre, degree, deviation);
  const before = new Float64Array(degree + 2);
  values.forEach((value, nu) => (before[nu + 1] = before[nu]! + value));
  return { values, before, mass: before[degree + 1]!, square: dot(values, values) };
}

/** Number of points 0, …, n − 1 below t. */
export function cutAt(t: number, n: number): number {
  return t > 0 ? (t < n ? (t | 0) + 1 : n) : 0;
}
