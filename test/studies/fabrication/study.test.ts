import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { fabricateTableRelease } from "../../../src/core/affineHull/fabrication/fabrication.ts";
import type { FabricationParameters } from "../../../src/core/affineHull/fabrication/fabricationParameters.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { chooseColumns } from "../../../src/studies/fabrication/model/columns.ts";
import { fabricationDeclaration } from "../../../src/studies/fabrication/model/declaration.ts";
import { study } from "../../../src/studies/fabrication/definition.ts";
import { chosenFiles } from "../../../src/studies/fabrication/digits/digitFiles.ts";
import { largestGap, middleOf, sharesBelow } from "../../../src/studies/fabrication/digits/distances.ts";
import { rowsAt } from "../../../src/studies/fabrication/picture/pictures.ts";
import { requestOf } from "../../../src/studies/fabrication/model/request.ts";
import { fabricatedCsv } from "../../../src/studies/fabrication/model/table.ts";
import { recordPromise } from "../../../src/studies/fabrication/model/words.ts";
import { studyWorker } from "../../../workers/studies/fabrication.ts";
import { answerOf } from "../answering.ts";
import { readTable } from "../../support/readTable.ts";
import { csvOfShown, numbersIn, presenting, shownOf } from "../presenting.ts";

const scenario = study.links.decode("#/fabrication").values;
const answer = answerOf(study, studyWorker, scenario);

test("what is shown keeps the budget it was made at until another answer comes, and layers move without one", () => {
  const present = presenting(study, answer);
  const before = present(scenario);
  const moved = present({ ...scenario, epsilon: 2, field: "distance" });
  expect(before.view!.budget.epsilon).toBe(16);
  expect(moved.view!.budget.epsilon).toBe(16);
  expect([moved.scenario.epsilon, moved.shown.epsilon, moved.shown.field]).toEqual([2, 16, "distance"]);
  expect(moved.view!.released).toBe(answer.release.draws[0]);
  expect(requestOf({ ...scenario, epsilon: 2 })).not.toEqual(requestOf(scenario));
});

test("the ledger is told of a record, whose ε is p/d times that of an entry; with an atom also its failure", () => {
  const lossOf = (change: Partial<typeof scenario>) => {
    const asked = { ...scenario, ...change };
    const { view } = shownOf(study, answerOf(study, studyWorker, asked), asked);
    return { loss: view.budget.loss, promise: recordPromise(view) };
  };
  const plain = lossOf({});
  expect(plain.loss).toMatchObject({ kind: "pure" });
  expect(plain.promise.epsilon).toBeCloseTo(32, 10);
  expect(plain.promise.delta).toBe(0);
  expect(lossOf({ adjacency: 0.5 }).promise.epsilon).toBeCloseTo(64, 10);
  expect(lossOf({ atom: "delta", delta: 0.01 }).promise.delta).toBeCloseTo(1 - 0.99 ** 2, 12);
  const record = lossOf({ protection: "record", epsilon: 3 });
  expect(record.loss.kind).toBe("gaussian");
  expect(record.promise.epsilon).toBe(3);
  expect(record.promise.delta).toBeLessThanOrEqual(1e-5);
});

test("a budget that the worker would refuse is not asked for", () => {
  for (const epsilon of [NaN, 0, -1, 1e9]) expect(study.session.blocked({ ...scenario, epsilon })).toBe(true);
  expect(study.session.blocked({ ...scenario, steps: 1000 })).toBe(true);
  expect(study.session.blocked(scenario)).toBe(false);
});

test("sentences stand beside what is wrong with classes, columns and numbers", () => {
  const { records } = answer;
  const said = (change: Partial<typeof scenario>, of = records) =>
    study.views
      .problemsOf({ ...scenario, ...change }, of)
      .map(({ parameter, sentence }) => `${parameter}: ${sentence}`);
  expect(said({})).toEqual([]);
  expect(said({ y: "x" })[0]).toMatch(/^y: /);
  expect(said({ label: "x" })[0]).toMatch(/^label: /);
  expect(said({ depth: 2, subspaceDimension: 1 })[0]).toMatch(/^depth: L is at most n = 1/);
  if (!("points" in records)) throw new Error("the example has points");
  const classOf = records.classOf.map((_, i) => Number(i === 0));
  expect(said({}, { ...records, classOf })[0]).toMatch(/^label: The class b has one record only/);
});

test("a column of numbers some of which were not understood is drawn, and its texts are no classes", () => {
  const outline = outlineOf(readTable("a,b,kind\n0.1,0.2,p\n0.3,1e400,q\nInfinity,0.4,p\n0.5,0.6,q\n"));
  expect(chooseColumns(outline)).toMatchObject({ x: "a", y: "b", label: "kind" });
  const declaring = { ...scenario, x: "a", y: "b", label: "kind" };
  const choices = (label: string, draft: typeof scenario) => {
    const found = fabricationDeclaration.questions(draft, outline).find((question) => question.label === label);
    if (found?.kind !== "choice") throw new Error(`no choice of ${label}`);
    return found;
  };
  expect(choices("Classes", declaring).choices.map(({ value }) => value)).toEqual(["", "kind"]);
  // What becomes a column that is drawn is no class any more: nothing else would say why nothing can be drawn.
  expect(choices("First column", { ...declaring, label: "a" }).change("a")).toMatchObject({ x: "a", label: "" });
  expect(choices("Second column", declaring).change("b")).not.toHaveProperty("label");
});

test("private facts about columns and copies are said inside alone", () => {
  const { records } = answer;
  if (!("points" in records)) throw new Error("the example has points");
  const said = (change: Partial<typeof scenario>, coordinates: Float64Array) =>
    study.views
      .problemsOf({ ...scenario, ...change }, { ...records, points: { dimension: 2, coordinates } })
      .map(({ parameter, sentence, blocks }) => `${parameter} ${String(blocks)}: ${sentence}`);
  const constant = records.points.coordinates.map((x, k) => (k % 2 === 0 ? 0.5 : x));
  expect(said({}, constant)).toEqual([expect.stringMatching(/^x false: All records have the same x/)]);
  expect(said({ view: "outside" }, constant)).toEqual([]);
  const copies = records.points.coordinates.map((_, k) => [0.1, 0.2, 0.3][Math.floor(k / 2) % 3]! + (k % 2));
  expect(said({}, copies)).toEqual([expect.stringMatching(/^data false: 397 of 400 records are copies/)]);
  expect(said({ view: "outside" }, copies)).toEqual([]);
});

test("outside, all that is drawn, said and saved is the same whatever the records and their distances are", () => {
  const outside = { ...scenario, view: "outside" } as const;
  const { records, release } = answer;
  if (!("points" in records)) throw new Error("the example has points");
  const others = (values: Float64Array) => values.map((_, k) => 0.123 + k);
  const points = { dimension: 2, coordinates: others(records.points.coordinates) };
  const privately = { clampedCount: 77, accuracy: 0.777 };
  const [memberDistances, testDistances] = [others(release.memberDistances), others(release.testDistances)];
  const changed = { ...release, estimate: others(release.estimate), ...privately, memberDistances, testDistances };
  const told = [
    { ...answer, release },
    { ...answer, release: changed, records: { ...records, points } },
  ].map((each) => {
    const { shown, view } = shownOf(study, each, outside);
    expect([view.inside, view.original]).toEqual([undefined, undefined]);
    const csv = csvOfShown(study, { shown, view });
    const problems = study.views.problemsOf(outside, each.records);
    const table = study.released!.table!(shown, view, { values: view.released });
    return [view.facts, study.sentence(shown, view), csv, study.svg(shown, view), problems, table, numbersIn(view)];
  });
  expect(told[1]).toEqual(told[0]);
  // Inside, each of them is told.
  const inside = shownOf(study, { ...answer, release: changed }, scenario);
  expect(inside.view.inside).toEqual({ ...privately, memberDistances, testDistances });
  expect(study.sentence(inside.shown, inside.view)).toContain("78 %");
  const faraway = { ...inside.view, sigma: 55.05 };
  expect(study.sentence(inside.shown, faraway)).toMatch(
    /^In 95 of 100 draws the noise of a number is at most 19 % of its range\. In this draw smoothing/,
  );
});

test("further columns are asked for, fabricated, exported and counted in what a record costs", () => {
  const four = study.links.decode("#/fabrication?data=iris-4").values;
  expect(four.further.map(({ name }) => name)).toEqual(["sepal length", "sepal width"]);
  expect(study.links.decode(study.links.encode(four)).values).toEqual(four);
  const { shown, view } = shownOf(study, answerOf(study, studyWorker, four), four);
  expect(recordPromise(view).epsilon).toBeCloseTo(80, 8);
  expect(study.sentence(shown, view)).toContain("petal length, petal width, sepal length and sepal width together");
  expect(view.axes[0]!.count).toBe(4);
  const [header, row] = fabricatedCsv(shown, view, view.released).split("\r\n");
  expect(header).toBe("petal length (cm),petal width (cm),sepal length (cm),sepal width (cm),species");
  expect(row!.split(",").length).toBe(5);
  expect(study.svg(shown, view)).toContain("petal width");
  const twice = { ...four, further: [...four.further, { ...four.further[0]!, name: "petal length" }] };
  expect(study.views.problemsOf(twice, undefined).map(({ parameter }) => parameter)).toContain("further");
});

test("rows of one person are kept up to their bound and protected together", () => {
  const text = `who,u,v\n${Array.from({ length: 12 }, (_, i) => `p${i % 3},${i / 12},${(i * 5) % 7}`).join("\n")}\n`;
  const records = studyWorker.recordsFrom(readTable(text), {
    ...{ columns: ["u", "v"], label: "", missing: "refuse" },
    person: { column: "who", bound: 2 },
  });
  expect("points" in records && [records.classOf.length, records.recordsPerPerson]).toEqual([6, 2]);
  const asked = { ...requestOf(scenario), testEvery: 0, fieldCount: 0, drawCount: 1 };
  // What is asked with fewer rows than a person may have is counted with as many.
  const run = studyWorker.tasksOn(records).release.run(asked, (length) => new Float64Array(length));
  const { guarantee } = Symbol.iterator in run ? lastOf(run) : run;
  expect(guarantee.record.epsilon).toBeCloseTo(2 * 2 * 16, 8);
});

const bad: FabricationParameters = { ...requestOf(scenario), fieldCount: 20 };
const table = (coordinates: readonly number[], classOf: readonly number[]) => ({
  points: { dimension: 2, coordinates: Float64Array.from(coordinates) },
  classOf,
  classCount: Math.max(...classOf) + 1,
});

test.each([
  ["a constant column", table([0.5, 0.1, 0.5, 0.4, 0.5, 0.9, 0.5, 0.2, 0.5, 0.3], [0, 0, 0, 0, 0])],
  ["duplicated rows", table([0.2, 0.3, 0.2, 0.3, 0.2, 0.3, 0.2, 0.3, 0.2, 0.3], [0, 0, 0, 0, 0])],
  ["a class of one record", table([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], [0, 0, 1, 0, 0])],
  ["entries far outside their range", table([-1e300, 1e300, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], [0, 0, 0, 0, 0])],
])("a table with %s is fabricated in finite numbers", (_, records) => {
  const { fabricated, field } = lastOf(fabricateTableRelease(records, bad));
  expect(fabricated.coordinates.every(Number.isFinite)).toBe(true);
  expect(field!.distance.every((d) => d >= 0)).toBe(true);
});

test("a table with NaN is refused in a sentence", () => {
  expect(() => lastOf(fabricateTableRelease(table([0.1, NaN, 0.2, 0.3], [0, 0]), bad))).toThrow(ParameterError);
});

test("rowsAt goes from the noisy rows through the steps to the fabricated ones", () => {
  const [a, b, c] = [0, 4, 6].map((x) => Float64Array.of(x)) as [Float64Array, Float64Array, Float64Array];
  const frames = [a, b].map((coordinates) => ({ dimension: 1, coordinates }));
  expect([0, 0.25, 1, 1.5, 2].map((at) => rowsAt(frames, c, at)[0])).toEqual([0, 1, 4, 5, 6]);
});

test("middleOf is the median of what is finite, the upper one of two", () => {
  expect(middleOf(Float64Array.of(3, Infinity, 1, 2))).toBe(2);
  expect(middleOf(Float64Array.of(10, 9, 4, 2))).toBe(9);
  expect(middleOf(Float64Array.of(Infinity))).toBeNaN();
});

test("largestGap is the largest difference of empirical distribution functions", () => {
  const gap = (a: readonly number[], b: readonly number[]) => largestGap(Float64Array.from(a), Float64Array.from(b));
  expect(gap([1, 2, 3], [1, 2, 3])).toBe(0);
  expect(gap([1, 2], [3, 4])).toBe(1);
  expect(gap([1, 1, 5], [1, 5, 5])).toBeCloseTo(1 / 3, 12);
  expect(gap([], [1])).toBe(0);
  expect(sharesBelow(Float64Array.of(3, 1, Infinity))).toEqual([
    { at: 1, share: 1 / 3 },
    { at: 3, share: 2 / 3 },
  ]);
});

test("the CSV of a table has the columns of the records and the names of classes, made inert", () => {
  const { shown, view } = shownOf(study, answer, { ...scenario, view: "outside" });
  const named = { ...view, facts: { ...view.facts, classOf: Float64Array.of(1, 0), classNames: ["a", "=b,"] } };
  expect(fabricatedCsv(shown, named, Float64Array.of(1, 2, 3, 4))).toBe(`x,y,class\r\n1,2,"'=b,"\r\n3,4,a\r\n`);
});

test("chosenFiles takes images with labels, packed or not, or one table, and says what is missing", async () => {
  const idx = (dimensions: number) => new File([Uint8Array.of(0, 0, 8, dimensions, 0)], `${dimensions}.idx`);
  const csv = new File(["label,a\n"], "digits.csv");
  expect(await chosenFiles([idx(1), idx(3)])).toMatchObject({ kind: "idx" });
  expect(await chosenFiles([csv])).toEqual({ kind: "table", file: csv });
  const packed = new File([gzipSync(Uint8Array.of(0, 0, 8, 3, 0))], "3.idx.gz");
  const opened = await chosenFiles([packed, idx(1)]);
  expect("images" in opened && Array.from(opened.images)).toEqual([0, 0, 8, 3, 0]);
  for (const [files, words] of [
    [[idx(1)], /labels in place of images/],
    [[idx(3)], /without their labels/],
    [[csv, idx(3)], /one CSV or Parquet file alone/],
    [[idx(3), idx(3), idx(1)], /2 files of images/],
  ] as const) {
    const refused = await chosenFiles(files);
    expect("problem" in refused && refused.problem).toMatch(words);
  }
});
