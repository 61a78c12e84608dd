import { describe, expect, test } from "vitest";
import { valuesOf } from "../../../src/core/release/scale.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { boundaryPictureOf, regressionPictureOf } from "../../../src/studies/boundary/picture/pictures.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { legendOf } from "../../../src/studies/boundary/picture/legend.ts";
import { sentenceOf } from "../../../src/studies/boundary/words/sentence.ts";
import { scaledView } from "../../../src/state/presented/releaseView.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import { numbersIn } from "../presenting.ts";
import {
  answerTo,
  classRecords,
  classScenario,
  curveRecords,
  curveScenario,
  secret,
  secretPlace,
  viewOf,
} from "./boundaryView.ts";

const outside = (scenario: BoundaryScenario): BoundaryScenario => ({ ...scenario, view: "outside" });
const said = (scenario: BoundaryScenario, heldOut?: Float64Array) => sentenceOf(scenario, viewOf(scenario, heldOut));
const curveSecret = 40 + 20 * secret;

describe("the view of a boundary", () => {
  test("scales noise to the budget: released = f + m·Δ·noise, further draws beside it", () => {
    const view = viewOf(classScenario);
    const sd = view.budget.multiplier * 0.05;
    expect(view.sigma).toBeCloseTo(sd, 8);
    expect(view.released[0]).toBeCloseTo(-secret + sd, 12);
    expect(view.others).toHaveLength(1);
    expect(valuesOf(view.others[0]!)[0]).toBeCloseTo(-secret - sd, 12);
    expect(view.axes.map(({ count }) => count)).toEqual([200, 200]);
  });

  test("of a regression is in units of the response", () => {
    const view = viewOf(curveScenario);
    const sd = 20 * view.budget.multiplier * 0.05;
    expect(study.views.unitsOf!(requestOf(curveScenario))).toEqual({ unit: 20, offset: 40 });
    expect(view.original![0]).toBeCloseTo(curveSecret, 12);
    expect(view.released[0]).toBeCloseTo(curveSecret + sd, 10);
    expect(view.sigma).toBeCloseTo(sd, 6);
    expect(view.simultaneous).toBeCloseTo(2.5 * sd, 6);
  });

  test("from outside has nothing but the release, even where something was measured", () => {
    const view = viewOf(outside(classScenario), Float64Array.of(1, 1, 1, 1));
    expect(view.inside).toBeUndefined();
    expect(view.original).toBeUndefined();
    expect(viewOf(classScenario).inside).toBeDefined();
  });

  test("scaledView(outside, regression) fills no array but the draws', which others take for what they show", () => {
    const { budget, axes } = viewOf(curveScenario);
    const { release, parameters } = answerTo(curveScenario);
    const made: Float64Array[] = [];
    const allocate = (length: number) => (made.push(new Float64Array(length)), made.at(-1)!);
    const units = study.views.unitsOf!(parameters);
    const { released, others } = scaledView({ release, axes, budget, side: "outside", units, allocate });
    expect(made).toEqual([released, ...others]);
  });

  test("has further draws in the plane as sums inside, and as their values alone outside", () => {
    const [inside, from] = [viewOf(classScenario), viewOf(outside(classScenario))].map(({ others }) => others);
    expect(inside!.map((draw) => draw instanceof Float64Array)).toEqual([false]);
    expect(from).toEqual(inside!.map(valuesOf));
    // A regression's are drawn whole.
    expect(viewOf(curveScenario).others.every((draw) => draw instanceof Float64Array)).toBe(true);
  });

  test("says what is expected of the release: Φ(|f|/σ) of the records", () => {
    const view = viewOf(classScenario, Float64Array.of(-0.4, 0.4, 0.4, 0.4));
    const right = (f: number) => normalCdf(f / view.sigma);
    expect(view.inside!.onRecords.original).toBe(1);
    expect(view.inside!.onRecords.expectedPrivate).toBeCloseTo(right(secret), 12);
    expect(view.inside!.heldOut!.original).toBe(0.75);
    expect(view.inside!.heldOut!.expectedPrivate).toBeCloseTo((3 * right(0.4) + right(-0.4)) / 4, 12);
  });
});

describe("sentenceOf", () => {
  test("sentenceOf(inside, classification) gives accuracy with and without noise, and the unsure share of the plane", () => {
    expect(said({ ...classScenario, epsilon: 20 })).toBe(
      "With ε = 20 the private rule is expected to label 100 % of the records correctly, the original 100 %. On 0 % of the plane the private label is a toss-up, wrong with probability above 25 %.",
    );
    expect(said(classScenario, Float64Array.of(-0.4, 0.4, 0.4, -0.4))).toMatch(
      /^With ε = 1 the private rule is expected to label 98\.\d % of records it has not seen correctly, the original 100 %: privacy costs 1\.\d points\./,
    );
  });

  test("sentenceOf(inside, classification) says when the noise drowns the boundary", () => {
    expect(said({ ...classScenario, epsilon: 0.01 })).toMatch(
      /^At ε = 0\.01 the noise drowns the boundary\. The private rule is expected to label 5\d\.\d % of the records correctly, the original 100 %, and always saying the larger class gets 50 %\. On 100 % of the plane/,
    );
    // An original that is no better than a guess is not drowned by noise.
    expect(said({ ...classScenario, epsilon: 20 }, Float64Array.of(0.4, 0.4, 0.4, 0.4))).toMatch(
      /^With ε = 20 the private rule is expected to label 50 % of records it has not seen correctly, the original 50 %; always saying the larger class gets 50 %\./,
    );
  });

  test("sentenceOf(inside, regression) gives noise and error", () => {
    expect(said(curveScenario)).toBe(
      "With ε = 1 the noise moves the curve by 3.73 at a typical point; the expected mean absolute error on the records rises from 15.2 to 16.1. The penalty pulls the curve towards kind = 40, the middle of the declared range.",
    );
    const quantile: BoundaryScenario = { ...curveScenario, loss: "pinball", lossParameter: 0.75 };
    expect(said(quantile, Float64Array.of(0, 0, 0))).toContain(
      "the expected mean quantile loss on records it has not seen rises",
    );
  });

  test("sentenceOf(outside, classification) holds the release and public numbers alone", () => {
    const view = viewOf(outside(classScenario));
    expect(sentenceOf(outside(classScenario), view)).toBe(
      "The private rule calls 50 % of the plane kind = late. Its noise has standard deviation 0.187; on 100 % of the plane the released value is more than two of them from zero.",
    );
  });

  test("sentenceOf(outside, regression) holds the release and public numbers alone", () => {
    expect(said(outside(curveScenario))).toBe(
      "The private curve of kind runs from 58.4 to 58.4; its noise has standard deviation 3.73 at each point. With at least 95 % probability the noise stays within ±9.33 on the whole domain. The penalty pulls the curve towards kind = 40, the middle of the declared range.",
    );
  });
});

describe("legendOf", () => {
  test("legendOf(inside, classification) names both lines, the colour, both classes, further draws and rings", () => {
    expect(legendOf({ ...classScenario, records: "support" }, viewOf(classScenario))).toBe(
      "Boundaries: private solid, original dashed. Colour: how sure the private label is, over the noise. □\u00a0violet: early; ●\u00a0green: late. Thin: further draws. Ringed: support vectors, whose loss pulls.",
    );
    expect(legendOf({ ...classScenario, field: "original" }, viewOf(classScenario))).toContain(
      "Colour: the original decision function.",
    );
    expect(legendOf({ ...classScenario, field: "none" }, viewOf(classScenario))).not.toContain("Colour");
  });

  test("legendOf(outside) speaks of what is drawn there alone", () => {
    const scenario: BoundaryScenario = { ...outside(classScenario), field: "original", records: "support" };
    expect(legendOf(scenario, viewOf(scenario))).toBe(
      "Line: the private boundary. Colour: the private decision function. Violet: not late; green: late. Thin: further draws.",
    );
    expect(legendOf({ ...scenario, field: "none" }, viewOf(scenario))).toBe(
      "Line: the private boundary. Thin: further draws.",
    );
    expect(legendOf(outside(curveScenario), viewOf(outside(curveScenario)))).toMatch(
      /^Line: the private curve\. Shaded/,
    );
  });

  test.each([
    ["none", "Private solid, original dashed."],
    [
      "pointwise",
      "Private solid, original dashed. Shaded: noise of the release alone, ± 7.31 at each point, with 95 %.",
    ],
    [
      "simultaneous",
      "Private solid, original dashed. Shaded: noise of the release alone, ± 9.33 on the whole curve, with 95 %.",
    ],
    [
      "both",
      "Private solid, original dashed. Shaded: noise of the release alone, ± 7.31 at each point, ± 9.33 on the whole curve, with 95 %.",
    ],
  ] as const)("legendOf(inside, regression, band %s) says what is shaded", (band, text) => {
    expect(legendOf({ ...curveScenario, band }, viewOf(curveScenario))).toBe(text);
  });
});

describe("pictures", () => {
  const everything = { field: "original", records: "support", band: "both" } as const;

  test("boundaryPictureOf(inside) has original, private and further boundaries, and the points", () => {
    const picture = boundaryPictureOf({ ...classScenario, ...everything }, viewOf(classScenario), classRecords);
    expect(picture.boundaries.map(({ kind }) => kind)).toEqual(["draw", "private", "original"]);
    expect(picture.points).toMatchObject({
      coordinates: classRecords.points.coordinates,
      support: Uint8Array.of(1, 1, 1, 1),
    });
    expect(picture.field!.values).toEqual(viewOf(classScenario).original);
    expect(numbersIn(picture)).toContain(secret);
  });

  test.each(["certainty", "release", "original", "none"] as const)(
    "boundaryPictureOf(outside, field %s) holds no true value",
    (field) => {
      for (const records of ["points", "support", "residuals"] as const) {
        const scenario = { ...outside(classScenario), ...everything, field, records };
        const view = viewOf(scenario);
        const picture = boundaryPictureOf(scenario, view, classRecords, { cursor: undefined, chosen: 0 });
        expect(picture.points).toBeUndefined();
        expect(picture.boundaries.map(({ kind }) => kind)).toEqual(["draw", "private"]);
        const held = numbersIn(picture);
        for (const trace of [secret, -secret, secretPlace]) expect(held).not.toContain(trace);
        expect(picture.field?.values).toBe(field === "none" ? undefined : view.released);
      }
    },
  );

  test("boundaryPictureOf colours by certainty: Φ(f/σ)", () => {
    const view = viewOf(classScenario);
    const { level, scale } = boundaryPictureOf(classScenario, view, classRecords).field!;
    for (const z of [-1e9, -2.0011, -0.3, 0, 0.0031, 1.7, 1e9])
      expect(level(scale * z * view.sigma)).toBeCloseTo(normalCdf(z), 14);
  });

  test("boundaryPictureOf colours functions between −1 and 1", () => {
    const { level, scale } = boundaryPictureOf(
      { ...classScenario, field: "release" },
      viewOf(classScenario),
      undefined,
    ).field!;
    expect(scale).toBe(1);
    expect([-7, -1, 0, 0.5, 1, 7].map(level)).toEqual([0, 0, 0.5, 0.75, 1, 1]);
  });

  test("boundaryPictureOf marks no support vectors on records that were edited since", () => {
    const edited = { ...classRecords };
    const scenario: BoundaryScenario = { ...classScenario, records: "support" };
    expect(boundaryPictureOf(scenario, viewOf(scenario), edited).points!.support).toBeUndefined();
  });

  test("regressionPictureOf(inside) has the curve, residuals to it and bands", () => {
    const scenario: BoundaryScenario = { ...curveScenario, records: "residuals", band: "both" };
    const view = viewOf(scenario);
    const picture = regressionPictureOf(scenario, view, curveRecords);
    expect(picture.estimate![0]).toBeCloseTo(curveSecret, 12);
    expect(picture.records).toMatchObject({ kind: "scatter", y: curveRecords.responses });
    expect(Array.from((picture.records as { to: Float64Array }).to)).toEqual([0, 0, 0].map(() => 40 + 20 * secret));
    expect(picture.bands.map(({ name }) => name)).toEqual(["simultaneous", "pointwise"]);
    expect(picture.bands[1]!.halfWidth / view.sigma).toBeCloseTo(1.959963984540054, 12);
  });

  test("regressionPictureOf(outside) holds no true value, and an axis that does not depend on one", () => {
    const scenario: BoundaryScenario = { ...outside(curveScenario), records: "residuals", band: "both" };
    const view = viewOf(scenario);
    const picture = regressionPictureOf(scenario, view, curveRecords, { cursor: undefined, chosen: 0 });
    expect(picture.estimate).toBeUndefined();
    expect(picture.records).toBeUndefined();
    for (const trace of [secret, curveSecret, secretPlace, 21, 43, 55]) expect(numbersIn(picture)).not.toContain(trace);
    const margin = view.sigma;
    expect(picture.domain).toEqual({ x: [0, 10], y: [20 - margin, 60 + margin] });
  });
});
