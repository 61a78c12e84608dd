import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { symmetricEigen } from "../../../src/core/linalg/eigen/symmetricEigen.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { foldsByPlace } from "../../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../../src/core/mean/meanCurveTuning.ts";

const numpy = "numpy eigh";

/** Eigenproblems of kernel matrices, and the map of cross-validation scores. */
export function* cases() {
  const random = seededSource(5);
  for (const m of [93, 200, 500, 1000]) {
    const regular = Float64Array.from({ length: m }, (_, i) => i / (m - 1));
    const scattered = Float64Array.from(regular, () => random.uniform()).sort();
    for (const [place, grid, ratio] of [
      ["regular grid", regular, 0.6],
      ["any matrix", scattered, 1.5],
    ]) {
      for (const [kernel, scale] of [
        ["gaussian", 0.1],
        ["exponential", 0.3],
      ]) {
        const A = gramOnLine(kernelOf(kernel, scale), grid);
        const matrix = Matrix.from1DArray(m, m, A);
        yield {
          name: `W5 eigenproblem, ${place}`,
          size: `m = ${m}, ${kernel}`,
          samples: m === 1000 ? 4 : 6,
          ours: () => symmetricEigen(A, m).values[0],
          ...(m <= 200 && {
            peers: {
              "ml-matrix": () => new EigenvalueDecomposition(matrix, { assumeSymmetric: true }).realEigenvalues[0],
            },
          }),
          python: () => ({ [numpy]: ["eigh", { A, m }] }),
          targets: [{ ratio, against: [numpy] }, ...(m <= 200 ? [{ ratio: 1, against: ["ml-matrix"] }] : [])],
          error: () => residual(A, m),
        };
      }
    }
  }

  const [n, m, folds] = [382, 93, 10];
  const curves = Float64Array.from({ length: n * m }, (_, k) => Math.sin((6 * (k % m)) / m) + 0.3 * random.normal());
  const grid = Float64Array.from({ length: m }, (_, i) => i / (m - 1));
  const weights = new Float64Array(m).fill(1 / m);
  const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: folds });
  const steps = Array.from({ length: 20 }, (_, k) => k / 19);
  const scales = steps.map((share) => 0.03 * 20 ** share);
  const phis = steps.map((share) => 1e-4 * 1000 ** share);
  const [normBound, noiseMultiplier] = [0.9, 3];
  const asked = { phis, power: 1, noiseMultiplier, curvesPerPerson: 1 };
  const closedForm = "numpy, closed form";
  const scoresOf = (some) => {
    const plan = planCrossValidation({ curves, grid, weights, foldOf, normBound });
    return some.reduce((total, scale) => {
      const kernel = kernelOf("gaussian", scale);
      return total + plan.column({ ...asked, kernel, noiseKernel: kernel }).pcv.reduce((a, b) => a + b);
    }, 0);
  };
  yield {
    name: "W5 map of 20 × 20, 10 folds",
    size: "382 × 93",
    ours: () => scoresOf(scales),
    share: (k, of) => scoresOf(scales.filter((_, i) => i % of === k)),
    python: () => ({
      [closedForm]: [
        "cross_validation",
        { curves, m, fold_count: folds, scales, phis, norm_bound: normBound, multiplier: noiseMultiplier },
      ],
    }),
    targets: [{ ratio: 1 }],
    check: closedForm,
  };
}

/** max |A V − V Λ| over the largest eigenvalue. */
function residual(A, m) {
  const { values, vectors } = symmetricEigen(A, m);
  let worst = 0;
  for (let j = 0; j < m; j += Math.ceil(m / 100)) {
    const v = vectors.subarray(j * m, (j + 1) * m);
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += A[i * m + k] * v[k];
      worst = Math.max(worst, Math.abs(sum - values[j] * v[i]));
    }
  }
  return worst / values[0];
}
