import type { Arithmetic } from "../../arithmetic/operations.ts";
import type { RowMemory } from "../../arithmetic/rowMemory.ts";
import type { AxisBasis } from "./bernsteinOnGrid.ts";
import { halfSizes } from "./halves.ts";

/**
 * (P₁ ⊗ … ⊗ P_ℓ) x for matrices by halves, an axis at a time and the first one first: x is folded along the axis, both
 * halves are multiplied, and the sum and the difference of the products are the values at points and at their mirror images.
 *
 * @param n values of x an axis
 */
export function onProduct(
  n: number,
  axes: readonly AxisBasis[],
  memories: RowMemory,
): (x: Float64Array, out: Float64Array) => void {
  const { evenSize, oddSize } = halfSizes(n);
  // The halves of each basis, then x and what becomes of it in turn, and the products before they are unfolded.
  let size = 0;
  const placeOf = (length: number) => {
    const place = size;
    size += Math.ceil(length / 2) * 2;
    return place;
  };
  const places = axes.map(({ even, odd }) => ({ even: placeOf(even.length), odd: placeOf(odd.length) }));
  let [inner, outer] = [1, n ** (axes.length - 1)];
  let largest = n ** axes.length;
  let widest = 0;
  const stages = axes.map(({ count, kept }) => {
    const stage = { inner, outer };
    widest = Math.max(widest, 2 * kept * inner * (inner === 1 ? outer : 1));
    inner *= count;
    largest = Math.max(largest, inner * outer);
    outer /= n;
    return stage;
  });
  const [first, second] = [placeOf(largest), placeOf(largest)];
  const products = placeOf(widest);
  const holder = {};

  return (x, out) => {
    const { by, kept: isHeld } = memories.lend(holder);
    if (!isHeld) {
      const memory = by.reserve(size);
      axes.forEach(({ even, odd }, j) => {
        memory.set(even, places[j]!.even);
        memory.set(odd, places[j]!.odd);
      });
    }
    by.held().set(x, first);
    let [from, to] = [first, second];
    axes.forEach(({ count, kept }, j) => {
      const { inner, outer } = stages[j]!;
      const isLast = j === axes.length - 1;
      if (inner === 1) {
        foldRows(by.held(), from, outer, n);
        const shared = { by, from, to: products, n, outer, kept };
        rowProducts({ ...shared, basis: places[j]!, evenSize, oddSize });
        unfoldRows(by.held(), products, isLast ? out : by.held(), isLast ? 0 : to, { outer, kept, count });
      } else {
        for (let slab = 0; slab < outer; slab++) {
          const start = from + slab * n * inner;
          foldSlab(by.held(), start, n, inner);
          for (const [place, terms, b, c] of [
            [places[j]!.even, evenSize, start, products],
            [places[j]!.odd, oddSize, start + evenSize * inner, products + kept * inner],
          ] as const) {
            by.held().fill(0, c, c + kept * inner);
            by.multiplyAdd({
              ...{ c, cRow: inner, a: place, aRow: terms, aColumn: 1, b, bRow: inner, bColumn: 1 },
              ...{ rows: kept, columns: inner, terms, scale: 1 },
            });
          }
          const values = isLast ? out : by.held();
          unfoldSlab(by.held(), products, values, isLast ? 0 : to + slab * count * inner, { inner, kept, count });
        }
      }
      [from, to] = [to, from];
    });
  };
}

interface RowProducts {
  readonly by: Arithmetic;
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly outer: number;
  readonly kept: number;
  readonly basis: { readonly even: number; readonly odd: number };
  readonly evenSize: number;
  readonly oddSize: number;
}

/** Folded rows of n times the transposed halves: rows of `kept` even values, then as many odd ones. */
function rowProducts({ by, from, to, n, outer, kept, basis, evenSize, oddSize }: RowProducts): void {
  by.held().fill(0, to, to + 2 * kept * outer);
  for (const [place, terms, a, c] of [
    [basis.even, evenSize, from, to],
    [basis.odd, oddSize, from + evenSize, to + kept],
  ] as const) {
    by.multiplyAdd({
      ...{ c, cRow: 2 * kept, a, aRow: n, aColumn: 1, b: place, bRow: 1, bColumn: terms },
      ...{ rows: outer, columns: kept, terms, scale: 1 },
    });
  }
}

/** In place: each row of n values becomes its even part, then its odd part, of which the middle is left out. */
function foldRows(memory: Float64Array, start: number, rows: number, n: number): void {
  const { evenSize, oddSize } = halfSizes(n);
  const odd = new Float64Array(oddSize);
  for (let i = 0, row = start; i < rows; i++, row += n) {
    for (let nu = 0; nu < oddSize; nu++) {
      const here = memory[row + nu]! / 2;
      const there = memory[row + n - 1 - nu]! / 2;
      memory[row + nu] = here + there;
      odd[nu] = here - there;
    }
    memory.set(odd, row + evenSize);
  }
}

/** The same for n rows of `width` values, along the column. */
function foldSlab(memory: Float64Array, start: number, n: number, width: number): void {
  const { evenSize, oddSize } = halfSizes(n);
  for (let nu = 0; nu < oddSize; nu++) {
    const low = start + nu * width;
    const high = start + (n - 1 - nu) * width;
    for (let k = 0; k < width; k++) {
      const here = memory[low + k]! / 2;
      const there = memory[high + k]! / 2;
      memory[low + k] = here + there;
      memory[high + k] = here - there;
    }
  }
  // The odd rows stand in reverse.
  for (let low = evenSize, high = n - 1; low < high; low++, high--) {
    const row = memory.slice(start + low * width, start + (low + 1) * width);
    memory.copyWithin(start + low * width, start + high * width, start + (high + 1) * width);
    memory.set(row, start + high * width);
  }
}

/** Rows of even and odd values made into rows of values. */
function unfoldRows(
  memory: Float64Array,
  from: number,
  values: Float64Array,
  to: number,
  { outer, kept, count }: { readonly outer: number; readonly kept: number; readonly count: number },
): void {
  for (let i = 0; i < outer; i++) {
    const even = from + 2 * i * kept;
    const odd = even + kept;
    const row = to + i * count;
    for (let k = 0; k < kept; k++) {
      const E = memory[even + k]!;
      const O = memory[odd + k]!;
      values[row + k] = E + O;
      if (kept < count) values[row + count - 1 - k] = E - O;
    }
  }
}

/** `kept` rows of even values, then of odd ones, made into `count` rows of values. */
function unfoldSlab(
  memory: Float64Array,
  from: number,
  values: Float64Array,
  to: number,
  { inner, kept, count }: { readonly inner: number; readonly kept: number; readonly count: number },
): void {
  for (let i = 0; i < kept; i++) {
    const even = from + i * inner;
    const odd = even + kept * inner;
    const low = to + i * inner;
    const high = to + (kept < count ? count - 1 - i : i) * inner;
    for (let k = 0; k < inner; k++) {
      const E = memory[even + k]!;
      const O = memory[odd + k]!;
      values[high + k] = E - O;
      values[low + k] = E + O;
    }
  }
}
