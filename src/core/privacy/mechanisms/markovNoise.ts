import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { NoiseKernel, UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with a Matérn kernel of smoothness 1/2, 3/2 or 5/2 at sorted points of a line, by a recursion of its state,
 * the value and its first p = 0, 1 or 2 derivatives in units of λ = √(2p + 1)/ℓ:
 *
 *     x_{i+1} = Φ(t) x_i + Q(t)^{1/2} z_{i+1},  Φ(t) = e^{Ft},  Q(t) = ∫₀ᵗ e^{Fs} b bᵀ e^{Fᵀs} ds,  t = λ·gap.
 *
 * The process solves (d/ds + 1)^{p+1} f = white noise, so the state is Markov and the recursion exact, for gaps of any
 * size: the elements of Q are incomplete gamma functions, free of cancellation at small t. O(m).
 *
 * White noise of variance τ + slack is added. Φ and Q are known, and a step is rounded, to 64(p + 1)²u; e^{Ft} contracts
 * in the norm of the stationary state, so m steps err by at most m times as much in each covariance, and slack is m
 * times that: the covariance is at least K + τI.
 *
 * @param kernel its length scale ℓ > 0 has the units of the gaps
 * @param gaps m − 1 distances of neighbouring points, ≥ 0
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if an argument is out of range
 * @see Hartikainen & Särkkä (2010), IEEE MLSP, 379–384, section 3; kernels of Mirshani et al. (2019), eq. (6)
 */
export function markovNoise({
  kernel: { type, lengthScale },
  gaps,
  jitter,
}: {
  readonly kernel: Extract<NoiseKernel, { lengthScale: number }>;
  readonly gaps: ArrayLike<number>;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const { order, transition, innovation } = processes[type];
  const rate = Math.sqrt(2 * order - 1) / checkPositive("lengthScale", lengthScale);
  const m = gaps.length + 1;
  const elementError = 64 * order ** 2 * m * 2 ** -53;
  const whiteDeviation = Math.sqrt(jitter + m * elementError);

  // Equal gaps share their matrices; Φ and the factor of Q for one gap follow each other, as 3 × 3, the rest zero.
  const matrices: number[] = [];
  const known = new Map<number, number>();
  const starts = Int32Array.from({ length: m - 1 }, (_, i) => {
    const gap = gaps[i]!;
    const start = known.get(gap);
    if (start !== undefined) return start;
    if (!(gap >= 0 && gap < Infinity)) throw new ParameterError(`gaps[${i}]`, gap, "non-negative and finite");
    known.set(gap, matrices.length);
    matrices.push(...padded(transition(rate * gap), order), ...padded(lowerFactor(innovation(rate * gap), order), order));
    return matrices.length - 18;
  });
  const c = Float64Array.from(matrices);
  const stationary = padded(lowerFactor(innovation(Infinity), order), order);

  return {
    method: "autoregressive",
    normalCount: m + order * m,
    jitter,
    covarianceError: (m + 1) * elementError,
    sample: (z, out) => {
      const second = (from: number) => (order > 1 ? z[from + 1]! : 0);
      const third = (from: number) => (order > 2 ? z[from + 2]! : 0);
      let [u, v, w] = [z[m]!, second(m), third(m)];
      let f = stationary[0]! * u;
      let df = stationary[3]! * u + stationary[4]! * v;
      let ddf = stationary[6]! * u + stationary[7]! * v + stationary[8]! * w;
      out[0] = f + whiteDeviation * z[0]!;
      for (let i = 1, from = m + order; i < m; i++, from += order) {
        const p = starts[i - 1]!;
        u = z[from]!;
        v = second(from);
        w = third(from);
        const [g, dg] = [f, df];
        f = c[p]! * g + c[p + 1]! * dg + c[p + 2]! * ddf + c[p + 9]! * u;
        df = c[p + 3]! * g + c[p + 4]! * dg + c[p + 5]! * ddf + (c[p + 12]! * u + c[p + 13]! * v);
        ddf = c[p + 6]! * g + c[p + 7]! * dg + c[p + 8]! * ddf + (c[p + 15]! * u + c[p + 16]! * v + c[p + 17]! * w);
        out[i] = f + whiteDeviation * z[i]!;
      }
      return out;
    },
  };
}

/** A matrix of order 1, 2 or 3, by rows, with zeros to the order 3. */
function padded(matrix: readonly number[], order: number): number[] {
  return Array.from({ length: 9 }, (_, q) => {
    const [a, b] = [Math.floor(q / 3), q % 3];
    return a < order && b < order ? matrix[a * order + b]! : 0;
  });
}

/** A process in its own time t, of unit variance: number of states, e^{Ft} and Q(t), by rows. */
interface MarkovProcess {
  readonly order: number;
  readonly transition: (t: number) => readonly number[];
  readonly innovation: (t: number) => readonly number[];
}

const processes: Record<"exponential" | "matern32" | "matern52", MarkovProcess> = {
  exponential: {
    order: 1,
    transition: (t) => [Math.exp(-t)],
    innovation: (t) => [-Math.expm1(-2 * t)],
  },
  matern32: {
    order: 2,
    transition: (t) => [1 + t, t, -t, 1 - t].map((value) => value * Math.exp(-t)),
    // b = (0, 2): the response to an impulse is 2s e^{−s}.
    innovation: (t) => {
      const [q0, q1, q2] = [moment(0, t), moment(1, t), moment(2, t)];
      const cross = 4 * (q1 - q2);
      return [4 * q2, cross, cross, 4 * (q0 - 2 * q1 + q2)];
    },
  },
  matern52: {
    order: 3,
    transition: (t) =>
      [
        1 + t + (t * t) / 2, t + t * t, (t * t) / 2,
        -(t * t) / 2, 1 + t - t * t, t - (t * t) / 2,
        (t * t) / 2 - t, t * t - 3 * t, 1 - 2 * t + (t * t) / 2,
      ].map((value) => value * Math.exp(-t)),
    // The response to an impulse is √(16/3) s²/2 e^{−s}.
    innovation: (t) => {
      const [q0, q1, q2, q3, q4] = [0, 1, 2, 3, 4].map((n) => (16 / 3) * moment(n, t)) as [number, number, number, number, number];
      const q12 = q3 / 2 - q4 / 4;
      const q13 = q2 / 2 - q3 + q4 / 4;
      const q23 = q1 - 2.5 * q2 + 1.5 * q3 - q4 / 4;
      return [q4 / 4, q12, q13, q12, q2 - q3 + q4 / 4, q23, q13, q23, q0 - 4 * q1 + 5 * q2 - 2 * q3 + q4 / 4];
    },
  },
};

/** ∫₀ᵗ sⁿ e^{−2s} ds = n!/2^{n+1} · e^{−2t} Σ_{k > n} (2t)ᵏ/k!, to a few u of itself. */
function moment(n: number, t: number): number {
  let complete = 0.5;
  for (let k = 1; k <= n; k++) complete *= k / 2;
  const x = 2 * t;
  let term = 1;
  if (x > 20) {
    let head = 1;
    for (let k = 1; k <= n; k++) head += term *= x / k;
    return x === Infinity ? complete : complete * (1 - Math.exp(-x) * head);
  }
  for (let k = 1; k <= n + 1; k++) term *= x / k;
  let tail = 0;
  for (let k = n + 1; term > 1e-17 * tail; k++) {
    tail += term;
    term *= x / (k + 1);
  }
  return complete * Math.exp(-x) * tail;
}

/** Lower Cholesky factor, by rows, of a positive semi-definite matrix that may be singular. */
function lowerFactor(Q: readonly number[], order: number): number[] {
  const L = new Array<number>(order * order).fill(0);
  for (let a = 0; a < order; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = Q[a * order + b]!;
      for (let c = 0; c < b; c++) sum -= L[a * order + c]! * L[b * order + c]!;
      const pivot = L[b * order + b]!;
      L[a * order + b] = a === b ? Math.sqrt(Math.max(0, sum)) : pivot > 0 ? sum / pivot : 0;
    }
  }
  return L;
}
