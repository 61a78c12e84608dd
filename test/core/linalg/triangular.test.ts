import { expect, test } from "vitest";
import { solveLower, solveTransposed } from "../../../src/core/linalg/triangular.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test.each([1, 2, 7, 40])(
  "solveLower and solveTransposed solve L x = v and Lᵀ x = v, m = %i, and leave v as it is",
  (m) => {
    const random = seededSource(m);
    const L = Float64Array.from({ length: m * m }, (_, k) =>
      k % m > Math.floor(k / m) ? NaN : random.normal() + (k % (m + 1) === 0 ? m : 0),
    );
    const v = Float64Array.from({ length: m }, () => random.normal());
    const before = v.slice();
    const [x, a] = [solveLower(L, v), solveTransposed(L, v)];
    for (let i = 0; i < m; i++) {
      let [forward, back] = [0, 0];
      for (let j = 0; j <= i; j++) forward += L[i * m + j]! * x[j]!;
      for (let j = i; j < m; j++) back += L[j * m + i]! * a[j]!;
      expect(forward).toBeCloseTo(v[i]!, 12);
      expect(back).toBeCloseTo(v[i]!, 12);
    }
    expect(v).toEqual(before);
  },
);
