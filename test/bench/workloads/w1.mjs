import { density1d } from "fast-kde";
import { binKernelDensity } from "../../../src/core/density/estimator/binnedKernelDensity.ts";
import { exactKernelDensityOnLine } from "../../../src/core/density/estimator/exactKernelDensityOnLine.ts";
import { kernelDensity } from "../../../src/core/density/estimator/kernelDensity.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { createCirculant } from "../circulant.mjs";

const grid = { axes: [{ lower: -4, upper: 4, count: 1000 }] };
const step = 8 / 999;
const same = "numpy, linear bins";
const fastKde = "fast-kde";

/** Kernel density estimate on a line, 1000 grid points. */
export function* cases() {
  for (const n of [1e4, 1e5, 1e6]) {
    const x = records(n);
    const points = { dimension: 1, coordinates: x };
    const h = 0.81 * n ** -0.2;
    const size = `n = ${n.toExponential(0)}`;
    const options = { bandwidth: h, pad: false, bins: 1000, extent: [-4, 4] };
    const error = () => {
      const every = 25;
      const all = gridPoints(grid).coordinates;
      const coordinates = Float64Array.from({ length: 1000 / every }, (_, i) => all[every * i]);
      const exact = kernelDensity({ points, bandwidth: h, at: { dimension: 1, coordinates } });
      const { values } = binKernelDensity({ points, grid }).evaluate([[h * h]]);
      return (
        exact.reduce((worst, f, i) => Math.max(worst, Math.abs(values[every * i] - f)), 0) /
        exact.reduce((a, b) => Math.max(a, b))
      );
    };

    yield {
      name: "W1 KDE, data to curve",
      size,
      ours: () => binKernelDensity({ points, grid }).evaluate([[h * h]]).values[500],
      peers: { [fastKde]: () => density1d(x, options).grid()[500] },
      python: () => ({ [same]: ["kde", { x, h, fresh: true }], statsmodels: ["statsmodels_kde", { x, h }] }),
      r: () => ({ "KernSmooth::bkde": ["bkde", x, h] }),
      targets: [{ ratio: 0.8 }],
      error,
    };

    const binned = binKernelDensity({ points, grid });
    const curve = new Float64Array(1000);
    const theirs = density1d(x, options);
    const fft = createCirculant([2048]);
    fft.load(linearBins(x));
    let k = 0;
    const moved = () => h * (1 + (k++ % 7) / 100);
    yield {
      name: "W1 KDE, new bandwidth",
      size,
      ours: () => binned.evaluate([[moved() ** 2]], curve).values[500],
      peers: {
        [fastKde]: () => theirs.bandwidth(moved()).grid()[500],
        "fft.js": () => fft.smooth([[(moved() / step) ** 2]])[1000],
      },
      python: () => ({ [same]: ["kde", { x, h, fresh: false }] }),
      targets: [
        { ratio: 0.4, against: [fastKde] },
        { ratio: 1, against: ["fft.js", same] },
      ],
      error,
    };

    if (n !== 1e5) continue;
    const at = gridPoints(grid).coordinates;
    yield {
      name: "W1 KDE, exact",
      size,
      samples: 3,
      ours: () => at.map(exactKernelDensityOnLine({ points, bandwidth: h }))[500],
      python: () => ({ "scipy gaussian_kde": ["gaussian_kde", { x, h }] }),
      targets: [{ ratio: 0.005 }],
      error: () => {
        const coordinates = at.filter((_, i) => i % 25 === 0);
        const exact = kernelDensity({ points, bandwidth: h, at: { dimension: 1, coordinates } });
        const density = exactKernelDensityOnLine({ points, bandwidth: h });
        return (
          exact.reduce((worst, f, i) => Math.max(worst, Math.abs(density(coordinates[i]) - f)), 0) /
          exact.reduce((a, b) => Math.max(a, b))
        );
      },
    };
  }
}

/** 0.6 N(−1, 0.5²) + 0.4 N(1.2, 0.8²) on [−4, 4]. */
function records(n) {
  const random = seededSource(1);
  return Float64Array.from({ length: n }, () => {
    const x = random.uniform() < 0.6 ? -1 + 0.5 * random.normal() : 1.2 + 0.8 * random.normal();
    return Math.min(4, Math.max(-4, x));
  });
}

function linearBins(x) {
  const bins = new Float64Array(1000);
  for (const value of x) {
    const at = (value + 4) / step;
    const j = Math.min(998, Math.floor(at));
    bins[j] += (j + 1 - at) / x.length;
    bins[j + 1] += (at - j) / x.length;
  }
  return bins;
}
