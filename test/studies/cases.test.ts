import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { ReleaseOf, StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { meanPictureOf } from "../../src/studies/meanCurve/picture/pictures.ts";
import type { DensityScenario } from "../../src/studies/density/model/scenario.ts";
import type { BoundaryScenario } from "../../src/studies/boundary/model/scenario.ts";
import type { MeanCurveScenario } from "../../src/studies/meanCurve/model/scenario.ts";
import { openedFile } from "../support/openedFile.ts";
import { shownOf, type Shown } from "./presenting.ts";

// Files made after bug reports of other tools: what the page draws and says of them, with the right values.

/** What is shown inside of a file, declared as it proposes to be read, but for a change. */
async function drawn<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
  file: string | { readonly text: string },
  change: Partial<S>,
  levels?: readonly string[],
): Promise<Shown<S, F, I> & { readonly records: C["records"]; readonly sentence: string }> {
  const { session } = definition;
  const read = await openedFile(
    typeof file === "string" ? readFileSync(`test/fixtures/cases/${file}.csv`, "utf8") : file.text,
  );
  const columns = read.columns.map((column) =>
    levels && column.declared?.type === "category" ? { ...column, declared: { ...column.declared, levels } } : column,
  );
  const table = { ...read, columns };
  const outline = outlineOf(table);
  const own = definition.links.decode("").values;
  const scenario: S = {
    ...{ ...own, ...session.choose(outline, own), data: ownData, view: "inside", person: "", seed: 1, draws: 1 },
    ...change,
  };
  const records = worker.recordsFrom(table, session.choiceOf(scenario, outline)!);
  const parameters = session.requestOf(scenario);
  const computed = worker.tasksOn(records)["release"].run(parameters as never, (length) => new Float64Array(length));
  const release = ("next" in (computed as object) ? lastOf(computed as never) : computed) as ReleaseOf<C>;
  const shown = shownOf(definition, { scenario, records, parameters, release }, scenario);
  return { ...shown, records, sentence: definition.sentence(shown.shown, shown.view) };
}
const densityOf = (file: string | { readonly text: string }, change: Partial<DensityScenario>) =>
  drawn(density, densityWorker, file, change);
const boundaryOf = (
  file: string | { readonly text: string },
  change: Partial<BoundaryScenario>,
  levels?: readonly string[],
) => drawn(boundary, boundaryWorker, file, change, levels);
const meanOf = (file: string, change: Partial<MeanCurveScenario>) => drawn(meanCurve, meanCurveWorker, file, change);

/** The original of a curve at a place. */
function originalAt({ view }: Awaited<ReturnType<typeof densityOf>>, place: number): number {
  const [{ lower, upper, count }] = view.axes as [{ lower: number; upper: number; count: number }];
  const at = ((place - lower) / (upper - lower)) * (count - 1);
  const k = Math.min(count - 2, Math.floor(at));
  return view.original![k]! + (at - k) * (view.original![k + 1]! - view.original![k]!);
}

describe("densities", () => {
  const declared = (upper: number, h: number) => ({ domainX: [0, upper] as const, h });

  test("records that are all equal have one bump (70)", async () => {
    const made = await densityOf("70-all-equal", declared(2, 0.1));
    expect(originalAt(made, 0.83)).toBeCloseTo(3.98942, 3);
    expect(originalAt(made, 0.93)).toBeCloseTo(2.41971, 3);
    expect(made.sentence).toContain("one peak");
  });

  test("records at an end are as many as their mirror image, folded or not (72)", async () => {
    const open = await densityOf("72-upper-end-records", declared(1, 0.1));
    const folded = await densityOf("72-upper-end-records", { ...declared(1, 0.1), ends: "folded" });
    for (const [place, value, whole] of [
      [0, 1.359021, 2.718043],
      [0.25, 0.723334, 0.781764],
    ] as const)
      for (const at of [place, 1 - place]) {
        expect(originalAt(open, at)).toBeCloseTo(value, 3);
        expect(originalAt(folded, at)).toBeCloseTo(whole, 3);
      }
  });

  test("records beyond the domain stay, at its ends, and are counted inside alone (75)", async () => {
    const { view, records } = await densityOf("75-beyond-declared-domain", declared(100, 5));
    expect(view.facts.recordCount).toBe(14);
    expect(records.points.coordinates.length).toBe(14);
    expect(view.inside?.clampedCount).toBe(4);
  });

  test("records on a line are drawn in the plane, as a declared bandwidth needs no covariance (76)", async () => {
    const { view, shown } = await densityOf("76-collinear-plane", {
      y: "y",
      domainX: [0, 4],
      domainY: [0, 8],
      h: 0.2,
      hy: 0.4,
    });
    expect([shown.y, view.axes.length]).toEqual(["y", 2]);
    expect(view.original!.every((value) => value >= -1e-9 && value < 1)).toBe(true);
  });

  test("a uniform density sinks to a half at an end, and is 1 everywhere if folded (77)", async () => {
    const open = await densityOf("77-uniform-at-boundary", declared(1, 0.05));
    expect(originalAt(open, 0)).toBeCloseTo(0.5, 2);
    expect(originalAt(open, 0.05)).toBeCloseTo(0.84137, 2);
    expect(originalAt(open, 0.5)).toBeCloseTo(1, 2);
    const folded = await densityOf("77-uniform-at-boundary", { ...declared(1, 0.05), ends: "folded" });
    for (let i = 0; i <= 20; i++) expect(originalAt(folded, i / 20)).toBeCloseTo(1, 2);
  });

  test("noise thinner than the line is said, so that a look-alike is no fault (155)", async () => {
    const at = (epsilon: number) => densityOf("155-spread-1000", { domainX: [50, 150], h: 5, epsilon, delta: 1e-6 });
    // A line is 2 of 400 pixels wide.
    for (const epsilon of [0.1, 1, 3, 10, 30, 100]) {
      const { sentence, view } = await at(epsilon);
      const apart = view.released.map((value, i) => Math.abs(value - view.original![i]!));
      const isWithin = 200 * Math.max(...apart) < Math.max(...view.released);
      const isSaid = sentence.includes("thinner than the drawn line");
      expect([isSaid, isSaid && isWithin]).toEqual([epsilon >= 30, epsilon >= 30]);
    }
  });

  test("records near 2⁵⁰ are what they are near 0, and one of them moves the curve by Δ at most (150, 151)", async () => {
    const near = { domainX: [2 ** 50, 2 ** 50 + 1] as const, h: 0.1 };
    const [one, other] = [await densityOf("150-offset-2-50", near), await densityOf("151-offset-2-50-neighbour", near)];
    const moved = one.view.original!.map((value, i) => Math.abs(value - other.view.original![i]!));
    const most = moved.reduce((x, y) => Math.max(x, y), 0);
    expect(originalAt(one, 2 ** 50 + 0.25)).toBeCloseTo(3.98942, 2);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(one.view.facts.sensitivity);
  });
});

/** All numbers and words of a picture. */
const numbersOf = (view: unknown) => JSON.stringify(view);

describe("rows that count records", () => {
  test("are drawn as the same records, one in a row (79, 80)", async () => {
    const change = { domainX: [0, 4] as const, h: 0.5 };
    const counted = await densityOf({ text: "value,count\n0,0\n1,0\n2,3\n3,0\n4,0\n" }, change);
    const records = await densityOf({ text: "value\n2\n2\n2\n" }, change);
    expect(originalAt(counted, 2)).toBeCloseTo(0.797885, 3);
    for (const at of [1, 3]) expect(originalAt(counted, at)).toBeCloseTo(0.107982, 3);
    expect(counted.view.facts.recordCount).toBe(3);
    expect(numbersOf(counted.view)).toBe(numbersOf(records.view));
    expect(counted.sentence).toBe(records.sentence);
  });

  test("have one boundary with the same records", async () => {
    const change = { domainX: [0, 9], domainY: [0, 9], positive: "b", penalty: 0.01 } as const;
    const rows = [...Array(10).keys()].map((i) => [i, (7 * i) % 10, i < 5 ? "a" : "b", 1 + ((3 * i) % 4)] as const);
    const counted = ["x,y,group,n", ...rows.map((row) => row.join(","))];
    const records = ["x,y,group", ...rows.flatMap(([x, y, group, n]) => Array<string>(n).fill(`${x},${y},${group}`))];
    const [one, other] = await Promise.all(
      [counted, records].map((lines) => boundaryOf({ text: `${lines.join("\n")}\n` }, change)),
    );
    expect(one!.records).toEqual(other!.records);
    expect(numbersOf(one!.view)).toBe(numbersOf(other!.view));
  });
});

describe("boundaries", () => {
  const plane = { domainX: [-4, 4] as const, domainY: [-4, 4] as const };

  test("classes have sign and colour by their names, whatever the order of rows (85, 86)", async () => {
    const one = await boundaryOf("85-labels-99-100", plane);
    const other = await boundaryOf("86-labels-99-100-other-order", plane);
    expect(one.view.facts.classNames).toEqual(["100", "99"]);
    expect(other.view.facts.classNames).toEqual(one.view.facts.classNames);
    one.view.original!.forEach((value, i) => expect(Math.abs(value - other.view.original![i]!)).toBeLessThan(1e-9));
    expect(other.sentence).toBe(one.sentence);
  });

  test("spellings join, and what is left out is not the positive class (88)", async () => {
    const levels = ["no | No | NO", "yes | Yes | YES"];
    const joined = await boundaryOf("88-labels-spelling", { ...plane, response: "class", positive: "yes" }, levels);
    expect(joined.view.facts.classNames).toEqual(["no", "yes"]);
    const usual = await boundaryOf("85-labels-99-100", plane);
    joined.view.original!.forEach((value, i) => expect(value).toBeCloseTo(usual.view.original![i]!, 9));
  });

  test("a rule no better than naming the larger class says so (90)", async () => {
    const { sentence } = await boundaryOf("90-imbalance-98-2", { ...plane, epsilon: 1 });
    expect(sentence).toContain("always saying the larger class gets 98 %");
  });

  test("one class is said to have no boundary, with what can be drawn (91)", async () => {
    const declared = { ...plane, task: "classification", y: "y", response: "class", positive: "a" } as const;
    const { sentence } = await boundaryOf("91-one-class", { ...declared, loss: "hinge" }, ["a", "b"]);
    expect(sentence).toContain("Every record is “a”: one class has no boundary. Their density can be drawn");
  });

  test("of three classes the declared one is against the others (92)", async () => {
    const { view, records } = await boundaryOf("92-three-classes", { ...plane, positive: "a" });
    expect(view.facts.classNames).toEqual(["not a", "a"]);
    expect(records.responses.filter((label) => label > 0).length).toBe(12);
  });

  test("an input that is constant leaves a function odd in the other (93)", async () => {
    const { view } = await boundaryOf("93-constant-feature", { domainX: [-1, 1], domainY: [6, 8] });
    const [nx] = view.axes.map(({ count }) => count) as [number];
    for (let k = 0; k < view.original!.length; k += nx)
      for (let i = 0; i < nx; i++) expect(view.original![k + i]! + view.original![k + nx - 1 - i]!).toBeCloseTo(0, 9);
  });

  test("two separable points have their zero halfway, at the least penalty too (94)", async () => {
    const { view } = await boundaryOf("94-separable-two-points", {
      domainX: [-2, 2],
      domainY: [-1, 1],
      penalty: 0.001,
    });
    const [nx, ny] = view.axes.map(({ count }) => count) as [number, number];
    const row = view.original!.subarray(Math.floor(ny / 2) * nx, Math.floor(ny / 2) * nx + nx);
    row.forEach((value, i) => expect(value + row[nx - 1 - i]!).toBeCloseTo(0, 9));
    expect(row.at(-1)!).toBeGreaterThan(0);
  });

  test("classes that the inputs do not tell apart leave a function of 0, and no line", async () => {
    const { view, sentence } = await boundaryOf("same-places", plane);
    expect(view.original!.every((value) => Math.abs(value) < 1e-9)).toBe(true);
    expect(sentence).toContain("The original function is 0 everywhere: it has no boundary");
  });

  test("a row without its class is counted as not the positive one (97)", async () => {
    const { records } = await boundaryOf("97-labels-with-missing", plane);
    expect(records.responses.length).toBe(40);
  });
});

describe("mean curves", () => {
  test.each([
    ["cells that are missing, times in names (100)", "100-missing-cells-wide", { points: 3 }, [4 / 3, 2, 8 / 3]],
    ["times in the first row (101)", "101-missing-cells-number-names", { points: 3 }, [4 / 3, 2, 8 / 3]],
    ["a curve of one value (102)", "102-single-point-curve-long", { points: 3 }, [1 / 3, 5 / 6, 4 / 3]],
    ["a time twice: its mean (103)", "103-duplicate-times-long", { domain: [1, 10], points: 10 }, 4.5],
    [
      "a time twice: the first (103)",
      "103-duplicate-times-long",
      { domain: [1, 10], points: 10, repeats: "first" },
      4.25,
    ],
  ] as const)("%s", async (_, file, change, expected) => {
    const { view, shown } = await meanOf(file, change);
    const mean = Array.from(view.inside!.rawMean);
    if (typeof expected === "number") expect(mean[3]).toBeCloseTo(expected, 9);
    else expected.forEach((value, i) => expect(mean[i]).toBeCloseTo(value, 9));
    if (file.startsWith("101")) expect(shown.firstRow).toBe("times");
  });

  test("a first look says how far curves reach, and offers the times that all have (104)", async () => {
    const table = await openedFile(readFileSync("test/fixtures/cases/104-different-lengths-long.csv", "utf8"));
    const outline = outlineOf(table);
    const own = meanCurve.links.decode("").values;
    const draft = { ...own, ...meanCurve.session.choose(outline, own), data: ownData };
    const { choiceOf, lookAt } = meanCurve.declaration!.preview!;
    const choice = choiceOf(meanCurve.session.choiceOf(draft, outline)!);
    const { sentences, offers } = lookAt(meanCurveWorker.recordsFrom(table, choice), draft)!;
    expect(sentences.join(" ")).toContain(
      "from 0 to 1, all of them from 0 to 0.4. Beyond its ends a curve is held constant.",
    );
    expect(offers.map(({ change }) => change.domain)).toEqual([
      [0, 1],
      [0, 0.4],
    ]);
  });

  test("interleaved rows are the curves that they name (108)", async () => {
    const { view } = await meanOf("108-interleaved-long", { domain: [0, 3], points: 4 });
    expect(Array.from(view.inside!.rawMean)).toEqual([1, 2, 5, 10]);
  });

  test("a curve of 10⁶ among small ones leaves the picture, which says so, and does not flatten it (110)", async () => {
    const { view, shown, sentence } = await meanOf("110-one-huge-curve", { normBound: 1 });
    const { domain, records } = meanPictureOf({ ...shown, records: "curves" }, view);
    expect(domain.y[1] - domain.y[0]).toBeLessThan(20);
    expect(records).toMatchObject({ above: { count: 1 } });
    expect((records as { above: { farthest: number } }).above.farthest).toBeGreaterThan(9e5);
    expect(sentence).toContain("1 of 31 curves was shrunk to the norm bound");
  });

  test("curves that differ as usual are all on the picture (109)", async () => {
    const { view, shown } = await meanOf("109-phase-shift", {});
    const { records } = meanPictureOf({ ...shown, records: "curves" }, view);
    expect(records).toMatchObject({ above: undefined, below: undefined });
  });

  test("dates are dates on the axis and where a value is read (111)", async () => {
    const domain = [Date.UTC(2024, 0, 1), Date.UTC(2024, 11, 1)].map((time) => time / 86_400_000);
    const { view, shown } = await meanOf("111-dates-as-curve-time", { domain: domain as [number, number] });
    expect(shown.unitX).toBe("date");
    const outside = { ...view, inside: undefined, original: undefined };
    expect(meanCurve.sentence(shown, outside)).toMatch(/highest at 2024-\d\d-\d\d, with/);
  });
});
