import SVM from "libsvm-js/asm.js";
import MlSvm from "ml-svm";
import { createErmSolver } from "../../../src/core/erm/solver/ermSolver.ts";
import { expansionOnGrid } from "../../../src/core/erm/expansion/expansionOnGrid.ts";
import { createFeatureSolver, createLandmarkSolver } from "../../../src/core/erm/solver/landmarkErm.ts";
import { hingeLoss } from "../../../src/core/erm/solver/losses.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { polynomialKernel } from "../../../src/core/kernels/polynomial.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

/** Of exp(−2|x − y|²). */
const kernel = gaussianKernel(0.5);
const gamma = 2;
const axes = (count) => [
  { lower: -2, upper: 3, count },
  { lower: -2, upper: 2.5, count },
];
const picture = { axes: axes(200) };
const landmarks = gridPoints({ axes: axes(14) });
const sklearn = (tolerance) => `SVC, tol ${tolerance}`;

/** Support vector machine without offset on noisy moons; errors are certified duality gaps relative to the objective. */
export function* cases() {
  yield* ofTenInputs();
  for (const n of [500, 3000, 10_000]) {
    const { points, responses } = moons(n);
    const pairs = Array.from(responses, (_, i) => Array.from(points.coordinates.subarray(2 * i, 2 * i + 2)));
    const labels = Array.from(responses);
    const solvers = {
      ...(n <= 3000 && { exact: () => createErmSolver({ points, kernel }) }),
      ...(n >= 3000 && { landmarks: () => createLandmarkSolver({ points, kernel, landmarks }) }),
    };
    for (const penalty of [1e-3, 1e-4, 1e-5]) {
      const cost = 1 / (2 * n * penalty);
      const svc = (tolerance) => ({
        [sklearn(tolerance)]: ["svc", { x: points.coordinates, y: responses, gamma, cost, tolerance }],
      });
      const libsvm = () => {
        const svm = new SVM({
          type: SVM.SVM_TYPES.C_SVC,
          kernel: SVM.KERNEL_TYPES.RBF,
          gamma,
          cost,
          tolerance: 0.1,
          cacheSize: 200,
          quiet: true,
        });
        svm.train(pairs, labels);
        svm.free();
        return 1;
      };
      const mlSvm = () => {
        const svm = new MlSvm({
          C: cost,
          tol: 0.1,
          kernel: "rbf",
          kernelOptions: { sigma: 0.5 },
          whitening: false,
          random: seededUniform(),
        });
        svm.train(pairs, labels);
        return svm.predictOne([0, 0]);
      };
      for (const [solver, create] of Object.entries(solvers)) {
        const { objective } = create().fit({ responses, loss: hingeLoss, penalty, gapTolerance: 1e-3 });
        const problem = { responses, loss: hingeLoss, penalty, gapTolerance: 1e-3 * objective };
        const common = { size: `n = ${n}, λ = ${penalty.toExponential(0)}, ${solver}`, samples: n === 500 ? 6 : 4 };
        const reached = (run) => () => {
          const { dualityGap, objective } = run();
          return dualityGap / objective;
        };

        const cold = () => create().fit(problem);
        yield {
          ...common,
          name: "W4 SVM, gap 1e-3",
          ours: () => cold().iterations,
          peers: {
            ...(n <= 3000 && { "libsvm-js": libsvm }),
            ...(n === 500 && penalty === 1e-3 && { "ml-svm": mlSvm }),
          },
          python: () => svc(0.1),
          targets: [
            {
              ratio: n === 500 && penalty === 1e-5 ? 0.5 : { 500: 1, 3000: 0.6, 10000: 0.25 }[n],
              against: [sklearn(0.1)],
            },
            ...(n <= 3000 ? [{ ratio: 1, against: ["libsvm-js", "ml-svm"] }] : []),
          ],
          error: reached(cold),
        };

        const warm = create();
        const { dual } = warm.fit(problem);
        const step = () => warm.fit({ ...problem, penalty: 1.2 * penalty, start: dual });
        yield {
          ...common,
          name: "W4 SVM, λ step of 20 %, warm",
          ours: () => step().iterations,
          python: () => svc(0.1),
          targets: [{ ratio: n >= 3000 ? 0.2 : 0.7 }],
          error: reached(step),
        };

        // The best solver of a tight gap is the exact one; beyond its memory, the landmarks at a moderate λ.
        if (solver === "exact" || (n === 10_000 && penalty === 1e-3)) {
          const tight = () => create().fit({ ...problem, gapTolerance: 1e-5 * objective });
          yield {
            ...common,
            name: "W4 SVM, gap 1e-5",
            ours: () => tight().iterations,
            python: () => svc(1e-3),
            targets: [{ ratio: 1.5 }],
            error: reached(tight),
          };
        }

        if (penalty !== 1e-4) continue;
        const { centres, coefficients } = warm.fit(problem);
        yield {
          ...common,
          name: "W4 decision function, 200×200",
          ours: () =>
            lastOf(
              expansionOnGrid({ kernel, centres, coefficients }, picture, {
                summation: solver === "exact" ? "interpolated" : "direct",
              }),
            )[777],
          python: () => ({
            "SVC.decision_function": ["svc_decision", { x: points.coordinates, y: responses, gamma, cost }],
          }),
          targets: [{ ratio: 0.01 }],
        };
      }
    }
  }
}

/** Machines with a polynomial kernel on ten inputs, by features. */
function* ofTenInputs() {
  const [n, d] = [100_000, 10];
  const random = seededSource(2);
  const coordinates = Float64Array.from({ length: n * d }, () => random.uniform());
  const responses = Float64Array.from({ length: n }, (_, i) =>
    coordinates[d * i] + coordinates[d * i + 1] + 0.4 * (random.uniform() - 0.5) > 1 ? 1 : -1,
  );
  for (const degree of [1, 2]) {
    const kernel = polynomialKernel(degree, d);
    const fit = () => {
      const solver = createFeatureSolver({ points: { dimension: d, coordinates }, kernel });
      return solver.fit({ responses, loss: hingeLoss, penalty: 1e-2, gapTolerance: 1e-9 });
    };
    yield {
      name: "W4 SVM, ten inputs, features",
      size: `n = ${n}, degree ${degree}`,
      samples: 4,
      ours: () => fit().iterations,
      targets: [],
      error: () => fit().dualityGap,
    };
  }
}

/** Two noisy half circles of radius 1, 5 % of the labels flipped. */
function moons(n) {
  const random = seededSource(1);
  const coordinates = new Float64Array(2 * n);
  const responses = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const second = i % 2 === 1;
    const angle = Math.PI * random.uniform();
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    coordinates[2 * i] = (second ? 1 - x : x) + 0.2 * random.normal();
    coordinates[2 * i + 1] = (second ? 0.5 - y : y) + 0.2 * random.normal();
    const flipped = random.uniform() < 0.05;
    responses[i] = second === flipped ? -1 : 1;
  }
  return { points: { dimension: 2, coordinates }, responses };
}

function seededUniform() {
  const random = seededSource(4);
  return () => random.uniform();
}

function lastOf(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
