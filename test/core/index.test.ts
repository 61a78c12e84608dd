import { describe, expect, test } from "vitest";
import * as core from "../../src/core/index.ts";
import { openOnlineDensity } from "../support/openedDensity.ts";
import { costOf } from "../../src/core/release/file/releaseFile.ts";
import type { Outcome } from "../../workers/messages/outcome.ts";
import { createWorkerService } from "../../workers/service.ts";

const seeded = (seed: number) => core.wordsOf(core.seededSource(seed));
const random = core.seededSource(20261127);
const onLine = { points: core.pointsFrom(Array.from({ length: 300 }, () => [50 + 15 * random.normal()])) };
const rows = Array.from({ length: 200 }, () => [random.uniform(), random.uniform()]);
const labelled = {
  points: core.pointsFrom(rows),
  responses: Float64Array.from(rows, ([x, y]) => (x! > y! ? 1 : -1)),
};
const curves = { curves: Float64Array.from({ length: 2000 }, () => random.normal()), pointCount: 20 };
const budget = { epsilon: 1, delta: 1e-6 };

const density = (change: Partial<Parameters<typeof core.releaseDensity>[0]> = {}) =>
  core.releaseDensity({
    ...{ records: onLine, recordsPerPerson: 1, domain: [[0, 100]], bandwidths: [5], ...budget, words: seeded(1) },
    ...change,
  });
const boundary = (change: Partial<Parameters<typeof core.releaseBoundary>[0]> = {}) =>
  core.releaseBoundary({
    ...{ records: labelled, recordsPerPerson: 1, kernel: "gaussian", lengthScale: 0.5, loss: "hinge", penalty: 0.05 },
    domain: [
      [0, 1],
      [0, 1],
    ],
    ...{ ...budget, words: seeded(1) },
    ...change,
  });
const meanCurve = (change: Partial<Parameters<typeof core.releaseMeanCurve>[0]> = {}) =>
  core.releaseMeanCurve({
    ...{ records: curves, curvesPerPerson: 1, domain: [0, 1], kernel: "matern52", range: 0.3, penalty: 0.1 },
    ...{ normBound: 2, ...budget, words: seeded(1) },
    ...change,
  });
const polynomial = { law: "laplace", size: { kind: "byHand", degree: 20, iterations: 3 } } as const;

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

describe("the door refuses what it does not know", () => {
  test.each([
    ["route", "sobolew", density],
    ["calibration", "analitic", density],
    ["bump", "epanechnikof", density],
    ["transformation", "logaritm", density],
    ["calibration", "analitic", boundary],
    ["kernel", "gausian", boundary],
    ["loss", "hing", boundary],
    ["solver", "exakt", boundary],
    ["calibration", "analitic", meanCurve],
    ["kernel", "matern", meanCurve],
    ["noiseKernel", "matern", meanCurve],
    ["rule", "trapez", meanCurve],
  ] as const)("%s: %s", (name, value, release) => {
    expect(() => release({ [name]: value })).toThrow(core.ParameterError);
    expect(() => release({ [name]: value })).toThrow(new RegExp(value));
  });

  test.each([
    [{ law: "laplac", size: polynomial.size }],
    [{ law: "laplace", size: { ...polynomial.size, kind: "hand" } }],
  ])("polynomial %o", (bad) => {
    expect(() => density({ polynomial: bad as never })).toThrow(core.ParameterError);
  });

  test.each([
    ["recordPerPerson", density],
    ["recordPerPerson", boundary],
    ["curvePerPerson", meanCurve],
    ["bandwith", density],
  ] as const)("a misspelt name is not taken for one that was left out: %s", (name, release) => {
    expect(() => release({ [name]: 4 })).toThrow(new RegExp(`^${name} must be left out`));
  });

  test("an option of the other kind of density", () => {
    expect(() => density({ polynomial, route: "sobolev" })).toThrow(/^route must be left out/);
    expect(() => density({ held: [1] })).toThrow(/^held must be left out/);
  });

  test.each([NaN, Infinity, 0, -1, "1", undefined])("numbers that are none: %s", (value) => {
    const bad = value as number;
    for (const change of [{ epsilon: bad }, { delta: bad }]) {
      expect(() => density(change)).toThrow(core.ParameterError);
      expect(() => boundary(change)).toThrow(core.ParameterError);
      expect(() => meanCurve(change)).toThrow(core.ParameterError);
    }
    expect(() => density({ bandwidths: [bad] })).toThrow(core.ParameterError);
    expect(() => boundary({ penalty: bad })).toThrow(core.ParameterError);
    expect(() => boundary({ lengthScale: bad })).toThrow(core.ParameterError);
    expect(() => meanCurve({ normBound: bad })).toThrow(core.ParameterError);
    expect(() => meanCurve({ range: bad })).toThrow(core.ParameterError);
  });

  const unit = [
    [0, 1],
    [0, 1],
  ] as const;
  const process = { domain: [[0, 100]], bandwidths: [5], correlation: 0, route: "gaussian", relativeRate: 1 } as const;
  const fit = { kernel: "gaussian", lengthScale: 0.5, loss: "hinge", lossParameter: 0, penalty: 0.05 } as const;
  const smoothing = {
    kernel: "matern52",
    noiseKernel: "matern52",
    rule: "trapezoid",
    range: 0.3,
    penalty: 0.1,
  } as const;
  const mean = { ...smoothing, domain: [0, 1], power: 1, normBound: 2, curvesPerPerson: 1 } as const;
  const draws = { drawCount: 1, seed: 1 };
  const ofDensity = core.planDensity({ ...onLine, domain: [[0, 100]], recordsPerPerson: 1 });
  const ofBoundary = core.planBoundary({ ...labelled, recordsPerPerson: 1 });
  const ofMean = core.planMeanCurve(curves);
  const plans = {
    "density, target": (change: object) => ofDensity.target({ ...process, ...change }),
    "density, preview": (change: object) => ofDensity.release({ ...process, ...draws, ...change }),
    "boundary, target": (change: object) => ofBoundary.target({ ...fit, domain: unit, solver: "exact", ...change }),
    "boundary, preview": (change: object) =>
      core.lastOf(ofBoundary.releasing({ ...fit, ...draws, domain: unit, solver: "exact", ...change })),
    "mean curve, target": (change: object) => ofMean.target({ ...mean, ...change }),
    "mean curve, preview": (change: object) => ofMean.release({ ...mean, ...draws, ...change }),
  };
  const misspelt = { recordPerPerson: 4, curvePerPerson: 4, epsilon: 1, kernal: "gaussian", transformation: "log" };
  const ofAll = [
    ...Object.entries(misspelt).map(([name, value]) => [name, value] as const),
    ...([0, "4", 1.5] as const).map((k) => ["recordsPerPerson", k] as const),
    ...[undefined, 3, [0], ["0", "1"], [["0", "1"]]].map((domain) => ["domain", domain] as const),
  ];
  const own: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
    density: [
      ...[["route", "sobolew"] as const, ["bump", "epanechnikof"] as const, ["relativeRate", "1"] as const],
      ...[["bandwidths", ["5"]] as const, ["bandwidths", [5, 5]] as const, ["correlation", NaN] as const],
    ],
    boundary: [
      ...[["kernel", "gausian"] as const, ["loss", "hing"] as const, ["solver", "exakt"] as const],
      ...[["penalty", "1"] as const, ["lengthScale", NaN] as const, ["lossParameter", "a"] as const],
      ["responseRange", 3],
    ],
    "mean curve": [
      ...[["kernel", "matern"] as const, ["noiseKernel", "matern"] as const, ["rule", "trapez"] as const],
      ...[["power", "1"] as const, ["range", "1"] as const, ["normBound", NaN] as const, ["centre", 3] as const],
      ["curvesPerPerson", undefined],
    ],
  };
  test.each(Object.keys(plans) as (keyof typeof plans)[])("a plan: %s", (name) => {
    const plan = plans[name];
    expect(() => plan({})).not.toThrow();
    for (const [member, value] of [...ofAll, ...own[name.split(",")[0]!]!]) {
      const said = `${member}: ${JSON.stringify(value)}`;
      expect(() => plan({ [member]: value }), said).toThrow(core.ParameterError);
    }
  });

  test.each([undefined, 0, "4"])("a plan with %s records a person", (recordsPerPerson) => {
    const bad = { recordsPerPerson } as never as { recordsPerPerson: number };
    expect(() => core.planDensity({ ...onLine, domain: [[0, 100]], ...bad })).toThrow(/^recordsPerPerson must/);
    expect(() => core.planBoundary({ ...labelled, ...bad })).toThrow(/^recordsPerPerson must/);
  });

  const none = [NaN, Infinity, -Infinity, 0, -1];
  const points = (rows: readonly (readonly number[])[]) => ({ points: core.pointsFrom(rows) });
  const flat = (dimension: number) => points(Array.from({ length: 3 }, (_, i) => new Array<number>(dimension).fill(i)));
  const density1 = (change: object) =>
    core.planDensity({ ...onLine, domain: [[0, 100]], recordsPerPerson: 1, ...change });
  const boundary1 = (change: object) => core.planBoundary({ ...labelled, recordsPerPerson: 1, ...change });
  const curves1 = (records: typeof curves) => core.planMeanCurve(records).target(mean);
  const [target, fitted, averaged] = (["density, target", "boundary, target", "mean curve, target"] as const).map(
    (name) => plans[name],
  );
  const refusedNumbers: readonly (readonly [string, (bad: number) => unknown, readonly number[]])[] = [
    ["k of planDensity", (recordsPerPerson) => density1({ recordsPerPerson }), [...none, 1.5]],
    ["count", (count) => density1({ count }), [...none, 1, 1.5, 1e12]],
    ["an end", (end) => density1({ domain: [[0, end]] }), none],
    ["the other end", (end) => density1({ domain: [[end, 0]] }), [NaN, Infinity, -Infinity, 0, 1]],
    ["a record of planDensity", (x) => density1(points([[1], [x]])), [NaN, Infinity, -Infinity]],
    ["n of planDensity", (n) => density1(points([[1], [2]].slice(0, n))), [0, 1]],
    ["d of planDensity", (d) => density1({ ...flat(d), domain: new Array<number[]>(d).fill([0, 1]) }), [3]],
    ["intervals", (d) => density1({ domain: new Array<number[]>(d).fill([0, 1]) }), [0, 2]],
    ["bandwidth", (h) => target!({ bandwidths: [h] }), none],
    ["rate", (relativeRate) => target!({ route: "sobolev", relativeRate }), none],
    ["correlation", (correlation) => target!({ correlation }), [NaN, Infinity, 1, -1, 0.5]],
    ["k of a target", (recordsPerPerson) => target!({ recordsPerPerson }), none],
    ["k of planBoundary", (recordsPerPerson) => boundary1({ recordsPerPerson }), none],
    [
      "n of planBoundary",
      (n) =>
        boundary1({ ...points([[0, 0]].slice(0, n)), responses: new Float64Array(n).fill(1) }).target({
          ...fit,
          domain: unit,
          solver: "exact",
        }),
      [0, 1],
    ],
    ["d of planBoundary", (d) => boundary1({ ...flat(d), responses: Float64Array.of(1, -1, 1) }), [21]],
    ["a response", (y) => boundary1({ ...flat(2), responses: Float64Array.of(1, y, 1) }), [NaN, Infinity]],
    [
      "an input",
      (x) =>
        boundary1({
          ...points([
            [0, x],
            [1, 1],
          ]),
          responses: Float64Array.of(1, -1),
        }),
      [NaN, Infinity],
    ],
    ["responses", (n) => boundary1({ responses: new Float64Array(n) }), [0, 199, 201]],
    ["penalty", (penalty) => fitted!({ penalty }), none],
    ["length scale", (lengthScale) => fitted!({ lengthScale }), none],
    ["threshold", (lossParameter) => fitted!({ loss: "huber", lossParameter }), none],
    ["m", (pointCount) => curves1({ ...curves, pointCount }), [...none, 1, 1.5, 3, 1e12]],
    ["n of curves", (n) => curves1({ curves: new Float64Array(20 * n), pointCount: 20 }), [0, 1]],
    ["a curve", (x) => curves1({ curves: new Float64Array(40).fill(x), pointCount: 20 }), [NaN, Infinity]],
    ["φ", (penalty) => averaged!({ penalty }), none],
    ["ρ", (range) => averaged!({ range }), none],
    ["τ", (normBound) => averaged!({ normBound }), none],
    ["η", (power) => averaged!({ power }), [...none, 0.5]],
    ["k of curves", (curvesPerPerson) => averaged!({ curvesPerPerson }), [...none, 1.5]],
  ];
  test.each(refusedNumbers)("what a plan's comment excludes: %s", (_, plan, bad) => {
    for (const value of bad) expect(() => plan(value), String(value)).toThrow(core.ParameterError);
  });

  const total = { id: "0".repeat(32), at: "2026-11-22T06:10:00Z", epsilon: 2, delta: 1e-5, failure: 0, paidDelta: 0 };
  const ledger = core.declareBudget(core.emptyLedger("0".repeat(64)), total);
  const cost = { kind: "gaussian", mu: 0.1, failure: 0, delta: 0 } as const;
  const paid = { study: "density", what: "a draw", parameters: [], provenance: [], cost, buys: null };
  const enter = (change: object) => core.enterRelease(ledger, { id: "1".repeat(32), at: total.at, ...paid, ...change });
  const published = density();
  const sheet = {
    ...{ title: "", curator: "", intendedUse: "", dataProduct: "", privacyUnit: "", privacyUnitDetails: "" },
    ...{ neighbourRelation: "", dataDomain: "", unprotectedQuantities: [], parameters: [], composition: "" },
    ...{ preprocessing: "", justification: "" },
  };
  const contents = (change: object) =>
    core.releaseContents(published, {
      ...{ app: { name: "", version: "", commit: "" }, created: "2026-11-22", study: "density", sheet },
      ...{ axes: [{ name: "x", unit: "" }], value: { name: "", unit: "" }, provenance: [], ledgerEntry: null },
      ...change,
    });
  const origin = { parameter: "h", origin: "publik", statement: "", ledgerEntry: null };
  test.each([
    ["a budget", (change: object) => core.declareBudget(ledger, { ...total, id: "2".repeat(32), ...change })],
    ["a total", (change: object) => core.ledgerTotal(ledger, { delta: 1e-5, ...change })],
    ["an entry", enter],
    ["an entry's cost", (change: object) => enter({ cost: { ...cost, ...change } })],
    ["a release file", contents],
  ] as const)("%s", (name, made) => {
    const wrong: Readonly<Record<string, readonly object[]>> = {
      "a budget": [
        { epsilon: "2" },
        { delta: 1 },
        { epsilom: 3 },
        { failure: "0" },
        { pureEpsilon: "1" },
        { at: "now" },
      ],
      "a total": [{ delta: "1" }, { delta: undefined }, { delta: 0 }],
      "an entry": [{ cost: undefined }, { costs: cost }, { provenance: [origin] }, { id: "1" }],
      "an entry's cost": [{ kind: "gausian" }, { mu: "0.1" }, { mu: NaN }, { failure: undefined }, { epsilon: 1 }],
      "a release file": [{ provenace: [] }, { provenance: undefined }, { provenance: [origin] }, { axes: [] }],
    };
    expect(() => made({})).not.toThrow();
    for (const change of wrong[name]!) expect(() => made(change), JSON.stringify(change)).toThrow(core.ParameterError);
  });

  test("answers one by one, which know one record a person", () => {
    const asked = { domain: [[0, 100]], bandwidths: [5], correlation: 0, relativeRate: 1 } as const;
    const terms = { ...onLine, words: seeded(1), budget: { ...budget, calibration: "analytic" as const } };
    expect(() => openOnlineDensity({ ...asked, ...terms, route: "gaussian", recordsPerPerson: 2 })).toThrow(
      /sensitivity of one record/,
    );
    expect(() => openOnlineDensity({ ...asked, ...terms, route: "sobolew" as never })).toThrow(/route must be/);
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
