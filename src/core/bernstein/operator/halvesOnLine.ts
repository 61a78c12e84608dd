import { onFirstUse } from "../../remember.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import type { RowMemory } from "../../arithmetic/rowMemory.ts";
import {
  latticePoints,
  layout,
  placedBasis,
  placedSquare,
  strideOf,
  type AxisPoints,
  type Place,
  type PlacedMatrix,
} from "./basisOnAxis.ts";
import type { Halves } from "./halves.ts";

type OnLine = (lattice: Float64Array, out: Float64Array) => void;

/**
 * The iterated Bernstein operator on a line, by halves: coefficients by steps c ← c + (x − A c) or by the matrix S.
 *
 * @param n k + 1
 */
export function onLine(n: number, points: AxisPoints, memories: RowMemory) {
  const steps = onFirstUse(() =>
    lineMemory(n, points, (place) => placedBasis(n, latticePoints(n - 1), place), memories),
  );
  return {
    stepping(iterations: number): OnLine {
      return steps()((by, { x, c, product, apply }) => {
        const memory = by.held();
        memory.copyWithin(c, x, x + n);
        for (let i = 1; i < iterations; i++) {
          apply(by);
          for (let nu = 0; nu < n; nu++) memory[c + nu]! += memory[x + nu]! - memory[product + nu]!;
        }
      });
    },
    /** @param S its halves */
    multiplying(S: Halves): OnLine {
      return lineMemory(
        n,
        points,
        (place) => placedSquare(n, S, place),
        memories,
      )((by, { x, c, product, apply }) => {
        by.held().copyWithin(c, x, x + n);
        apply(by);
        by.held().copyWithin(c, product, product + n);
      });
    },
  };
}

interface LineVectors {
  readonly x: number;
  readonly c: number;
  readonly product: number;
  readonly apply: (by: Arithmetic) => void;
}

/**
 * Basis and one more matrix in one memory, rewritten after another user.
 *
 * @param square A or S
 * @returns a function from a rule for coefficients c of x to a map on lattice values
 */
function lineMemory(
  n: number,
  points: AxisPoints,
  square: (place: Place) => PlacedMatrix,
  memories: RowMemory,
): (coefficients: (by: Arithmetic, vectors: LineVectors) => void) => OnLine {
  const { place, size } = layout();
  const matrix = square(place);
  const basis = placedBasis(n, points, place);
  const [x, c, product] = [place(n), place(n), place(n)];
  const values = place(points.count);
  const work = place(2 * strideOf(n));
  const scratch = place(2 * Math.max(points.kept, n) + 2 * n);
  const toProduct = { ...matrix.matrix, x: c, y: product, work };
  const toValues = { ...basis.matrix, x: c, y: values, work };
  const vectors: LineVectors = { x, c, product, apply: (by) => by.mirroredVector(toProduct) };
  const holder = {};
  return (coefficients) => (lattice, out) => {
    const { by, kept } = memories.lend(holder);
    if (!kept) {
      by.reserve(size());
      matrix.write(by, scratch);
      basis.write(by, scratch);
    }
    by.held().set(lattice, x);
    coefficients(by, vectors);
    by.mirroredVector(toValues);
    out.set(by.held().subarray(values, values + points.count));
  };
}
