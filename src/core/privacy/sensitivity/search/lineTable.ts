/** Sums over a line of a lattice of bumps with centres lowest + i·step. */
interface LineTable {
  readonly perCut: number;
  /** Σ_{ν<c} φ_ν − Σ_{ν≥c} φ_ν for each cut c = 0, …, k + 1, shape (k + 2, cells + 1). */
  readonly halves: Float64Array;
  /** Σφ and Σ(1 − t²)φ, shape (cells + 1,). */
  readonly wholes: Float64Array;
  readonly bents: Float64Array;
  /** Σφ² and Σ(1 − 2t²)φ². */
  readonly squares: Float64Array;
  readonly bentSquares: Float64Array;
}

/**
 * The sums for φ_ν = e^(−t²/2), t = (ν/k − centre)/s.
 *
 * @param degree k ≥ 1
 * @param deviation s > 0
 * @param cells ≥ 1
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8
 */
export function lineTable({
  degree,
  deviation,
  lowest,
  step,
  cells,
}: {
  readonly degree: number;
  readonly deviation: number;
  readonly lowest: number;
  readonly step: number;
  readonly cells: number;
}): LineTable {
  const n = degree + 1;
  const perCut = cells + 1;
  const halves = new Float64Array((n + 1) * perCut);
  const [wholes, bents] = [new Float64Array(perCut), new Float64Array(perCut)];
  const [squares, bentSquares] = [new Float64Array(perCut), new Float64Array(perCut)];
  for (let i = 0; i <= cells; i++) {
    const centre = lowest + i * step;
    let [sum, square] = [0, 0];
    for (let nu = 0; nu < n; nu++) {
      const t2 = ((nu / degree - centre) / deviation) ** 2;
      const value = Math.exp(-0.5 * t2);
      bents[i]! += (1 - t2) * value;
      bentSquares[i]! += (1 - 2 * t2) * value * value;
      halves[nu * perCut + i] = 2 * sum;
      sum += value;
      square += value * value;
    }
    halves[n * perCut + i] = 2 * sum;
    for (let cut = 0; cut <= n; cut++) halves[cut * perCut + i]! -= sum;
    wholes[i] = sum;
    squares[i] = square;
  }
  return { perCut, halves, wholes, bents, squares, bentSquares };
}
