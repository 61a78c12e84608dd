import { describe, expect, test } from "vitest";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
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
});
