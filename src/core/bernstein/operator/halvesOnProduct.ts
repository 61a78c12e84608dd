import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { mirroredPanels, mirroredPanelsSize, mirroredWork } from "../../arithmetic/plain/mirrored.ts";
import { foldedBasis, layout, strideOf, type AxisPoints } from "./basisOnAxis.ts";
import { halfSizes, type Halves } from "./halves.ts";

/**
 * (P₁ ⊗ … ⊗ P_ℓ) x with P_j = B_j S, an axis at a time, by halves.
 *
 * @param n values of x an axis
 * @param axes equal objects share their basis
 */
export function onProduct(n: number, axes: readonly AxisPoints[]) {
  const bases = new Map<AxisPoints, Halves>();
  const basisOf = (points: AxisPoints) => {
    const basis = bases.get(points) ?? foldedBasis(n, points);
    bases.set(points, basis);
    return basis;
  };
  const { place, size } = layout();
  const different = [...new Set(axes)];
  const places = new Map(different.map((points) => [points, place(mirroredPanelsSize({ n, kept: points.kept }))]));
  const sizes = axes.map(() => n);
  let largest = n ** axes.length;
  const order = axes.map((_, j) => j).sort((a, b) => axes[a]!.count - axes[b]!.count || a - b);
  const stages = order.map((j) => {
    const { kept, count } = axes[j]!;
    const inner = sizes.slice(0, j).reduce((product, length) => product * length, 1);
    const outer = sizes.slice(j + 1).reduce((product, length) => product * length, 1);
    sizes[j] = count;
    largest = Math.max(largest, inner * outer * count);
    return { panels: places.get(axes[j]!)!, n, kept, count, inner, outer };
  });
  const [first, second] = [place(largest), place(largest)];
  const work = place(mirroredWork(n));
  const products = stages.map((stage, j) => {
    const [x, y] = j % 2 === 0 ? [first, second] : [second, first];
    return { ...stage, x, y, apart: stage.count, isFolded: false, work };
  });
  const result = products.at(-1)!.y;

  /** @param S its halves */
  return (S: Halves): ((x: Float64Array, out: Float64Array) => void) => {
    const made = different.map((points) => ({
      panels: iteratedBasis(n, points.kept, basisOf(points), S),
      at: places.get(points)!,
    }));
    return (x, out) => {
      const { reserve, mirroredProduct } = arithmetic();
      const memory = reserve(size());
      for (const { panels, at } of made) memory.set(panels, at);
      memory.set(x, first);
      for (const product of products) mirroredProduct(product);
      out.set(memory.subarray(result, result + out.length));
    };
  };
}

/** Rows of B S, by panels. */
function iteratedBasis(n: number, kept: number, B: Halves, S: Halves): Float64Array {
  const { evenSize, oddSize } = halfSizes(n);
  const stride = strideOf(n);
  const size = kept * stride;
  const { place, size: room } = layout();
  const [even, odd, a, b] = [place(size), place(size), place(size), place(stride * stride)];
  const { reserve, multiplyAdd } = arithmetic();
  const memory = reserve(room());
  memory.fill(0, even, a);
  const product = (c: number, half: Float64Array, square: Float64Array, terms: number) => {
    memory.set(half, a);
    memory.fill(0, b, b + terms * stride);
    for (let i = 0, from = 0; i < terms; i++) {
      for (let to = b + i * stride, end = to + terms; to < end; to++) memory[to] = square[from++]!;
    }
    multiplyAdd({
      c,
      cRow: stride,
      a,
      aRow: stride,
      aColumn: 1,
      b,
      bRow: stride,
      bColumn: 1,
      rows: kept,
      columns: stride,
      terms,
      scale: 1,
    });
    return memory.subarray(c, c + size);
  };
  const halves = { even: product(even, B.even, S.even, evenSize), odd: product(odd, B.odd, S.odd, oddSize) };
  return mirroredPanels({ ...halves, stride, n, kept });
}
