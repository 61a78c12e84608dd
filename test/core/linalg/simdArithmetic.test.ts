import { setFlagsFromString } from "node:v8";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addProduct } from "../../../src/core/linalg/matrixProduct.ts";
import { arithmetic } from "../../../src/core/linalg/simd/arithmetic.ts";
import { plainArithmetic } from "../../../src/core/linalg/simd/plainArithmetic.ts";
import { simdArithmetic } from "../../../src/core/linalg/simd/simdArithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

// Node 20 knows relaxed SIMD only behind a flag; later versions know it anyway.
if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");

const ways = [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!];

type Row = Float64Array;

afterEach(() => vi.unstubAllGlobals());

function randoms(count: number, seed: number): Float64Array {
  const random = seededSource(seed);
  return Float64Array.from({ length: count }, () => random.normal());
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("addProduct is within (terms + 2)·u of the sum, whatever the shape", () => {
    for (const [m, n, terms] of [[1, 1, 1], [3, 5, 2], [4, 4, 4], [5, 9, 7], [70, 13, 31], [9, 261, 300], [66, 7, 513], [2, 3, 0]] as const) {
      const A = randoms(terms * m, 1);
      const B = randoms(terms * n, 2);
      const before = randoms(m * n, 3);
      const out = before.slice();
      addProduct({ A, B, out, m, n, terms }, way);
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < n; j++) {
          let exact = before[i * n + j]!;
          let size = Math.abs(exact);
          for (let s = 0; s < terms; s++) {
            exact += A[s * m + i]! * B[s * n + j]!;
            size += Math.abs(A[s * m + i]! * B[s * n + j]!);
          }
          // The reference has the same rounding, so the two differ by twice the bound at most.
          expect(Math.abs(out[i * n + j]! - exact)).toBeLessThanOrEqual(2 * (terms + 2) * 2 ** -53 * size);
        }
      }
    }
  });

  test("multiplyAdd takes either factor by rows or by columns, scales, and writes nowhere else", () => {
    const [m, n, terms] = [7, 6, 5];
    for (const [aRow, aColumn] of [[terms + 2, 1], [1, m + 1]] as const) {
      for (const [bRow, bColumn] of [[n + 1, 1], [1, terms + 3]] as const) {
        const memory = way.reserve(600);
        memory.set(randoms(600, 4));
        const before = memory.slice(0, 600);
        const [c, cRow, a, b] = [17, n + 3, 200, 401];
        way.multiplyAdd({ c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows: m, columns: n, terms, scale: -0.5 });
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            for (let s = 0; s < terms; s++) before[c + i * cRow + j]! -= 0.5 * before[a + i * aRow + s * aColumn]! * before[b + s * bRow + j * bColumn]!;
          }
        }
        before.forEach((value, k) => expect(memory[k]).toBeCloseTo(value, 13));
        const inside = (k: number) => k >= c && (k - c) % cRow < n && k < c + m * cRow;
        expect(before.every((value, k) => inside(k) || memory[k] === value)).toBe(true);
      }
    }
  });

  test("featureValues and addFeatures are lᵢᵀ W rᵢ and W += Σ cᵢ lᵢ rᵢᵀ, and write nowhere else", () => {
    for (const [count, rows, columns] of [[0, 1, 2], [5, 1, 14], [3, 2, 2], [7, 3, 10], [4, 4, 8], [6, 7, 18], [5, 14, 14]] as const) {
      const memory = way.reserve(2000);
      memory.set(randoms(2000, 8));
      const before = memory.slice(0, 2000);
      const features = { left: 3, right: 200, count, rows, columns, weights: 501 };
      const [out, shares] = [901, 1000];
      memory[shares + 1] = before[shares + 1] = 0;
      way.featureValues({ ...features, out });
      const feature = (i: number, j: number) => before[3 + i * rows + Math.floor(j / columns)]! * before[200 + i * columns + (j % columns)]!;
      for (let i = 0; i < count; i++) {
        before[out + i] = 0;
        for (let j = 0; j < rows * columns; j++) before[out + i]! += feature(i, j) * before[501 + j]!;
      }
      way.addFeatures({ ...features, shares });
      for (let j = 0; j < rows * columns; j++) {
        for (let i = 0; i < count; i++) before[501 + j]! += before[shares + i]! * feature(i, j);
      }
      before.forEach((value, k) => expect(memory[k]).toBeCloseTo(value, 11));
      const inside = (k: number) => (k >= out && k < out + count) || (k >= 501 && k < 501 + rows * columns);
      expect(before.every((value, k) => inside(k) || memory[k] === value)).toBe(true);
    }
  });

  test("sweepFeatures takes each turn once, to the maximum along its axis, and puts what moved or is free in front", () => {
    for (const [kink, rows, columns, parts] of [[0, 3, 6, 1], [0.2, 1, 8, 3], [0, 14, 14, 2]] as const) {
      const [count, scale] = [24, 1.7];
      const [left, right, weights, coordinates, order] = [0, 400, 800, 1000, 1200];
      const memory = way.reserve(1300).fill(0, 0, 1300);
      memory.set(randoms(count * rows, 9), left);
      memory.set(randoms(count * columns, 10), right);
      const y = randoms(count, 11);
      const dual = new Float64Array(count);
      const W = new Float64Array(rows * columns);
      const feature = (i: number, j: number) => memory[left + i * rows + Math.floor(j / columns)]! * memory[right + i * columns + (j % columns)]!;
      const q = dual.map((_, i) => W.reduce((sum, _, j) => sum + feature(i, j) ** 2, 0) / scale);
      [dual, dual.map(() => -0.1), dual.map(() => 0.3), q, y].forEach((values, k) => memory.set(values, coordinates + k * count));
      for (let i = 0; i < count; i++) memory[order + i] = i;
      const features = { left, right, count, rows, columns, weights };
      const visited: number[] = [];
      const front = new Set<number>();
      let kept = 0;
      // One turn at a time, in as many parts of the sweep; the draws go on from the seed of each part.
      for (let part = 0; part < parts; part++) {
        const [first, last] = [(part * count) / parts, ((part + 1) * count) / parts];
        kept = way.sweepFeatures({ ...features, coordinates, kink, scale, order, active: count, first, last, kept, seed: 5 + part });
        let random = 5 + part;
        for (let k = first; k < last; k++) {
          random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
          visited.push(k + Math.floor((random * (count - k)) / 2 ** 32));
        }
      }
      const places = Int32Array.from(dual, (_, i) => i);
      let count2 = 0;
      visited.forEach((j, k) => {
        const i = places[j]!;
        places[j] = places[k]!;
        const value = W.reduce((sum, w, j) => sum + w * feature(i, j), 0);
        const slope = y[i]! - value + q[i]! * dual[i]!;
        const soft = Math.sign(slope) * Math.max(0, Math.abs(slope) - kink);
        const to = Math.min(0.3, Math.max(-0.1, soft / q[i]!));
        W.forEach((_, j) => (W[j]! += ((to - dual[i]!) / scale) * feature(i, j)));
        const stays = to === dual[i] && !(to > -0.1 && to < 0.3);
        dual[i] = to;
        places[k] = i;
        if (stays) return;
        front.add(i);
        [places[k], places[count2]] = [places[count2]!, i];
        count2++;
      });
      expect(kept).toBe(count2);
      expect([...memory.subarray(order, order + count)]).toEqual([...places]);
      expect(new Set(memory.subarray(order, order + kept))).toEqual(front);
      dual.forEach((b, i) => expect(memory[coordinates + i]).toBeCloseTo(b, 12));
      W.forEach((w, j) => expect(memory[weights + j]).toBeCloseTo(w, 11));
    }
  });

  test("updateAndMultiply is a change of rank two and a product, on the upper triangle from a row on", () => {
    for (const [size, from] of [[1, 0], [2, 0], [3, 1], [8, 0], [9, 2], [10, 9], [31, 4]] as const) {
      const memory = way.reserve(2000);
      memory.set(randoms(2000, 5));
      const before = memory.slice(0, 2000);
      const [matrix, u, w, x, y] = [3, 1100, 1201, 1302, 1403];
      way.updateAndMultiply({ matrix, size, from, u, w, x, y });
      const S = (i: number, j: number) => matrix + Math.min(i, j) * size + Math.max(i, j);
      for (let i = from; i < size; i++) {
        for (let j = i; j < size; j++) before[S(i, j)]! -= before[u + i]! * before[w + j]! + before[w + i]! * before[u + j]!;
      }
      for (let i = from; i < size; i++) {
        before[y + i] = 0;
        for (let j = from; j < size; j++) before[y + i]! += before[S(i, j)]! * before[x + j]!;
      }
      before.forEach((value, k) => expect(memory[k]).toBeCloseTo(value, 12));
    }
  });

  test("poleSums is the sum and its slope on either side, within (count + 4)·u", () => {
    for (const [count, split] of [[1, 0], [1, 1], [2, 1], [7, 3], [20, 20], [33, 5]] as const) {
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
      exact.forEach((value, k) => expect(Math.abs(memory[100 + k]! - value)).toBeLessThanOrEqual(2 * (count + 4) * 2 ** -53 * Math.abs(value)));
    }
  });

  test("reserve grows the memory and keeps to one view while nothing grows", () => {
    const first = way.reserve(1e6);
    expect(first.length).toBeGreaterThanOrEqual(1e6);
    expect(way.reserve(1000)).toBe(first);
    expect(way.reserve(3e6).length).toBeGreaterThanOrEqual(3e6);
  });

  test("moveAndFind and findPartner name the coordinate whose exact step gains most, found by search", () => {
    for (const [count, kink] of [[2, 0], [10, 0.3], [400, 0.1]] as const) {
      const parts = Array.from({ length: 8 }, (_, k) => randoms(count, 10 + k));
      const [s, b, lower, upper, q, inverse, rowA, rowB] = parts as [Row, Row, Row, Row, Row, Row, Row, Row];
      for (let i = 0; i < count; i++) {
        lower[i] = -1;
        upper[i] = i % 3 ? 1 : 0.2;
        b[i] = Math.min(upper[i]!, Math.max(-1, b[i]!));
        q[i] = 0.5 + q[i]! ** 2;
        inverse[i] = 1 / q[i]!;
        rowA[i] = Math.tanh(rowA[i]!);
        if (i % 5 === 0) lower[i] = upper[i] = b[i]!;
      }
      // The best of a fine grid: within q (2/N)²/8 of the maximum, and below it.
      const gain = (i: number, slope: number): number => {
        let most = 0;
        for (let k = 0; k <= 2000; k++) {
          const to = lower[i]! + ((upper[i]! - lower[i]!) * k) / 2000;
          const step = to - b[i]!;
          most = Math.max(most, step * slope - (q[i]! * step * step) / 2 - kink * (Math.abs(to) - Math.abs(b[i]!)));
        }
        return most;
      };
      const memory = way.reserve(8 * count);
      parts.forEach((part, k) => memory.set(part, k * count));
      const coordinates = { coordinates: 0, count, kink };
      const first = way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0.7, rowB: 7 * count, b: -0.2 });
      const moved = s.map((x, i) => x - 0.7 * rowA[i]! + 0.2 * rowB[i]!);
      moved.forEach((x, i) => expect(Math.abs(memory[i]! - x)).toBeLessThanOrEqual(8 * 2 ** -53 * (Math.abs(s[i]!) + Math.abs(rowA[i]!) + Math.abs(rowB[i]!))));
      const gains = Array.from(moved, (x, i) => gain(i, x));
      expect(gains[first]).toBeGreaterThanOrEqual(Math.max(...gains) - 1e-5);

      const partner = way.findPartner({ ...coordinates, row: 6 * count, move: 0.4, coupling: 0.45 });
      const joint = Array.from(moved, (x, i) => gain(i, x - 0.4 * rowA[i]!) / (1 - (0.45 * rowA[i]! ** 2) / q[i]!));
      expect(joint[partner]).toBeGreaterThanOrEqual(Math.max(...joint) - 1e-4);
    }
  });

  test("moveAndFind and findPartner return −1 where no step gains, also next to numbers that are not", () => {
    const count = 4;
    const memory = way.reserve(8 * count).fill(0, 0, 8 * count).fill(1, 4 * count, 6 * count);
    memory[1] = NaN;
    const coordinates = { coordinates: 0, count, kink: 0 };
    expect(way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0, rowB: 7 * count, b: 0 })).toBe(-1);
    expect(way.findPartner({ ...coordinates, row: 6 * count, move: 1, coupling: 1 })).toBe(-1);
  });
});

test("arithmetic() uses SIMD in Node", () => {
  expect(arithmetic().name).toContain("simd");
  expect(arithmetic()).toBe(arithmetic());
});

test("simdArithmetic refuses a page, and what has no WebAssembly or not its SIMD or a policy against it", () => {
  vi.stubGlobal("document", {});
  expect(simdArithmetic("plain")).toBeUndefined();
  vi.unstubAllGlobals();
  vi.stubGlobal("WebAssembly", undefined);
  expect(simdArithmetic("plain")).toBeUndefined();
  vi.stubGlobal("WebAssembly", { validate: () => false });
  expect(simdArithmetic("plain")).toBeUndefined();
  const refuse = function () {
    throw new Error("Refused to compile");
  };
  vi.stubGlobal("WebAssembly", { validate: () => true, Module: refuse });
  expect(simdArithmetic("plain")).toBeUndefined();
});
