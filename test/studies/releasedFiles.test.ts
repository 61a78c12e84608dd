import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { declaredSchemaText } from "../../src/core/tables/declaredSchema.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { originOfSchema, schemaOfText } from "../../src/core/tables/schemaText.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import type { CommonFacts } from "../../src/panels/study/study.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import { openedFile, publicChoice, publicOutline } from "../support/openedFile.ts";
import { publicOf, withNumbersOf } from "../support/publicBytes.ts";
import { releasedOf } from "../support/releasedRecords.ts";
import type { Workplace } from "../support/releasedRecords.ts";

// Neighbours as files: their bytes go through reader, schema, declaration and release with the same random bits. A row is drawn
// anew with cells at the edges of the rules by which a proposal is made. All that leaves is the same, but for the integers.

/** Rows of cells, and a last row in a few versions, the first of which the schema is proposed from. */
interface Neighbours {
  readonly header: string;
  readonly rows: readonly string[];
  readonly last: readonly string[];
}

const chance = chanceOf(20_261_127);
const decimal = (scale: number) => (scale * chance.uniform()).toFixed(2);
const many = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i));

/** The row numbers of the attack: n whole numbers one after the other, or all of them but one. */
const ranked: Neighbours = {
  header: "rank,waiting,note",
  rows: many(39, (i) => `${i + 1},${decimal(40)},word`),
  last: ["40,12.5,word", "99,12.5,word", "40,40,2024-01-01", "1e5,7.25,5 kg", ",,", "40,n/a,"],
};
const single: Neighbours = {
  header: "waiting",
  rows: many(39, () => decimal(40)),
  last: ["12.5", "99", "", "NA", "5 kg"],
};
const classes: Neighbours = {
  header: "x,y,class",
  rows: many(60, (i) => `${decimal(1)},${decimal(1)},${i % 2 === 0 ? "no" : "yes"}`),
  last: ["0.5,0.5,yes", "0.25,0.75,no", "0.001,1e3,yes", ",0.25,yes", "0.25,,yes", "0.25,0.75,maybe", ",,"],
};
const numbered: Neighbours = {
  header: "q_one,q_two,q_three,q_four,q_five",
  rows: many(59, (i) => [decimal(1), decimal(1), String(i + 1), decimal(1), decimal(1)].join(",")),
  last: [
    "0.5,0.5,60,0.5,0.5",
    "0.5,0.5,401,0.5,0.5",
    "0.5,unknown,60,0.5,0.5",
    "007,0.5,60,12:30,0.5",
    ",,,,",
    "a,b,c,d,e",
    "1,,,,2",
  ],
};
const visits: Neighbours = {
  header: "curve,t,v",
  rows: many(60, (i) => `c${Math.floor(i / 3)},${i % 3},${decimal(1)}`),
  last: ["c20,0,0.5", "c20,1,1e3", "c20,0.5,0.25", "c20,,0.25", "c20,0,", "c20,,"],
};

const places = {
  density: { study: density, worker: densityWorker },
  boundary: { study: boundary, worker: boundaryWorker },
  meanCurve: { study: meanCurve, worker: meanCurveWorker },
  fabrication: { study: fabrication, worker: fabricationWorker },
} as const;

test("a density, whatever makes a column one of row numbers", () =>
  same(places.density, ranked, { domainX: [0, 50] as const, h: 3 }));
test("a density of a file of one column, whose missing cell is a blank line", () =>
  same(places.density, single, { domainX: [0, 50] as const, h: 3 }));
test("a density whose missing values count as a declared number", () =>
  same(places.density, ranked, { domainX: [0, 50] as const, h: 3, fill: 5 }));
test("a boundary", () => same(places.boundary, classes, { solver: "landmarks" as const }));
test("a mean curve of a wide table, whatever makes a column one of row numbers or of words", () =>
  same(places.meanCurve, numbered, { range: 0.1 }));
test("a mean curve of a long table", () =>
  same(places.meanCurve, visits, { domain: [0, 2] as const, range: 0.5, points: 5 }));
test("a fabricated table", () => same(places.fabrication, classes, { steps: 2 }));

async function same<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  place: Workplace<S, C, M, F, I, T>,
  { header, rows, last }: Neighbours,
  declared: Partial<S>,
): Promise<void> {
  const { session, links } = place.study;
  const file = (k: number) => `${[header, ...rows, last[k]].join("\n")}\n`;
  const { schema } = await openedFile(file(0));
  const scenarioOf = async (k: number) => {
    const table = await openedFile(file(k), { schema: schema! });
    const outline = outlineOf(table);
    const start: S = { ...links.decode("").values, data: ownData, seed: "secure", view: "outside" };
    const scenario: S = { ...start, ...session.choose(outline, start), ...declared, provenance: {} };
    const choice = session.choiceOf(scenario, outline);
    const text = declaredSchemaText(schema!, choice, session.classesOf?.(scenario) ?? "");
    return { outline: publicOutline(table), scenario: { ...scenario, schema: text }, choice: choice!, table };
  };
  const one = await scenarioOf(0);
  // What leaves says how the file was read, and that it was looked at for it; no value of a column but classes is in it.
  expect(originOfSchema(one.scenario.schema)).toBe("file");
  const levels = schemaOfText(one.scenario.schema)!.columns.flatMap((column) => column.levels ?? []);
  expect(levels).toEqual(session.classesOf?.(one.scenario) ? ["no", "yes"] : []);
  const first = await releasedOf(place, one.scenario, place.worker.recordsFrom(one.table, one.choice), { screen: 1 });
  expect(first.said).toBeUndefined();
  const { provenance, sheet, mechanism } = first.released!;
  const publicCount = sheet.unprotectedQuantities.map((entry) => /^number of records: (\d+)$/.exec(entry)?.[1]);
  expect(mechanism.noise?.recordCount).toBe(publicCount.map(Number).find((n) => n > 0));
  expect(mechanism.noise?.recordsPerPerson).toBeGreaterThanOrEqual(1);
  expect(sheet.parameters).toContainEqual({ name: "how the file is read", value: one.scenario.schema });
  expect(provenance.at(-1)).toMatchObject({ parameter: "how the file is read", origin: "chosen after looking" });
  expect(first.ledger[1]).toContain("how the file is read");

  let different = 0;
  for (let k = 1; k < casesOf(last.length, Math.min(last.length, 5)); k++) {
    const other = await scenarioOf(k);
    expect([other.outline, other.scenario]).toEqual([one.outline, one.scenario]);
    expect(publicChoice(other.choice)).toEqual(publicChoice(one.choice));
    const records = place.worker.recordsFrom(other.table, other.choice);
    const second = await releasedOf(place, other.scenario, records, { screen: 1 + k });
    expect(second.said).toBeUndefined();
    expect(publicOf(second)).toEqual(publicOf(first));
    // A fabricated table promises nothing about classes: neighbours have the same ones, and their files the same labels.
    const { rows: labelled } = first.released!.view;
    const isOtherClass = labelled !== undefined && last[k]!.split(",")[2] !== last[0]!.split(",")[2];
    if (isOtherClass) expect(sheet.unprotectedQuantities).toContain("class of each record, and how many have it");
    const { view } = second.released!;
    const compared = isOtherClass ? { ...second.released!, view: { ...view, rows: labelled } } : second.released!;
    expect(JSON.stringify(withNumbersOf(compared, first.released!))).toBe(JSON.stringify(first.released));
    if (JSON.stringify(second.released!.mechanism.integers) !== JSON.stringify(first.released!.mechanism.integers))
      different++;
  }
  expect(different).toBeGreaterThan(0);
}
