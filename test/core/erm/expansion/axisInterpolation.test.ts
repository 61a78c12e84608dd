import { describe, expect, test } from "vitest";
import { axisInterpolation } from "../../../../src/core/erm/expansion/axisInterpolation.ts";
import type { AxisInterpolation } from "../../../../src/core/erm/expansion/axisInterpolation.ts";
import { gridCoordinates } from "../../../../src/core/grids.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const u = 2 ** -53;
const decayOf = (lengthScale: number) => 1 / (2 * lengthScale ** 2);

function present(table: AxisInterpolation | undefined): AxisInterpolation {
  if (!table) throw new Error("no interpolation");
  return table;
}

describe.each([
  [{ lower: 0, upper: 1, count: 200 }, 0.04],
  [{ lower: 0, upper: 1, count: 200 }, 0.1],
  [{ lower: 0, upper: 1, count: 40 }, 0.3],
  [{ lower: -2, upper: 3, count: 201 }, 0.5],
  [{ lower: 0, upper: 1e-3, count: 50 }, 1],
  [{ lower: 1e9, upper: 1e9 + 1, count: 100 }, 0.2],
])("axisInterpolation(%o), ℓ = %f", (axis, lengthScale) => {
  const table = present(axisInterpolation(axis, decayOf(lengthScale)));
  const { nodes, weights, error, norm, magnitudeNorm } = table;
  const points = gridCoordinates(axis);
  const [p, m] = [nodes.length, points.length];

  test("reproduces the sections of all centres, inside and out, within its error and rounding", () => {
    const kappa = (t: number) => Math.exp(-decayOf(lengthScale) * t * t);
    const width = axis.upper - axis.lower;
    const sizes = points.map((_, j) => nodes.reduce((size, _, q) => size + Math.abs(weights[q * m + j]!), 0));
    let most = 0;
    for (let k = 0; k <= 300; k++) {
      const centre = axis.lower + width * (k / 100 - 1);
      const atNodes = nodes.map((node) => kappa(node - centre));
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let q = 0; q < p; q++) sum += weights[q * m + j]! * atNodes[q]!;
        const off = Math.abs(sum - kappa(points[j]! - centre)) / (error + (5 * p + 10) * u * sizes[j]!);
        // Written so that NaN is kept.
        if (!(off <= most)) most = off;
      }
    }
    expect(most).toBeLessThanOrEqual(1);
  });

  test("has norms that no vector exceeds, and that one comes near", () => {
    const random = seededSource(1);
    const grown = (W: Float64Array) => {
      let v = Float64Array.from({ length: p }, () => random.normal());
      let growth = 0;
      for (let step = 0; step < 200; step++) {
        const out = points.map((_, j) => v.reduce((sum, x, q) => sum + x * W[q * m + j]!, 0));
        growth = Math.hypot(...out) / Math.hypot(...v);
        const back = v.map((_, q) => out.reduce((sum, y, j) => sum + y * W[q * m + j]!, 0));
        const length = Math.hypot(...back);
        v = back.map((x) => x / length);
      }
      return growth;
    };
    const [signed, unsigned] = [grown(weights), grown(weights.map(Math.abs))];
    expect(signed).toBeLessThanOrEqual(norm);
    expect(signed).toBeGreaterThan(0.7 * norm);
    expect(unsigned).toBeLessThanOrEqual(magnitudeNorm);
    expect(unsigned).toBeGreaterThan(0.5 * magnitudeNorm);
  });
});

test("axisInterpolation(axis, decay) has the weights of Lagrange's polynomials, each within 4p roundings", () => {
  const axis = { lower: 0, upper: 1, count: 41 };
  const { nodes, weights } = present(axisInterpolation(axis, decayOf(0.3)));
  const [p, m] = [nodes.length, axis.count];
  // Doubles of [2⁻¹², 1] are whole multiples of 2⁻⁶⁴; 0 is too.
  const exactly = (x: number) => BigInt(x * 2 ** 64);
  const N = Array.from(nodes, exactly);
  gridCoordinates(axis).forEach((point, j) => {
    const x = exactly(point);
    N.forEach((node, q) => {
      let above = 1n;
      let below = 1n;
      N.forEach((other, r) => {
        if (r === q) return;
        above *= x - other;
        below *= node - other;
      });
      const exact = Number((above << 200n) / below) / 2 ** 200;
      expect(Math.abs(weights[q * m + j]! - exact)).toBeLessThanOrEqual(4 * p * u * Math.abs(exact) + 2 ** -199);
    });
  });
});

test("axisInterpolation(axis, decay) needs more nodes the narrower the kernel, and never uses nearly as many as points", () => {
  const nodesOf = (lengthScale: number) =>
    axisInterpolation({ lower: 0, upper: 1, count: 200 }, decayOf(lengthScale))?.nodes.length;
  expect([1e6, 0.3, 0.1, 0.05].map(nodesOf)).toEqual([8, 28, 55, 95]);
  expect([0.02, 0.001, 1e-140].map(nodesOf)).toEqual([undefined, undefined, undefined]);
  expect(axisInterpolation({ lower: 0, upper: 1, count: 36 }, decayOf(0.3))).toBeUndefined();
  expect(axisInterpolation({ lower: 0, upper: 1, count: 5 }, decayOf(1e6))).toBeUndefined();
});

test("axisInterpolation(axis, decay) is undefined where doubles do not tell the nodes apart", () => {
  const ulp = 2 ** -52;
  for (const width of [1, 3, 5]) {
    expect(axisInterpolation({ lower: 1, upper: 1 + width * ulp, count: 200 }, decayOf(1e-15 * width))).toBeUndefined();
  }
  expect(axisInterpolation({ lower: -1e308, upper: 1e308, count: 200 }, 1e-320)).toBeUndefined();
});
