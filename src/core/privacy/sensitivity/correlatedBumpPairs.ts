import { checkPositiveInteger } from "../../checks.ts";
import type { BumpPairs } from "./bumpPairs.ts";
import { cutAt, rememberedPairs } from "./bumpPairs.ts";
import { bendsAnywhere, bumpsByInterval } from "./bumpsByInterval.ts";
import { rememberEach } from "../../remember.ts";
import { placesPerAxis } from "./farthestPair.ts";
import type { PairDistance } from "./farthestPair.ts";

/**
 * Bumps of height 1 in the plane with any bandwidth matrix, as productBumpPairs returns them; undefined if its table would be
 * too large.
 *
 * A line of the lattice along the first axis sees a bump on a line,
 *
 *     exp(−½ zᵀH⁻¹z) = exp(−(x − μ)²/2s²) exp(−(y − a₂)²/2σ₂²),   μ = a₁ + r(y − a₂),
 *
 * r = H₁₂/H₂₂, s² = |H|/H₂₂, σ₂² = H₂₂. Sums up to each cut are in a table over μ of step η ≤ s/64, and are interpolated:
 * at most η²/8 sup|their second derivative| is lost, and beyond 9s nothing is left of a bump.
 *
 * @param degree k ≥ 1
 * @param matrix H where sides have length 1, positive definite
 * @param roundoff θ of definiteMatrix: q = zᵀH⁻¹z is right to 2θq, and Σ q e^(−q/2) ≤ N
 * @throws {ParameterError} unless k is a positive integer
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8
 */
export function correlatedBumpPairs({
  degree,
  matrix: { h11, h12, h22 },
  roundoff,
}: {
  readonly degree: number;
  readonly matrix: { readonly h11: number; readonly h12: number; readonly h22: number };
  readonly roundoff: number;
}): BumpPairs | undefined {
  const n = checkPositiveInteger("degree", degree) + 1;
  const s2 = h11 - (h12 * h12) / h22;
  const s = Math.sqrt(s2);
  const r = h12 / h22;
  const sigma = Math.sqrt(h22);
  const lowest = -Math.min(Math.abs(r), 9 * s);
  const length = 1 - 2 * lowest;
  const cells = Math.max(1024, Math.ceil((64 * length) / s));
  if (!(cells * n <= mostInTable)) return undefined;
  const step = length / cells;

  // Of a bump at each place of the table: the values before a cut less those after it, and the sum of their squares.
  const width = n + 1;
  const halves = new Float64Array((cells + 1) * width);
  const squares = new Float64Array(cells + 1);
  for (let i = 0; i <= cells; i++) {
    const centre = lowest + i * step;
    let [sum, square] = [0, 0];
    for (let nu = 0; nu < n; nu++) {
      const value = Math.exp(-0.5 * ((nu / degree - centre) / s) ** 2);
      halves[i * width + nu] = 2 * sum;
      sum += value;
      square += value * value;
    }
    halves[i * width + n] = 2 * sum;
    for (let cut = 0; cut <= n; cut++) halves[i * width + cut]! -= sum;
    squares[i] = square;
  }
  const end = cells * (1 - 2 ** -52);
  /** Where μ is in the table, in cells. */
  const inTable = (at: number) => (at > 0 ? (at < end ? at : end) : 0);

  const weightsAt = rememberEach((place: number) => {
    const centre = place / (2 * placesPerAxis);
    const weights = new Float64Array(n);
    for (let i = 0; i < n; i++) weights[i] = Math.exp(-0.5 * ((i / degree - centre) / sigma) ** 2);
    return weights;
  });

  const absolute = (at: Int32Array): number => {
    const a1 = at[0]! / placesPerAxis;
    const a2 = at[1]! / placesPerAxis;
    const b1 = at[2]! / placesPerAxis;
    const b2 = at[3]! / placesPerAxis;
    const u = weightsAt(2 * at[1]!);
    const v = weightsAt(2 * at[3]!);
    const apart = b1 - a1 - r * (b2 - a2);
    const tilt = apart === 0 ? 0 : ((s2 / h22) * (b2 - a2)) / apart;
    const slope = r - tilt;
    const start = degree * ((a1 + b1) / 2 - (slope * (a2 + b2)) / 2);
    // Centres on line i, in cells of the table.
    const stride = r / (degree * step);
    const fromA = (a1 - r * a2 - lowest) / step;
    const fromB = (b1 - r * b2 - lowest) / step;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = inTable(fromA + stride * i);
      const z = inTable(fromB + stride * i);
      const cut = apart === 0 ? (u[i]! > v[i]! ? n : 0) : cutAt(start + slope * i, n);
      const X = (x | 0) * width + cut;
      const Z = (z | 0) * width + cut;
      sum += u[i]! * (halves[X]! + (x - (x | 0)) * (halves[X + width]! - halves[X]!));
      sum -= v[i]! * (halves[Z]! + (z - (z | 0)) * (halves[Z + width]! - halves[Z]!));
    }
    return Math.abs(sum);
  };

  /** Σ exp(−zᵀH⁻¹z) for a centre at half places. */
  const squareAt = rememberedPairs((first, second) => {
    const w = weightsAt(second);
    const [x1, x2] = [first / (2 * placesPerAxis), second / (2 * placesPerAxis)];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = inTable((x1 + r * (i / degree - x2) - lowest) / step);
      const at = x | 0;
      sum += w[i]! * w[i]! * (squares[at]! + (x - at) * (squares[at + 1]! - squares[at]!));
    }
    return sum;
  });
  const squared = (at: Int32Array): number => {
    const [z1, z2] = [(at[0]! - at[2]!) / placesPerAxis, (at[1]! - at[3]!) / placesPerAxis];
    const together = Math.exp(-0.25 * ((z1 - r * z2) ** 2 / s2 + z2 ** 2 / h22));
    const sum = squareAt(2 * at[0]!, 2 * at[1]!) + squareAt(2 * at[2]!, 2 * at[3]!);
    return sum - 2 * together * squareAt(at[0]! + at[2]!, at[1]! + at[3]!);
  };

  // Along each axis a line sees a bump on a line of deviation 1/√(H⁻¹)_jj, times what the other axis sees of its own.
  const along = [s, Math.sqrt(h22 - (h12 * h12) / h11)].map((deviation) => bendsAnywhere({ degree, deviation }));
  const across = [sigma, Math.sqrt(h11)].map((deviation) => bumpsByInterval({ degree, deviation }));
  const shared = { dimension: 2, isMirroredByAxis: false } satisfies Partial<PairDistance>;
  const others = [1, 0, 3, 2];
  const ofTable = n * ((step / s) ** 2 / 8) * n;
  const rounding = n * n * ((8 * n + 1600 + 200 / s + (128 + 64 * r * r) / s2 + 128 / h22) * 2 ** -53 + 4 * roundoff);
  return {
    rows: n,
    inL1: {
      ...shared,
      valueAt: absolute,
      rounding: rounding + 2 * across[0]!.mass(1) * along[0]!.bend * (step ** 2 / 8),
      concavities: (intervals, _, K) => {
        for (let i = 0; i < 4; i++) K[i] = along[i % 2]!.bend * across[i % 2]!.mass(intervals[others[i]!]!);
      },
    },
    squaredInL2: {
      ...shared,
      valueAt: squared,
      rounding: 4 * rounding + 8 * (across[0]!.square(1) / n) * ofTable,
      concavities: (intervals, largest, K) => {
        for (let i = 0; i < 4; i++) {
          const bent = along[i % 2]!.squareOfBend * across[i % 2]!.square(intervals[others[i]!]!);
          K[i] = 2 * Math.sqrt(bent * largest);
        }
      },
    },
  };
}

const mostInTable = 400_000;
