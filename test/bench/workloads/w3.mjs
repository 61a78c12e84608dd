import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { gridNoiseSampler } from "../../../src/core/privacy/mechanisms/gridNoise.ts";
import { scatteredNoiseSampler } from "../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { createCirculant } from "../circulant.mjs";

const unit = (count) => ({ lower: 0, upper: 1, count });
const line = { axes: [unit(1000)] };
const plane = { axes: [unit(200), unit(200)] };
const scale = 0.1;
const jitter = 1e-9;

/** Paths and fields of Gaussian processes on [0, 1] and [0, 1]², length scale 0.1, white noise included. */
export function* cases() {
  const random = seededSource(3);
  const fresh = (z) => {
    random.fillNormals(z);
    return z;
  };
  const recursion = (axes) => ["recursive_path", { rate: 1 / scale, axes }];
  const circulant = (kernel, axes) => ["circulant_path", { kernel, scale, axes }];
  const isotropic = {
    type: "gaussian",
    bandwidthMatrix: [
      [scale ** 2, 0],
      [0, scale ** 2],
    ],
  };
  const onGrid = (name, kernel, grid, python, ratio) => {
    const out = new Float64Array(grid === line ? 1000 : 40_000);
    const sampler = gridNoiseSampler({ kernel, grid, jitter });
    const z = new Float64Array(sampler.normalCount);
    return {
      name: `W3 ${grid === line ? "path" : "field"}, ${name}`,
      size: grid === line ? "1000 points" : "200×200",
      ours: () => sampler.sample(fresh(z), out)[50],
      ...(kernel.type === "gaussian" && { peers: { "fft.js": fftJs(random, grid.axes) } }),
      python: () => python,
      targets: [
        { ratio, against: Object.keys(python) },
        ...(kernel.type === "gaussian" ? [{ ratio: 1, against: ["fft.js"] }] : []),
      ],
      error: () => sampler.covarianceError,
    };
  };

  yield onGrid(
    "exponential",
    { type: "exponential", lengthScale: scale },
    line,
    { "scipy lfilter": recursion(1), "numpy circulant": circulant("exponential", 1) },
    1,
  );
  yield onGrid(
    "Matérn 3/2",
    { type: "matern32", lengthScale: scale },
    line,
    { "numpy circulant": circulant("matern32", 1) },
    1,
  );
  yield onGrid(
    "Matérn 5/2",
    { type: "matern52", lengthScale: scale },
    line,
    { "numpy circulant": circulant("matern52", 1) },
    1,
  );
  yield onGrid(
    "Gaussian",
    { type: "gaussian", bandwidthMatrix: [[scale ** 2]] },
    line,
    { "numpy circulant": circulant("gaussian", 1) },
    1,
  );

  const t = standardUniforms(random, 1000).sort();
  const at = { dimension: 1, coordinates: t };
  const kernel = gaussianKernel(scale);
  const sampler = scatteredNoiseSampler({ kernel, at, jitter });
  const out = new Float64Array(1000);
  const mlMatrix = () => {
    const K = Matrix.zeros(1000, 1000);
    for (let i = 0; i < 1000; i++)
      for (let j = 0; j < 1000; j++) K.set(i, j, Math.exp(-0.5 * ((t[i] - t[j]) / scale) ** 2) + (i === j ? 1e-9 : 0));
    return new CholeskyDecomposition(K).lowerTriangularMatrix
      .mmul(Matrix.columnVector(standardNormals(random, 1000)))
      .get(50, 0);
  };
  const lowRank = "numpy, pivoted Cholesky";
  yield {
    name: "W3 path, Gaussian, with set-up",
    size: "1000 irregular points",
    samples: 4,
    ours: () => {
      const newSampler = scatteredNoiseSampler({ kernel, at, jitter });
      return newSampler.sample(standardNormals(random, newSampler.normalCount), out)[50];
    },
    peers: { "ml-matrix": mlMatrix },
    python: () => ({ [lowRank]: ["low_rank_path", { t, scale }], "sklearn sample_y": ["sklearn_path", { t, scale }] }),
    targets: [
      { ratio: 1, against: [lowRank] },
      { ratio: 0.005, against: ["sklearn sample_y"] },
      { ratio: 1, against: ["ml-matrix"] },
    ],
    error: () => sampler.covarianceError,
  };

  const { pivots } = sampler;
  const sweep = Array.from({ length: 7 }, (_, k) => gaussianKernel(scale * (1 + k / 100)));
  let step = 0;
  yield {
    name: "W3 path, Gaussian, new length, pivots kept",
    size: "1000 irregular points",
    samples: 4,
    ours: () => {
      const moved = scatteredNoiseSampler({ kernel: sweep[step++ % 7], at, jitter, pivots });
      return moved.sample(standardNormals(random, moved.normalCount), out)[50];
    },
    python: () => ({ "numpy, the same pivots": ["low_rank_path", { t, scale, pivots: Float64Array.from(pivots) }] }),
    targets: [{ against: ["numpy, the same pivots"] }],
    error: () => sampler.covarianceError,
  };

  yield onGrid(
    "Matérn 5/2",
    { type: "matern52", lengthScale: scale },
    plane,
    { "scipy.fft circulant": circulant("matern52", 2) },
    1,
  );
  yield onGrid(
    "product exponential",
    { type: "productExponential", rates: [1 / scale, 1 / scale] },
    plane,
    { "scipy lfilter, twice": recursion(2) },
    0.7,
  );
  yield onGrid(
    "Gaussian",
    isotropic,
    plane,
    { "numpy Kronecker": ["kronecker_field", { scale }], "scipy.fft circulant": circulant("gaussian", 2) },
    0.6,
  );
  yield {
    ...onGrid("Gaussian, with set-up", isotropic, plane, { "scipy.fft circulant": circulant("gaussian", 2) }, 1.6),
    ours: () => {
      const newSampler = gridNoiseSampler({ kernel: isotropic, grid: plane, jitter });
      return newSampler.sample(standardNormals(random, newSampler.normalCount), new Float64Array(40_000))[50];
    },
  };
}

/** The Gaussian path or field by circulant embedding with fft.js. */
function fftJs(random, axes) {
  const lengths = axes.map(({ count }) => 2 ** Math.ceil(Math.log2(2 * count)));
  const [width, height = 1] = lengths;
  const lag = (k, length, count) => Math.min(k, length - k) / (count - 1) / scale;
  const torus = createCirculant(lengths);
  const values = Float64Array.from({ length: width * height }, (_, k) => {
    const [i, j] = [k % width, Math.floor(k / width)];
    const [a, b] = [lag(i, width, axes[0].count), axes[1] ? lag(j, height, axes[1].count) : 0];
    return Math.exp(-0.5 * (a * a + b * b));
  });
  torus.load(values, width);
  const z = new Float64Array(2 * width * height);
  return () => {
    random.fillNormals(z);
    return torus.sample(z)[50];
  };
}

function standardUniforms(random, count) {
  return Float64Array.from({ length: count }, () => random.uniform());
}
