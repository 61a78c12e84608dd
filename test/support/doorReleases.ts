import * as core from "../../src/core/index.ts";

export const seeded = (seed: number) => core.wordsOf(core.seededSource(seed));
const random = core.seededSource(20261127);
export const onLine = { points: core.pointsFrom(Array.from({ length: 300 }, () => [50 + 15 * random.normal()])) };
const rows = Array.from({ length: 200 }, () => [random.uniform(), random.uniform()]);
export const labelled = {
  points: core.pointsFrom(rows),
  responses: Float64Array.from(rows, ([x, y]) => (x! > y! ? 1 : -1)),
};
export const curves = { curves: Float64Array.from({ length: 2000 }, () => random.normal()), pointCount: 20 };
export const budget = { epsilon: 1, delta: 1e-6 };

export const density = (change: Partial<Parameters<typeof core.releaseDensity>[0]> = {}) =>
  core.releaseDensity({
    ...{ records: onLine, recordsPerPerson: 1, domain: [[0, 100]], bandwidths: [5], ...budget, words: seeded(1) },
    ...change,
  });
export const boundary = (change: Partial<Parameters<typeof core.releaseBoundary>[0]> = {}) =>
  core.releaseBoundary({
    ...{ records: labelled, recordsPerPerson: 1, kernel: "gaussian", lengthScale: 0.5, loss: "hinge", penalty: 0.05 },
    domain: [
      [0, 1],
      [0, 1],
    ],
    ...{ ...budget, words: seeded(1) },
    ...change,
  });
export const meanCurve = (change: Partial<Parameters<typeof core.releaseMeanCurve>[0]> = {}) =>
  core.releaseMeanCurve({
    ...{ records: curves, curvesPerPerson: 1, domain: [0, 1], kernel: "matern52", range: 0.3, penalty: 0.1 },
    ...{ normBound: 2, ...budget, words: seeded(1) },
    ...change,
  });
export const polynomial = { law: "laplace", size: { kind: "byHand", degree: 20, iterations: 3 } } as const;
