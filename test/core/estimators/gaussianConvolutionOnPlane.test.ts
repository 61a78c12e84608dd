import { expect, test } from "vitest";
import { gaussianConvolutionOnPlane } from "../../../src/core/estimators/gaussianConvolutionOnPlane.ts";

const axis = (count: number) => ({ lower: 0, upper: count - 1, count });

/** The convolution of all weight on one node, at the node (i, j) of the mesh, and the kernel there. */
function atOneNode(counts: readonly [number, number], [sx, sy]: readonly [number, number], correlation: number) {
  const [columns, rows] = counts;
  const weights = new Float64Array((columns + 2) * (rows + 2));
  // The last node of the first axis beyond the mesh, in the first row of the mesh.
  weights[columns + 1 + (columns + 2)] = 1;
  const values = new Float64Array(columns * rows);
  const H = [
    [sx * sx, correlation * sx * sy],
    [correlation * sx * sy, sy * sy],
  ];
  const roundingError = gaussianConvolutionOnPlane({ counts: weights, total: 1, mesh: { axes: counts.map(axis) } })(
    H,
    values,
  );
  const rest = (1 - correlation) * (1 + correlation);
  const height = 1 / (2 * Math.PI * sx * sy * Math.sqrt(rest));
  const exact = values.map((_, at) => {
    const x = ((at % columns) - columns) / sx;
    const y = Math.floor(at / columns) / sy;
    return height * Math.exp((-0.5 * ((x - y) * (x - y) + 2 * (1 - correlation) * x * y)) / rest);
  });
  return { values, roundingError, exact, height };
}

test.each([
  ["a period that would not hold the outermost nodes", [15, 15], [0.07, 25], 0],
  ["a table of 10¹¹ factors", [200, 200], [320, 320], 1 - 2 ** -30],
  ["a table of 10⁸ factors", [200, 200], [320, 300], 1 - 2 ** -20],
] as const)(
  "gaussianConvolutionOnPlane stays within its roundingError of the kernel where a series has %s",
  (_, counts, deviations, correlation) => {
    const { values, roundingError, exact, height } = atOneNode(counts, deviations, correlation);
    const distance = Math.hypot(...values.map((value, i) => value - exact[i]!));
    expect(distance).toBeLessThanOrEqual(roundingError);
    // κ = (1 + r)/(1 − r) is at most 2³¹, so ω is below 2⁻¹⁵.
    expect(roundingError).toBeLessThan(0.02 * height * Math.sqrt(values.length));
  },
);
