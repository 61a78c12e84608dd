import { describe, expect, test } from "vitest";
import * as core from "../../src/core/index.ts";
import { openOnlineDensity } from "../support/openedDensity.ts";
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
    ["n of planDensity", (n) => density1(points([[1], [2]].slice(0, n))), [0]],
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
      [0],
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
    ["n of curves", (n) => curves1({ curves: new Float64Array(20 * n), pointCount: 20 }), [0]],
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
