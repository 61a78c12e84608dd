import { describe, expect, test } from "vitest";
import * as core from "../../src/core/index.ts";
import { costOf } from "../../src/core/release/file/releaseFile.ts";
import type { Outcome } from "../../workers/messages/outcome.ts";
import { createWorkerService } from "../../workers/service.ts";
import {
  boundary,
  budget,
  curves,
  density,
  labelled,
  meanCurve,
  onLine,
  polynomial,
  seeded,
} from "../support/doorReleases.ts";

describe("what multiplies Δ is part of it", () => {
  test.each([
    [
      "a density",
      (k: number) => density({ recordsPerPerson: k }),
      (k: number) => density({ records: { ...onLine, recordsPerPerson: k } }),
    ],
    [
      "a polynomial",
      (k: number) => density({ polynomial, recordsPerPerson: k }),
      (k: number) => density({ polynomial, records: { ...onLine, recordsPerPerson: k } }),
    ],
    [
      "a boundary",
      (k: number) => boundary({ recordsPerPerson: k }),
      (k: number) => boundary({ records: { ...labelled, recordsPerPerson: k } }),
    ],
    [
      "a mean curve",
      (k: number) => meanCurve({ curvesPerPerson: k }),
      (k: number) => meanCurve({ records: { ...curves, curvesPerPerson: k } }),
    ],
  ])("k records a person take k times the noise, asked for or read with the records: %s", (_, asked, read) => {
    const one = asked(1).sensitivity.value;
    for (const release of [asked(4), read(4)]) {
      expect(release.sensitivity.value / one).toBeCloseTo(4, 10);
      expect(release.mu).toBeCloseTo(asked(1).mu, 8);
      expect(release.sigma).toBeGreaterThan(3.9 * asked(1).sigma);
    }
  });

  test("a plan's target and preview have it too, so that no script draws a fraction of the noise", () => {
    const parameters = {
      domain: [[0, 100]],
      bandwidths: [5],
      correlation: 0,
      route: "gaussian",
      relativeRate: 1,
    } as const;
    const plan = core.planDensity({ ...onLine, domain: parameters.domain, recordsPerPerson: 1 });
    const target = (k: number) => plan.target({ ...parameters, recordsPerPerson: k }).sensitivity.value;
    const preview = (k: number) =>
      plan.release({ ...parameters, recordsPerPerson: k, drawCount: 1, seed: 1 }).sensitivity;
    expect(target(4) / target(1)).toBeCloseTo(4, 10);
    expect(preview(4) / preview(1)).toBeCloseTo(4, 10);
    const fit = { kernel: "gaussian", lengthScale: 0.5, loss: "hinge", lossParameter: 0, penalty: 0.05 } as const;
    const box = {
      domain: [
        [0, 1],
        [0, 1],
      ],
      solver: "exact",
    } as const;
    const fitted = (k: number) =>
      core.planBoundary({ ...labelled, recordsPerPerson: 1 }).target({ ...fit, ...box, recordsPerPerson: k });
    expect(fitted(3).sensitivity.value / fitted(1).sensitivity.value).toBeCloseTo(3, 10);
  });

  test.each([0, -1, 1.5, NaN, Infinity, "2"])("no release with %s records a person", (k) => {
    const bad = k as number;
    expect(() => density({ recordsPerPerson: bad })).toThrow(/recordsPerPerson must be an integer/);
    expect(() => density({ polynomial, recordsPerPerson: bad })).toThrow(/recordsPerPerson must be an integer/);
    expect(() => boundary({ recordsPerPerson: bad })).toThrow(/recordsPerPerson must be an integer/);
    expect(() => meanCurve({ curvesPerPerson: bad })).toThrow(/curvesPerPerson must be an integer/);
  });

  test("nor without a number of them", () => {
    const left = (request: object, name: string) => ({ ...request, [name]: undefined }) as never;
    expect(() => density(left({}, "recordsPerPerson"))).toThrow(/recordsPerPerson must be an integer/);
    expect(() => boundary(left({}, "recordsPerPerson"))).toThrow(/recordsPerPerson must be an integer/);
    expect(() => meanCurve(left({}, "curvesPerPerson"))).toThrow(/curvesPerPerson must be an integer/);
  });
});

test.each([
  ["density", density],
  ["polynomial", (change: object) => density({ polynomial, ...change })],
  [
    "polynomial, composed",
    (change: object) => density({ polynomial: { ...polynomial, law: "composedLaplace" }, ...change }),
  ],
  ["boundary", boundary],
  ["boundary, landmarks", (change: object) => boundary({ solver: "landmarks", ...change })],
  ["mean curve", meanCurve],
] as const)("the cost is paid before a bit is drawn, and is that of the release: %s", (_, release) => {
  const events: string[] = [];
  const words = seeded(2);
  const counted = { word: () => (events.push("word"), words.word()) };
  const costs: object[] = [];
  const drawn = release({ words: counted, pay: (cost: object) => (events.push("paid"), costs.push(cost)) });
  expect(events.indexOf("paid")).toBe(0);
  expect(events.length).toBeGreaterThan(10);
  expect(costs).toEqual([{ failure: 0, delta: 0, ...costOf(drawn) }]);
  events.length = 0;
  const refusing = () => {
    throw new Error("nothing is left");
  };
  expect(() => release({ words: counted, pay: refusing })).toThrow("nothing is left");
  expect(events).toEqual([]);
});

/** What the app's worker says of a release, all but what is drawn. */
async function inTheApp(study: string, records: object, parameters: object): Promise<object> {
  const service = createWorkerService();
  await service.hold(1, study, { droppedCount: 0, ...records });
  const asked = { ...parameters, budget: { ...budget, calibration: "analytic" } };
  const task = { records: 1, name: "latticeRelease", parameters: asked };
  const outcome = (await service.run(1, task, () => undefined, [])) as Outcome<core.PrivateRelease>;
  if (!outcome.ok) throw new Error(outcome.error.message);
  const { integers: _, values: __, ...facts } = outcome.value;
  return facts;
}

test("a release of the door is that of the app, but for its bits", async () => {
  const box = { domain: [[0, 100]], bandwidths: [5], correlation: 0, route: "gaussian", relativeRate: 1 };
  expect(density({ recordsPerPerson: 3 })).toMatchObject(
    await inTheApp("density", onLine, { ...box, recordsPerPerson: 3 }),
  );
  expect(density({ polynomial, recordsPerPerson: 3 })).toMatchObject(
    await inTheApp("density", { ...onLine, recordsPerPerson: 3 }, { ...box, polynomial }),
  );
  const unit = [
    [0, 1],
    [0, 1],
  ];
  const fit = { kernel: "gaussian", lengthScale: 0.5, loss: "hinge", lossParameter: 0, penalty: 0.05, solver: "exact" };
  expect(boundary({ recordsPerPerson: 2 })).toMatchObject(
    await inTheApp("boundary", { ...labelled, recordsPerPerson: 2 }, { domain: unit, ...fit }),
  );
  const smoothing = { domain: [0, 1], kernel: "matern52", noiseKernel: "matern52", range: 0.3, penalty: 0.1, power: 1 };
  expect(meanCurve({ curvesPerPerson: 2 })).toMatchObject(
    await inTheApp("meanCurve", curves, { ...smoothing, rule: "trapezoid", normBound: 2, curvesPerPerson: 2 }),
  );
});

test("the same words draw the same integers", () => {
  expect(density({ words: seeded(5) }).integers).toEqual(density({ words: seeded(5) }).integers);
  expect(density({ words: seeded(5) }).integers).not.toEqual(density({ words: seeded(6) }).integers);
});
