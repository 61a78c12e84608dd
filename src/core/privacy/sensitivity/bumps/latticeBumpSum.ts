import { checkLength, checkPositive } from "../../../checks.ts";
import type { Rows } from "../../../linalg/smallMatrix.ts";

/**
 * The largest sum of a bump of height 1 over a unit lattice,
 *
 *     Θ(A) = Σ_p e^(−½ pᵀA⁻¹p) = (2π)^(d/2) |A|^(1/2) Σ_m e^(−2π² mᵀAm)   over p, m in ℤ^d (Poisson).
 *
 * @param factor L, A = LLᵀ in units of the lattice, d × d lower triangular with a positive diagonal
 * @param roundoff θ ≥ 0, relative error of A: it moves Θ(A) by less than dθ
 * @returns a bound on Θ(A), above it by rounding only; Infinity if there are too many terms
 * @see docs/proofs/latticeKernelDensity.md, Lemma 2
 */
export function latticeBumpSum(factor: Rows, roundoff: number): number {
  const d = factor.length;
  factor.forEach((row, j) => {
    checkLength(`factor[${j}]`, row, d);
    checkPositive(`factor[${j}][${j}]`, row[j]!);
  });
  const rootDeterminant = factor.reduce((product, row, j) => product * row[j]!, 1);
  const whole = (2 * Math.PI) ** (d / 2) * rootDeterminant;
  const waves = factor.map((_, j) => factor.map((_, i) => 2 * Math.PI * factor[d - 1 - i]![d - 1 - j]!));
  const sum = whole < 1 ? sumOverPoints(factor) : whole * sumOverWaves(waves);
  // Omitted terms, at most 2^(d/2) e^(−30), and rounding.
  return sum * (1 + (mostTerms + 3000) * 2 ** -53 + 3e-13) * (1 + 4 * d * roundoff);
}

const reach = Math.sqrt(120);
const mostTerms = 100_000;

function sumOverPoints(L: Rows): number {
  return sumOfTerms(L.length, (j, _, t) => {
    const row = L[j]!;
    let shift = 0;
    for (let i = 0; i < j; i++) shift -= row[i]! * t[i]!;
    return [shift / row[j]!, 1 / row[j]!];
  });
}

function sumOverWaves(B: Rows): number {
  return sumOfTerms(B.length, (j, m) => {
    const row = B[j]!;
    let shift = 0;
    for (let i = 0; i < j; i++) shift += row[i]! * m[i]!;
    return [shift, row[j]!];
  });
}

/** Σ e^(−½|t|²) over m in ℤ^d, t_j = shift + m_j step. */
function sumOfTerms(
  d: number,
  line: (j: number, m: readonly number[], t: readonly number[]) => readonly [shift: number, step: number],
): number {
  const [m, t] = [new Array<number>(d).fill(0), new Array<number>(d).fill(0)];
  let terms = 0;
  const from = (j: number, squared: number): number => {
    if (j === d) return Math.exp(-0.5 * squared);
    const [shift, step] = line(j, m, t);
    const left = Math.sqrt(reach ** 2 - squared);
    const [first, last] = [Math.ceil((-left - shift) / step), Math.floor((left - shift) / step)];
    terms += Math.max(0, last - first + 1);
    if (!(terms <= mostTerms)) return Infinity;
    let sum = 0;
    for (let here = first; here <= last; here++) {
      m[j] = here;
      t[j] = shift + here * step;
      sum += from(j + 1, Math.min(reach ** 2, squared + t[j] ** 2));
    }
    return sum;
  };
  return from(0, 0);
}
