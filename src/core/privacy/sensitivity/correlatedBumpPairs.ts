import { checkPositiveInteger } from "../../checks.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import { rememberEach } from "../../remember.ts";
import type { BumpPairs } from "./bumpPairs.ts";
import { cutAt } from "./bumpPairs.ts";
import { bumpsAnywhere, bumpsByInterval } from "./bumpsByInterval.ts";
import { concavityApart } from "./concavityApart.ts";
import { placesPerAxis } from "./farthestPair.ts";
import type { PairDistance } from "./farthestPair.ts";
import { shearedBox } from "./shearedBox.ts";

/**
 * Bumps of height 1 with any bandwidth matrix in the plane or in space, as productBumpPairs returns them; undefined if its table
 * would be too large.
 *
 * With H = LLᵀ, widest axis first, and C the inverse of L with its columns divided by their diagonal, a bump is a product over
 * the axes of a lattice that is sheared,
 *
 *     exp(−½ (p − a)ᵀH⁻¹(p − a)) = Π_j exp(−((Cp)_j − w_j)²/2L_jj²),   w = Ca,
 *
 * so branch and bound takes boxes of w: along its axes second derivatives are those of bumps of deviations L_jj, whose product is
 * √|H|, however strong the correlation. Sums up to each cut of a line along the last axis are in a table over its
 * centre of step η ≤ s/24, s = L_dd, and are interpolated: at most η²/8 sup|their second derivative| is lost, and beyond
 * 9s nothing is left of a bump.
 *
 * @param degree k ≥ 1
 * @param matrix H where sides have length 1, d × d positive definite, d = 2 or 3
 * @param roundoff how far H may be from the matrix that is meant, as θ of definiteMatrix; that of its own factor is added
 * @throws {ParameterError} unless k is a positive integer and H positive definite
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
  const d = matrix.length;
  const order = matrix.map((_, j) => j).sort((i, j) => matrix[j]![j]! - matrix[i]![i]!);
  const { factor, roundoff: ofFactor } = definiteMatrix(
    "matrix",
    order.map((i) => order.map((j) => matrix[i]![j]!)),
  );
  const sheared = shearedBox(factor);
  const { slopes, low, length, reach } = sheared;
  const deviations = factor.map((row, j) => row[j]!);
  const last = d - 1;
  const s = deviations[last]!;
  // In the plane the first of three axes has one point and one place.
  const space = d === 3;
  const outerCount = space ? n : 1;
  const [slopeOfOuter, slopeOfMiddle] = space ? (slopes[2]! as [number, number]) : [0, slopes[1]![0]!];
  const outerOnMiddle = space ? slopes[1]![0]! : 0;
  const middle = last - 1;

  const lowest = -Math.min(Math.abs(slopeOfOuter) + Math.abs(slopeOfMiddle), 9 * s);
  const tableLength = 1 - 2 * lowest;
  const cells = Math.max(128, Math.ceil((24 * tableLength) / s));
  if (!(cells * n <= mostInTable)) return undefined;
  const step = tableLength / cells;

  // For each cut, of a bump at each place of the table: the values before it less those after it; and the sum of their squares.
  const perCut = cells + 1;
  const halves = new Float64Array((n + 1) * perCut);
  const [wholes, bents] = [new Float64Array(perCut), new Float64Array(perCut)];
  const [squares, bentSquares] = [new Float64Array(perCut), new Float64Array(perCut)];
  for (let i = 0; i <= cells; i++) {
    const centre = lowest + i * step;
    let [sum, square] = [0, 0];
    for (let nu = 0; nu < n; nu++) {
      const t2 = ((nu / degree - centre) / s) ** 2;
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
  const end = cells * (1 - 2 ** -52);
  /** Where a centre is in the table, in cells. */
  const inTable = (at: number) => (at > 0 ? (at < end ? at : end) : 0);
  // From a line to the next, in cells.
  const outerStride = slopeOfOuter / (degree * step);
  const middleStride = slopeOfMiddle / (degree * step);

  /** w_j of a place, or of the middle of two. */
  const at = (j: number, doubledPlace: number) => low[j]! + (length[j]! * doubledPlace) / (2 * placesPerAxis);
  /** Values along the first of three axes. */
  const outerAt = rememberEach((doubledPlace: number) => {
    const values = new Float64Array(outerCount).fill(1);
    if (space) {
      for (let i = 0; i < n; i++)
        values[i] = Math.exp(-0.5 * ((i / degree - at(0, doubledPlace)) / deviations[0]!) ** 2);
    }
    return values;
  });
  /** Values along the middle one, a row for each point of the first. */
  const middleAt = rememberEach((doubledPlace: number) => {
    const [centre, deviation] = [at(middle, doubledPlace), deviations[middle]!];
    const values = new Float64Array(outerCount * n);
    for (let i = 0; i < outerCount; i++) {
      const shift = (outerOnMiddle * i) / degree;
      for (let h = 0; h < n; h++) values[i * n + h] = Math.exp(-0.5 * ((h / degree + shift - centre) / deviation) ** 2);
    }
    return values;
  });

  const absolute = (places: Int32Array): number => {
    const [U, X] = space ? [outerAt(2 * places[0]!), outerAt(2 * places[3]!)] : [one, one];
    const [V, Y] = [middleAt(2 * places[middle]!), middleAt(2 * places[d + middle]!)];
    const a = at(last, 2 * places[last]!);
    const b = at(last, 2 * places[d + last]!);
    const apart = b - a;
    // The last axis' cut on line (i, h) is at start + rise i + slope h, in units of lattice points.
    let [start, rise, slope] = [(a + b) / 2, -slopeOfOuter, -slopeOfMiddle];
    for (let j = 0; j < last && apart !== 0; j++) {
      const difference = (length[j]! * (places[d + j]! - places[j]!)) / placesPerAxis;
      const tilt = ((s / deviations[j]!) ** 2 * difference) / apart;
      start += tilt * at(j, places[j]! + places[d + j]!);
      if (j === middle) slope -= tilt;
      rise -= j === middle ? tilt * outerOnMiddle : tilt;
    }
    start *= degree;
    let sum = 0;
    for (let i = 0; i < outerCount; i++) {
      const fromA = (a - lowest) / step - outerStride * i;
      const fromB = (b - lowest) / step - outerStride * i;
      const fromCut = start + rise * i;
      const row = i * n;
      const [ofA, ofB] = [U[i]!, X[i]!];
      for (let h = 0; h < n; h++) {
        const u = ofA * V[row + h]!;
        const v = ofB * Y[row + h]!;
        const x = inTable(fromA - middleStride * h);
        const z = inTable(fromB - middleStride * h);
        const cut = apart === 0 ? (u > v ? n : 0) : cutAt(fromCut + slope * h, n);
        const [A, B] = [cut * perCut + (x | 0), cut * perCut + (z | 0)];
        const [inA, inB] = [halves[A]!, halves[B]!];
        sum += u * (inA + (x - (x | 0)) * (halves[A + 1]! - inA));
        sum -= v * (inB + (z - (z | 0)) * (halves[B + 1]! - inB));
      }
    }
    return Math.abs(sum);
  };

  /** ‖φ‖₂² for a centre at half places, by number. */
  const squareAt = rememberEach((key: number) => {
    const outer = Math.floor(key / base ** 2);
    const U = outerAt(outer);
    const V = middleAt(Math.floor(key / base) % base);
    const from = (at(last, key % base) - lowest) / step;
    let sum = 0;
    for (let i = 0; i < outerCount; i++) {
      for (let h = 0; h < n; h++) {
        const x = inTable(from - outerStride * i - middleStride * h);
        const left = squares[x | 0]!;
        sum += (U[i]! * V[i * n + h]!) ** 2 * (left + (x - (x | 0)) * (squares[(x | 0) + 1]! - left));
      }
    }
    return sum;
  });
  const squared = (places: Int32Array): number => {
    let [q, a, b, m] = [0, 0, 0, 0];
    for (let j = 0; j < d; j++) {
      const [x, y] = [places[j]!, places[d + j]!];
      q += ((length[j]! * (y - x)) / (placesPerAxis * deviations[j]!)) ** 2;
      a = a * base + 2 * x;
      b = b * base + 2 * y;
      m = m * base + x + y;
    }
    return squareAt(a) + squareAt(b) - 2 * Math.exp(-0.25 * q) * squareAt(m);
  };

  // What axes see of their bumps, wherever those are: sums over the lattice are taken from the last axis to the first.
  const seen = deviations.map((deviation) => bumpsAnywhere({ degree, deviation }));
  const first = bumpsByInterval({ degree, deviation: deviations[0]! });
  const productBut = (j: number, of: "mass" | "square") =>
    seen.reduce((product, axis, i) => (i === 0 || i === j ? product : product * axis[of]), 1);
  const masses = seen.map((_, j) => productBut(j, "mass"));
  const squaresBut = seen.map((_, j) => productBut(j, "square"));
  const rounding =
    n ** d *
    ((8 * n + 2000 + 100 * reach.reduce((sum, r, j) => sum + r / deviations[j]! + (r / deviations[j]!) ** 2, 0)) *
      2 ** -53 +
      4 * (roundoff + ofFactor));
  const others = masses[last]! * first.mass(1);
  // φ² is a bump, too.
  const bentSquare = bumpsAnywhere({ degree, deviation: s * Math.SQRT1_2 }).absoluteBend;
  const ofSquares = squaresBut[last]! * first.square(1);
  const ridge = { degree, slope: slopes[1]![0]!, low, length };
  /** Lowers K for bumps apart; made when a pair of boxes is first looked at. In space a net would be too large. */
  const apartOf = (ofSquares: boolean, whole: Float64Array, bent: Float64Array) => {
    let made: ReturnType<typeof concavityApart> | undefined;
    return (intervals: Int32Array, K: Float64Array) => {
      if (space) return;
      made ??= concavityApart({
        ...ridge,
        ofSquares,
        deviations: deviations.map((deviation) => (ofSquares ? deviation * Math.SQRT1_2 : deviation)),
        lines: { lowest, step, whole, bent },
      });
      made(intervals, K);
    };
  };
  const [ofMasses, ofTheirSquares] = [apartOf(false, wholes, bents), apartOf(true, squares, bentSquares)];
  const shared = {
    dimension: d,
    isOutside: sheared.isOutside,
    isMirroredByAxis: false,
  } satisfies Partial<PairDistance>;
  return {
    rows: n ** last,
    placesOf: (centres) =>
      Int32Array.from(centres, (_, i) => {
        const [j, from] = [i % d, i < d ? 0 : d];
        return sheared.placeOf(
          order.map((axis) => centres[from + axis]!),
          j,
        );
      }),
    centresOf: (places) => Array.from(places, (_, i) => sheared.pointAt(places, i < d ? 0 : d, order.indexOf(i % d))),
    inL1: {
      ...shared,
      valueAt: absolute,
      anywhere: 2 * seen[0]!.mass * masses[0]!,
      rounding: rounding + 2 * others * seen[last]!.bend * (step ** 2 / 8),
      concavities: (intervals, _, K) => {
        for (let i = 0; i < 2 * d; i++) {
          const j = i % d;
          const own = j === last ? seen[j]!.bend : seen[j]!.absoluteBend;
          K[i] = length[j]! ** 2 * own * masses[j]! * (j === 0 ? 1 : first.mass(intervals[i - j]!));
        }
        ofMasses(intervals, K);
      },
    },
    squaredInL2: {
      ...shared,
      valueAt: squared,
      anywhere: 2 * seen[0]!.square * squaresBut[0]!,
      rounding: 4 * rounding + 4 * ofSquares * bentSquare * (step ** 2 / 8),
      concavities: (intervals, largest, K) => {
        for (let i = 0; i < 2 * d; i++) {
          const j = i % d;
          const bent = seen[j]!.squareOfBend * squaresBut[j]! * (j === 0 ? 1 : first.square(intervals[i - j]!));
          K[i] = length[j]! ** 2 * 2 * Math.sqrt(bent * largest);
        }
        ofTheirSquares(intervals, K);
      },
    },
  };
}

const mostInTable = 400_000;
const base = 4 * placesPerAxis;
/** The one value of an axis that is not there. */
const one = Float64Array.of(1);
