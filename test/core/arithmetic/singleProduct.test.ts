import { describe, expect, test } from "vitest";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import { simdArithmetic } from "../../../src/core/arithmetic/simdArithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

/** Relaxed SIMD is not in every Node. */
const ways = [plainArithmetic(), simdArithmetic("plain"), simdArithmetic("fused")].filter((way) => way !== undefined);

test("there is one with SIMD", () => {
  expect(ways.map(({ name }) => name)).toContain("simd");
});

describe.each(ways.map((way) => [way.name, way] as const))("multiplyAddSingles in %s", (_, arithmetic) => {
  test.each([
    [1, 1, 1],
    [4, 8, 256],
    [5, 9, 257],
    [67, 261, 300],
    [3, 2, 1030],
  ])(
    "of %i × %i with %i terms is within its bound of the product in doubles, and not exact",
    (rows, columns, terms) => {
      const random = seededSource(rows + terms);
      const [b, c] = [rows * terms, rows * terms + columns * terms];
      const memory = arithmetic.reserve(c + rows * columns);
      for (let k = 0; k < c; k++) memory[k] = random.normal() * 10 ** (4 * random.uniform() - 2);
      const copy = memory.slice(0, c);
      memory.fill(0.5, c, c + rows * columns);
      const A = { a: 0, aRow: terms, aColumn: 1 };
      const B = { b, bRow: 1, bColumn: terms };
      arithmetic.multiplyAddSingles({ c, cRow: columns, ...A, ...B, rows, columns, terms });
      let [largest, differs] = [0, false];
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
          let [sum, size] = [0.5, 0.5];
          for (let s = 0; s < terms; s++) {
            const product = copy[i * terms + s]! * copy[b + j * terms + s]!;
            sum += product;
            size += Math.abs(product);
          }
          const error = Math.abs(arithmetic.held()[c + i * columns + j]! - sum);
          largest = Math.max(largest, error / size);
          differs ||= error > 0;
        }
      }
      expect(largest).toBeLessThan(259 * 2 ** -24);
      expect(differs).toBe(true);
      // Nothing else is written.
      expect(arithmetic.held().slice(0, c)).toEqual(copy);
    },
  );
});
