import { afterEach, describe, expect, test, vi } from "vitest";
import { addProduct } from "../../../src/core/linalg/matrixProduct.ts";
import { arithmetic } from "../../../src/core/arithmetic/arithmetic.ts";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import { simdArithmetic } from "../../../src/core/arithmetic/simdArithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { createFft } from "../../support/complexFft.ts";
import { ways } from "../../support/ways.ts";

type Row = Float64Array;

afterEach(() => vi.unstubAllGlobals());

function randoms(count: number, seed: number): Float64Array {
  const random = seededSource(seed);
  return Float64Array.from({ length: count }, () => random.normal());
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("addProduct is within (terms + 2)·u of the sum, whatever the shape", () => {
    for (const [m, n, terms] of [
      [1, 1, 1],
      [3, 5, 2],
      [4, 4, 4],
      [5, 9, 7],
      [70, 13, 31],
      [9, 261, 300],
      [66, 7, 513],
      [2, 3, 0],
    ] as const) {
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
    for (const [aRow, aColumn] of [
      [terms + 2, 1],
      [1, m + 1],
    ] as const) {
      for (const [bRow, bColumn] of [
        [n + 1, 1],
        [1, terms + 3],
      ] as const) {
        const memory = way.reserve(600);
        memory.set(randoms(600, 4));
        const before = memory.slice(0, 600);
        const [c, cRow, a, b] = [17, n + 3, 200, 401];
        way.multiplyAdd({ c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows: m, columns: n, terms, scale: -0.5 });
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            for (let s = 0; s < terms; s++)
              before[c + i * cRow + j]! -=
                0.5 * before[a + i * aRow + s * aColumn]! * before[b + s * bRow + j * bColumn]!;
          }
        }
        before.forEach((value, k) => expect(memory[k]).toBeCloseTo(value, 13));
        const inside = (k: number) => k >= c && (k - c) % cRow < n && k < c + m * cRow;
        expect(before.every((value, k) => inside(k) || memory[k] === value)).toBe(true);
      }
    }
  });

  test("featureValues and addFeatures are lᵢᵀ W rᵢ and W += Σ cᵢ lᵢ rᵢᵀ, and write nowhere else", () => {
    for (const [count, rows, columns] of [
      [0, 1, 2],
      [5, 1, 14],
      [3, 2, 2],
      [7, 3, 10],
      [4, 4, 8],
      [6, 7, 18],
      [5, 14, 14],
    ] as const) {
      const memory = way.reserve(2000);
      memory.set(randoms(2000, 8));
      const before = memory.slice(0, 2000);
      const features = { left: 3, right: 200, count, rows, columns, weights: 501 };
      const [out, shares] = [901, 1000];
      memory[shares + 1] = before[shares + 1] = 0;
      way.featureValues({ ...features, out });
      const feature = (i: number, j: number) =>
        before[3 + i * rows + Math.floor(j / columns)]! * before[200 + i * columns + (j % columns)]!;
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
    for (const [kink, rows, columns, parts] of [
      [0, 3, 6, 1],
      [0.2, 1, 8, 3],
      [0, 14, 14, 2],
    ] as const) {
      const [count, scale] = [24, 1.7];
      const [left, right, weights, coordinates, order] = [0, 400, 800, 1000, 1200];
      const memory = way.reserve(1300).fill(0, 0, 1300);
      memory.set(randoms(count * rows, 9), left);
      memory.set(randoms(count * columns, 10), right);
      const y = randoms(count, 11);
      const dual = new Float64Array(count);
      const W = new Float64Array(rows * columns);
      const feature = (i: number, j: number) =>
        memory[left + i * rows + Math.floor(j / columns)]! * memory[right + i * columns + (j % columns)]!;
      const q = dual.map((_, i) => W.reduce((sum, _, j) => sum + feature(i, j) ** 2, 0) / scale);
      [dual, dual.map(() => -0.1), dual.map(() => 0.3), q, y].forEach((values, k) =>
        memory.set(values, coordinates + k * count),
      );
      for (let i = 0; i < count; i++) memory[order + i] = i;
      const features = { left, right, count, rows, columns, weights };
      const visited: number[] = [];
      const front = new Set<number>();
      let kept = 0;
      // One turn at a time, in as many parts of the sweep; the draws go on from the seed of each part.
      for (let part = 0; part < parts; part++) {
        const [first, last] = [(part * count) / parts, ((part + 1) * count) / parts];
        kept = way.sweepFeatures({
          ...features,
          coordinates,
          kink,
          scale,
          order,
          active: count,
          first,
          last,
          kept,
          seed: 5 + part,
        });
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
        expected.forEach((value, k) => expect(Math.abs(memory[k]! - value)).toBeLessThan(1e-13));
      }
    }
  });

  test("rotateRows is the rotations of neighbouring rows one after another, and writes nowhere else", () => {
    const [rows, stride, cosines, sines] = [5, 30, 400, 430];
    for (const [length, first, last] of [
      [1, 0, 1],
      [7, 0, 9],
      [8, 2, 3],
      [9, 1, 8],
      [24, 3, 10],
      [29, 0, 10],
    ] as const) {
      const memory = way.reserve(500);
      memory.set(randoms(500, 9));
      for (let k = 0; k < 12; k++) [memory[cosines + k], memory[sines + k]] = [Math.cos(k * k), Math.sin(k * k)];
      const expected = memory.slice(0, 500);
      way.rotateRows({ rows, stride, length, first, last, cosines, sines });
      for (let k = last - 1; k >= first; k--) {
        for (let a = rows + k * stride, b = a + stride; a < rows + k * stride + length; a++, b++) {
          const [x, y] = [expected[a]!, expected[b]!];
          const [c, s] = [Math.cos(k * k), Math.sin(k * k)];
          [expected[a], expected[b]] = [c * x - s * y, s * x + c * y];
        }
      }
      expected.forEach((value, k) =>
        expect(Math.abs(memory[k]! - value)).toBeLessThanOrEqual(1e-14 * (1 + Math.abs(value))),
      );
      const inside = (k: number) =>
        k >= rows + first * stride && k < rows + last * stride + length && (k - rows) % stride < length;
      expect(expected.every((value, k) => inside(k) || memory[k] === value)).toBe(true);
    }
  });

  test("solveRows gives X with X Lᵀ = B, whatever the shape, and writes nowhere else", () => {
    const [factor, rows, stride] = [3, 200, 11];
    for (const columns of [1, 3, 7, 8]) {
      for (const count of [0, 1, 2, 5, 8]) {
        const memory = way.reserve(400);
        memory.set(randoms(400, 12));
        for (let j = 0; j < columns; j++) memory[factor + j * stride + j] = 2 + j;
        const before = memory.slice(0, 400);
        way.solveRows({ factor, rows, stride, columns, count });
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < columns; j++) {
            let product = 0;
            for (let k = 0; k <= j; k++) product += memory[rows + i * stride + k]! * before[factor + j * stride + k]!;
            expect(product).toBeCloseTo(before[rows + i * stride + j]!, 12);
          }
        }
        const inside = (k: number) => k >= rows && k < rows + count * stride && (k - rows) % stride < columns;
        expect(before.every((value, k) => inside(k) || memory[k] === value)).toBe(true);
      }
    }
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
      const [secular, poles, signs, places, scratch] = [0, 1000, 1040, 1080, 1120];
      const memory = way.reserve(1200);
      const shares = randoms(count, 5).map((value) => 0.5 + 0.4 * Math.tanh(value));
      const place = new Int32Array(memory.buffer, memory.byteOffset + 8 * places, count);
      for (let i = 0; i < count; i++) {
        memory[poles + i] = i;
        memory[signs + i] = i % 3 === 0 ? -1 : 1;
        place[i] = (i + 1) % count;
        for (let j = 0; j < count; j++) memory[secular + j * count + i] = i - (j + shares[j]!);
      }
      way.secularVectors({ poles, secular, count, signs, places, scratch });
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

  test("keep holds values for good: transforms are the same to the bit when the memory has grown and others are kept", () => {
    const [re, im] = [randoms(60, 6), randoms(60, 7)];
    const transformed = () => {
      const values = [re.slice(), im.slice()] as const;
      createFft(60, 1, way).forward(...values);
      return values;
    };
    const before = transformed();
    way.keep(new Float64Array(1001).fill(NaN));
    way.reserve(5e6).fill(NaN, 0, 5e6);
    createFft(90, 3, way);
    expect(transformed()).toEqual(before);
  });

  test("moveAndFind and findPartner name the coordinate whose exact step gains most, found by search", () => {
    for (const [count, kink, uniform] of [
      [4, 0, false],
      [12, 0.3, false],
      [400, 0.1, true],
      [400, 0, true],
      [84, 0, false],
    ] as const) {
      const parts = Array.from({ length: 8 }, (_, k) => randoms(count, 10 + k));
      const [s, b, down, up, q, inverse, rowA, rowB] = parts as [Row, Row, Row, Row, Row, Row, Row, Row];
      for (let i = 0; i < count; i++) {
        b[i] = Math.min(i % 3 ? 1 : 0.2, Math.max(-1, b[i]!));
        down[i] = -1 - b[i]!;
        up[i] = (i % 3 ? 1 : 0.2) - b[i]!;
        q[i] = uniform ? 0.7 : 0.5 + q[i]! ** 2;
        inverse[i] = 1 / q[i]!;
        rowA[i] = Math.tanh(rowA[i]!);
        if (i % 5 === 0) down[i] = up[i] = 0;
      }
      // The best of a fine grid: within q (2/N)²/8 of the maximum, and below it.
      const gain = (i: number, slope: number): number => {
        let most = 0;
        for (let k = 0; k <= 2000; k++) {
          const step = down[i]! + ((up[i]! - down[i]!) * k) / 2000;
          most = Math.max(
            most,
            step * slope - (q[i]! * step * step) / 2 - kink * (Math.abs(b[i]! + step) - Math.abs(b[i]!)),
          );
        }
        return most;
      };
      const memory = way.reserve(8 * count);
      parts.forEach((part, k) => memory.set(part, k * count));
      const coordinates = { coordinates: 0, count, kink, uniform };
      const first = way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0.7, rowB: 7 * count, b: -0.2 });
      const moved = s.map((x, i) => x - 0.7 * rowA[i]! + 0.2 * rowB[i]!);
      moved.forEach((x, i) =>
        expect(Math.abs(memory[i]! - x)).toBeLessThanOrEqual(
          8 * 2 ** -53 * (Math.abs(s[i]!) + Math.abs(rowA[i]!) + Math.abs(rowB[i]!)),
        ),
      );
      const gains = Array.from(moved, (x, i) => gain(i, x));
      expect(gains[first]).toBeGreaterThanOrEqual(Math.max(...gains) - 1e-5);

      const partner = way.findPartner({ ...coordinates, row: 6 * count, move: 0.4, coupling: 0.45 });
      const joint = Array.from(
        moved,
        (x, i) => gain(i, x - 0.4 * rowA[i]!) / Math.max(1e-6, 1 - (0.45 * rowA[i]! ** 2) / q[i]!),
      );
      expect(joint[partner]).toBeGreaterThanOrEqual(Math.max(...joint) - 1e-4);
    }
  });

  test("keepTurned and addWeighted agree with complex arithmetic, forwards and backwards, and write nowhere else", () => {
    const [width, rows] = [6, 3];
    const place = way.keep(new Float64Array(2 * width * rows + 1));
    const numbers = randoms(100, 30);
    const angle = (k: number) => 0.3 + 0.7 * k;
    const memory = way.reserve(100);
    memory.set(numbers);
    for (let k = 0; k < width; k++) memory.set([Math.cos(angle(k))], 40 + k);
    for (let k = 0; k < width; k++) memory.set([Math.sin(angle(k))], 40 + width + k);
    for (let l = 0; l < rows; l++) memory.set([Math.cos(-l)], 60 + l);
    for (let l = 0; l < rows; l++) memory.set([Math.sin(-l)], 60 + rows + l);
    way.keepTurned({ re: 0, im: 20, width, rows, along: 40, across: 60, scale: 0.25, kept: place });
    for (const [step, count, first, second] of [
      [1, 5, 0, 10],
      [1, 4, 3, 9],
      [-1, 5, 8, 18],
      [-1, 2, 8, 17],
      [1, 1, 2, 3],
      [-1, 1, 2, 3],
    ] as const) {
      memory.set(numbers);
      way.addWeighted({
        re: 50,
        im: 70,
        keptRe: place + 7,
        keptIm: place + width * rows + 7,
        first,
        second,
        step,
        count,
        scale: -1.5,
      });
      const expected = numbers.slice(0, 100);
      for (let i = 0; i < count; i++) {
        const [l, k] = [Math.floor((7 + i) / width), (7 + i) % width];
        const c = -1.5 * numbers[first + step * i]! * numbers[second + step * i]! * 0.25;
        const [a, b] = [numbers[7 + i]!, numbers[27 + i]!];
        expected[50 + i]! += c * (a * Math.cos(angle(k) - l) - b * Math.sin(angle(k) - l));
        expected[70 + i]! += c * (a * Math.sin(angle(k) - l) + b * Math.cos(angle(k) - l));
      }
      expected.forEach((value, i) => expect(memory[i]).toBeCloseTo(value, 14));
      expect(
        memory
          .subarray(0, 100)
          .every((value, i) => value === numbers[i] || (i >= 50 && i < 50 + count) || (i >= 70 && i < 70 + count)),
      ).toBe(true);
    }
  });

  test("binOnLine and binOnPlane share records out as plain arithmetic does, to the last bit, and count those inside", () => {
    const random = seededSource(21);
    const record = (i: number) => [NaN, -Infinity, 5, -1, 2, 0.5][i] ?? 3.2 * random.uniform() - 1.1;
    const axis = { lower: -1, upper: 2, scale: (6 * 2048) / 3, last: 6 * 2048 };
    const second = { lower: -1, upper: 1, scale: (3 * 2048) / 2, last: 3 * 2048 };
    for (const count of [0, 1, 2, 7, 500]) {
      const records = Float64Array.from({ length: 2 * count }, (_, i) => record(i));
      const results = [way, plainArithmetic()].map((by) => {
        const memory = by.reserve(2000).fill(0, 0, 1000);
        memory.set(records, 1000);
        const onLine = by.binOnLine({ records: 1000, count, bins: 1, axis });
        const onPlane = by.binOnPlane({ records: 1000, count, bins: 20, width: 10, axes: [axis, second] });
        return [onLine, onPlane, ...memory.subarray(0, 1000)];
      });
      expect(results[0]).toEqual(results[1]);
      const [onLine, onPlane, ...memory] = results[0]!;
      expect(memory.slice(1, 11).reduce((a, b) => a + b)).toBe(2 ** 14 * count);
      expect(memory.slice(20, 90).reduce((a, b) => a + b)).toBe(2 ** 28 * count);
      expect(memory.every((value, k) => value === 0 || (k > 0 && k < 10) || (k >= 20 && k < 80))).toBe(true);
      const inX = (x: number) => x >= -1 && x <= 2;
      expect(onLine).toBe(records.subarray(0, count).filter(inX).length);
      expect(onPlane).toBe(
        records.filter((x, i) => i % 2 === 0 && inX(x) && records[i + 1]! >= -1 && records[i + 1]! <= 1).length,
      );
    }
  });

  test("moveAndFind and findPartner return −1 where no step gains, also next to numbers that are not", () => {
    const count = 4;
    for (const uniform of [true, false]) {
      const memory = way
        .reserve(8 * count)
        .fill(0, 0, 8 * count)
        .fill(1, 4 * count, 6 * count);
      memory[1] = NaN;
      const coordinates = { coordinates: 0, count, kink: 0, uniform };
      expect(way.moveAndFind({ ...coordinates, rowA: 6 * count, a: 0, rowB: 7 * count, b: 0 })).toBe(-1);
      expect(way.findPartner({ ...coordinates, row: 6 * count, move: 1, coupling: 1 })).toBe(-1);
    }
  });

  test("gaussianRow is exp(−decay ‖x − y‖²) within 16u + 5u·argument, down to where it vanishes, and symmetric to the bit", () => {
    for (const [count, dimension, decay] of [
      [2, 1, 0.5],
      [4, 2, 3],
      [10, 3, 200],
      [66, 2, 40],
    ] as const) {
      const stride = count + 2;
      const points = randoms(dimension * stride, 7);
      const memory = way.reserve(dimension * stride + count * count);
      memory.set(points);
      const rows = dimension * stride;
      for (let i = 0; i < count; i++)
        way.gaussianRow({ points: 0, stride, dimension, centre: i, decay, out: rows + i * count, count });
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let d = 0; d < dimension; d++) sum += (points[d * stride + i]! - points[d * stride + j]!) ** 2;
          const exact = Math.exp(-decay * sum);
          expect(Math.abs(memory[rows + i * count + j]! - exact)).toBeLessThanOrEqual(
            (16 + 10 * decay * sum) * 2 ** -53 * exact + 1e-307,
          );
          expect(memory[rows + i * count + j]).toBe(memory[rows + j * count + i]);
        }
      }
    }
  });

  test("maternRow is (1 + at + bt²)e^(−t) within the rounding of t and 16u, also where t is infinite", () => {
    const [count, stride, dimension] = [10, 12, 2];
    for (const [rate, linear, square] of [
      [0.7, 0, 0],
      [3, 1, 0],
      [40, 1, 1 / 3],
      [2000, 1, 1 / 3],
    ] as const) {
      const points = randoms(dimension * stride, 9);
      points[3] = 1e200;
      const memory = way.reserve(dimension * stride + count);
      memory.set(points);
      const out = dimension * stride;
      way.maternRow({ points: 0, stride, dimension, centre: 11, rate, linear, square, out, count });
      for (let j = 0; j < count; j++) {
        const t = rate * Math.hypot(points[j]! - points[11]!, points[stride + j]! - points[stride + 11]!);
        const exact = j === 3 ? 0 : (1 + linear * t + square * t * t) * Math.exp(-t);
        expect(Math.abs(memory[out + j]! - exact)).toBeLessThanOrEqual((16 + 8 * t) * 2 ** -53 * exact + 1e-300);
      }
    }
  });

  test("addRows is a sum of four rows, addRowsPrecisely keeps what plain sums lose: 1 + 10⁴ · 2⁻⁵⁴", () => {
    const count = 6;
    const memory = way.reserve(6 * count);
    const before = randoms(6 * count, 8);
    memory.set(before);
    way.addRows({
      to: 0,
      count,
      rows: [1, 2, 3, 4].map((k) => k * count) as [number, number, number, number],
      factors: [2, -1, 0.5, 3],
    });
    for (let i = 0; i < count; i++) {
      const [x, a, b, c, d] = [0, 1, 2, 3, 4].map((k) => before[k * count + i]!) as [
        number,
        number,
        number,
        number,
        number,
      ];
      expect(memory[i]).toBeCloseTo(x + 2 * a - b + c / 2 + 3 * d, 13);
    }
    expect(memory.slice(count, 6 * count)).toEqual(before.slice(count));
    memory.fill(0, 0, 2 * count).fill(1, 2 * count, 3 * count);
    const sum = (a: number, b: number) =>
      way.addRowsPrecisely({ to: 0, carried: count, count, rowA: 2 * count, a, rowB: 2 * count, b });
    sum(1, 0);
    for (let k = 0; k < 5000; k++) sum(2 ** -54, 2 ** -54);
    for (let i = 0; i < count; i++) expect(memory[i]! + memory[count + i]!).toBe(1 + 10_000 * 2 ** -54);
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
