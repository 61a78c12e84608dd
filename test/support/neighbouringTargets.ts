import { seededSource } from "../../src/core/random/seededSource.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import { planDensity } from "../../src/core/density/density.ts";
import type { DensityTargetParameters } from "../../src/core/density/densityParameters.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import type { PrivacyBudget } from "../../src/core/privacy/calibration/privacyBudget.ts";
import type { ReleaseTarget } from "../../src/core/release/releaseTarget.ts";
import { neighbouringPoints } from "./privateReleases.ts";
import { smoothMeanTarget } from "./meanCurveParameters.ts";

/** What private releases of tests may cost. */
export const budget: PrivacyBudget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };

export const density: DensityTargetParameters = {
  domain: [[0, 1]],
  bandwidths: [0.04],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
};
export const inPlane: DensityTargetParameters = {
  ...density,
  domain: [
    [0, 1],
    [0, 1],
  ],
  bandwidths: [0.1, 0.07],
  correlation: 0.5,
};
export const fit: FitParameters = {
  domain: [[0, 1]],
  responseRange: [60, 140],
  kernel: "matern52",
  lengthScale: 0.2,
  loss: "huber",
  lossParameter: 0.5,
  penalty: 0.05,
  solver: "exact",
};
export const classify: FitParameters = {
  ...fit,
  domain: inPlane.domain,
  responseRange: undefined,
  kernel: "gaussian",
  loss: "hinge",
};
export const mean = smoothMeanTarget;

/** What neighbouring records are to be released of, as a density; the last record is what they differ in. */
export const densityTargets = (parameters: DensityTargetParameters, seed: number, n = 30) =>
  neighbouringPoints(seed, n, parameters.domain.length).map((points) =>
    planDensity({ points, domain: parameters.domain }).target(parameters),
  ) as [ReleaseTarget, ReleaseTarget];

/** The same as a boundary or a regression. */
export function boundaryTargets(parameters: FitParameters, seed: number, n = 20) {
  const random = seededSource(seed + 1);
  const isCurve = parameters.responseRange !== undefined;
  const responses = Float64Array.from({ length: n }, () =>
    isCurve ? 40 + 120 * random.uniform() : random.uniform() < 0.5 ? 1 : -1,
  );
  return neighbouringPoints(seed, n, parameters.domain.length).map((points, which) => {
    const changed = responses.slice();
    changed[n - 1] = which === 0 ? (isCurve ? -1e6 : -1) : isCurve ? 1e6 : 1;
    return planBoundary({ points, responses: changed }).target(parameters);
  }) as [ReleaseTarget, ReleaseTarget];
}

/** Neighbouring curves, of which the last is far outside. */
export function curvesOf(seed: number, m: number, n: number): [Float64Array, Float64Array] {
  const random = seededSource(seed);
  const curve = () => {
    const [a, b, c] = [random.normal(), random.normal(), random.uniform()];
    return Array.from({ length: m }, (_, i) => a + b * Math.sin((9 * c * i) / m));
  };
  const others = Array.from({ length: n - 1 }, curve).flat();
  const spike = Array.from({ length: m }, (_, i) => (i === seed % m ? 1e9 : 0));
  const last = seed % 3 === 0 ? spike : curve().map((x) => 1e3 * x);
  return [last, last.map((x) => -x)].map((row) => Float64Array.from([...others, ...row])) as [
    Float64Array,
    Float64Array,
  ];
}

/** The same as a mean curve. */
export const meanTargets = (parameters: typeof mean, seed: number, m = 20, n = 12) =>
  curvesOf(seed, m, n).map((curves) => planMeanCurve({ curves, pointCount: m }).target(parameters)) as [
    ReleaseTarget,
    ReleaseTarget,
  ];

/** One target of each kind. */
export const someTargets: [string, () => ReleaseTarget][] = [
  ["density", () => densityTargets(density, 1)[0]],
  ["density, Sobolev route in the plane", () => densityTargets({ ...inPlane, correlation: 0, route: "sobolev" }, 1)[0]],
  ["density in the plane", () => densityTargets(inPlane, 1)[0]],
  ["curve", () => boundaryTargets(fit, 1)[0]],
  ["curve on landmarks", () => boundaryTargets({ ...fit, solver: "landmarks" }, 1)[0]],
  ["field", () => boundaryTargets(classify, 1)[0]],
  ["field on landmarks", () => boundaryTargets({ ...classify, solver: "landmarks" }, 1)[0]],
  ["mean curve", () => meanTargets(mean, 1)[0]],
  ["mean curve, foreign noise", () => meanTargets({ ...mean, noiseKernel: "matern32" }, 1)[0]],
];
