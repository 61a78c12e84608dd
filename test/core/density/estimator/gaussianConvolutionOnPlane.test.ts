import { expect, test } from "vitest";
import { gaussianConvolutionOnPlane } from "../../../../src/core/density/estimator/gaussianConvolutionOnPlane.ts";
import { squaresBeyond } from "../../../../src/core/density/estimator/gaussianSeriesOnPlane.ts";

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

test.each([
  [4, 0.0045, 0.0027],
  [8, 0.02, 0.3],
  [3, 0.9, 0.04],
  [5, 2.5, 3],
  [6, 40, 0.01],
] as const)(
  "squaresBeyond exceeds the sum of e^(−2x) over x > %s, α = %s, γ′ = %s, at most thrice where terms are many",
  (X, alpha, gamma) => {
    for (const slope of [0, 0.37, -2.5]) {
      let exact = 0;
      const rows = Math.ceil(Math.sqrt(80 / gamma));
      for (let l = -rows; l <= rows; l++) {
        const centre = slope * l;
        const reach = Math.sqrt(80 / alpha);
        for (let k = Math.floor(centre - reach); k <= centre + reach; k++) {
          const twice = alpha * (k - centre) ** 2 + gamma * l * l;
          if (twice > 2 * X) exact += Math.exp(-twice);
        }
      }
      const bound = squaresBeyond(X, alpha, gamma);
      expect(bound).toBeGreaterThanOrEqual(exact);
      if (alpha < 0.01) expect(bound).toBeLessThan(3 * exact);
    }
  },
);
