import type { Arithmetic } from "../../arithmetic/operations.ts";
import { mirroredWork } from "../../arithmetic/plain/mirrored.ts";
import type { RowMemory } from "../../arithmetic/rowMemory.ts";
import { layout, placedBasis, placedSquare, strideOf } from "./basisOnAxis.ts";
import type { AxisPoints, PlacedMatrix } from "./basisOnAxis.ts";
import { halfSizes } from "./halves.ts";
import type { Halves } from "./halves.ts";

/**
 * (P₁ ⊗ … ⊗ P_ℓ) x with P_j = B_j S, an axis at a time: x is folded along it, both halves of P_j are multiplied, and the sum and the
 * difference of the products are the values at points and at their mirror images. The axis with the fewest points comes first,
 * so that the others have fewer rows.
 *
 * @param n values of x an axis
 * @param S its halves
 */
export function onProduct(
  n: number,
  axes: readonly AxisPoints[],
  S: Halves,
  memories: RowMemory,
): (x: Float64Array, out: Float64Array) => void {
  const { place, size } = layout();
  const different = [...new Set(axes)];
  const square = placedSquare(n, S, place);
  const made = new Map(
    different.map((points) => [points, iteratedBasis(n, placedBasis(n, points, place), square, place)]),
  );

  const sizes = axes.map(() => n);
  let largest = n ** axes.length;
  const order = axes.map((_, j) => j).sort((a, b) => axes[a]!.count - axes[b]!.count || a - b);
  const stages = order.map((j) => {
    const inner = sizes.slice(0, j).reduce((product, length) => product * length, 1);
    const outer = sizes.slice(j + 1).reduce((product, length) => product * length, 1);
    sizes[j] = axes[j]!.count;
    largest = Math.max(largest, inner * outer * sizes[j]);
    return { ...made.get(axes[j]!)!.matrix, inner, outer };
  });
  const [first, second] = [place(largest), place(largest)];
  const work = place(
    different.reduce((most, { kept }) => Math.max(most, mirroredWork({ n, kept }), 2 * kept + 2 * n), 0),
  );
  const products = stages.map((stage, j) => {
    const [x, y] = j % 2 === 0 ? [first, second] : [second, first];
    return { ...stage, x, y, work };
  });
  const result = products.at(-1)!.y;
  const holder = {};

  return (x, out) => {
    const { by, kept } = memories.lend(holder);
    if (!kept) {
      by.reserve(size());
      square.write(by, work);
      for (const { write } of made.values()) write(by, work);
    }
    by.held().set(x, first);
    for (const product of products) by.mirroredProduct(product);
    out.set(by.held().subarray(result, result + out.length));
  };
}

/** B S, of which no columns are left out. */
function iteratedBasis(
  n: number,
  basis: PlacedMatrix,
  { matrix: S }: PlacedMatrix,
  place: (length: number) => number,
): PlacedMatrix {
  const { matrix: B } = basis;
  const { evenSize, oddSize } = halfSizes(n);
  const stride = strideOf(n);
  const matrix = { ...B, even: place(B.kept * stride), odd: place(B.kept * stride), bands: -1 };
  const multiply = (by: Arithmetic, half: "even" | "odd", terms: number) => {
    by.held().fill(0, matrix[half], matrix[half] + B.kept * stride);
    by.multiplyAdd({
      ...{ c: matrix[half], cRow: stride, a: B[half], aRow: stride, aColumn: 1 },
      ...{ b: S[half], bRow: stride, bColumn: 1, rows: B.kept, columns: terms, terms, scale: 1 },
    });
  };
  return {
    matrix,
    write: (by, scratch) => {
      basis.write(by, scratch);
      multiply(by, "even", evenSize);
      multiply(by, "odd", oddSize);
    },
  };
}
