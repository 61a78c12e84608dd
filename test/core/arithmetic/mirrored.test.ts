import { describe, expect, test } from "vitest";
import { mirroredPanels, mirroredPanelsSize, mirroredWork } from "../../../src/core/arithmetic/plain/mirrored.ts";
import { bernsteinBasis } from "../../support/bernsteinBasis.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

/** M(i, ν) of a matrix by halves: even and odd rows unfolded, and the mirror image of a row from below the middle. */
function unfolded(n: number, kept: number, count: number, even: Float64Array, odd: Float64Array, stride: number) {
  const oddSize = Math.floor(n / 2);
  return (i: number, nu: number): number => {
    if (i >= kept) return unfolded(n, kept, count, even, odd, stride)(count - 1 - i, n - 1 - nu);
    const column = Math.min(nu, n - 1 - nu);
    const e = even[i * stride + column]!;
    if (column === oddSize) return e;
    const o = odd[i * stride + column]!;
    return nu < oddSize ? (e + o) / 2 : (e - o) / 2;
  };
}

/** Random halves, of which what fills up is 0, as is the odd part of a middle row. */
function randomHalves(n: number, kept: number, count: number, stride: number) {
  const even = randoms(kept * stride, 5);
  const odd = randoms(kept * stride, 6);
  for (let i = 0; i < kept; i++) {
    even.fill(0, i * stride + Math.ceil(n / 2), (i + 1) * stride);
    odd.fill(0, i * stride + Math.floor(n / 2), (i + 1) * stride);
    if (kept < count && 2 * i === count - 1) odd.fill(0, i * stride, (i + 1) * stride);
  }
  return { even, odd };
}

/** The even part of each vector, then its odd part, in its place. */
function folded(x: Float64Array, { n, inner }: { n: number; inner: number }): Float64Array {
  const evenSize = Math.ceil(n / 2);
  return x.map((_, place) => {
    const [o, nu, j] = [Math.floor(place / (n * inner)), Math.floor(place / inner) % n, place % inner];
    const column = nu < evenSize ? nu : nu - evenSize;
    const here = x[(o * n + column) * inner + j]!;
    const there = x[(o * n + n - 1 - column) * inner + j]!;
    return nu < evenSize ? (here + there) / 2 : (here - there) / 2;
  });
}

const shapes = [
  [1, 1, 1],
  [2, 1, 2],
  [2, 3, 3],
  [3, 4, 8],
  [5, 4, 7],
  [8, 9, 9],
  [21, 20, 40],
  [22, 13, 25],
  [23, 8, 15],
] as const;

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(shapes)("mirroredVector is within (n + 4)·u of the sum: n = %i, %i of %i rows", (n, kept, count) => {
    const stride = Math.ceil(n / 4) * 2;
    const x = randoms(n, 7);
    const [atEven, atOdd, atX, atY, work] = [0, kept * stride, 600, 700, 800];
    for (const bands of [-1, 900]) {
      const { even, odd } = randomHalves(n, kept, count, stride);
      const memory = way.reserve(1200).fill(1e300, 0, 1200);
      // With bands the first columns of row i are 0, and the last ones of the odd rows; of the others the first are equal.
      const first = (i: number) => (bands < 0 ? 0 : Math.min(i, Math.ceil(n / 2)));
      const end = (i: number) => Math.ceil(n / 2) - (bands >= 0 && i % 2 === 1 && first(i) < Math.ceil(n / 2) ? 1 : 0);
      const equal = (i: number) => Math.max(first(i), Math.min(Math.floor(n / 2), end(i), 3 + ((5 * i) % 8)));
      const isMiddle = (i: number) => kept < count && 2 * i === count - 1;
      for (let i = 0; i < kept && bands >= 0; i++) {
        if (isMiddle(i)) continue;
        odd.set(even.subarray(i * stride + first(i), i * stride + equal(i)), i * stride + first(i));
      }
      const M = unfolded(n, kept, count, even, odd, stride);
      memory.set(even, atEven);
      memory.set(odd, atOdd);
      memory.set(x, atX);
      const isInside = (i: number, nu: number) => {
        const row = i < kept ? i : count - 1 - i;
        const column = Math.min(nu, n - 1 - nu);
        return column >= first(row) && column < end(row);
      };
      for (let i = 0; i < kept && bands >= 0; i++) {
        memory[bands + 3 * i] = first(i);
        memory[bands + 3 * i + 1] = isMiddle(i) ? first(i) : equal(i);
        memory[bands + 3 * i + 2] = end(i);
        for (let column = 0; column < stride; column++) {
          if (isInside(i, column)) continue;
          memory[atEven + i * stride + column] = 0;
          memory[atOdd + i * stride + column] = 0;
        }
      }
      way.mirroredVector({ ...{ x: atX, y: atY, even: atEven, odd: atOdd, stride, bands, n, kept, count }, work });
      for (let i = 0; i < count; i++) {
        let sum = 0;
        let size = 0;
        for (let nu = 0; nu < n; nu++) {
          if (!isInside(i, nu)) continue;
          sum += M(i, nu) * x[nu]!;
          size += (Math.abs(M(i, nu)) + Math.abs(M(i, n - 1 - nu))) * (Math.abs(x[nu]!) + Math.abs(x[n - 1 - nu]!));
        }
        expect(Math.abs(memory[atY + i]! - sum)).toBeLessThanOrEqual(2 * (n + 4) * 2 ** -53 * size);
      }
      expect(memory[atY + count]).toBe(1e300);
      expect(memory[atY - 1]).toBe(1e300);
      expect(memory.subarray(atX, atX + n)).toEqual(x);
    }
  });

  test.each(shapes)("mirroredProduct is within (n + 4)·u of the sum: n = %i, %i of %i rows", (n, kept, count) => {
    const stride = Math.ceil(n / 4) * 2;
    const { even, odd } = randomHalves(n, kept, count, stride);
    const M = unfolded(n, kept, count, even, odd, stride);
    for (const [outer, inner, isFolded, overlaps] of [
      [1, 1, false],
      [4, 1, false],
      [7, 1, true],
      [7, 1, true, true],
      [8, 1, false, true],
      [7, 1, false],
      [1, 4, false],
      [1, 9, true],
      [2, 3, false],
      [3, 9, false],
      [3, 9, true],
    ] as const) {
      if (overlaps && kept === count) continue;
      const apart = overlaps ? count - 1 : count;
      const x = randoms(n * outer * inner, 8);
      const given = isFolded ? folded(x, { n, inner }) : x;
      const [panels, atX] = [0, mirroredPanelsSize({ n, kept })];
      const atY = 2 * Math.ceil((atX + x.length + 1) / 2);
      const work = 2 * Math.ceil((atY + outer * count * inner + 1) / 2);
      const memory = way.reserve(work + mirroredWork(n)).fill(1e300, 0, work);
      memory.set(mirroredPanels({ even, odd, stride, n, kept }), panels);
      memory.set(given, atX);
      way.mirroredProduct({ x: atX, y: atY, panels, n, kept, count, outer, inner, apart, isFolded, work });
      let beyond = -Infinity;
      for (let o = 0; o < outer; o++) {
        for (let i = 0; i < (o + 1 < outer ? apart : count); i++) {
          for (let j = 0; j < inner; j++) {
            let sum = 0;
            let size = 0;
            for (let nu = 0; nu < n; nu++) {
              const value = x[(o * n + nu) * inner + j]!;
              const other = x[(o * n + n - 1 - nu) * inner + j]!;
              sum += M(i, nu) * value;
              size += (Math.abs(M(i, nu)) + Math.abs(M(i, n - 1 - nu))) * (Math.abs(value) + Math.abs(other));
            }
            const found = memory[atY + o * apart * inner + i * inner + j]!;
            beyond = Math.max(beyond, Math.abs(found - sum) - 2 * (n + 4) * 2 ** -53 * size);
          }
        }
      }
      expect(beyond).toBeLessThanOrEqual(0);
      expect(memory[atY - 1]).toBe(atY - 1 < atX + x.length ? given.at(-1) : 1e300);
      expect(memory[atY + ((outer - 1) * apart + count) * inner]).toBe(1e300);
      expect(memory.subarray(atX, atX + x.length)).toEqual(given);
    }
  });

  test("a row of the basis on one side of the middle is read once: all of its columns are equal", () => {
    const memory = way.reserve(2000).fill(0, 0, 2000);
    [0, 0.05, 0.4, 0.5, 0.95].forEach((y, i) => memory.set([y], i));
    [1, 0.95, 0.6, 0.5, 0.05].forEach((y, i) => memory.set([y], 5 + i));
    const places = { p: 0, q: 5, even: 10, odd: 10 + 5 * 104, bands: 1100, work: 1200 };
    way.bernsteinHalves({ ...places, rows: 5, degree: 200, negligible: 1e-20, stride: 104 });
    const equal = (i: number) => memory[1100 + 3 * i + 1]! - memory[1100 + 3 * i]!;
    const inAll = (i: number) => memory[1100 + 3 * i + 2]! - memory[1100 + 3 * i]!;
    expect(equal(0)).toBe(inAll(0));
    expect(equal(1)).toBe(inAll(1));
    expect(equal(2)).toBeGreaterThan(20);
    expect(equal(2)).toBeLessThan(inAll(2));
    expect(equal(3)).toBe(0);
    expect(equal(4)).toBe(0);
  });

  test.each([1, 2, 3, 8, 60, 61, 200, 1000])("bernsteinHalves folds the basis, k = %i", (degree) => {
    const n = degree + 1;
    const at = [0, 1e-300, 1e-17, 1e-3, 0.2, 0.4999, 0.5, 0.51, 0.9, 1 - 2 ** -53, 1];
    const rows = at.length;
    const stride = Math.ceil(n / 4) * 2 + 2;
    const [even, odd] = [2 * rows, 2 * rows + rows * stride];
    const bands = odd + rows * stride;
    const work = bands + 3 * rows;
    const memory = way.reserve(work + 2 * n).fill(1e300, 0, work);
    at.forEach((y, i) => {
      memory[i] = y;
      memory[rows + i] = 1 - y;
    });
    way.bernsteinHalves({ ...{ p: 0, q: rows, rows, degree, negligible: 1e-20, even, odd, stride, bands, work } });
    at.forEach((y, i) => {
      const basis = bernsteinBasis({ degree, at: y });
      const bound = 25 * n * 2 ** -53;
      const largest = basis.reduce((most, value) => Math.max(most, value), 0);
      const [first, equal, end] = memory.subarray(bands + 3 * i, bands + 3 * i + 3);
      expect([first, equal, end]).toEqual([first, equal, end].sort((a, b) => a! - b!));
      for (let nu = 0; nu < stride; nu++) {
        const [E, O] = [memory[even + i * stride + nu]!, memory[odd + i * stride + nu]!];
        if (nu >= Math.ceil(n / 2) || nu < first! || nu >= end!) expect([E, O]).toEqual([0, 0]);
        if (nu >= first! && nu < equal!) expect(O).toBe(E);
        if (nu >= Math.ceil(n / 2)) continue;
        const [here, there] = [basis[nu]!, basis[n - 1 - nu]!];
        const isMiddle = 2 * nu === degree;
        const size = bound * (here + there) + 2e-20 * largest;
        expect(Math.abs(E - (isMiddle ? here : here + there))).toBeLessThanOrEqual(size);
        expect(Math.abs(O - (isMiddle ? 0 : here - there))).toBeLessThanOrEqual(size);
      }
    });
  });
});

test("bernsteinHalves is the same to the last bit in every arithmetic", () => {
  const results = ways.map((way) => {
    const [rows, degree, stride] = [50, 33, 18];
    const memory = way.reserve(4000).fill(0, 0, 4000);
    for (let i = 0; i < rows; i++) {
      memory[i] = i / 49;
      memory[rows + i] = 1 - i / 49;
    }
    const [even, odd, bands, work] = [100, 1000, 1900, 2100];
    way.bernsteinHalves({ ...{ p: 0, q: rows, rows, degree, negligible: 1e-20, even, odd, stride, bands, work } });
    return memory.slice(0, work);
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
