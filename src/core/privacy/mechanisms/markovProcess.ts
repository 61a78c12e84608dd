/** Evolution of a Matérn process f over a time t. */
export interface MarkovStep {
  /** e^{−t}·(1, t, t²/2), one per state: Φ_ij is element j − i. */
  readonly transition: readonly number[];
  /** 1 − e^{−t}, with error at most 2u of itself. */
  readonly loss: number;
  /** Lower factor of Q, by rows. */
  readonly innovation: readonly number[];
}

/**
 * Process of a Matérn kernel of smoothness p + ½ and unit variance: a Markov process of the states s_k = (d/dt + 1)ᵏ f,
 * k = 0 … p, driven by (d/dt + 1)^{p+1} f = σẆ:
 *
 *     Φ_ij(t) = e^{−t} t^{j−i}/(j−i)!,  Q_ij(t) = σ²/((p−i)!(p−j)!) ∫₀ᵗ u^{2p−i−j} e^{−2u} du,  σ² = 2^{2p+1} p!²/(2p)!.
 *
 * Elements err by 64u, which changes Q by at most `innovationError` of itself. Q with diagonal scaled to 1 has no
 * eigenvalue below 1, 0.13 and 0.0095 for p = 0, 1 and 2.
 *
 * @see Hartikainen & Särkkä (2010), IEEE MLSP, 379–384, section 3
 */
export interface MarkovProcess {
  /** p + 1. */
  readonly order: number;
  readonly deviations: readonly number[];
  /** √(2p + 1)·distance/ℓ, to 3u of itself unless it underflows. */
  readonly time: (distance: number) => number;
  readonly innovationError: number;
  /** @param t ≥ 0; ∞ gives the stationary covariance as Q */
  readonly step: (t: number) => MarkovStep;
}

const orders = { exponential: 1, matern32: 2, matern52: 3 };
const inverseEigenvalues = [1, 7.5, 106];

export function markovProcess(type: keyof typeof orders, lengthScale: number): MarkovProcess {
  const order = orders[type];
  const covariance = (t: number) => {
    const moments = Array.from({ length: 2 * order - 1 }, (_, n) => moment(n, t));
    return Array.from({ length: order * order }, (_, q) => {
      const [i, j] = [order - 1 - Math.floor(q / order), order - 1 - (q % order)];
      return (noiseVariances[order - 1]! * moments[i + j]!) / (factorials[i]! * factorials[j]!);
    });
  };
  const stationary = covariance(Infinity);
  return {
    order,
    deviations: Array.from({ length: order }, (_, k) => Math.sqrt(stationary[k * (order + 1)]!)),
    time: (distance) => Math.sqrt(2 * order - 1) * (distance / lengthScale),
    innovationError: 68 * order * inverseEigenvalues[order - 1]! * 2 ** -53,
    step: (time) => {
      const t = Math.min(time, endOfTime);
      const decay = Math.exp(-t);
      const transition = [decay, decay * t, 0.5 * decay * t * t];
      return {
        transition: transition.slice(0, order),
        loss: -Math.expm1(-t),
        innovation: lowerFactor(covariance(t), order),
      };
    },
  };
}

const endOfTime = 1000;
const factorials = [1, 1, 2];
const noiseVariances = [2, 4, 16 / 3];

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
