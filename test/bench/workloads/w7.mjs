import { createErmSolver } from "../../../src/core/erm/solver/ermSolver.ts";
import { evaluateExpansion } from "../../../src/core/erm/expansion/kernelExpansion.ts";
import { hingeLoss } from "../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { pointNoiseSampler } from "../../../src/core/privacy/mechanisms/pointNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";

const dimension = 10;
const scale = 0.8;
const kernel = gaussianKernel(scale);
const penalty = 1e-3;
const n = 3000;
const m = 1000;

/** Ten inputs, as for a file of points: a support vector machine on 3000 records, and noise at 1000 points at once. */
export function* cases() {
  const random = seededSource(10);
  const uniforms = (count) => Float64Array.from({ length: count * dimension }, () => random.uniform());
  const points = { dimension, coordinates: uniforms(n) };
  const responses = Float64Array.from({ length: n }, (_, i) => {
    const [a, b, c] = points.coordinates.subarray(i * dimension, i * dimension + 3);
    return a + b * c + 0.2 * random.normal() > 0.75 ? 1 : -1;
  });
  const create = () => createErmSolver({ points, kernel });
  const { objective } = create().fit({ responses, loss: hingeLoss, penalty, gapTolerance: 1e-3 });
  const problem = { responses, loss: hingeLoss, penalty, gapTolerance: 1e-3 * objective };
  const fit = create().fit(problem);
  const cost = 1 / (2 * n * penalty);
  const gamma = 1 / (2 * scale ** 2);
  yield {
    name: "W7 SVM, ten inputs, gap 1e-3",
    size: `n = ${n}, λ = 1e-3`,
    samples: 4,
    ours: () => create().fit(problem).iterations,
    python: () => ({
      "SVC, tol 0.1": ["svc", { x: points.coordinates, y: responses, gamma, cost, tolerance: 0.1, dimension }],
    }),
    targets: [{ ratio: 0.6, against: ["SVC, tol 0.1"] }],
    error: () => fit.dualityGap / fit.objective,
  };

  const at = { dimension, coordinates: uniforms(m) };
  const out = new Float64Array(m);
  const sampler = pointNoiseSampler({ kernel, at, jitter: 1e-9 });
  const draw = () => {
    const made = pointNoiseSampler({ kernel, at, jitter: 1e-9 });
    made.sample(standardNormals(random, made.normalCount), out);
    return out[50];
  };
  yield {
    name: "W7 joint draw, ten inputs, with set-up",
    size: `${m} points`,
    samples: 4,
    ours: draw,
    python: () => ({ "sklearn sample_y": ["sklearn_path", { t: at.coordinates, scale, dimension }] }),
    targets: [{ ratio: 0.05, against: ["sklearn sample_y"] }],
    error: () => sampler.covarianceError,
  };

  // Of a process that was fitted before: both have the function at the points, and noise that belongs together.
  const fitted = { x: points.coordinates, y: responses, t: at.coordinates, scale, dimension };
  yield {
    name: "W7 joint prediction, ten inputs, with set-up",
    size: `${m} points, n = ${n}`,
    samples: 4,
    ours: () => draw() + evaluateExpansion({ kernel, ...fit }, at)[50],
    python: () => ({ "sklearn sample_y, fitted": ["sklearn_fitted_path", fitted] }),
    targets: [{ ratio: 0.05, against: ["sklearn sample_y, fitted"] }],
    error: () => sampler.covarianceError,
  };
}
