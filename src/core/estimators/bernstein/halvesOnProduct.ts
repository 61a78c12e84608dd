import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { mirroredWork } from "../../arithmetic/plain/mirrored.ts";
import { foldedBasis, layout, strideOf } from "./basisOnAxis.ts";
import type { AxisPoints } from "./basisOnAxis.ts";
import { halfSizes } from "./halves.ts";
import type { Halves } from "./halves.ts";

/**
 * (P₁ ⊗ … ⊗ P_ℓ) x with P_j = B_j S, an axis at a time: x is folded along it, both halves of P_j are multiplied, and the sum
 * and the difference of the products are the values at points and at their mirror images. The axis with the fewest points
 * comes first, so that the others have fewer rows.
 *
 * @param n values of x an axis
 * @param axes those that are the same object share their basis
 */
export function onProduct(n: number, axes: readonly AxisPoints[]) {
  const bases = new Map<AxisPoints, Halves>();
  const basisOf = (points: AxisPoints) => {
    const basis = bases.get(points) ?? foldedBasis(n, points);
    bases.set(points, basis);
    return basis;
  };
  const { place, size } = layout();
  const stride = strideOf(n);
  const different = [...new Set(axes)];
  const places = new Map(
    different.map((points) => [points, { even: place(points.kept * stride), odd: place(points.kept * stride) }]),
  );
  const sizes = axes.map(() => n);
  let largest = n ** axes.length;
  const order = axes.map((_, j) => j).sort((a, b) => axes[a]!.count - axes[b]!.count || a - b);
  const stages = order.map((j) => {
    const { kept, count } = axes[j]!;
    const inner = sizes.slice(0, j).reduce((product, length) => product * length, 1);
    const outer = sizes.slice(j + 1).reduce((product, length) => product * length, 1);
    sizes[j] = count;
    largest = Math.max(largest, inner * outer * count);
    return { ...places.get(axes[j]!)!, stride, n, kept, count, inner, outer };
  });
  const [first, second] = [place(largest), place(largest)];
  const work = place(different.reduce((most, { kept }) => Math.max(most, mirroredWork({ n, kept })), 0));
  const products = stages.map((stage, j) => {
    const [x, y] = j % 2 === 0 ? [first, second] : [second, first];
    return { ...stage, x, y, apart: stage.count, isFolded: false, work };
  });
  const result = products.at(-1)!.y;

  /** @param S its halves */
  return (S: Halves): ((x: Float64Array, out: Float64Array) => void) => {
    const made = different.map((points) => ({
      ...iteratedBasis(n, points.kept, basisOf(points), S),
      at: places.get(points)!,
    }));
    return (x, out) => {
      const { reserve, mirroredProduct } = arithmetic();
      const memory = reserve(size());
      for (const { even, odd, at } of made) {
        memory.set(even, at.even);
        memory.set(odd, at.odd);
      }
      memory.set(x, first);
      for (const product of products) mirroredProduct(product);
      out.set(memory.subarray(result, result + out.length));
    };
  };
}

/** The halves of B S, rows `strideOf(n)` apart. */
function iteratedBasis(n: number, kept: number, B: Halves, S: Halves): Halves {
  const { evenSize, oddSize } = halfSizes(n);
  const stride = strideOf(n);
  const [a, b] = [kept * stride, 2 * kept * stride];
  const product = (half: Float64Array, square: Float64Array, size: number) => {
    const memory = arithmetic().reserve(b + size * stride);
    memory.fill(0, 0, a);
    memory.set(half, a);
    memory.fill(0, b, b + size * stride);
    for (let i = 0, from = 0; i < size; i++) {
      for (let to = b + i * stride, end = to + size; to < end; to++) memory[to] = square[from++]!;
    }
    arithmetic().multiplyAdd({
      ...{ c: 0, cRow: stride, a, aRow: stride, aColumn: 1, b, bRow: stride, bColumn: 1 },
      ...{ rows: kept, columns: stride, terms: size, scale: 1 },
    });
    return memory.slice(0, a);
  };
  return { even: product(B.even, S.even, evenSize), odd: product(B.odd, S.odd, oddSize) };
}
