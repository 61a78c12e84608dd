import { describe, expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { valuesOf } from "../../../src/core/release/scale.ts";
import type { MeanCurveContract } from "../../../src/core/mean/meanCurveContract.ts";
import { lookedAt, notPrivateBecause } from "../../../src/panels/study/notPrivate.ts";
import type { Answer } from "../../../src/state/session/session.ts";
import { coordinatesOf } from "../../../src/state/presented/releaseView.ts";
import { study } from "../../../src/studies/meanCurve/definition.ts";
import type { MeanCurveView } from "../../../src/studies/meanCurve/model/view.ts";
import { meanCurvePictureOf } from "../../../src/studies/meanCurve/picture/pictures.ts";
import { requestOf } from "../../../src/studies/meanCurve/model/request.ts";
import { meanCurveFields, meanCurveParameterNames, rangeLimits } from "../../../src/studies/meanCurve/model/fields.ts";
import { meanCurveLinks } from "../../../src/studies/meanCurve/model/links.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { sentenceOf } from "../../../src/studies/meanCurve/words/sentence.ts";
import { bestOf, mapPenalties, mapRanges } from "../../../src/studies/meanCurve/model/tuning.ts";
import { weightKnots, whatFollows, withNoise } from "../../../src/panels/postProcessing/whatFollows.ts";
import { noiseForm } from "../../../src/studies/meanCurve/model/functionals.ts";
import { csvOfShown, shownOf } from "../presenting.ts";

const pointCount = 20;
const curveCount = 30;
/** Curves at 0.7319 plus something; the height of none is met by chance. */
const curves = Float64Array.from({ length: curveCount * pointCount }, (_, k) => 0.7319 + 0.01 * Math.sin(k));
const scenario: MeanCurveScenario = {
  ...meanCurveLinks(meanCurveExamples).decode("#/meanCurve?data=own").values,
  data: "own",
  shape: "wide",
  person: "",
  points: pointCount,
  domain: [2, 5],
  kernel: "matern52",
  range: 1,
  normBound: 1,
  penalty: 0.01,
  epsilon: 1,
  delta: 1e-5,
  seed: 3,
  draws: 3,
};
const parameters = requestOf(scenario);
const answer: Answer<MeanCurveScenario, MeanCurveContract> = {
  scenario,
  release: planMeanCurve({ curves, pointCount }).release(parameters),
  parameters,
  records: { curves, pointCount, personOf: undefined, largestPerPerson: undefined, leftOut: 0, notices: [] },
};
const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 });
const outsideScenario: MeanCurveScenario = { ...scenario, view: "outside" };
const viewOf = (shown: MeanCurveScenario, of = answer) => shownOf(study, { ...of, scenario: shown }, shown).view;
const inside = viewOf(scenario);
const outside = viewOf(outsideScenario);
const [times] = coordinatesOf(inside.axes) as [Float64Array];
const rowsOf = (shown: MeanCurveScenario, view: MeanCurveView) =>
  csvOfShown(study, { shown, view }, reasonOf(shown, view));
const reasonOf = (shown: MeanCurveScenario, view: MeanCurveView) =>
  notPrivateBecause(study.guarantee(shown, view), lookedAt(meanCurveParameterNames, shown), false);

describe("the view of a mean curve", () => {
  test("is estimate + multiplier · Δ · unit noise, for every draw", () => {
    const { estimate, sensitivity, unitNoise } = answer.release;
    [inside.released, ...inside.others].forEach((drawn, k) => {
      valuesOf(drawn).forEach((value, i) =>
        expect(value).toBeCloseTo(estimate[i]! + noiseMultiplier * sensitivity * unitNoise[k]![i]!, 12),
      );
    });
    expect(inside.others).toHaveLength(2);
    expect(inside.sigma).toBeCloseTo(noiseMultiplier * sensitivity, 6);
  });

  test("from outside has no true value in picture, sentence, functionals and rows", () => {
    const picture = meanCurvePictureOf(outsideScenario, outside);
    expect(picture).toMatchObject({ estimate: undefined, records: undefined });
    // The axis follows from the released curves and the noise alone.
    const elsewhere = viewOf(outsideScenario, {
      ...answer,
      records: { ...answer.records, curves: curves.map((v) => v + 100) },
    });
    expect(meanCurvePictureOf(outsideScenario, elsewhere).domain).toEqual(picture.domain);
    for (const functional of functionalsOf({ ...outsideScenario, window: [2, 5], weight: "2:1, 5:0" }, outside)) {
      expect(functional.original).toBeUndefined();
      expect(functional.at?.original).toBeUndefined();
    }
    const rows = rowsOf(outsideScenario, outside);
    expect(rows).not.toMatch(/original|without penalty|shrunk/);
    expect(rows).toContain("# Curveil mean curve; teaching draw with a seed that is not written here");
    const means = [...answer.release.estimate, ...answer.release.rawMean].map((value) => String(value).slice(0, 9));
    for (const mean of means) expect(`${rows} ${sentenceOf(outsideScenario, outside)}`).not.toContain(mean);
  });

  test("rowsOf says whose curves are protected, for one curve of a person and for several", () => {
    const lineOf = (person: string, perPerson: number) =>
      rowsOf({ ...outsideScenario, person, perPerson }, outside)
        .split("\r\n")
        .find((row) => row.includes("neighbours"));
    expect(lineOf("", 4)).toBe("# neighbours = one curve replaced; number of curves public");
    expect(lineOf("id", 1)).toBe("# neighbours = the curve of one person replaced; number of curves public");
    expect(lineOf("id", 4)).toBe("# neighbours = up to 4 curves of one person replaced; number of curves public");
  });

  test("a band is seen whole where what must be seen keeps a quarter of the height", () => {
    const { domain, release, bands } = meanCurvePictureOf({ ...outsideScenario, band: "both" }, outside);
    const [low, high] = domain.y;
    const extent = [Math.min(...release), Math.max(...release)] as const;
    const [widest] = bands.map(({ halfWidth }) => halfWidth) as [number];
    const height = extent[1] - extent[0];
    // Rounding out adds at most a quarter of a power of ten on either side.
    expect(height / (high - low)).toBeGreaterThan(0.17);
    if (height + 2 * widest <= 4 * height) {
      expect(low).toBeLessThanOrEqual(extent[0] - widest);
      expect(high).toBeGreaterThanOrEqual(extent[1] + widest);
    }
  });

  test("rowsOf(inside) has a row for each grid point, with the originals, warns, and says where its noise came from", () => {
    const rows = rowsOf(scenario, inside).split("\r\n");
    expect(rows.filter((row) => /^[\d.]+,/.test(row))).toHaveLength(pointCount);
    expect(rows[0]).toContain("PRIVATE DATA: holds the original; do not pass it on");
    expect(rows).toContain("time,private,original,mean without penalty,noise standard deviation");
    expect(rows.join()).toContain("repeatable from a seed");
    expect(rowsOf({ ...outsideScenario, seed: "secure" }, outside)).toContain("cryptographic");
    expect(rowsOf({ ...outsideScenario, provenance: { penalty: "looked" } }, outside)).toContain("NOT PRIVATE: φ was");
  });
});

/** What the study's table says of a view. */
function functionalsOf(shown: MeanCurveScenario, view: typeof inside) {
  const { window, weight } = shown;
  const of = { names: ["time"], axes: [times], released: view.released, original: view.original };
  const form = { ...noiseForm(shown), grid: { axes: [view.axes[0]!] } };
  const noise = { sigma: view.sigma, jitter: 0, form: () => Promise.resolve(form) };
  return whatFollows(withNoise(of, noise, form), {
    point: [times[Math.round(times.length / 2)]!],
    window: [window],
    weight,
  });
}

describe("what follows from a mean curve", () => {
  const whole = [2, 5] as const;
  const named = (view: typeof inside, name: string, window: readonly [number, number] = whole, weight = "") =>
    functionalsOf({ ...scenario, window, weight }, view).find((functional) => functional.name.startsWith(name));

  test("the integral over the domain is that of the trapezia, its noise below that of a constant and above that of white noise", () => {
    const integral = named(inside, "Integral")!;
    const step = 3 / (pointCount - 1);
    const trapezia = inside.released.reduce(
      (sum, value, i) => sum + (i === 0 || i === pointCount - 1 ? 0.5 : 1) * step * value,
      0,
    );
    expect(integral.released).toBeCloseTo(trapezia, 10);
    expect(integral.standardDeviation).toBeLessThan(3 * inside.sigma);
    expect(integral.standardDeviation).toBeGreaterThan(inside.sigma);
    expect(named(inside, "Average")!.released).toBeCloseTo(trapezia / 3, 10);
  });

  test("integral, average, change and slope of a straight line over a window are exact", () => {
    const line = { ...inside, released: times.map((t) => 7 - 2 * t) };
    expect(named(line, "Integral", [2.31, 3.7])!.released).toBeCloseTo(7 * 1.39 - (3.7 ** 2 - 2.31 ** 2), 10);
    expect(named(line, "Average", [2.31, 3.7])!.released).toBeCloseTo(7 - 2 * 3.005, 10);
    expect(named(line, "Change", [2.31, 3.7])!.released).toBeCloseTo(-2.78, 10);
    expect(named(line, "Slope")!.released).toBeCloseTo(-2, 10);
    expect(named(line, "Highest")).toMatchObject({ released: 3, at: { released: [2] } });
    expect(named(line, "Integral", [9, 11])!.name).toBe("Integral from 2 to 5");
  });

  test("an integral with a weight of one's own is exact for straight lines between points, and its noise that of its numbers", () => {
    const flat = { ...inside, released: times.map(() => 2) };
    expect(named(flat, "Integral with", whole, "2:1, 5:1")).toMatchObject({
      released: expect.closeTo(6, 10) as number,
      standardDeviation: expect.closeTo(named(flat, "Integral from")!.standardDeviation!, 12) as number,
    });
    expect(named(flat, "Integral with", whole, "2:0, 3.5:3, 5:0")!.released).toBeCloseTo(9, 10);
    // Between two points of the grid.
    expect(named(flat, "Integral with", whole, "3.001:1, 3.002:1")!.released).toBeCloseTo(0.002, 10);
    expect(named(flat, "Integral with", whole, "2:-1, 5:-1")!.released).toBeCloseTo(-6, 10);
    expect(named(flat, "Integral with", whole, "9:1, 10:1")!.released).toBe(0);
    for (const weight of ["", "2:1", "2:1, 1:1", "a:b, c:d", "2:1, 3", "2:1, 3:1e999"])
      expect(named(flat, "Integral with", whole, weight)).toBeUndefined();
    expect(weightKnots("2:1, 1:1")).toBeUndefined();
    expect(weightKnots(" ")).toEqual([]);
  });

  test("has the picture of its slope for kernels with derivatives only", () => {
    const of = (noiseKernel: "matern32" | "exponential") => {
      const shown: MeanCurveScenario = { ...scenario, noiseKernel, show: "slope" };
      const slope = functionalsOf(shown, inside).find(({ name }) => name.startsWith("Slope"));
      return { slope, picture: meanCurvePictureOf(shown, inside) };
    };
    const [smooth, rough] = [of("matern32"), of("exponential")];
    expect(rough.picture.label.y).toBe("value");
    expect(smooth.picture).toMatchObject({ label: { y: "slope of value" }, records: undefined });
    expect(smooth.picture.release[4]).toBeCloseTo(
      (inside.released[6]! - inside.released[4]!) / (times[6]! - times[4]!),
      12,
    );
    expect(smooth.picture.bands[0]!.halfWidth).toBeCloseTo(1.959964 * smooth.slope!.standardDeviation!, 5);
  });
});

describe("why a mean curve is not private", () => {
  test("is nothing for declared values and compatible kernels", () => {
    expect(reasonOf(scenario, inside)).toBeUndefined();
  });

  test("names what was chosen while looking, and the incompatible noise before it", () => {
    const looked = { penalty: "looked", range: "looked" } as const;
    expect(reasonOf({ ...scenario, provenance: looked }, inside)).toContain("φ and ρ were chosen while looking");
    expect(reasonOf({ ...scenario, provenance: { penalty: "affirmed" } }, inside)).toBeUndefined();
    const rough: MeanCurveScenario = { ...outsideScenario, kernel: "exponential", noiseKernel: "matern52", power: 1 };
    const release = planMeanCurve({ curves, pointCount }).release(requestOf(rough));
    const view = viewOf(rough, { ...answer, release, parameters: requestOf(rough) });
    expect(release.compatible).toBe(false);
    expect(reasonOf({ ...rough, provenance: looked }, view)).toContain("too smooth for this estimator");
    expect(rowsOf(rough, view)).toContain("# Curveil mean curve; NOT PRIVATE: the kernel of the noise is too smooth");
  });
});

describe("the tuning map", () => {
  test("stays within the sliders, 20 steps each way", () => {
    expect(mapPenalties).toHaveLength(20);
    expect(
      mapPenalties.every(
        (phi) => phi >= meanCurveFields.penalty.limits.min && phi <= meanCurveFields.penalty.limits.max,
      ),
    ).toBe(true);
    for (const kernel of ["gaussian", "exponential"] as const) {
      const { min, max } = rangeLimits(kernel, [0, 21]);
      const ranges = mapRanges(kernel, [0, 21]);
      expect(new Set(ranges).size).toBe(20);
      expect(ranges.every((rho) => rho >= min && rho <= max)).toBe(true);
    }
  });

  test("bestOf finds the least score of each kind; nothing in nothing", () => {
    const scores = (cv: number[], pcv: number[]) => ({ cv: Float64Array.from(cv), pcv: Float64Array.from(pcv) });
    const columns = [
      { range: 1, scores: scores([5, 4, 3], [9, 8, 9]) },
      { range: 2, scores: scores([4, 2, NaN], [9, 7.5, 9]) },
    ];
    expect(bestOf(columns, "cv")).toEqual({ column: 1, row: 1 });
    expect(bestOf(columns.slice(0, 1), "pcv")).toEqual({ column: 0, row: 1 });
    expect(bestOf([], "cv")).toBeUndefined();
  });
});

test("sentenceOf(inside) says when every curve is shrunk to τ", () => {
  const small: MeanCurveScenario = { ...scenario, normBound: 0.1 };
  const release = planMeanCurve({ curves, pointCount }).release(requestOf(small));
  const view = viewOf(small, { ...answer, release, parameters: requestOf(small) });
  expect(sentenceOf(small, view)).toContain("Every curve was shrunk to the norm bound");
  expect(sentenceOf(scenario, inside)).not.toContain("shrunk");
});

test.each([
  ["of 1e300", 1e300],
  ["all zero", 0],
])("the sentences of curves %s have no Infinity and no NaN", (_, value) => {
  const extreme = Float64Array.from(
    { length: curveCount * pointCount },
    (_unused, k) => value * (1 + 0.1 * Math.sin(k)),
  );
  const of: typeof answer = {
    ...answer,
    release: planMeanCurve({ curves: extreme, pointCount }).release(parameters),
    records: { ...answer.records, curves: extreme },
  };
  for (const shown of [scenario, outsideScenario]) {
    expect(sentenceOf(shown, viewOf(shown, of))).not.toMatch(/Infinity|NaN/);
  }
});

test("parameters are sold of curves, not of sums, for which they would be paid in vain", () => {
  const { applies } = study.screen.sections!.find(({ id }) => id === "buySmoothing")!;
  const shown = { ...scenario, person: "", groups: "" };
  const mean = { mean: new Float64Array(pointCount), curveCount, terms: {} } as never;
  const offered = [answer.records, { ...answer.records, summed: mean }].map((records) => {
    const view = { facts: study.views.factsOf({ ...answer, records }, shown) };
    return applies!({ shown, view } as never);
  });
  expect(offered).toEqual([true, false]);
});
