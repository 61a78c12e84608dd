import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { studyWorker as boundary } from "../../../workers/studies/boundary.ts";
import { studyWorker as density } from "../../../workers/studies/density.ts";
import { studyWorker as meanCurve } from "../../../workers/studies/meanCurve.ts";

const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };

/** Private releases, exact normals and dither included, in a worker that has just computed their preview. */
export function* cases() {
  const random = seededSource(10);
  const points = (count, dimension) => ({
    dimension,
    coordinates: Float64Array.from({ length: count * dimension }, () => random.uniform()),
  });
  const released = (name, size, most, tasks, parameters) => {
    const run = (task, given) => {
      const said = task.run(given, (length) => new Float64Array(length));
      return "next" in said ? lastOf(said) : said;
    };
    return {
      name: `W10 a private release, ${name}`,
      size,
      each: () => {
        run(tasks.release, { ...parameters, drawCount: 1, seed: "secure" });
        return Array.from({ length: 12 }, () => {
          const start = globalThis.performance.now();
          run(tasks.latticeRelease, { ...parameters, budget });
          return globalThis.performance.now() - start;
        });
      },
      most,
    };
  };
  const line = { domain: [[0, 1]], bandwidths: [0.05], correlation: 0, route: "gaussian", relativeRate: 1 };
  const plane = [
    [0, 1],
    [0, 1],
  ];
  const ofDensity = (dimension) => density.tasksOn({ points: points(1000, dimension), droppedCount: 0 });
  for (const route of ["gaussian", "sobolev"])
    yield released(`density, ${route}`, "1000 records", 50, ofDensity(1), { ...line, route });
  yield released("density in the plane", "1000 records, 200 × 200", 500, ofDensity(2), {
    ...{ ...line, domain: plane, bandwidths: [0.1, 0.1] },
  });
  const of = points(500, 2);
  const responses = Float64Array.from({ length: 500 }, (_, i) => (of.coordinates[2 * i] > 0.5 ? 1 : -1));
  yield released(
    "boundary on landmarks",
    "500 records, 200 × 200",
    500,
    boundary.tasksOn({ points: of, responses, classNames: ["no", "yes"], droppedCount: 0 }),
    {
      ...{ domain: plane, kernel: "gaussian", lengthScale: 0.3, loss: "hinge", lossParameter: 0.5 },
      ...{ penalty: 0.1, solver: "landmarks" },
    },
  );
  const m = 200;
  const curves = Float64Array.from({ length: 100 * m }, () => random.normal());
  yield released(
    "mean curve",
    `100 curves of ${m} points`,
    50,
    meanCurve.tasksOn({
      ...{ curves, pointCount: m, personOf: undefined, largestPerPerson: undefined, leftOut: 0, notices: [] },
    }),
    {
      ...{ domain: [0, 1], rule: "trapezoid", kernel: "matern52", noiseKernel: "matern52", range: 0.3 },
      ...{ penalty: 0.01, power: 1.5, normBound: 1, curvesPerPerson: 1 },
    },
  );
}
