import { describe, expect, test } from "vitest";
import { kernelNames } from "../../../src/core/kernels/kernelOf.ts";
import { boundaryExamples as shippedExamples } from "../../../src/studies/boundary/model/examples.ts";
import { boundaryLossNames } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import { boundaryFields, boundaryParameterNames, lossParameterOf } from "../../../src/studies/boundary/model/fields.ts";
import { boundaryLinks, exampleScenario } from "../../../src/studies/boundary/model/links.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { budgetLimits, groupsShown, unitsOfExample } from "../../../src/state/scenario/sharedFields.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { garbage } from "../../support/garbage.ts";
import { examples, links, start, curve, own, sentences, scenarioProblems, requested } from "./scenarios.ts";
import { casesOf } from "../../support/fuzzing.ts";

describe("boundaryLinks", () => {
  test('decode("") is the start example at its best, without problems', () => {
    expect(links.decode("")).toMatchObject({
      problems: [],
      values: {
        data: "clouds",
        task: "classification",
        x: "x",
        y: "y",
        response: "class",
        positive: "b",
        lengthScale: 0.3,
        penalty: 0.01,
        calibration: "analytic",
        view: "inside",
        field: "certainty",
        band: "pointwise",
        records: "points",
      },
    });
  });

  test("encode(start) is readable and holds everything that determines the boundary", () => {
    expect(links.encode(start)).toBe(
      "#/boundary?v=1&data=clouds&task=classification&x=x&y=y&response=class&positive=b&domain=0..1&domainY=0..1&kernel=gaussian&ell=0.3&loss=hinge&penalty=0.01&solver=exact&epsilon=1&delta=0.00001&calibration=analytic&seed=1&draws=1&view=inside",
    );
  });

  test("encode(a regression) holds range and loss's parameter, and nothing of the plane", () => {
    const link = links.encode(curve);
    expect(link).toContain("&domain=0..30&range=0..120&");
    expect(link).toContain("&loss=pinball&t=0.75&");
    expect(link).not.toMatch(/&(y|positive|domainY)=/);
  });

  test("decode ∘ encode is the identity, without problems, on seeded scenarios", () => {
    const random = smallGenerator(17);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    const between = ({ min, max }: { min: number; max: number }) => min * (max / min) ** random();
    const domain = () => [-100 * random(), 100 * random() + 1] as const;
    for (let i = 0; i < casesOf(2_000, 250); i++) {
      const example = pick(...examples, undefined);
      const task = pick<BoundaryScenario["task"]>("classification", "regression");
      const plane = task === "classification";
      const loss = pick(...boundaryLossNames[task]);
      const { min, max, usual } = lossParameterOf(loss);
      const view = pick<BoundaryScenario["view"]>("inside", "outside");
      const name = () => (example ? pick(...example.columns) : pick('a<b>"&=weight', "Größe 漢", "%", "a+b c"));
      const [x, y, response] = [name(), plane ? name() : "", name()];
      const scenario: BoundaryScenario = {
        data: example?.id ?? "own",
        schema: example
          ? ""
          : pick("", "1*file*typed!x*point", "1*elsewhere*utf-8*comma*lf*0*header!a~2b*category***f(m"),
        ...(example
          ? { person: "", perPerson: 1, ...unitsOfExample(true, x, plane ? y : response) }
          : { person: pick("", "Größe"), perPerson: pick(1, 7), unitX: pick("", "date", "€"), unitY: pick("", "kg") }),
        most: pick<BoundaryScenario["most"]>("public", 2, 300),
        task,
        x,
        y,
        response,
        positive: plane ? pick("b", "virginica", "not <b>", "1", "=1+1", "") : "",
        domainX: domain(),
        domainY: plane ? domain() : [0, 1],
        ...(example
          ? groupsShown(example.defaults.groups)
          : { groups: pick("", "Größe"), levels: pick("", "north = 40 %, south", "1; 2; a,b") }),
        further: random() < 0.5 ? [] : [{ name: name(), domain: domain(), at: random() }],
        range: plane ? [0, 1] : domain(),
        kernel: pick(...kernelNames),
        lengthScale: between(boundaryFields.lengthScale.limits),
        loss,
        lossParameter: plane ? usual : min + (max - min) * random(),
        penalty: between(boundaryFields.penalty.limits),
        provenance: Object.fromEntries(
          Object.keys(boundaryParameterNames).flatMap((name) =>
            random() < 0.3 ? [[name, pick("looked", "affirmed", "bought")] as const] : [],
          ),
        ),
        solver: pick("exact", "landmarks"),
        epsilon: between(budgetLimits.epsilon),
        delta: between(budgetLimits.delta),
        calibration: pick("analytic", "classical"),
        seed:
          !example && view === "outside" ? "secure" : pick<number | "secure">("secure", Math.floor(2 ** 53 * random())),
        draws: 1 + Math.floor(50 * random()),
        view,
        field: pick("certainty", "release", "original", "none"),
        band: pick("none", "pointwise", "simultaneous", "both"),
        records: pick("none", "points", "support", "residuals"),
        plan: pick("", "1,classes_2_1_1_0_0_1_1,noise_accuracy_1_9", "2,hostile"),
      };
      const decoded = links.decode(links.encode(scenario));
      expect(decoded.problems).toEqual([]);
      expect(decoded.values).toEqual(scenario);
    }
  });

  test("decode(any one entry of a link replaced by garbage) is a scenario that can be drawn", () => {
    const words = [
      "regression",
      "classification",
      "pinball",
      "epsilonInsensitive",
      "hinge",
      "clouds",
      "cars",
      "landmarks",
    ];
    for (const scenario of [start, curve, own]) {
      const entries = links.encode({ ...scenario, field: "none", band: "both", records: "none" }).split("&");
      entries.forEach((entry, i) => {
        for (const text of [...garbage, ...words]) {
          const hash = entries.with(i, `${entry.split("=")[0]!}=${text}`).join("&");
          const { values } = links.decode(hash);
          const columns = ["x", "y", "response", "positive"];
          const wrong = scenarioProblems(values).filter(({ parameter }) => !columns.includes(parameter));
          expect({ hash: hash.slice(0, 400), wrong }).toEqual({ hash: hash.slice(0, 400), wrong: [] });
        }
      });
    }
  });

  test("decode(unknown data set) shows the start example with its own task, columns, class, domain and range", () => {
    const hash =
      "#/boundary?v=1&data=salaries&task=regression&x=age&y=height&response=pay&positive=rich&domain=18..70&domainY=1..2&range=0..9&kernel=matern52&ell=0.5&loss=hinge&penalty=0.1&origin=loss:looked&solver=exact&epsilon=0.5&delta=0.1&calibration=analytic&seed=1&draws=1&view=inside";
    const { values } = links.decode(hash);
    expect(values).toMatchObject({
      ...exampleScenario(examples, "clouds"),
      kernel: "matern52",
      lengthScale: 0.5,
      penalty: 0.1,
      epsilon: 0.5,
      delta: 0.1,
    });
    expect(JSON.stringify(values)).not.toMatch(/age|pay|rich|height/);
    expect(sentences(hash)).toEqual([
      "data = salaries was not understood: expected one of clouds, cars, own; used clouds.",
      "Columns, domain and range are those of clouds, not those in the link.",
    ]);
  });

  test("decode(a loss of the other task) falls back to one of the task's own", () => {
    const hash = links.encode(curve).replace("loss=pinball", "loss=hinge");
    expect(links.decode(hash).values).toMatchObject({ task: "regression", loss: "pinball" });
    expect(sentences(hash)).toEqual([
      "loss = hinge was not understood: expected one of huber, squared, epsilonInsensitive, pinball; used pinball.",
    ]);
  });

  test("decode checks the loss's parameter against the limits of the loss in the link", () => {
    const link = links.encode({ ...curve, loss: "huber", lossParameter: 1.5 });
    expect(links.decode(link)).toMatchObject({ problems: [], values: { loss: "huber", lossParameter: 1.5 } });
    expect(sentences(link.replace("loss=huber", "loss=pinball"))).toEqual([
      "t = 1.5 was not understood: expected a number between 0.02 and 0.98; used 0.75.",
    ]);
  });

  test("a link keeps its boundary when the defaults change", () => {
    const changed = boundaryLinks(
      examples.map((example) => ({
        ...example,
        defaults: {
          ...example.defaults,
          kernel: "exponential",
          lengthScale: 1,
          penalty: 1,
          epsilon: 9,
          delta: 0.2,
          domain: [
            [0, 2],
            [0, 3],
          ],
          responseRange: [0, 4],
          lossParameter: 0.3,
        },
      })),
      "cars",
    );
    for (const { id } of examples) {
      const { values } = links.decode(`#/boundary?v=1&data=${id}`);
      const opened = changed.decode(links.encode(values)).values;
      expect(requested(opened)).toBe(requested(values));
      expect(opened).toMatchObject({ epsilon: values.epsilon, delta: values.delta });
    }
  });

  test("decode(classical with ε > 1) keeps both: the page explains beside the control", () => {
    const { values, problems } = links.decode(links.encode({ ...start, calibration: "classical", epsilon: 2 }));
    expect(values).toMatchObject({ calibration: "classical", epsilon: 2 });
    expect(problems).toEqual([]);
  });

  test("a link with data of one's own keeps the columns' names, and guesses none", () => {
    expect(links.decode(links.encode(own))).toMatchObject({ problems: [], values: own });
    expect(links.decode("#/boundary?data=own").values).toMatchObject({
      x: "",
      y: "",
      response: "",
      positive: "",
      seed: "secure",
    });
  });

  test("a link with data of one's own has no seed in the outside view, and takes none", () => {
    const outside: BoundaryScenario = { ...own, view: "outside", seed: 424242 };
    expect(links.encode(outside)).not.toContain("seed");
    expect(links.encode(outside)).not.toContain("424242");
    expect(links.decode(links.encode(outside))).toMatchObject({ problems: [], values: { seed: "secure" } });
    const given = `${links.encode(outside)}&seed=7`;
    expect(links.decode(given).values.seed).toBe("secure");
    expect(sentences(given)).toEqual(["The outside view of your own data takes no seed from a link; used secure."]);
  });

  test("links keep a seed in the inside view and for examples", () => {
    expect(links.encode({ ...own, seed: 7 })).toContain("&seed=7");
    expect(links.encode({ ...start, view: "outside" })).toContain("&seed=1");
  });

  test.each(shippedExamples.map(({ id }) => id))(
    "decode(data=%s) is as the example declares, can be drawn, and its link is exact",
    (id) => {
      const shipped = boundaryLinks(shippedExamples);
      const { values } = shipped.decode(`#/boundary?v=1&data=${id}`);
      const {
        domain,
        responseRange: range,
        groups: _,
        ...declared
      } = shippedExamples.find((example) => example.id === id)!.defaults;
      const [domainX, domainY] = domain;
      expect(values).toMatchObject({ ...declared, domainX, ...(domainY && { domainY }), ...(range && { range }) });
      expect(scenarioProblems(values)).toEqual([]);
      expect(shipped.decode(shipped.encode(values))).toMatchObject({ values, problems: [] });
    },
  );

  test("exampleScenario(no example) is undefined", () => {
    expect(exampleScenario(examples, "own")).toBeUndefined();
  });
});
