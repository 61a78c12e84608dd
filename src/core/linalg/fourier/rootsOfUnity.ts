/** cos and sin of 2πk/N for k < N, shape (N,) each, within 4u of the modulus, u = 2⁻⁵³. */
export function rootsOfUnity(N: number): { readonly cosines: Float64Array; readonly sines: Float64Array } {
  const known = knownRoots.get(N);
  if (known) return known;
  const cosines = new Float64Array(N);
  const sines = new Float64Array(N);
  for (let k = 0; k < N; k++) {
    const quarter = Math.round((4 * k) / N);
    const angle = (2 * Math.PI * (4 * k - quarter * N)) / (4 * N);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    cosines[k] = [c, -s, -c, s][quarter % 4]!;
    sines[k] = [s, c, -s, -c][quarter % 4]!;
  }
  const roots = { cosines, sines };
  knownRoots.set(N, roots);
  return roots;
}

const knownRoots = new Map<number, { readonly cosines: Float64Array; readonly sines: Float64Array }>();
