import { describe, expect, test } from "vitest";
import { loadExample } from "../../../src/core/datasets/examples/examples.ts";
import { meanCurveExamples } from "../../../src/studies/meanCurve/examples.ts";
import { meanCurveRecordsFrom } from "../../../src/core/datasets/meanCurveRecords.ts";
import { curveKernelNames } from "../../../src/core/releases/curveKernels.ts";
import { outlineOf } from "../../../src/core/datasets/outline.ts";
import { budgetProblems, problemsOf } from "../../../src/state/problems.ts";
import { settled } from "../../../src/state/sharedFields.ts";
import { choiceOf } from "../../../src/studies/meanCurve/columns.ts";
import { study } from "../../../src/studies/meanCurve/definition.ts";
import { meanCurveProblems } from "../../../src/studies/meanCurve/problems.ts";
import { requestOf } from "../../../src/studies/meanCurve/request.ts";
import {
  exampleOf,
  layoutOf,
  meanCurveLimits,
  meanCurveParameterNames,
  rangeLimits,
  scenarioOf,
} from "../../../src/studies/meanCurve/scenario.ts";
import { meanCurveLinks } from "../../../src/studies/meanCurve/links.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/scenario.ts";
import { isShown, variationsOf } from "../../../src/studies/meanCurve/variations.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { askedOf } from "../presenting.ts";
import { garbage } from "../../support/garbage.ts";

const links = meanCurveLinks(meanCurveExamples);
const start = links.decode("").values;
const own: MeanCurveScenario = {
  ...start,
  data: "own",
  shape: "long",
  curve: "who",
  time: "when",
  value: "what",
  person: "",
};
const scenarioProblems = (scenario: MeanCurveScenario) => [...meanCurveProblems(scenario), ...budgetProblems(scenario)];
const requested = (scenario: MeanCurveScenario) => askedOf(study, scenario, { columns: [], rowCount: 0, notices: [] });
const wrongIn = (change: Partial<MeanCurveScenario>, base = start) =>
  scenarioProblems({ ...base, ...change }).map(({ parameter }) => parameter);
const dataSets = meanCurveExamples.flatMap(({ id, variations }) => [
  id,
  ...variations.flatMap(({ data = [] }) => data),
]);

describe("meanCurveLinks", () => {
  test('decode("") is the start example, without problems', () => {
    expect(links.decode("")).toMatchObject({
      problems: [],
      values: {
        ...scenarioOf("chick-weight", meanCurveExamples[0]!.defaults),
        view: "inside",
        calibration: "analytic",
      },
    });
    expect(wrongIn({})).toEqual([]);
  });

  test("encode(start) is readable and holds everything that determines the curve", () => {
    expect(links.encode(start)).toBe(
      "#/meanCurve?v=1&data=chick-weight&domain=0..21&points=85&rule=trapezoid&kernel=gaussian&noise=same&rho=200&phi=0.01&eta=1.5&tau=200&perPerson=1&epsilon=2&delta=0.001&calibration=analytic&seed=1&draws=1&view=inside",
    );
  });

  test("decode ∘ encode is the identity, without problems, on 2,000 seeded scenarios", () => {
    const random = smallGenerator(23);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    const between = ({ min, max }: { min: number; max: number }) => min * (max / min) ** random();
    for (let i = 0; i < 2_000; i++) {
      const data = pick(...dataSets, "own");
      const { layout, groups: usual } = exampleOf(meanCurveExamples, data)?.defaults ?? {};
      const long = layout ? layout.shape === "long" : random() < 0.5;
      const column = (named: string | undefined) =>
        layout ? (named ?? "") : pick("", 'a<b>"&=t', "Größe 漢", "a+b c");
      const domain = [-100 * random(), 100 * random() + 1] as const;
      const kernel = pick(...curveKernelNames);
      const view = pick<MeanCurveScenario["view"]>("inside", "outside");
      const scenario: MeanCurveScenario = {
        data,
        shape: long ? "long" : "wide",
        curve: column(layout?.shape === "long" ? layout.curve : undefined),
        time: column(layout?.shape === "long" ? layout.time : undefined),
        value: column(layout?.shape === "long" ? layout.value : undefined),
        person: column(layout?.person),
        groups: usual ? pick("", usual.column) : column(undefined),
        levels: layout ? (usual?.levels ?? "") : pick("", "a, b", "north = 40 %; b, c; 3"),
        unitX: layout ? "" : pick("", "date", "d"),
        unitY: layout ? "" : pick("", "€"),
        firstRow: layout ? "curve" : pick("curve", "times"),
        domain,
        points: 2 + Math.floor(900 * random()),
        rule: pick("uniform", "trapezoid"),
        kernel,
        noiseKernel: pick("same", ...curveKernelNames),
        range: between(rangeLimits(kernel, domain)),
        penalty: between(meanCurveLimits.penalty),
        power: 1 + 3 * random(),
        normBound: between(meanCurveLimits.normBound),
        centre: pick("", "12.5", "0:1, 2:3"),
        perPerson: 1 + Math.floor(999 * random()),
        provenance: Object.fromEntries(
          Object.keys(meanCurveParameterNames).flatMap((name) =>
            random() < 0.3 ? [[name, pick("looked", "affirmed", "bought")] as const] : [],
          ),
        ),
        epsilon: between(meanCurveLimits.epsilon),
        delta: between(meanCurveLimits.delta),
        calibration: pick("analytic", "classical"),
        seed:
          data === "own" && view === "outside"
            ? "secure"
            : pick<number | "secure">("secure", Math.floor(2 ** 53 * random())),
        draws: 1 + Math.floor(50 * random()),
        view,
        band: pick("none", "pointwise", "simultaneous", "both"),
        records: pick("none", "curves"),
        show: pick("mean", "slope"),
        weight: pick("", "0:0, 10:1", "<b>&="),
        window: random() < 0.5 ? domain : [domain[0], domain[0] + 0.5],
      };
      const decoded = links.decode(links.encode(scenario));
      expect(decoded.problems).toEqual([]);
      expect(decoded.values).toEqual(scenario);
    }
  });

  test("decode(any one entry of a link replaced by garbage) is a scenario that can be drawn", () => {
    const damage = [...garbage, "exponential"];
    for (const scenario of [start, own, { ...start, data: "mirshani-n5" }]) {
      const entries = links.encode({ ...scenario, band: "both", records: "none", firstRow: "times" }).split("&");
      entries.forEach((entry, i) => {
        for (const text of damage) {
          const hash = entries.with(i, `${entry.split("=")[0]!}=${text}`).join("&");
          const wrong = scenarioProblems(links.decode(hash).values).filter(
            ({ parameter }) => !["curve", "time", "value"].includes(parameter),
          );
          expect({ hash, wrong }).toEqual({ hash, wrong: [] });
        }
      });
    }
  });

  test("decode(unknown data) shows the start example with its own layout, domain and bounds, and says so", () => {
    const { values, problems } = links.decode(
      links.encode({ ...own, person: "name", normBound: 7, domain: [1, 2] }).replace("data=own", "data=secret"),
    );
    expect(values).toMatchObject({
      data: "chick-weight",
      shape: "long",
      curve: "Chick",
      normBound: 200,
      domain: [0, 21],
      perPerson: 1,
    });
    expect(problems.map(({ sentence }) => sentence).join()).toContain("those of chick-weight, not those in the link");
    expect(JSON.stringify(values)).not.toMatch(/who|when|what|name/);
  });

  test("a link of one's own data seen from outside neither carries nor takes a seed", () => {
    const outside: MeanCurveScenario = { ...own, view: "outside", seed: 5 };
    expect(links.encode(outside)).not.toMatch(/seed/);
    const taken = links.decode(`${links.encode({ ...outside, seed: "secure" })}&seed=5`);
    expect(taken.values.seed).toBe("secure");
    expect(taken.problems.map(({ key }) => key)).toContain("seed");
  });
});

describe("scenarioProblems", () => {
  test.each([
    [{ normBound: 0 }, "normBound"],
    [{ normBound: NaN }, "normBound"],
    [{ penalty: 0 }, "penalty"],
    [{ power: 0.99 }, "power"],
    [{ range: 0 }, "range"],
    [{ points: 1 }, "points"],
    [{ points: 2.5 }, "points"],
    [{ domain: [1, 1] as const }, "domain"],
    [{ person: "p", perPerson: 0 }, "perPerson"],
    [{ draws: 0 }, "draws"],
    [{ epsilon: 0 }, "epsilon"],
    [{ delta: 1 }, "delta"],
    [{ calibration: "classical" as const, epsilon: 2 }, "calibration"],
  ])("%j is reported beside its control", (change, parameter) => {
    expect(wrongIn(change)).toContain(parameter);
  });

  test.each(["person=zzz", "firstRow=times", "shape=wide", "time=zzz"])(
    "where the curves of an example are is known: %s is named and not taken",
    (entry) => {
      const { values, problems } = links.decode(`#/meanCurve?${entry}`);
      expect(values).toEqual(links.decode("#/meanCurve").values);
      expect(problems.map(({ key }) => key)).toEqual([entry.split("=")[0]]);
    },
  );

  test("columns of a long table must be chosen, and differ", () => {
    expect(wrongIn({ curve: "" }, own)).toContain("curve");
    expect(wrongIn({ time: "" }, own)).toContain("time");
    expect(wrongIn({ value: "when" }, own)).toContain("value");
    expect(wrongIn({}, own)).toEqual([]);
  });

  test("a known seed of one's own data seen from outside is taken away, so nothing is left to warn of", () => {
    const seeded: MeanCurveScenario = { ...own, view: "outside", seed: 3 };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    expect(wrongIn({}, settled(seeded))).toEqual([]);
  });

  test("what the worker found wrong is said beside its control", () => {
    const failure = { kind: "parameter", parameter: "range", message: "too small" } as const;
    expect(problemsOf(scenarioProblems(start), undefined, failure).get("range")).toBe("too small");
  });
});

describe("requests", () => {
  test("what the worker is asked for changes with what the worker computes, and with nothing else", () => {
    const same: Partial<MeanCurveScenario>[] = [
      { epsilon: 3 },
      { delta: 0.1 },
      { calibration: "classical" },
      { view: "outside" },
      { band: "none" },
      { records: "none" },
      { provenance: { range: "looked" } },
      { show: "slope" },
      { window: [1, 2] },
      { weight: "0:1, 2:3" },
    ];
    for (const change of same) expect(requested({ ...start, ...change })).toBe(requested(start));
    const others: Partial<MeanCurveScenario>[] = [
      { penalty: 0.5 },
      { range: 50 },
      { power: 2 },
      { normBound: 9 },
      { kernel: "matern32" },
      { noiseKernel: "exponential" },
      { points: 12 },
      { domain: [0, 9] },
      { rule: "uniform" },
      { seed: 2 },
      { draws: 3 },
      { data: "mirshani-1" },
      { person: "Diet", perPerson: 2 },
    ];
    for (const change of others) expect(requested({ ...start, ...change })).not.toBe(requested(start));
  });

  test("the noise has the estimator's kernel unless another is chosen; without a person one curve is one person", () => {
    expect(requestOf({ ...start, kernel: "matern52", perPerson: 9 })).toMatchObject({
      kernel: "matern52",
      noiseKernel: "matern52",
      curvesPerPerson: 1,
    });
    expect(requestOf({ ...start, noiseKernel: "exponential", person: "Diet", perPerson: 9 })).toMatchObject({
      noiseKernel: "exponential",
      curvesPerPerson: 9,
    });
    expect(choiceOf({ ...own, value: "" }, { columns: [], rowCount: 0, notices: [] }, "refuse")).toBeUndefined();
  });
});

describe("variations", () => {
  test.each(dataSets)("%s is one of the variations of its example, or varies from it; each can be drawn", (data) => {
    const { example, defaults } = exampleOf(meanCurveExamples, data)!;
    const scenario = { ...start, ...scenarioOf(data, defaults) };
    const variations = variationsOf(meanCurveExamples, scenario);
    expect(variations).toHaveLength(example.variations.length);
    for (const { change } of variations) {
      const varied = { ...scenario, ...change };
      expect(scenarioProblems(varied)).toEqual([]);
      expect(variations.filter((variation) => isShown(varied, variation))).toHaveLength(1);
    }
    expect(links.decode(links.encode(scenario)).values).toEqual(scenario);
  });

  test("those of scenario 5 vary ε at δ = 0.1 and δ at ε = 1, and keep the rest as it is now", () => {
    const scenario = {
      ...start,
      ...scenarioOf("mirshani-5", exampleOf(meanCurveExamples, "mirshani-5")!.defaults),
      penalty: 0.3,
    };
    const changes = variationsOf(meanCurveExamples, scenario).map(({ change }) => change);
    expect(changes[0]).toEqual({ epsilon: 5, delta: 0.1 });
    expect(changes.at(-1)).toEqual({ epsilon: 1, delta: 1e-6 });
  });

  test("those of one's own data vary φ", () => {
    expect(variationsOf(meanCurveExamples, own).map(({ change }) => Object.keys(change))).toEqual(
      Array.from({ length: 5 }, () => ["penalty"]),
    );
  });
});

describe("meanCurveRecordsFrom", () => {
  const tract = { ...start, ...scenarioOf("tract-profiles", exampleOf(meanCurveExamples, "tract-profiles")!.defaults) };
  const table = loadExample("tract-profiles");
  const outline = outlineOf(table);
  const recordsOf = (scenario: MeanCurveScenario) =>
    meanCurveRecordsFrom(table, choiceOf(scenario, outline, "refuse")!);

  test("keeps each person's first curves up to the declared bound, and says how many there were", () => {
    const all = recordsOf({ ...tract, perPerson: 8 });
    const four = recordsOf(tract);
    expect(all).toMatchObject({ leftOut: 0, largestPerPerson: 8 });
    expect(all.curves).toHaveLength(382 * 93);
    expect(four.leftOut).toBe(382 - four.curves.length / 93);
    const counts = new Map<number, number>();
    for (const person of four.personOf!) counts.set(person, (counts.get(person) ?? 0) + 1);
    expect(counts.size).toBe(142);
    expect(Math.max(...counts.values())).toBe(4);
  });

  test("layoutOf takes the columns of numbers of a wide table, but not the person's", () => {
    expect(layoutOf(outline.columns, tract)).toMatchObject({ shape: "wide", person: "person" });
    expect((layoutOf(outline.columns, tract) as { times: readonly string[] }).times).toHaveLength(93);
  });
});
