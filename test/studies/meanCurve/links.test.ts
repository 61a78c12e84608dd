import { describe, expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { meanCurveFields, meanCurveParameterNames, rangeLimits } from "../../../src/studies/meanCurve/model/fields.ts";
import { exampleOf, settingsOf } from "../../../src/studies/meanCurve/model/scenario.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { noUnits } from "../../../src/state/scenario/sharedFields.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { garbage } from "../../support/garbage.ts";
import { dataSets, links, own, scenarioProblems, start, wrongIn } from "./scenarios.ts";
import { curveKernelNames } from "../../../src/core/mean/curveKernels.ts";
import { casesOf } from "../../support/fuzzing.ts";

describe("meanCurveLinks", () => {
  test('decode("") is the start example, without problems', () => {
    expect(links.decode("")).toMatchObject({
      problems: [],
      values: {
        ...settingsOf(meanCurveExamples[0]!.defaults),
        data: "chick-weight",
        noiseKernel: "same",
        seed: 1,
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

  test("decode ∘ encode is the identity, without problems, on seeded scenarios", () => {
    const random = smallGenerator(23);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    const between = ({ min, max }: { min: number; max: number }) => min * (max / min) ** random();
    for (let i = 0; i < casesOf(2_000, 250); i++) {
      const data = pick(...dataSets, "own");
      const { layout, units = noUnits, groups: usual } = exampleOf(meanCurveExamples, data)?.defaults ?? {};
      const long = layout ? layout.shape === "long" : random() < 0.5;
      const column = (named: string | undefined) =>
        layout ? (named ?? "") : pick("", 'a<b>"&=t', "Größe 漢", "a+b c");
      const domain = [-100 * random(), 100 * random() + 1] as const;
      const kernel = pick(...curveKernelNames);
      const view = pick<MeanCurveScenario["view"]>("inside", "outside");
      const scenario: MeanCurveScenario = {
        data,
        schema: layout ? "" : pick("", "1*file*typed!x*point"),
        repeats: layout ? "mean" : pick<MeanCurveScenario["repeats"]>("mean", "first", "none"),
        shape: long ? "long" : "wide",
        curve: column(layout?.shape === "long" ? layout.curve : undefined),
        time: column(layout?.shape === "long" ? layout.time : undefined),
        value: column(layout?.shape === "long" ? layout.value : undefined),
        person: column(layout?.person),
        most: pick<MeanCurveScenario["most"]>("public", 2, 300, 1e9),
        groups: usual ? pick("", usual.column) : column(undefined),
        levels: layout ? (usual?.levels ?? "") : pick("", "a, b", "north = 40 %; b, c; 3"),
        unitX: layout ? units.unitX : pick("", "date", "d"),
        unitY: layout ? units.unitY : pick("", "€"),
        firstRow: layout ? "curve" : pick("curve", "times"),
        columnRanges: pick("", "a: 0..1; b [<&=]: -1e3..2.5 kg"),
        domain,
        points: 2 + Math.floor(900 * random()),
        rule: pick("uniform", "trapezoid"),
        kernel,
        noiseKernel: pick("same", ...curveKernelNames),
        range: between(rangeLimits(kernel, domain)),
        penalty: between(meanCurveFields.penalty.limits),
        power: 1 + 3 * random(),
        normBound: between(meanCurveFields.normBound.limits),
        centre: pick("", "12.5", "0:1, 2:3"),
        perPerson: 1 + Math.floor(999 * random()),
        provenance: Object.fromEntries(
          Object.keys(meanCurveParameterNames).flatMap((name) =>
            random() < 0.3 ? [[name, pick("looked", "affirmed", "bought")] as const] : [],
          ),
        ),
        epsilon: between(meanCurveFields.epsilon.limits),
        delta: between(meanCurveFields.delta.limits),
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
        plan: pick("", "1,curves_1_0.2_0_1,noise_everywhere_5", "<b>&="),
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

  test.each(["person=zzz", "firstRow=times", "shape=wide", "time=zzz"])(
    "where the curves of an example are is known: %s is named and not taken",
    (entry) => {
      const { values, problems } = links.decode(`#/meanCurve?${entry}`);
      expect(values).toEqual(links.decode("#/meanCurve").values);
      expect(problems.map(({ key }) => key)).toEqual([entry.split("=")[0]]);
    },
  );
});
