import { describe, expect, test } from "vitest";
import { densityExamples as shippedExamples } from "../../../src/studies/density/model/examples.ts";
import { requestOf } from "../../../src/studies/density/model/request.ts";
import { bandwidthLimits } from "../../../src/studies/density/model/bandwidthRange.ts";
import { densityParameterNames } from "../../../src/studies/density/model/fields.ts";
import { columnDefaults, densityLinks } from "../../../src/studies/density/model/links.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";
import { garbage } from "../../support/garbage.ts";
import { isProvedAt } from "../../../src/core/bernstein/latticeLaw.ts";
import { examples, links, start, own, plane, sentences, scenarioProblems, requested } from "./scenarios.ts";
import { casesOf } from "../../support/fuzzing.ts";

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
        groups: "",
        levels: "",
        relativeRate: 1,
        size: "automatic",
        degree: 20,
        iterations: 4,
        epsilon: 1,
        delta: 0.1,
        calibration: "analytic",
        person: "",
        perPerson: 1,
        most: "public",
        unitX: "",
        unitY: "",
        seed: 1,
        draws: 1,
        post: "raw",
        view: "inside",
        provenance: {},
        schema: "",
        display: "fan",
        band: "pointwise",
        records: "rug",
        layout: "sideBySide",
        plan: "",
      },
    });
  });

  test("links of a polynomial open as before, and one with noise by Theorem 7 has a name of its own", () => {
    const all = densityLinks(shippedExamples);
    for (const [route, law] of [
      ["bernsteinLaplace", "laplace"],
      ["bernsteinGaussian", "gaussian"],
      ["bernsteinComposed", "composedLaplace"],
    ] as const) {
      const { values } = all.decode(`#/density?v=1&data=sleep&route=${route}&size=byHand&k=30&order=3`);
      expect([values.route, values.degree]).toEqual([route, 30]);
      expect(all.decode(all.encode(values)).values).toEqual(values);
      const size = { kind: "byHand", degree: 30, iterations: 3 };
      expect(requestOf(values).polynomial).toEqual({ law, size });
      // Its range ends at 8 ln(3/2) ln(1/δ): what k and h follow from stays within, whatever the slider says.
      const wide = requestOf({ ...values, size: "automatic", epsilon: 40, delta: 0.1 }).polynomial!;
      expect(wide.size).toMatchObject({ kind: "automatic", delta: law === "laplace" ? 0 : 0.1 });
      expect(isProvedAt(law, wide.size as { epsilon: number; delta: number })).toBe(true);
    }
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

  test("decode ∘ encode is the identity, without problems, on seeded scenarios", () => {
    const random = smallGenerator(11);
    const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(choices.length * random())]!;
    for (let i = 0; i < casesOf(2_000, 250); i++) {
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
        plan: pick("", "1,normals_1_0_1,noise_everywhere_5", "<b>&="),
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

test.each(["61.25", "61,25", "20191231", "5 (2)", "−3"])("a column named %s is not written into a link", (x) => {
  const own = { ...links.decode("#/density").values, data: "own" as const, x };
  expect(links.encode(own)).toMatch(/[?&]x=(&|$)/);
});
