import { density1d } from "fast-kde";
import { createServer } from "vite";
import { root } from "../../scripts/installed.mjs";
import { alternating } from "./timing.mjs";

/** The engine's parts in Node, each in turn with its peer. */
export async function coreRows() {
  const server = await createServer({ root, logLevel: "error", server: { middlewareMode: true, hmr: false }, appType: "custom" });
  const load = (path) => server.ssrLoadModule(`/src/core/${path}`);
  const { binKernelDensity } = await load("estimators/binnedKernelDensity.ts");
  const { kernelDensity } = await load("estimators/kernelDensity.ts");
  const { gridNoiseSampler } = await load("privacy/mechanisms/gridNoise.ts");
  const { analyticNoiseMultiplier } = await load("privacy/calibration/gaussian.ts");
  const { scaleRelease } = await load("releases/scale.ts");
  const { seededSource } = await load("random/seededSource.ts");
  const { standardNormals } = await load("random/standardNormals.ts");
  const rows = [];
  const random = seededSource(1);
  const line = { axes: [{ lower: 0, upper: 1, count: 1000 }] };
  const plane = { axes: [{ lower: 0, upper: 1, count: 200 }, { lower: 0, upper: 1, count: 200 }] };

  for (const n of [1e4, 1e5, 1e6]) {
    const coordinates = Float64Array.from({ length: n }, () => 0.5 + 0.12 * random.normal());
    const points = { dimension: 1, coordinates };
    const h = 0.81 * 0.12 * n ** -0.2;
    const peer = { pad: false, bins: 1000, extent: [0, 1] };
    rows.push({
      workload: "KDE, data to curve",
      size: `n = ${n}`,
      peer: "fast-kde",
      ...alternating(
        () => binKernelDensity({ points, grid: line }).evaluate([[h * h]]).values[500],
        () => density1d(coordinates, { ...peer, bandwidth: h }).points().next().value.y,
      ),
    });
    const binned = binKernelDensity({ points, grid: line });
    const theirs = density1d(coordinates, { ...peer, bandwidth: h });
    let k = 0;
    const moved = () => h * (1 + (k++ % 7) / 100);
    rows.push({
      workload: "KDE, new bandwidth",
      size: `n = ${n}`,
      peer: "fast-kde (another error: 2e-4 to 6e-4)",
      ...alternating(
        () => binned.evaluate([[moved() ** 2]]).values[500],
        () => theirs.bandwidth(moved()).points().next().value.y,
      ),
    });
    if (n === 1e4) {
      const at = { dimension: 1, coordinates: Float64Array.from({ length: 1000 }, (_, i) => i / 999) };
      rows.push({
        workload: "KDE, data to curve",
        size: `n = ${n}`,
        peer: "the exact sum",
        ...alternating(
          () => binKernelDensity({ points, grid: line }).evaluate([[h * h]]).values[500],
          () => kernelDensity({ points, bandwidth: h, at })[500],
          5,
        ),
      });
    }
  }

  const fieldPoints = { dimension: 2, coordinates: Float64Array.from({ length: 2e5 }, () => 0.5 + 0.12 * random.normal()) };
  const field = binKernelDensity({ points: fieldPoints, grid: plane });
  rows.push({ workload: "KDE field, new bandwidth", size: "200×200, n = 1e5", ...alternating(() => field.evaluate([[0.01, 0.003], [0.003, 0.01]]).values[500]) });

  for (const [name, kernel, grid] of [
    ["Gaussian path", { type: "gaussian", bandwidthMatrix: [[0.01]] }, line],
    ["exponential path", { type: "productExponential", rates: [10] }, line],
    ["Gaussian field", { type: "gaussian", bandwidthMatrix: [[0.01, 0], [0, 0.01]] }, plane],
    ["product exponential field", { type: "productExponential", rates: [10, 10] }, plane],
  ]) {
    const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
    const z = standardNormals(random, sampler.normalCount);
    const out = new Float64Array(grid === line ? 1000 : 40000);
    rows.push({ workload: name, size: grid === line ? "m = 1000" : "200×200", ...alternating(() => sampler.sample(z, out)[500]) });
  }

  const release = {
    estimate: new Float64Array(40000),
    sensitivity: 1,
    unitNoise: [standardNormals(random, 40000)],
  };
  const out = new Float64Array(40000);
  rows.push({
    workload: "new ε: calibrate and rescale",
    size: "200×200",
    ...alternating(() => scaleRelease(release, 0, analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }), out)[7]),
  });
  await server.close();
  return rows;
}
