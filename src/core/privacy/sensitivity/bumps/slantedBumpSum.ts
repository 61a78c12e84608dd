import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { bumpSum } from "./bumpSum.ts";

/**
 * Bound on the sum of a slanted bump over the lines y = 0, 1/k, …, 1 of points x ∈ ℤ/k, for every centre a in ℝ × [0,
 * 1],
 *
 *     M(a) = Σ_y e^(−(y − a₂)²/2σ²) Σ_x e^(−(x − μ)²/2s²),   μ = a₁ + r(y − a₂),
 *
 * within 0.3 % of its supremum.
 *
 * @param degree k ≥ 1
 * @param across s > 0, as a share of the first side
 * @param slope r
 * @param along σ > 0, as a share of the second side
 * @returns Infinity if the net would have too many points
 * @see docs/proofs/latticeKernelDensity.md, Lemma 2
 */
export function slantedBumpSum({
  degree,
  across,
  slope,
  along,
}: {
  readonly degree: number;
  readonly across: number;
  readonly slope: number;
  readonly along: number;
}): number {
  const n = checkPositiveInteger("degree", degree) + 1;
  const tau = checkPositive("across", across) * degree;
  const sigma = checkPositive("along", along);
  const cells = Math.ceil(8 / sigma);
  const turns = tau > 1 ? 1 : Math.ceil(16 / tau);
  if (!((cells + n) * turns * n <= mostTerms)) return Infinity;

  const weights = Float64Array.from({ length: (cells + 1) * n }, (_, at) => {
    const a = Math.floor(at / n) / (2 * cells);
    return Math.exp(-0.5 * (((at % n) / degree - a) / sigma) ** 2);
  });
  const sums = new Float64Array(n);
  let most = 0;
  for (let turn = 0; turn < turns; turn++) {
    let whole = 0;
    for (let y = 0; y < n; y++) {
      sums[y] = tau > 1 ? bumpSum(tau) : periodicSum(turn / turns + slope * y, tau);
      whole += sums[y]!;
    }
    if (whole <= most) continue;
    for (let i = 0; i <= cells; i++) {
      let sum = 0;
      for (let y = 0; y < n; y++) sum += weights[i * n + y]! * sums[y]!;
      if (sum > most) most = sum;
    }
  }
  const missed = ((1 / (2 * cells * sigma)) ** 2 + (tau > 1 ? 0 : (1 / (turns * tau)) ** 2)) / 8;
  const rounding = (2 * n + 400 + 40 / sigma + (40 * (n * Math.abs(slope) + 2)) / tau) * 2 ** -53;
  return (most / (1 - missed)) * (1 + rounding + 1e-13);
}

const mostTerms = 1e7;

/** Σ_m e^(−(m − c)²/2ω²) over all whole m, for ω ≤ 1. */
function periodicSum(c: number, tau: number): number {
  const offset = c - Math.round(c);
  const reach = Math.ceil(9 * tau + 0.5);
  let sum = 0;
  for (let m = -reach; m <= reach; m++) sum += Math.exp(-0.5 * ((m - offset) / tau) ** 2);
  return sum;
}
