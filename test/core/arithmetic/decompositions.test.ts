import { describe, expect, test } from "vitest";
import { panelsOfPairs } from "../../../src/core/arithmetic/plain/tridiagonal.ts";
import { farthest } from "../../support/farthest.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("updateAndMultiply is a change of rank two and a product, on the upper triangle from a row on", () => {
    for (const [size, from] of [
      [1, 0],
      [2, 0],
      [3, 1],
      [8, 0],
      [9, 2],
      [10, 9],
      [31, 4],
    ] as const) {
      const memory = way.reserve(2000);
      memory.set(randoms(2000, 5));
      const before = memory.slice(0, 2000);
      const [matrix, u, w, x, y] = [3, 1100, 1201, 1302, 1403];
      way.updateAndMultiply({ matrix, size, from, u, w, x, y });
      const S = (i: number, j: number) => matrix + Math.min(i, j) * size + Math.max(i, j);
      for (let i = from; i < size; i++) {
        for (let j = i; j < size; j++)
          before[S(i, j)]! -= before[u + i]! * before[w + j]! + before[w + i]! * before[u + j]!;
      }
      for (let i = from; i < size; i++) {
        before[y + i] = 0;
        for (let j = from; j < size; j++) before[y + i]! += before[S(i, j)]! * before[x + j]!;
      }
      before.forEach((value, k) => expect(memory[k]).toBeCloseTo(value, 12));
    }
  });

  test("updateManyAndMultiply is as many changes of rank two and a product, and writes nowhere else but below the diagonal", () => {
    for (const [size, from, pairs] of [
      [1, 0, 1],
      [2, 0, 3],
      [3, 1, 2],
      [8, 0, 4],
      [9, 2, 1],
      [10, 9, 5],
      [22, 3, 16],
      [31, 4, 7],
      [31, 13, 2],
    ] as const) {
      const [matrix, u, w, x, y, panels] = [3, 1100, 1700, 2300, 2403, 2500];
      const end = panels + panelsOfPairs(size, pairs);
      const memory = way.reserve(end + 8);
      memory.set(randoms(end + 8, 5));
      // What is not to be read.
      for (let p = 0; p < pairs; p++) for (const v of [u, w]) memory.fill(NaN, v + p * size, v + p * size + from);
      const before = memory.slice(0, end + 8);
      way.updateManyAndMultiply({ matrix, size, from, pairs, u, w, x, y, panels });
      const S = (i: number, j: number) => matrix + Math.min(i, j) * size + Math.max(i, j);
      for (let i = from; i < size; i++) {
        for (let j = i; j < size; j++) {
          for (let p = 0; p < pairs * size; p += size)
            before[S(i, j)]! -= before[u + p + i]! * before[w + p + j]! + before[w + p + i]! * before[u + p + j]!;
        }
      }
      for (let i = from; i < size; i++) {
        before[y + i] = 0;
        for (let j = from; j < size; j++) before[y + i]! += before[S(i, j)]! * before[x + j]!;
      }
      const isBelowDiagonal = (k: number) => {
        const [i, j] = [Math.floor((k - matrix) / size), (k - matrix) % size];
        return i >= from && i < size && j >= 0 && j < i;
      };
      before.forEach((value, k) => {
        if ((k >= panels && k < end) || isBelowDiagonal(k)) return;
        if (k >= y && k < y + size) expect(memory[k]).toBeCloseTo(value, 11);
        else if (k >= matrix && k < matrix + size * size) expect(memory[k]).toBeCloseTo(value, 12);
        else expect(memory[k]).toBe(value);
      });
    }
  });

  test("multiplySymmetric reads the upper triangle from a row on, and writes the product alone", () => {
    for (const [size, from] of [
      [1, 0],
      [3, 1],
      [4, 0],
      [9, 2],
      [10, 9],
      [30, 3],
      [31, 4],
    ] as const) {
      const memory = way.reserve(2000);
      memory.set(randoms(2000, 6));
      const expected = memory.slice(0, 2000);
      const [matrix, x, y] = [3, 1302, 1403];
      way.multiplySymmetric({ matrix, size, from, x, y });
      const S = (i: number, j: number) => expected[matrix + Math.min(i, j) * size + Math.max(i, j)]!;
      for (let i = from; i < size; i++) {
        let sum = 0;
        for (let j = from; j < size; j++) sum += S(i, j) * expected[x + j]!;
        expect(memory[y + i]).toBeCloseTo(sum, 12);
      }
      expect(expected.every((value, k) => (k >= y + from && k < y + size) || memory[k] === value)).toBe(true);
    }
  });

  test("innerProducts and subtractMultiples take some rows, whatever their length, and write nowhere else", () => {
    const [rows, stride, x, out, to] = [1, 40, 400, 450, 460];
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 39]) {
      for (const count of [0, 1, 3, 4, 5, 9]) {
        const memory = way.reserve(600);
        memory.set(randoms(600, 8));
        const expected = memory.slice(0, 600);
        way.innerProducts({ rows, stride, count, x, length, out });
        way.subtractMultiples({ to, rows, stride, count, length, factors: x });
        for (let p = 0; p < count; p++) {
          expected[out + p] = 0;
          for (let j = 0; j < length; j++) {
            expected[out + p]! += expected[rows + p * stride + j]! * expected[x + j]!;
            expected[to + j]! -= expected[x + p]! * expected[rows + p * stride + j]!;
          }
        }
        expect(farthest(memory.subarray(0, 600), expected)).toBeLessThan(1e-13);
      }
    }
  });

  // Blocks are of 16 panels, and 64 panels before them enter at once.
  test.each([1, 2, 5, 16, 17, 40, 83])(
    "factorPanels has A = L Lᵀ within (m + 3)u of |L||Lᵀ|, zeros above, and writes nowhere else: %d panels",
    (count) => {
      const [panels, m] = [6, 4 * count];
      const place = (i: number, j: number) => 8 * (i >> 2) * ((i >> 2) + 1) + 4 * j + (i & 3);
      const size = place(m, 0);
      const A = new Float64Array(size);
      for (let i = 0; i < m; i++)
        for (let j = 0; j <= i; j++) A[place(i, j)] = Math.exp(-Math.abs(i - j) / 9) * Math.cos((i - j) / 3);
      const memory = way.reserve(panels + size + 4).fill(7);
      memory.set(A, panels);
      // What is above the diagonal is not read.
      for (let i = 0; i < m; i++) for (let j = i + 1; j <= (i | 3); j++) memory[panels + place(i, j)] = NaN;
      expect(way.factorPanels({ panels, count })).toBe(-1);
      const L = memory.slice(panels, panels + size);
      expect(memory.subarray(0, panels).every((value) => value === 7)).toBe(true);
      expect(memory.subarray(panels + size, panels + size + 4).every((value) => value === 7)).toBe(true);
      for (let i = 0; i < m; i++) {
        for (let j = 0; j <= i; j++) {
          let [product, sizes] = [0, 0];
          for (let k = 0; k <= j; k++) {
            const term = L[place(i, k)]! * L[place(j, k)]!;
            product += term;
            sizes += Math.abs(term);
          }
          // And as much for the sum that is formed here.
          if (!(Math.abs(product - A[place(i, j)]!) <= 2 * (m + 3) * 2 ** -53 * sizes)) expect([i, j, product]).toBe(A);
        }
        for (let j = i + 1; j <= (i | 3); j++) expect(L[place(i, j)]).toBe(0);
      }
    },
  );

  test.each([
    [0, 0],
    [5, NaN],
    [9, Infinity],
    [70, -1],
    [79, 0],
  ])("factorPanels tells the row %d, whose diagonal is %d", (row, value) => {
    const place = (i: number, j: number) => 8 * (i >> 2) * ((i >> 2) + 1) + 4 * j + (i & 3);
    const memory = way.reserve(place(80, 0)).fill(0);
    for (let i = 0; i < 80; i++) memory[place(i, i)] = i === row ? value : 2;
    expect(way.factorPanels({ panels: 0, count: 20 })).toBe(row);
  });

  test("poleSums is the sum and its slope on either side, within (count + 4)·u", () => {
    for (const [count, split] of [
      [1, 0],
      [1, 1],
      [2, 1],
      [7, 3],
      [20, 20],
      [33, 5],
    ] as const) {
      const memory = way.reserve(200);
      for (let i = 0; i < count; i++) {
        memory[i] = i + 0.1 * Math.sin(i);
        memory[50 + i] = 1 + Math.cos(i);
      }
      const [origin, shift] = [memory[Math.max(0, split - 1)]!, 0.3];
      way.poleSums({ poles: 0, weights: 50, count, split, origin, shift, out: 100 });
      const exact = [0, 0, 0, 0];
      for (let i = 0; i < count; i++) {
        const side = i < split ? 0 : 2;
        const distance = memory[i]! - origin - shift;
        exact[side]! += memory[50 + i]! / distance;
        exact[side + 1]! += memory[50 + i]! / distance ** 2;
      }
      // On each side all terms have one sign, so the bound is relative; the reference has the same rounding.
      exact.forEach((value, k) =>
        expect(Math.abs(memory[100 + k]! - value)).toBeLessThanOrEqual(2 * (count + 4) * 2 ** -53 * Math.abs(value)),
      );
    }
  });

  test("secularVectors gives orthonormal vectors for any eigenvalues between the poles, and puts their elements in place", () => {
    for (const count of [1, 2, 3, 8, 31]) {
      const [secular, poles, signs, places, scratch, origins, shifts] = [0, 1000, 1040, 1080, 1120, 1200, 1240];
      const memory = way.reserve(1280);
      const shares = randoms(count, 5).map((value) => 0.5 + 0.4 * Math.tanh(value));
      const place = new Int32Array(memory.buffer, memory.byteOffset + 8 * places, count);
      for (let i = 0; i < count; i++) {
        memory[poles + i] = i;
        memory[signs + i] = i % 3 === 0 ? -1 : 1;
        place[i] = (i + 1) % count;
        memory[origins + i] = i;
        memory[shifts + i] = shares[i]!;
      }
      way.secularVectors({ poles, origins, shifts, secular, count, signs, places, scratch });
      for (let j = 0; j < count; j++) {
        for (let k = 0; k <= j; k++) {
          let product = 0;
          for (let i = 0; i < count; i++)
            product += memory[secular + j * count + i]! * memory[secular + k * count + i]!;
          expect(Math.abs(product - (j === k ? 1 : 0))).toBeLessThan(1e-13);
        }
        // pᵢ − λⱼ is negative for i ≤ j.
        for (let i = 0; i < count; i++) {
          expect(Math.sign(memory[secular + j * count + ((i + 1) % count)]!)).toBe(
            (i % 3 === 0 ? -1 : 1) * (i <= j ? -1 : 1),
          );
        }
      }
    }
  });
});
