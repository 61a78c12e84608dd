import { describe, expect, test } from "vitest";
import { boundaryExamples as shippedExamples } from "../../../src/studies/boundary/examples.ts";
import type { BoundaryExample } from "../../../src/studies/boundary/examples.ts";
import type { ColumnOutline, TableOutline } from "../../../src/core/datasets/outline.ts";
import type { EngineFailure } from "../../../src/engine/outcome.ts";
import { calibrate } from "../../../src/state/budgetInForce.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { gaussianMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { budgetProblems, problemsOf } from "../../../src/state/problems.ts";
import { settled } from "../../../src/state/sharedFields.ts";
import { chooseColumns, choiceOf, fitsTable } from "../../../src/studies/boundary/columns.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { boundaryProblems } from "../../../src/studies/boundary/problems.ts";
import { requestOf } from "../../../src/studies/boundary/request.ts";
import {
  boundaryControlLimits,
  boundaryLossNames,
  boundaryParameterNames,
  exampleScenario,
  kernelNames,
  lossParameterOf,
} from "../../../src/studies/boundary/scenario.ts";
import { boundaryLinks } from "../../../src/studies/boundary/links.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/scenario.ts";
import { plainColumns } from "../../../src/state/sharedFields.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { askedOf } from "../presenting.ts";
import { garbage } from "../../support/garbage.ts";

const examples: readonly BoundaryExample[] = [
  {
    id: "clouds",
    title: "Clouds",
    description: "",
    columns: ["x", "y", "class"],
    defaults: {
      task: "classification",
      x: "x",
      y: "y",
      response: "class",
      positive: "b",
      domain: [
        [0, 1],
        [0, 1],
      ],
      kernel: "gaussian",
      lengthScale: 0.3,
      penalty: 0.01,
      loss: "hinge",
      epsilon: 1,
      delta: 1e-5,
    },
  },
  {
    id: "cars",
    title: "Cars",
    description: "",
    columns: ["speed", "distance"],
    defaults: {
      task: "regression",
      x: "speed",
      response: "distance",
      domain: [[0, 30]],
      responseRange: [0, 120],
      kernel: "matern52",
      lengthScale: 0.3,
      penalty: 0.05,
      loss: "pinball",
      lossParameter: 0.75,
      epsilon: 5,
      delta: 1e-3,
    },
  },
];
const links = boundaryLinks(examples, "clouds");
const start = links.decode("").values;
const curve = links.decode("#/boundary?v=1&data=cars").values;
const own: BoundaryScenario = {
  ...start,
  data: "own",
  x: "length",
  y: "width",
  response: "kind",
  positive: "late",
  seed: "secure",
};
const sentences = (hash: string) => links.decode(hash).problems.map(({ sentence }) => sentence);
const scenarioProblems = (scenario: BoundaryScenario) => [
  ...boundaryProblems(scenario, undefined),
  ...budgetProblems(scenario),
];
const wrongIn = (change: Partial<BoundaryScenario>, base = start) => scenarioProblems({ ...base, ...change });
const noColumns: TableOutline = { columns: [], rowCount: 0, notices: [] };
const requested = (scenario: BoundaryScenario) => askedOf(study, scenario, noColumns);

describe("boundaryLinks", () => {
  test('decode("") is the start example at its best, without problems', () => {
    expect(links.decode("")).toMatchObject({
      problems: [],
      values: {
        ...exampleScenario(examples, "clouds"),
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

  test("decode ∘ encode is the identity, without problems, on 2,000 seeded scenarios", () => {
    const random = smallGenerator(17);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    const between = ({ min, max }: { min: number; max: number }) => min * (max / min) ** random();
    const domain = () => [-100 * random(), 100 * random() + 1] as const;
    for (let i = 0; i < 2_000; i++) {
      const example = pick(...examples, undefined);
      const task = pick<BoundaryScenario["task"]>("classification", "regression");
      const plane = task === "classification";
      const loss = pick(...boundaryLossNames[task]);
      const { min, max, usual } = lossParameterOf(loss);
      const view = pick<BoundaryScenario["view"]>("inside", "outside");
      const name = () => (example ? pick(...example.columns) : pick('a<b>"&=weight', "Größe 漢", "%", "a+b c"));
      const scenario: BoundaryScenario = {
        data: example?.id ?? "own",
        ...(example
          ? plainColumns
          : { person: pick("", "Größe"), perPerson: pick(1, 7), unitX: pick("", "date", "€"), unitY: pick("", "kg") }),
        task,
        x: name(),
        y: plane ? name() : "",
        response: name(),
        positive: plane ? pick("b", "virginica", "not <b>", "1", "=1+1", "") : "",
        domainX: domain(),
        domainY: plane ? domain() : [0, 1],
        further: random() < 0.5 ? [] : [{ name: name(), domain: domain(), at: random() }],
        range: plane ? [0, 1] : domain(),
        kernel: pick(...kernelNames),
        lengthScale: between(boundaryControlLimits.lengthScale),
        loss,
        lossParameter: plane ? usual : min + (max - min) * random(),
        penalty: between(boundaryControlLimits.penalty),
        provenance: Object.fromEntries(
          Object.keys(boundaryParameterNames).flatMap((name) =>
            random() < 0.3 ? [[name, pick("looked", "affirmed", "bought")] as const] : [],
          ),
        ),
        solver: pick("exact", "landmarks"),
        epsilon: between(boundaryControlLimits.epsilon),
        delta: between(boundaryControlLimits.delta),
        calibration: pick("analytic", "classical"),
        seed:
          !example && view === "outside" ? "secure" : pick<number | "secure">("secure", Math.floor(2 ** 53 * random())),
        draws: 1 + Math.floor(50 * random()),
        view,
        field: pick("certainty", "release", "original", "none"),
        band: pick("none", "pointwise", "simultaneous", "both"),
        records: pick("none", "points", "support", "residuals"),
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
      "loss = hinge was not understood: expected one of huber, epsilonInsensitive, pinball; used pinball.",
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
    "decode(data=%s) is exampleScenario, can be drawn, and its link is exact",
    (id) => {
      const shipped = boundaryLinks(shippedExamples);
      const { values } = shipped.decode(`#/boundary?v=1&data=${id}`);
      expect(values).toMatchObject(exampleScenario(shippedExamples, id)!);
      expect(scenarioProblems(values)).toEqual([]);
      expect(shipped.decode(shipped.encode(values))).toMatchObject({ values, problems: [] });
    },
  );

  test("exampleScenario(no example) is undefined", () => {
    expect(exampleScenario(examples, "own")).toBeUndefined();
  });
});

describe("scenarioProblems", () => {
  test("scenarioProblems(a whole scenario) is empty", () => {
    for (const scenario of [start, curve, own]) expect(scenarioProblems(scenario)).toEqual([]);
  });

  const backwards = (name: string, ends: string) => `${name} must end above where it begins; got ${ends}.`;
  const unbounded = (name: string, ends: string) => `${name} needs two distinct ends within ±1e15; got ${ends}.`;

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ x: "" }, "x", "Choose the column of the first input."],
    [{ y: "" }, "y", "Choose the column of the second input."],
    [{ y: "x" }, "y", "Choose a second input other than the first."],
    [{ response: "" }, "response", "Choose the column of the labels."],
    [{ response: "y" }, "response", "Choose a column other than the inputs."],
    [{ positive: "" }, "positive", "Choose the class that counts as positive."],
    [{ domainX: [1, 0] }, "domainX", backwards("The domain", "1 to 0")],
    [{ domainX: [NaN, 1] }, "domainX", unbounded("The domain", "NaN to 1")],
    [{ domainY: [0, Infinity] }, "domainY", unbounded("The domain", "0 to Infinity")],
    [{ domainY: [2, 2] }, "domainY", backwards("The domain", "2 to 2")],
    [{ lengthScale: 0 }, "lengthScale", "ℓ must be between 0.02 and 2; got 0."],
    [{ lengthScale: NaN }, "lengthScale", "ℓ must be between 0.02 and 2; got NaN."],
    [{ penalty: 0 }, "penalty", "λ must be between 0.0001 and 10; got 0."],
    [{ penalty: NaN }, "penalty", "λ must be between 0.0001 and 10; got NaN."],
    [{ draws: 51 }, "draws", "The number of draws must be a whole number from 1 to 50; got 51."],
    [{ draws: NaN }, "draws", "The number of draws must be a whole number from 1 to 50; got NaN."],
  ])("scenarioProblems(%j) names %s, and blocks", (change, parameter, sentence) => {
    expect(wrongIn(change)).toEqual([{ parameter, sentence, blocks: true }]);
  });

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ x: "" }, "x", "Choose the column of the input."],
    [{ response: "" }, "response", "Choose the column of the responses."],
    [{ response: "speed" }, "response", "Choose a column other than the inputs."],
    [{ range: [5, 5] }, "range", backwards("The range", "5 to 5")],
    [{ lossParameter: 1 }, "lossParameter", "The loss's parameter must be between 0.02 and 0.98; got 1."],
    [{ lossParameter: NaN }, "lossParameter", "The loss's parameter must be between 0.02 and 0.98; got NaN."],
    [{ loss: "huber", lossParameter: 0 }, "lossParameter", "The loss's parameter must be between 0.01 and 2; got 0."],
    [
      { loss: "epsilonInsensitive", lossParameter: -1 },
      "lossParameter",
      "The loss's parameter must be between 0 and 1; got -1.",
    ],
  ])("scenarioProblems(a regression with %j) names %s, and blocks", (change, parameter, sentence) => {
    expect(wrongIn(change, curve)).toEqual([{ parameter, sentence, blocks: true }]);
  });

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ epsilon: 0 }, "epsilon", "ε must be between 0.001 and 50; got 0."],
    [{ epsilon: NaN }, "epsilon", "ε must be between 0.001 and 50; got NaN."],
    [{ delta: 1 }, "delta", "δ must be between 1e-15 and 0.5; got 1."],
    [
      { calibration: "classical", epsilon: 1.5 },
      "calibration",
      "The classical calibration is proved for ε up to 1 only, and ε is 1.5: choose the exact one, or a smaller ε.",
    ],
  ])("scenarioProblems(%j) names %s, and the worker can still be asked", (change, parameter, sentence) => {
    expect(wrongIn(change)).toEqual([{ parameter, sentence, blocks: false }]);
  });

  test("scenarioProblems ignores what does not enter the scenario", () => {
    expect(wrongIn({ range: [1, 0], lossParameter: NaN })).toEqual([]);
    expect(wrongIn({ y: "", positive: "", domainY: [1, 0] }, curve)).toEqual([]);
    expect(wrongIn({ loss: "epsilonInsensitive", lossParameter: 0 }, curve)).toEqual([]);
    expect(wrongIn({ calibration: "classical", epsilon: 1 })).toEqual([]);
  });

  test("settled takes a known seed away in the outside view of one's own data only, so nothing is left to warn of", () => {
    const seeded: BoundaryScenario = { ...own, seed: 7, view: "outside" };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    for (const scenario of [{ ...own, seed: 7 }, { ...start, seed: 7, view: "outside" } as const])
      expect(settled(scenario)).toBe(scenario);
    expect(scenarioProblems(settled(seeded))).toEqual([]);
  });

  test("scenarioProblems accepts the ends of a slider that computes exp(log(end))", () => {
    const { min, max } = boundaryControlLimits.lengthScale;
    expect(wrongIn({ lengthScale: Math.exp(Math.log(min)) * (1 - 1e-15) })).toEqual([]);
    expect(wrongIn({ lengthScale: max * (1 + 1e-15) })).toEqual([]);
  });

  test("problemsOf puts the worker's failure beside its control, and the scenario's own sentence before it", () => {
    const failure: EngineFailure = {
      kind: "parameter",
      parameter: "penalty",
      message: "penalty must be positive and finite; got 0",
    };
    const problems = (change: Partial<BoundaryScenario>, failed?: EngineFailure) => {
      const scenario = { ...start, ...change };
      const calibrated = calibrate(scenario, gaussianMechanism);
      const refused = calibrated instanceof ParameterError ? calibrated : undefined;
      return problemsOf(scenarioProblems(scenario), refused, failed);
    };
    expect(problems({}, failure).get("penalty")).toBe(failure.message);
    expect(problems({ penalty: 0 }, failure).get("penalty")).toBe("λ must be between 0.0001 and 10; got 0.");
    expect(problems({ calibration: "classical", epsilon: 2 }).get("calibration")).toMatch(/^The classical/);
    expect([...problems({})]).toEqual([]);
  });

  test.each([
    ["exact", 10_000, undefined],
    [
      "exact",
      10_001,
      "10,001 records are too many for the exact fit, which takes 10,000: choose the fit on public landmarks.",
    ],
    ["landmarks", 50_000, undefined],
    [
      "landmarks",
      100_000,
      "100,000 records are too many: the exact fit takes 10,000, the fit on landmarks 50,000. Load a random sample of the rows.",
    ],
  ] as const)("boundaryProblems with the %s fit of %i records says %j", (solver, recordCount, sentence) => {
    const records = {
      points: { dimension: 2, coordinates: new Float64Array(2 * recordCount) },
      responses: new Float64Array(recordCount),
      classNames: ["a", "b"],
      droppedCount: 0,
    } as const;
    const problems = boundaryProblems({ ...start, solver }, records);
    expect(problems).toEqual(sentence === undefined ? [] : [{ parameter: "solver", sentence, blocks: false }]);
  });
});

describe("requestOf", () => {
  test("requestOf(classification) has two inputs and no range", () => {
    expect(requestOf(start)).toEqual({
      domain: [
        [0, 1],
        [0, 1],
      ],
      kernel: "gaussian",
      lengthScale: 0.3,
      loss: "hinge",
      lossParameter: 0.5,
      penalty: 0.01,
      solver: "exact",
      drawCount: 1,
      seed: 1,
    });
  });

  test("requestOf(regression) has one input, the declared range and the loss's parameter", () => {
    expect(requestOf(curve)).toMatchObject({
      domain: [[0, 30]],
      responseRange: [0, 120],
      loss: "pinball",
      lossParameter: 0.75,
    });
  });

  test("requestOf holds neither ε, δ, calibration nor view: noise is scaled on the page", () => {
    expect(Object.keys(requestOf(curve)).sort()).toEqual([
      "domain",
      "drawCount",
      "kernel",
      "lengthScale",
      "loss",
      "lossParameter",
      "penalty",
      "responseRange",
      "seed",
      "solver",
    ]);
  });
});

describe("choiceOf", () => {
  test.each<Partial<BoundaryScenario>>([{ x: "" }, { y: "" }, { response: "" }, { positive: "" }])(
    "choiceOf(%j) is undefined",
    (change) => {
      expect(choiceOf({ ...own, ...change }, noColumns, "refuse")).toBeUndefined();
    },
  );

  test("choiceOf(regression) needs neither second input nor class", () => {
    const choice = choiceOf(curve, noColumns, "drop");
    expect(choiceOf({ ...curve, y: "left over", positive: "left over" }, noColumns, "drop")).toEqual(choice);
    expect(choice).toEqual({ task: "regression", x: "speed", response: "distance", missing: "drop" });
  });
});

describe("what the worker is asked for", () => {
  const shown: readonly Partial<BoundaryScenario>[] = [
    { epsilon: 7 },
    { delta: 0.3 },
    { calibration: "classical" },
    { view: "outside" },
    { field: "none" },
    { band: "both" },
    { records: "support" },
    { provenance: { penalty: "looked" } },
  ];

  test.each<Partial<BoundaryScenario>>([...shown, { range: [3, 4] }, { lossParameter: 0.9 }])(
    "what the worker is asked for does not change with %j in a classification",
    (change) => {
      expect(requested({ ...start, ...change })).toBe(requested(start));
    },
  );

  test.each<Partial<BoundaryScenario>>([...shown, { y: "left over" }, { positive: "left over" }, { domainY: [3, 4] }])(
    "what the worker is asked for does not change with %j in a regression",
    (change) => {
      expect(requested({ ...curve, ...change })).toBe(requested(curve));
    },
  );

  const asked: readonly Partial<BoundaryScenario>[] = [
    { data: "own" },
    { x: "other" },
    { response: "other" },
    { domainX: [0, 7] },
    { kernel: "matern32" },
    { lengthScale: 0.7 },
    { penalty: 0.7 },
    { solver: "landmarks" },
    { seed: 8 },
    { seed: "secure" },
    { draws: 2 },
  ];

  test.each<Partial<BoundaryScenario>>([
    ...asked,
    { y: "other" },
    { positive: "a" },
    { domainY: [0, 7] },
    { loss: "logistic" },
    { task: "regression" },
  ])("what the worker is asked for changes with %j in a classification", (change) => {
    expect(requested({ ...start, ...change })).not.toBe(requested(start));
  });

  test.each<Partial<BoundaryScenario>>([...asked, { range: [0, 7] }, { loss: "huber" }, { lossParameter: 0.5 }])(
    "what the worker is asked for changes with %j in a regression",
    (change) => {
      expect(requested({ ...curve, ...change })).not.toBe(requested(curve));
    },
  );
});

describe("chooseColumns", () => {
  const numeric = (name: string): ColumnOutline => ({
    name,
    numeric: true,
    text: false,
    incomplete: false,
    classes: ["1", "2"],
    ...{ kind: "number", type: "point", unit: "" },
  });
  const text: ColumnOutline = {
    name: "kind",
    numeric: false,
    text: true,
    incomplete: false,
    classes: ["early", "late"],
    ...{ kind: "category", type: "category", unit: "" },
  };
  const outlineOf = (...columns: readonly ColumnOutline[]): TableOutline => ({ ...noColumns, columns });

  test("chooseColumns takes text for the label, its last class for the positive one, and two columns of numbers", () => {
    expect(chooseColumns(outlineOf(text, numeric("length"), numeric("width")))).toMatchObject({
      task: "classification",
      x: "length",
      y: "width",
      response: "kind",
      positive: "late",
    });
  });

  test("chooseColumns takes the third column of numbers for the label where there is no text", () => {
    const chosen = chooseColumns(outlineOf(numeric("a"), numeric("b"), numeric("c")));
    expect(chosen).toMatchObject({ task: "classification", x: "a", y: "b", response: "c", positive: "2" });
  });

  test("chooseColumns makes a regression of two columns of numbers", () => {
    const chosen = chooseColumns(outlineOf(numeric("speed"), numeric("distance")));
    expect(chosen).toMatchObject({ task: "regression", x: "speed", y: "", response: "distance", positive: "" });
  });

  test("chooseColumns gives no class where the label column cannot stand for labels", () => {
    const many: ColumnOutline = { ...text, classes: { problem: "too many" } };
    expect(chooseColumns(outlineOf(many, numeric("a"), numeric("b")))).toMatchObject({
      response: "kind",
      positive: "",
    });
  });

  test("fitsTable is false without an input, and where a named column is absent", () => {
    const table = outlineOf(text, numeric("length"), numeric("width"));
    expect(fitsTable(table, own)).toBe(true);
    for (const change of [{ x: "" }, { x: "height" }, { y: "height" }, { response: "sort" }])
      expect(fitsTable(table, { ...own, ...change })).toBe(false);
  });
});
