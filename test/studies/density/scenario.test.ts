import { describe, expect, test } from "vitest";
import type { TableOutline } from "../../../src/core/datasets/outline.ts";
import { budgetProblems } from "../../../src/state/problems.ts";
import { settled } from "../../../src/state/sharedFields.ts";
import { study } from "../../../src/studies/density/definition.ts";
import { densityExamples as shippedExamples } from "../../../src/studies/density/examples.ts";
import { densityProblems } from "../../../src/studies/density/problems.ts";
import { requestOf } from "../../../src/studies/density/request.ts";
import { bandwidthLimits, densityParameterNames } from "../../../src/studies/density/scenario.ts";
import { columnDefaults, densityLinks } from "../../../src/studies/density/links.ts";
import type { DensityScenario } from "../../../src/studies/density/scenario.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { askedOf } from "../presenting.ts";
import { garbage } from "../../support/garbage.ts";

const examples: Parameters<typeof densityLinks>[0] = [
  {
    id: "hall-1",
    columns: ["x"],
    defaults: {
      x: "x",
      domain: [[0, 1]],
      bandwidths: [0.1],
      route: "gaussian",
      epsilon: 1,
      delta: 0.1,
    },
  },
  {
    id: "hall-2",
    columns: ["x"],
    defaults: { x: "x", domain: [[0, 1]], bandwidths: [0.1], route: "sobolev", epsilon: 1, delta: 0.1 },
  },
  {
    id: "faithful-2d",
    columns: ["eruptions", "waiting"],
    defaults: {
      x: "eruptions",
      y: "waiting",
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      bandwidths: [0.3, 5],
      route: "gaussian",
      epsilon: 2,
      delta: 1e-5,
    },
  },
];
const links = densityLinks(examples, "hall-1");
const start = links.decode("#/density?data=hall-1&seed=3&draws=5").values;
const own: DensityScenario = { ...start, data: "own", x: "height", seed: "secure" };
const plane = links.decode("#/density?v=1&data=faithful-2d&correlation=0.5").values;
const sentences = (hash: string) => links.decode(hash).problems.map(({ sentence }) => sentence);
const problemsOf = (change: Partial<DensityScenario>, base = start) => scenarioProblems({ ...base, ...change });
const scenarioProblems = (scenario: DensityScenario) => [...densityProblems(scenario), ...budgetProblems(scenario)];
const noColumns: TableOutline = { columns: [], rowCount: 0, notices: [] };
const requested = (scenario: DensityScenario) => askedOf(study, scenario, noColumns);

describe("densityLinks", () => {
  test('decode("") is the start example with its defaults, without problems', () => {
    expect(links.decode("")).toEqual({
      study: "",
      problems: [],
      values: {
        data: "hall-1",
        x: "x",
        y: "",
        domainX: [0, 1],
        domainY: [0, 1],
        h: 0.1,
        hy: 0.1,
        correlation: 0,
        further: [],
        route: "gaussian",
        bump: "gaussian",
        scale: "own",
        ends: "open",
        atom: "none",
        fill: "none",
        only: "",
        onlyValue: "",
        relativeRate: 1,
        size: "automatic",
        degree: 20,
        iterations: 4,
        epsilon: 1,
        delta: 0.1,
        calibration: "analytic",
        person: "",
        perPerson: 1,
        unitX: "",
        unitY: "",
        seed: 1,
        draws: 1,
        post: "raw",
        view: "inside",
        provenance: {},
        display: "fan",
        band: "pointwise",
        records: "rug",
        layout: "sideBySide",
      },
    });
  });

  test("encode(start) is readable and holds everything that determines the curve", () => {
    expect(links.encode(start)).toBe(
      "#/density?v=1&data=hall-1&x=x&domain=0..1&h=0.1&route=gaussian&epsilon=1&delta=0.1&calibration=analytic&seed=3&draws=5&post=raw&view=inside",
    );
  });

  test("encode(in the plane, Sobolev) holds what matters there too", () => {
    const link = links.encode({ ...plane, route: "sobolev", relativeRate: 2 });
    expect(link).toContain("&y=waiting&domain=0.5..6&domainY=30..110&h=0.3&hy=5&");
    expect(link).toContain("&route=sobolev&rate=2&");
    expect(links.encode(plane)).toContain("&correlation=0.5&");
    expect(links.encode(plane)).not.toContain("rate=");
  });

  test("a link keeps its curve when the defaults change", () => {
    const changed = densityLinks(
      examples.map((example) => ({
        ...example,
        defaults: {
          ...example.defaults,
          epsilon: 9,
          delta: 0.2,
          bandwidths: [0.5, 7],
          domain: [[0, 2]],
        },
      })),
      "hall-2",
    );
    expect(requested(changed.decode(links.encode(start)).values)).toBe(requested(start));
    expect(changed.decode(links.encode(start)).values).toMatchObject({ epsilon: 1, delta: 0.1 });
    expect(requested(changed.decode(links.encode(plane)).values)).toBe(requested(plane));
  });

  test("decode ∘ encode is the identity, without problems, on 2,000 seeded scenarios", () => {
    const random = smallGenerator(11);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    for (let i = 0; i < 2_000; i++) {
      const base = pick(start, plane, own, links.decode("#/density?v=1&data=hall-2").values);
      const domainX = [-random(), 10 * random()] as const;
      const domainY = [100 * random() - 200, 100 * random()] as const;
      const between = ({ min, max }: { min: number; max: number }) => min * (max / min) ** random();
      const view = pick("inside", "outside");
      const scenario: DensityScenario = {
        ...base,
        domainX,
        domainY,
        y: base.data === "own" ? pick("", 'a<b>"&=weight', "Größe 漢") : base.y,
        h: between(bandwidthLimits(domainX)),
        hy: between(bandwidthLimits(domainY)),
        correlation: 1.9 * random() - 0.95,
        route: pick("gaussian", "sobolev"),
        relativeRate: between({ min: 0.1, max: 10 }),
        atom: pick<number | "none">("none", 0, -9.5, 1e6 * random()),
        ...(base.data === "own" && {
          fill: pick<number | "none">("none", 0, 3.25),
          only: pick("", "Land"),
          onlyValue: pick("", "DE & AT", "0"),
        }),
        epsilon: between({ min: 1e-3, max: 50 }),
        delta: between({ min: 1e-15, max: 0.5 }),
        calibration: pick("analytic", "classical"),
        seed:
          base.data === "own" && view === "outside"
            ? "secure"
            : pick<number | "secure">("secure", Math.floor(2 ** 53 * random())),
        draws: 1 + Math.floor(50 * random()),
        display: pick("fan", "animation"),
        band: pick("none", "pointwise", "simultaneous", "both"),
        records: pick("none", "rug", "histogram"),
        layout: pick("sideBySide", "overlay"),
        post: pick("raw", "density"),
        view,
        provenance: Object.fromEntries(
          Object.keys(densityParameterNames).flatMap((name) =>
            random() < 0.3 ? [[name, pick("looked", "affirmed", "bought")] as const] : [],
          ),
        ),
      };
      const decoded = links.decode(links.encode(scenario));
      expect(decoded.problems).toEqual([]);
      expect(decoded.values).toEqual(scenario);
    }
  });

  test("decode(any one entry of a link replaced by garbage) is a scenario without new problems of its own", () => {
    const entries = links
      .encode({ ...plane, relativeRate: 2, display: "animation", band: "both", records: "none", layout: "overlay" })
      .split("&");
    entries.forEach((entry, i) => {
      for (const text of garbage) {
        const hash = entries.with(i, `${entry.split("=")[0]!}=${text}`).join("&");
        const { values } = links.decode(hash);
        const wrong = scenarioProblems(values).filter(({ parameter }) => parameter !== "x");
        expect({ hash: hash.slice(0, 400), wrong }).toEqual({ hash: hash.slice(0, 400), wrong: [] });
      }
    });
  });

  test("decode(unknown data set) shows the start example with its own columns, domain and bandwidths", () => {
    const hash =
      "#/density?v=1&data=salaries&x=pay&domain=0..1000&h=50&route=gaussian&epsilon=0.5&delta=0.1&calibration=analytic&seed=1&draws=1&post=raw&view=inside";
    expect(links.decode(hash).values).toMatchObject({ data: "hall-1", x: "x", domainX: [0, 1], h: 0.1, epsilon: 0.5 });
    expect(sentences(hash)).toEqual([
      "data = salaries was not understood: expected one of hall-1, hall-2, faithful-2d, own; used hall-1.",
      "Columns, domain and bandwidths are those of hall-1, not those in the link.",
    ]);
  });

  test("decode(a column the example does not have) falls back to one that it has", () => {
    expect(sentences(links.encode(plane).replace("x=eruptions", "x=height"))).toEqual([
      "x = height was not understood: expected one of eruptions, waiting; used eruptions.",
    ]);
  });

  test("decode(y empty) is one dimension, also where the example has two", () => {
    const { values, problems } = links.decode(links.encode({ ...plane, y: "" }));
    expect(values.y).toBe("");
    expect(problems).toEqual([]);
  });

  test("decode(y = x) draws one dimension and says so", () => {
    const hash = links.encode({ ...plane, y: "eruptions" });
    expect(links.decode(hash).values.y).toBe("");
    expect(sentences(hash)).toEqual(["y names the same column as x; the density of eruptions alone is shown."]);
  });

  test("decode checks bandwidths against the domain of the link", () => {
    const link = links.encode({ ...start, domainX: [0, 10], h: 5 });
    expect(links.decode(link).values.h).toBe(5);
    expect(sentences(link.replace("domain=0..10", "domain=0..2"))).toEqual([
      "h = 5 was not understood: expected a number between 0.004 and 2; used 0.1.",
    ]);
    expect(links.decode(link.replace("domain=0..10", "domain=0..0.05")).values.h).toBe(0.005);
    expect(sentences(link.replace("domain=0..10", "domain=10..0"))).toEqual([
      "domain = 10..0 was not understood: expected lower..upper with lower below upper, such as 0..1; used 0..1.",
      "h = 5 was not understood: expected a number between 0.002 and 1; used 0.1.",
    ]);
  });

  test("decode(classical with ε > 1) keeps both: the page explains beside the control", () => {
    const { values, problems } = links.decode(links.encode({ ...start, calibration: "classical", epsilon: 2 }));
    expect(values).toMatchObject({ calibration: "classical", epsilon: 2 });
    expect(problems).toEqual([]);
  });

  test("a link with data of one's own keeps the column's name, and guesses none", () => {
    expect(links.decode(links.encode(own))).toMatchObject({ problems: [], values: { data: "own", x: "height" } });
    expect(links.decode("#/density?data=own").values).toMatchObject({ x: "", y: "", seed: "secure" });
  });

  test("a link with data of one's own has no seed in the outside view, and takes none", () => {
    const outside: DensityScenario = { ...own, view: "outside", seed: 424242 };
    expect(links.encode(outside)).not.toContain("seed");
    expect(links.encode(outside)).not.toContain("424242");
    expect(links.decode(links.encode(outside))).toMatchObject({ problems: [], values: { seed: "secure" } });
    expect(links.decode(`${links.encode(outside)}&seed=7`).values.seed).toBe("secure");
    expect(sentences(`${links.encode(outside)}&seed=7`)).toEqual([
      "The outside view of your own data takes no seed from a link; used secure.",
    ]);
  });

  test("links keep a seed in the inside view and for examples", () => {
    expect(links.encode({ ...own, seed: 7 })).toContain("&seed=7");
    expect(links.encode({ ...start, view: "outside" })).toContain("&seed=3");
  });

  test("densityLinks with an unlisted start falls back without throwing", () => {
    expect(densityLinks([]).decode("#/density?data=own").values.data).toBe("own");
  });
});

describe("columnDefaults", () => {
  test("columnDefaults knows each column of an example, also from its sister", () => {
    expect(columnDefaults(shippedExamples, "faithful", "waiting")).toEqual(
      columnDefaults(shippedExamples, "faithful-2d", "waiting"),
    );
    expect(columnDefaults(shippedExamples, "own", "waiting")).toBeUndefined();
    expect(columnDefaults(shippedExamples, "faithful", "height")).toBeUndefined();
    for (const { id, columns } of shippedExamples) {
      for (const column of columns) expect(columnDefaults(shippedExamples, id, column)).toBeDefined();
    }
  });

  test("decode(another column of an example) takes that column's domain and bandwidth", () => {
    const usual = columnDefaults(shippedExamples, "faithful", "waiting")!;
    const { values } = densityLinks(shippedExamples).decode("#/density?v=1&data=faithful&x=waiting");
    expect(values).toMatchObject({ x: "waiting", y: "", domainX: usual.domain, h: usual.bandwidth });
  });

  test.each(shippedExamples.map(({ id }) => id))(
    "decode(data=%s) is a scenario that can be drawn, and its link is exact",
    (id) => {
      const shipped = densityLinks(shippedExamples);
      const { values } = shipped.decode(`#/density?v=1&data=${id}`);
      expect(values.data).toBe(id);
      expect(scenarioProblems(values)).toEqual([]);
      expect(shipped.decode(shipped.encode(values))).toMatchObject({ values, problems: [] });
    },
  );
});

describe("scenarioProblems", () => {
  test("scenarioProblems(defaults) is empty", () => {
    expect(scenarioProblems(start)).toEqual([]);
    expect(scenarioProblems(plane)).toEqual([]);
    expect(scenarioProblems(own)).toEqual([]);
  });

  test.each<[Partial<DensityScenario>, keyof DensityScenario, string]>([
    [{ x: "" }, "x", "Choose the column to draw."],
    [{ domainX: [1, 0] }, "domainX", "The domain must end above where it begins; got 1 to 0."],
    [{ domainX: [2, 2] }, "domainX", "The domain must end above where it begins; got 2 to 2."],
    [{ domainX: [0, Infinity] }, "domainX", "The domain needs two distinct ends within ±1e15; got 0 to Infinity."],
    [{ domainX: [NaN, 1] }, "domainX", "The domain needs two distinct ends within ±1e15; got NaN to 1."],
    [{ h: 2 }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got 2."],
    [{ h: 0 }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got 0."],
    [{ h: NaN }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got NaN."],
    [{ epsilon: 0 }, "epsilon", "ε must be between 0.001 and 50; got 0."],
    [{ epsilon: NaN }, "epsilon", "ε must be between 0.001 and 50; got NaN."],
    [{ delta: 1 }, "delta", "δ must be between 1e-15 and 0.5; got 1."],
    [{ route: "sobolev", relativeRate: 11 }, "relativeRate", "The rate must be between 0.1 and 10; got 11."],
    [
      { calibration: "classical", epsilon: 1.5 },
      "calibration",
      "The classical calibration is proved for ε up to 1 only, and ε is 1.5: choose the exact one, or a smaller ε.",
    ],
    [{ seed: 1.5 }, "seed", "The seed must be a whole number from 0 to 9007199254740991; got 1.5."],
    [{ draws: 51 }, "draws", "The number of draws must be a whole number from 1 to 50; got 51."],
    [{ draws: NaN }, "draws", "The number of draws must be a whole number from 1 to 50; got NaN."],
  ])("scenarioProblems(%j) names %s", (change, parameter, sentence) => {
    expect(problemsOf(change)).toMatchObject([{ parameter, sentence }]);
  });

  test.each<[Partial<DensityScenario>, keyof DensityScenario, string]>([
    [{ y: "eruptions" }, "y", "Choose a second column other than the first."],
    [{ domainY: [3, 2] }, "domainY", "The domain must end above where it begins; got 3 to 2."],
    [{ hy: 100 }, "hy", "The second h must be between 0.16 (a 500th of the domain) and 80 (all of it); got 100."],
    [{ correlation: -1 }, "correlation", "The correlation must be between -0.95 and 0.95; got -1."],
    [
      { route: "sobolev" },
      "correlation",
      "The Sobolev route has a kernel without correlation (Hall 2013, section 4.2): drawn with 0.",
    ],
  ])("scenarioProblems(in the plane, %j) names %s", (change, parameter, sentence) => {
    expect(problemsOf(change, plane)).toMatchObject([{ parameter, sentence }]);
  });

  test("scenarioProblems(…).blocks tells what the worker cannot answer from what it can", () => {
    const blocks = (change: Partial<DensityScenario>) => problemsOf(change, plane).map((problem) => problem.blocks);
    for (const change of [
      { x: "" },
      { domainY: [1, 0] as const },
      { h: 0 },
      { correlation: 1 },
      { seed: -1 },
      { draws: 0 },
    ]) {
      expect(blocks(change)).toEqual([true]);
    }
    for (const change of [
      { epsilon: 0 },
      { delta: 0 },
      { calibration: "classical" as const },
      { route: "sobolev" as const },
    ]) {
      expect(blocks(change)).toEqual([false]);
    }
  });

  test("scenarioProblems ignores what does not enter the scenario", () => {
    expect(problemsOf({ hy: NaN, domainY: [1, 0], correlation: 7, relativeRate: NaN })).toEqual([]);
    expect(problemsOf({ calibration: "classical", epsilon: 1 })).toEqual([]);
  });

  test("settled takes a known seed away in the outside view of one's own data only, so nothing is left to warn of", () => {
    const seeded: DensityScenario = { ...own, seed: 7, view: "outside" };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    for (const scenario of [{ ...own, seed: 7 }, { ...start, seed: 7, view: "outside" } as const])
      expect(settled(scenario)).toBe(scenario);
    expect(scenarioProblems(settled(seeded))).toEqual([]);
  });

  test("scenarioProblems accepts the ends of a bandwidth slider that computes exp(log(end))", () => {
    const { min, max } = bandwidthLimits([30, 110]);
    expect(problemsOf({ hy: Math.exp(Math.log(min)) }, plane)).toEqual([]);
    expect(problemsOf({ hy: Math.exp(Math.log(max)) }, plane)).toEqual([]);
    expect(problemsOf({ hy: max * (1 + 1e-15) }, plane)).toEqual([]);
  });
});

describe("requestOf", () => {
  test("requestOf(line) has one coordinate and no correlation", () => {
    expect(requestOf({ ...start, correlation: 0.5, relativeRate: 3 })).toEqual({
      domain: [[0, 1]],
      bandwidths: [0.1],
      correlation: 0,
      route: "gaussian",
      relativeRate: 1,
      drawCount: 5,
      seed: 3,
    });
  });

  test("requestOf(plane) has two, and a correlation on the Gaussian route only", () => {
    expect(requestOf(plane)).toMatchObject({
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      bandwidths: [0.3, 5],
      correlation: 0.5,
    });
    expect(requestOf({ ...plane, route: "sobolev", relativeRate: 2 })).toMatchObject({
      correlation: 0,
      relativeRate: 2,
    });
  });
});

describe("what the worker is asked for", () => {
  test.each<Partial<DensityScenario>>([
    { epsilon: 7 },
    { delta: 0.3 },
    { calibration: "classical" },
    { post: "density" },
    { view: "outside" },
    { display: "animation" },
    { band: "both" },
    { records: "histogram" },
    { layout: "overlay" },
    { hy: 0.7 },
    { domainY: [4, 5] },
    { correlation: 0.3 },
    { relativeRate: 2 },
  ])("what the worker is asked for does not change with %j on a line", (change) => {
    expect(requested({ ...start, ...change })).toBe(requested(start));
  });

  test.each<Partial<DensityScenario>>([
    { data: "own" },
    { x: "waiting" },
    { y: "" },
    { domainX: [0, 7] },
    { domainY: [0, 200] },
    { h: 0.2 },
    { hy: 6 },
    { correlation: 0.3 },
    { route: "sobolev" },
    { seed: 8 },
    { seed: "secure" },
    { draws: 2 },
  ])("what the worker is asked for changes with %j in the plane", (change) => {
    expect(requested({ ...plane, ...change })).not.toBe(requested(plane));
  });
});

test.each(["61.25", "61,25", "20191231", "5 (2)", "−3"])("a column named %s is not written into a link", (x) => {
  const own = { ...links.decode("#/density").values, data: "own" as const, x };
  expect(links.encode(own)).toMatch(/[?&]x=(&|$)/);
});

describe("columns that are not drawn", () => {
  const further = [{ name: "z", domain: [0, 10] as const, at: 4 }];
  const space: DensityScenario = { ...plane, route: "bernsteinLaplace", correlation: 0, further };

  test("are smoothed with the others: a product bump, as wide a share of their domain as along the first", () => {
    expect(requestOf(space)).toMatchObject({
      domain: [plane.domainX, plane.domainY, [0, 10]],
      held: [4],
      correlation: 0,
    });
    const [h, , hz] = requestOf(space).bandwidths;
    expect(hz! / 10).toBeCloseTo(h! / (plane.domainX[1] - plane.domainX[0]), 12);
    expect(requestOf(plane)).not.toHaveProperty("held");
    expect(densityProblems(space)).toEqual([]);
  });

  test.each<[string, Partial<DensityScenario>, string, boolean]>([
    ["a Gaussian process", { route: "gaussian" }, "route", true],
    ["a column that is drawn", { further: [{ name: "waiting", domain: [0, 1], at: 0 }] }, "further", true],
    ["a fourth column", { further: [...further, { name: "w", domain: [0, 1], at: 0 }] }, "further", true],
    ["a degree above 20", { size: "byHand", degree: 21 }, "degree", true],
    ["a tilted bump", { correlation: 0.5 }, "correlation", false],
  ])("%s with them is told of beside its control", (_, change, parameter, blocks) => {
    const problems = densityProblems({ ...space, ...change });
    expect(problems.map((problem) => [problem.parameter, problem.blocks])).toContainEqual([parameter, blocks]);
  });

  test("stay in a link, and name no column that an example does not have", () => {
    const shipped = densityLinks(shippedExamples);
    const { values, problems } = shipped.decode("#/density?v=1&data=mixture-3d&further=z: 0..1 at 0.25");
    expect(problems.filter(({ key }) => key === "further")).toEqual([]);
    expect(values.further).toEqual([{ name: "z", domain: [0, 1], at: 0.25 }]);
    expect(shipped.decode(`#${shipped.encode(values).split("#").at(-1)!}`).values.further).toEqual(values.further);
    const unknown = shipped.decode("#/density?v=1&data=mixture-3d&further=height: 0..1 at 0.25");
    expect(unknown.problems.filter(({ key }) => key === "further")).toHaveLength(1);
    expect(unknown.values.further).toEqual([{ name: "z", domain: [0, 1], at: 0.7 }]);
  });
});
