import { fitAffineHullMachine } from "../../../src/core/affineHull/machine/affineHullMachine.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { exponentials } from "../../../src/core/arithmetic/exponentials.ts";
import { shiftedSystems } from "../../../src/core/linalg/eigen/shiftedSystems.ts";
import { symmetricProduct } from "../../../src/core/linalg/symmetricProduct.ts";
import { addEntryNoise } from "../../../src/core/privacy/mechanisms/entryNoise.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { rowNoise } from "../../../src/core/affineHull/fabrication/rowNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const numpy = "numpy, same algorithm";

/** Affine hull machines: penalties, images and distances, and the noise of a table. */
export function* cases() {
  const random = seededSource(6);
  const uniforms = (count) => Float64Array.from({ length: count }, () => random.uniform());
  const [N, p, n] = [1000, 784, 20];
  const Y = uniforms(N * p);
  const rows = { dimension: p, coordinates: Y };
  const right = new Float64Array(p * N);
  for (let i = 0; i < N; i++) for (let j = 0; j < p; j++) right[j * N + i] = Y[i * p + j];
  const penalties = Float64Array.from({ length: 20 }, (_, k) => 0.01 * 1000 ** (k / 19));
  yield {
    name: "W6 20 penalties from scratch",
    size: `${N} × ${p}`,
    samples: 4,
    ours: () => {
      const systems = shiftedSystems({ K: gaussianGram(Y, N, p), right });
      return penalties.reduce(
        (sum, penalty) => sum + (penalty ** 2 * systems.squaredNorm(penalty)) / (p * N) + systems.trace(penalty) / N,
        0,
      );
    },
    python: () => ({ [numpy]: ["penalty_curve", { Y, N, penalties }] }),
    targets: [{ ratio: 1.5 }],
    check: numpy,
  };

  const machine = fitAffineHullMachine({ points: rows, subspaceDimension: n });
  yield {
    name: "W6 fit, with axes and penalty",
    size: `${N} × ${p}, n = ${n}`,
    samples: 4,
    ours: () => fitAffineHullMachine({ points: rows, subspaceDimension: n }).penalty,
    python: () => ({ [numpy]: ["affine_hull_fit", { Y, N, n }] }),
    targets: [{ ratio: 1.5 }],
    check: numpy,
  };
  yield {
    name: "W6 images of 1000 queries",
    size: `${N} × ${p}, n = ${n}`,
    samples: 6,
    ours: () => sumOf(machine.distance(rows)),
    python: () => ({ [numpy]: ["affine_hull_distance", { Y, N, n, penalty: machine.penalty, at: Y }] }),
    targets: [{ ratio: 1.5 }],
    check: numpy,
  };

  const single = fitAffineHullMachine({ points: rows, subspaceDimension: n, precision: "single" });
  yield {
    name: "W6 images of 1000 queries, summed in singles",
    size: `${N} × ${p}, n = ${n}`,
    samples: 6,
    ours: () => sumOf(single.distance(rows)),
    python: () => ({ [numpy]: ["affine_hull_distance", { Y, N, n, penalty: machine.penalty, at: Y }] }),
    targets: [{ ratio: 1.5 }],
    check: numpy,
  };

  const plane = uniforms(800);
  const axis = { lower: 0, upper: 1, count: 200 };
  const at = gridPoints({ axes: [axis, axis] });
  const ofPlane = fitAffineHullMachine({ points: { dimension: 2, coordinates: plane }, subspaceDimension: 2 });
  yield {
    name: "W6 distance field 200²",
    size: "400 rows",
    ours: () => sumOf(ofPlane.distance(at)),
    python: () => ({
      [numpy]: ["affine_hull_distance", { Y: plane, N: 400, n: 2, penalty: ofPlane.penalty, at: at.coordinates }],
    }),
    targets: [{ ratio: 1 }],
    check: numpy,
  };

  const count = 4_700_000;
  const entries = new Float32Array(count);
  yield {
    name: "W6 preview noise",
    size: "4.7 million entries",
    samples: 4,
    ours: () => {
      Array.from(addEntryNoise({ epsilon: 1, delta: 0, adjacency: 1, entries, random }));
      return entries[0];
    },
    python: () => ({ "numpy laplace": ["laplace", { count }] }),
    targets: [{ ratio: 2 }],
  };

  const budget = { epsilon: 8, delta: 1e-5, calibration: "analytic" };
  for (const protection of ["entry", "record"]) {
    const { integersOf } = rowNoise({ protection, adjacency: 1, budget, entries: 784, recordsPerPerson: 1 });
    const some = Y.subarray(0, 470_000);
    yield {
      name: `W6 exact noise for ${protection === "entry" ? "an entry" : "a record"}`,
      size: "0.47 million entries: a hundredth of 60,000 × 784",
      samples: 4,
      ours: () => integersOf(some, cryptographicWords())[0],
      python: () => ({}),
      targets: [{}],
    };
  }
}

/** exp(−‖yᵢ − yⱼ‖²/p). */
function gaussianGram(Y, N, p) {
  const G = symmetricProduct(Y, { size: N, terms: p, step: p, term: 1 });
  const squares = Float64Array.from({ length: N }, (_, i) => G[i * N + i]);
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++) G[i * N + j] = (2 * G[i * N + j] - squares[i] - squares[j]) / p;
  exponentials(G);
  return G;
}

function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0);
}
