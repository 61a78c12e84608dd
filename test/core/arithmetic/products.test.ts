import { describe, expect, test } from "vitest";
import { addProduct } from "../../../src/core/linalg/matrixProduct.ts";
import { randoms } from "../../support/randoms.ts";
import { ways } from "../../support/ways.ts";

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
});
