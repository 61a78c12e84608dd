import { density2d } from "fast-kde";
import { binKernelDensity } from "../../../src/core/density/estimator/binnedKernelDensity.ts";
import { anisotropicKernelDensity } from "../../../src/core/density/estimator/kernelDensity.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { createCirculant } from "../circulant.mjs";

const axis = { lower: -4, upper: 4, count: 200 };
const grid = { axes: [axis, axis] };
const step = 8 / 199;
const same = "numpy + scipy.fft, linear bins";
const middle = 100 * 200 + 100;

/** Kernel density estimate in the plane, 200 × 200 grid points, isotropic and with correlation 0.6. */
export function* cases() {
  for (const n of [1e4, 1e5]) {
    const x = records(n);
    const points = { dimension: 2, coordinates: x };
    const pairs = Array.from({ length: n }, (_, i) => [x[2 * i], x[2 * i + 1]]);
    const h = 0.72 * n ** (-1 / 6);
    for (const [shape, correlation] of [
      ["iso", 0],
      ["full", 0.6],
    ]) {
      const matrix = (scale) => [
        [scale * h * h, scale * correlation * h * h],
        [scale * correlation * h * h, scale * h * h],
      ];
      const H = matrix(1);
      const size = `n = ${n.toExponential(0)}, ${shape}`;
      const options = {
        bandwidth: [h, h],
        pad: 0,
        bins: [200, 200],
        extent: [
          [-4, 4],
          [-4, 4],
        ],
      };
      const isotropic = correlation === 0;
      const error = () => {
        const every = 397;
        const places = Array.from({ length: Math.ceil(40_000 / every) }, (_, i) => every * i);
        const all = gridPoints(grid).coordinates;
        const at = {
          dimension: 2,
          coordinates: Float64Array.from(places.flatMap((p) => [all[2 * p], all[2 * p + 1]])),
        };
        const exact = anisotropicKernelDensity({ points, bandwidthMatrix: H, at });
        const { values } = binKernelDensity({ points, grid }).evaluate(H);
        const peak = values.reduce((a, b) => Math.max(a, b));
        return exact.reduce((worst, f, i) => Math.max(worst, Math.abs(values[places[i]] - f)), 0) / peak;
      };

      yield {
        name: "W2 KDE field, data to image",
        size,
        ours: () => binKernelDensity({ points, grid }).evaluate(H).values[middle],
        ...(isotropic && { peers: { "fast-kde": () => density2d(pairs, options).grid()[middle] } }),
        python: () => ({ [same]: ["kde_plane", { x, H, fresh: true }] }),
        targets: [{ ratio: 1.2, against: [same] }],
        error,
      };

      const binned = binKernelDensity({ points, grid });
      const image = new Float64Array(40_000);
      const theirs = density2d(pairs, options);
      const fft = createCirculant([256, 256]);
      fft.load(bins(x), 200);
      let k = 0;
      const moved = () => 1 + (k++ % 7) / 100;
      const inSteps = (scale) => matrix(scale).map((row) => row.map((value) => value / step ** 2));
      const moves = () => {
        const width = h * Math.sqrt(moved());
        return theirs.bandwidth([width, width]).grid()[middle];
      };
      yield {
        name: "W2 KDE field, new bandwidth",
        size,
        ours: () => binned.evaluate(matrix(moved()), image).values[middle],
        peers: {
          ...(isotropic && { "fast-kde": moves }),
          "fft.js": () => fft.smooth(inSteps(moved()))[2 * (100 * 256 + 100)],
        },
        python: () => ({ [same]: ["kde_plane", { x, H, fresh: false }] }),
        targets: [
          { ratio: 0.6, against: [same] },
          ...(isotropic ? [{ ratio: 0.3, against: ["fast-kde"] }] : []),
          { ratio: 1, against: ["fft.js"] },
        ],
        error,
      };
    }
  }
}

/** The sum of two normal clouds, cut off at the box. */
function records(n) {
  const random = seededSource(2);
  const inside = (value) => Math.min(4, Math.max(-4, value));
  return Float64Array.from({ length: 2 * n }, (_, i) =>
    inside(i % 4 < 2 ? -1 + 0.7 * random.normal() : 1 + 0.9 * random.normal()),
  );
}

function bins(x) {
  const out = new Float64Array(40_000);
  for (let i = 0; i < x.length; i += 2) {
    const a = Math.round((x[i] + 4) / step);
    const b = Math.round((x[i + 1] + 4) / step);
    out[a + 200 * b] += 2 / x.length;
  }
  return out;
}
