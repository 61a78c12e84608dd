import type { Eigenpairs } from "./eigenpairs.ts";

/**
 * All eigenvalues and eigenvectors of A = c (q^|i−j|), 0 < q < 1, in O(m²): the kernel matrix of an exponential kernel
 * on a regular grid. Undefined unless A has this form to within √m·2u·‖A‖ in the Frobenius norm, u = 2⁻⁵³.
 *
 * With t = (1 − q)/(1 + q), for k = 1 … m,
 *
 *     λ_k = c / (t cos²a + sin²a/t),   m a = (k − 1)π/2 + χ,   tan χ = t cot a,   0 < a, χ ≤ π/2,
 *
 * and the elements of vector k are proportional to cos(s a) for odd k, to sin(s a) for even k, s = 2i − (m − 1). A⁻¹ is
 * tridiagonal, and waves satisfy it if v₋₁ = q v₀. Elements err by some u of the largest, values by some u of
 * themselves.
 *
 * @param A shape (m, m), row-major, symmetric; the upper triangle is read
 * @see Kac, Murdock & Szegő (1953), Journal of Rational Mechanics and Analysis 2:767–800
 */
export function kacMurdockSzegoEigen(A: Float64Array, m: number): Eigenpairs | undefined {
  const height = A[0]!;
  const rate = decayRate(A, m);
  if (rate === undefined || !isGeometric(A, { m, height, rate })) return undefined;
  const tau = Math.tanh(rate / 2);
  const values = new Float64Array(m);
  const vectors = new Float64Array(m * m);
  let chi = Math.min(Math.PI / 2, Math.sqrt(m * tau));
  for (let k = 1; k <= m; k++) {
    chi = phase(chi, { turns: k - 1, m, tau });
    const a = ((k - 1) * (Math.PI / 2) + chi) / m;
    values[k - 1] = height / (tau * Math.cos(a) ** 2 + Math.sin(a) ** 2 / tau);
    fillWave(vectors.subarray((k - 1) * m, k * m), { turns: k - 1, chi });
  }
  return { values, vectors };
}

function decayRate(A: Float64Array, m: number): number | undefined {
  const rateOver = (lag: number) => -Math.log(A[lag]! / A[0]!) / lag;
  const nearby = rateOver(1);
  if (!(A[0]! > 0 && nearby > 0 && nearby < Infinity)) return undefined;
  const rate = rateOver(Math.max(1, Math.min(m - 1, Math.round(1 / nearby))));
  return rate > 0 && rate < Infinity ? rate : undefined;
}

/** True if A/c is (q^|i−j|) to within √m·2u times a lower bound of its norm. */
function isGeometric(
  A: Float64Array,
  { m, height, rate }: { readonly m: number; readonly height: number; readonly rate: number },
): boolean {
  const powers = Float64Array.from({ length: m }, (_, lag) => Math.exp(-lag * rate));
  let squares = m;
  for (let lag = 1; lag < m; lag++) squares += 2 * (m - lag) * powers[lag]! ** 2;
  const limit = (2 * Math.sqrt(m) * 2 ** -53 * squares) / m;
  let sum = 0;
  for (let i = 0; i < m; i++) {
    const diagonal = i * m + i;
    sum += (A[diagonal]! / height - 1) ** 2;
    for (let lag = 1; lag < m - i; lag++) {
      const difference = A[diagonal + lag]! / height - powers[lag]!;
      sum += 2 * difference * difference;
    }
    if (!(sum <= limit * limit)) return false;
  }
  return true;
}

/**
 * χ with tan χ = t cot a, m a = turns·π/2 + χ: Newton's method from `start`, or bisection where it leaves the range.
 */
function phase(
  start: number,
  { turns, m, tau }: { readonly turns: number; readonly m: number; readonly tau: number },
): number {
  let [low, high] = [0, Math.PI / 2];
  let chi = start;
  for (let step = 0; step < 100; step++) {
    const a = (turns * (Math.PI / 2) + chi) / m;
    const [c, s] = [tau * Math.cos(a), Math.sin(a)];
    const excess = chi - Math.atan2(c, s);
    if (excess > 0) high = chi;
    else low = chi;
    const next = chi - excess / (1 + tau / (m * (c * c + s * s)));
    const to = next > low && next < high ? next : (low + high) / 2;
    const move = Math.abs(to - chi);
    chi = to;
    if (!(move > 2 ** -51 * chi)) break;
  }
  return chi;
}

/** cos(s a), or sin(s a) if `turns` is odd, scaled to length 1. */
function fillWave(v: Float64Array, { turns, chi }: { readonly turns: number; readonly chi: number }): void {
  const m = v.length;
  const isEven = turns % 2 === 0;
  const sign = isEven ? 1 : -1;
  let squares = 0;
  for (let i = m >> 1; i < m; i++) {
    const s = 2 * i - (m - 1);
    const quarters = (s * turns) % (4 * m);
    const angle = ((quarters > 2 * m ? quarters - 4 * m : quarters) * (Math.PI / 2) + s * chi) / m;
    const value = isEven ? Math.cos(angle) : Math.sin(angle);
    squares += (s === 0 ? 1 : 2) * value * value;
    v[i] = value;
  }
  const scale = 1 / Math.sqrt(squares);
  for (let i = m >> 1; i < m; i++) {
    v[i]! *= scale;
    v[m - 1 - i] = 2 * i === m - 1 ? v[i]! : sign * v[i]!;
  }
}
