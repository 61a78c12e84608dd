import { expect, test } from "vitest";
import { lineTable } from "../../../../../src/core/privacy/sensitivity/search/lineTable.ts";
import { expectRelative } from "../../relative.ts";

test("lineTable has for each centre the sums over the line, and for each cut those before it less those after it", () => {
  const [degree, deviation, lowest, step, cells] = [4, 0.3, -0.2, 0.35, 4];
  const { perCut, halves, wholes, bents, squares, bentSquares } = lineTable({ degree, deviation, lowest, step, cells });
  expect(perCut).toBe(5);
  for (let i = 0; i < perCut; i++) {
    const t = Array.from({ length: degree + 1 }, (_, nu) => (nu / degree - lowest - i * step) / deviation);
    const sumOf = (term: (t: number, nu: number) => number) => t.reduce((sum, at, nu) => sum + term(at, nu), 0);
    expectRelative(
      wholes[i]!,
      sumOf((x) => Math.exp((-x * x) / 2)),
      1e-14,
    );
    expectRelative(
      squares[i]!,
      sumOf((x) => Math.exp(-x * x)),
      1e-14,
    );
    // Terms of either sign: to some roundings of their magnitudes, which are below 1.
    expect(Math.abs(bents[i]! - sumOf((x) => (1 - x * x) * Math.exp((-x * x) / 2)))).toBeLessThan(1e-14);
    expect(Math.abs(bentSquares[i]! - sumOf((x) => (1 - 2 * x * x) * Math.exp(-x * x)))).toBeLessThan(1e-14);
    for (let cut = 0; cut <= degree + 1; cut++) {
      const half = sumOf((x, nu) => (nu < cut ? 1 : -1) * Math.exp((-x * x) / 2));
      expect(Math.abs(halves[cut * perCut + i]! - half)).toBeLessThan(1e-14);
    }
  }
});
