import { checkPositiveInteger } from "../../../checks.ts";
import { definiteMatrix, type Rows } from "../../../linalg/smallMatrix.ts";
import { onFirstUse, rememberEach } from "../../../remember.ts";
import { bumpAt } from "../bumps/latticeBumps.ts";
import { type BumpPairs, cutAt } from "./bumpPairs.ts";
import { bumpsAnywhere, bumpsByInterval } from "./bumpsByInterval.ts";
import { concavityApart } from "./concavityApart.ts";
import { concavityBeyondCut } from "./concavityBeyondCut.ts";
import { placesPerAxis } from "./farthestPair.ts";
import { lineTable } from "./lineTable.ts";
import type { Ridge } from "./ridgeHollows.ts";
import { shearedBox } from "./shearedBox.ts";

/**
 * Bumps with any bandwidth matrix in the plane, as in productBumpPairs; undefined if the table would be too large. With
 * H = LLᵀ, wider axis first, and C the inverse of L with columns divided by their diagonal,
 *
 *     exp(−½ (p − a)ᵀH⁻¹(p − a)) = Π_j exp(−((Cp)_j − w_j)²/2L_jj²),   w = Ca.
 *
 * Sums up to each cut of a line are interpolated in a table over its centre, of step ξ ≤ s/24, s = L₂₂.
 *
 * @param degree k ≥ 1
 * @param matrix H where sides have length 1, 2 × 2 positive definite
 * @param roundoff θ of H; that of its factor is added
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8
 */
export function correlatedBumpPairs({
  degree,
  matrix,
  roundoff,
}: {
  readonly degree: number;
  readonly matrix: Rows;
  readonly roundoff: number;
}): BumpPairs | undefined {
  const n = checkPositiveInteger("degree", degree) + 1;
  const order = matrix[0]![0]! >= matrix[1]![1]! ? ([0, 1] as const) : ([1, 0] as const);
  const { factor, roundoff: ofFactor } = definiteMatrix(
    "matrix",
    order.map((i) => order.map((j) => matrix[i]![j]!)),
  );
  const sheared = shearedBox(factor);
  const { slope, low, length } = sheared;
  const deviations = [factor[0]![0]!, factor[1]![1]!] as const;
  const [r, s] = deviations;

  const lowest = -Math.min(Math.abs(slope), 9 * s);
  const tableLength = 1 - 2 * lowest;
  const cells = Math.max(128, Math.ceil((24 * tableLength) / s));
  if (!(cells * n <= mostInTable)) return undefined;
  const step = tableLength / cells;

  const table = lineTable({ degree, deviation: s, lowest, step, cells });
  const { perCut, halves, squares } = table;
  const end = cells * (1 - 2 ** -52);
  const inTable = (at: number) => (at > 0 ? (at < end ? at : end) : 0);
  const stride = slope / (degree * step);

  const at = (j: 0 | 1, doubledPlace: number) => low[j] + (length[j] * doubledPlace) / (2 * placesPerAxis);
  const firstAt = rememberEach((doubledPlace: number) => bumpAt(at(0, doubledPlace), degree, r));

  const absolute = (places: Int32Array): number => {
    const [U, V] = [firstAt(2 * places[0]!), firstAt(2 * places[2]!)];
    const [a, b] = [at(1, 2 * places[1]!), at(1, 2 * places[3]!)];
    const apart = b - a;
    // The cut of line i, in lattice points.
    const ofFirst = (length[0] * (places[2]! - places[0]!)) / placesPerAxis;
    const tilt = apart === 0 ? 0 : ((s / r) ** 2 * ofFirst) / apart;
    const start = degree * ((a + b) / 2 + tilt * at(0, places[0]! + places[2]!));
    const [fromA, fromB] = [(a - lowest) / step, (b - lowest) / step];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const u = U[i]!;
      const v = V[i]!;
      const x = inTable(fromA - stride * i);
      const z = inTable(fromB - stride * i);
      const cut = apart === 0 ? (u > v ? n : 0) : cutAt(start - (slope + tilt) * i, n);
      const A = cut * perCut + (x | 0);
      const B = cut * perCut + (z | 0);
      const inA = halves[A]!;
      const inB = halves[B]!;
      sum += u * (inA + (x - (x | 0)) * (halves[A + 1]! - inA));
      sum -= v * (inB + (z - (z | 0)) * (halves[B + 1]! - inB));
    }
    return Math.abs(sum);
  };

  /** ‖φ‖₂² for a centre at half places, by key. */
  const squareAt = rememberEach((key: number) => {
    const U = firstAt(Math.floor(key / base));
    const from = (at(1, key % base) - lowest) / step;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = inTable(from - stride * i);
      const left = squares[x | 0]!;
      sum += U[i]! ** 2 * (left + (x - (x | 0)) * (squares[(x | 0) + 1]! - left));
    }
    return sum;
  });
  const squared = (places: Int32Array): number => {
    const [x, y, z, w] = [places[0]!, places[1]!, places[2]!, places[3]!];
    const q = ((length[0] * (z - x)) / (placesPerAxis * r)) ** 2 + ((length[1] * (w - y)) / (placesPerAxis * s)) ** 2;
    const [ofA, ofB] = [squareAt(2 * x * base + 2 * y), squareAt(2 * z * base + 2 * w)];
    return ofA + ofB - 2 * Math.exp(-0.25 * q) * squareAt((x + z) * base + y + w);
  };

  const bounds = boundsOfLines({
    ridge: { degree, slope, low, length },
    deviations,
    table: { lowest, step, ...table },
    roundoff: roundoff + ofFactor,
  });
  const shared = { dimension: 2, isOutside: sheared.isOutside, isMirroredByAxis: false };
  return {
    rows: n,
    placesOf: (centres) =>
      Int32Array.from(centres, (_, i) => {
        const from = i < 2 ? 0 : 2;
        return sheared.placeOf([centres[from + order[0]]!, centres[from + order[1]]!], (i % 2) as 0 | 1);
      }),
    centresOf: (places) =>
      [0, 2].flatMap((from) => {
        const point = sheared.pointAt(places, from);
        return order.map((j) => point[j]);
      }),
    inL1: { ...shared, valueAt: absolute, ...bounds.inL1 },
    squaredInL2: { ...shared, valueAt: squared, ...bounds.squaredInL2 },
  };
}

function boundsOfLines({
  ridge,
  deviations,
  table,
  roundoff,
}: {
  readonly ridge: Pick<Ridge, "degree" | "slope" | "low" | "length">;
  readonly deviations: readonly [first: number, second: number];
  readonly table: ReturnType<typeof lineTable> & { readonly lowest: number; readonly step: number };
  readonly roundoff: number;
}): Record<"inL1" | "squaredInL2", Pick<BumpPairs["inL1"], "anywhere" | "rounding" | "concavities">> {
  const { degree, length } = ridge;
  const { lowest, step } = table;
  const n = degree + 1;
  const [r, s] = deviations;
  const [outer, inner] = [bumpsAnywhere({ degree, deviation: r }), bumpsAnywhere({ degree, deviation: s })];
  const first = bumpsByInterval({ degree, deviation: r });
  const inUnits = 1 / r + r ** -2 + length[1] / s + (length[1] / s) ** 2;
  const rounding = n ** 2 * ((8 * n + 2000 + 100 * inUnits) * 2 ** -53 + 4 * roundoff);
  const halved = [r * Math.SQRT1_2, s * Math.SQRT1_2] as const;
  const seenOfSquare = bumpsAnywhere({ degree, deviation: halved[1] });
  const ofMasses = onFirstUse(() =>
    concavityBeyondCut({
      ...ridge,
      deviations,
      seen: [outer, inner],
      first,
      lines: { lowest, step, whole: table.wholes, bent: table.bents },
    }),
  );
  const ofSquares = onFirstUse(() =>
    concavityApart({
      ...ridge,
      deviations: halved,
      seen: [bumpsAnywhere({ degree, deviation: halved[0] }), seenOfSquare],
      lines: { lowest, step, whole: table.squares, bent: table.bentSquares },
    }),
  );
  return {
    inL1: {
      anywhere: 2 * outer.mass * inner.mass,
      rounding: rounding + 2 * inner.bend * first.mass(1) * (step ** 2 / 8),
      concavities: (intervals, _, K) => {
        for (let start = 0; start <= 2; start += 2) {
          K[start] = outer.absoluteBend * inner.mass;
          K[start + 1] = length[1] ** 2 * first.mass(intervals[start]!) * inner.bend;
        }
        ofMasses()(intervals, K);
      },
    },
    squaredInL2: {
      anywhere: 2 * outer.square * inner.square,
      rounding: 4 * rounding + 4 * first.square(1) * seenOfSquare.absoluteBend * (step ** 2 / 8),
      concavities: (intervals, largest, K) => {
        for (let start = 0; start <= 2; start += 2) {
          K[start] = 2 * Math.sqrt(outer.squareOfBend * inner.square * largest);
          const bent = first.square(intervals[start]!) * inner.squareOfBend;
          K[start + 1] = length[1] ** 2 * 2 * Math.sqrt(bent * largest);
        }
        ofSquares()(intervals, K);
      },
    },
  };
}

const mostInTable = 400_000;
const base = 4 * placesPerAxis;
