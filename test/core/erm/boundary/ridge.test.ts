import { describe, expect, test } from "vitest";
import { lossOf, makeSolver } from "../../../../src/core/erm/boundary/boundaryProblem.ts";
import { ridgeThreshold } from "../../../../src/core/erm/boundary/ridgeThreshold.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { definiteSolution } from "../../../../src/core/linalg/dense.ts";
import { regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const random = seededSource(15);
const kernel = gaussianKernel(0.2);
/** c of (K + 2nλI)c = y, the closed form of ridge regression with ½r². */
function ridge(x: Float64Array, y: Float64Array, penalty: number): Float64Array {
  const n = x.length;
  const A = Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return kernel.evaluate([x[i]!], [x[j]!]) + (i === j ? 2 * n * penalty : 0);
  });
  return definiteSolution(A, y);
}
const valueAt = (c: Float64Array, x: Float64Array, t: number) =>
  c.reduce((sum, weight, i) => sum + weight * kernel.evaluate([x[i]!], [t]), 0);
const distance = (x: Float64Array, c: Float64Array, z: Float64Array, d: Float64Array) => {
  const [points, weights] = [
    [...x, ...z],
    [...c, ...d.map((value) => -value)],
  ];
  const square = points.reduce(
    (sum, a, i) =>
      sum + points.reduce((inner, b, j) => inner + weights[i]! * weights[j]! * kernel.evaluate([a], [b]), 0),
    0,
  );
  return Math.sqrt(Math.max(0, square));
};

describe("ridge regression", () => {
  test.each([1e-3, 0.03, 1])("a fit with the square loss is (K + 2nλI)⁻¹y, λ = %d", (penalty) => {
    const x = Float64Array.from({ length: 30 }, () => random.uniform());
    const y = Float64Array.from(x, () => (random.uniform() < 0.5 ? -1 : 1));
    const points = { dimension: 1, coordinates: x };
    const parameters = {
      ...{ domain: [[0, 1]] as const, responseRange: [-1, 1] as const, kernel: "gaussian" as const, lengthScale: 0.2 },
      ...{ loss: "squared" as const, lossParameter: 0.5, penalty, solver: "exact" as const },
    };
    const loss = lossOf(parameters);
    const fit = makeSolver(points, parameters).fit({ responses: y, loss, penalty, gapTolerance: 1e-10 });
    const exact = ridge(x, y, penalty);
    for (const [i, at] of x.entries()) expect(fit.fitted[i]).toBeCloseTo(valueAt(exact, x, at), 3);
    expect(loss.lipschitz).toBe(ridgeThreshold(penalty));
  });

  test("M/(λn) bounds neighbours, and comes near for one record", () => {
    let most = 0;
    for (let trial = 0; trial < 200; trial++) {
      const n = 1 + (trial % 4);
      const penalty = 10 ** (2 * random.uniform() - 1);
      const x = Float64Array.from({ length: n }, () => random.uniform());
      const y = Float64Array.from(x, () => (random.uniform() < 0.5 ? -1 : 1));
      const [z, w] = [x.slice(), y.slice()];
      z[0] = random.uniform();
      w[0] = -y[0]!;
      const sensitivity = regularisedErmSensitivity({
        recordCount: n,
        penalty,
        lipschitz: ridgeThreshold(penalty),
        kernelBound: 1,
      });
      const actual = distance(x, ridge(x, y, penalty), z, ridge(z, w, penalty));
      expect(actual).toBeLessThanOrEqual(sensitivity);
      most = Math.max(most, actual / sensitivity);
    }
    expect(most).toBeGreaterThan(0.6);
  });

  test("M/(λn) needs the declared bound: one response of 5 in place of −5 moves the fit by 1.95 of it (errata A3)", () => {
    const x = Float64Array.of(0.3);
    const share = (size: number) =>
      distance(x, ridge(x, Float64Array.of(size), 1), x, ridge(x, Float64Array.of(-size), 1)) /
      regularisedErmSensitivity({ recordCount: 1, penalty: 1, lipschitz: ridgeThreshold(1), kernelBound: 1 });
    expect(share(1)).toBeCloseTo(0.3905, 4);
    expect(share(5)).toBeCloseTo(1.9526, 4);
  });

  test.each([0, -1, NaN, Infinity])("refuses λ = %d", (penalty) => {
    expect(() => ridgeThreshold(penalty)).toThrow("penalty");
  });
});
