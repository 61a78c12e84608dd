import { expect, test } from "vitest";
import { bandsOf, heldBy, numbersOfFile } from "../../../src/panels/inference/population.ts";
import { fileSettings } from "../../../src/panels/inference/fileSettings.ts";
import { ditheredContents, sealed } from "../../support/releaseExamples.ts";

const noise = {
  kernel: { type: "gaussian" as const, bandwidthMatrix: [[16]] },
  axes: [{ lower: 40, upper: 100, count: 60 }],
  variance: 1e-4,
  white: 1e-9,
};

test("numbersOfFile takes a centre and a factor away, which bandsOf adds again", async () => {
  const file = await sealed(ditheredContents(60));
  expect(numbersOfFile(file)).toBeUndefined();
  const { mechanism, view } = file;
  const carried = {
    terms: [{ from: view.values.map((_, i) => i), weights: view.values.map(() => 2) }],
    offsets: view.values.map(() => 1),
  };
  const plain = { ...file, mechanism: { ...mechanism, noise } };
  const moved = { ...plain, view: { ...view, carried, values: view.values.map((value) => 1 + 2 * value) } };
  const numbers = numbersOfFile(moved)!;
  for (const [i, value] of numbers.numbers.entries()) expect(value).toBeCloseTo(view.values[i]!, 14);
  const sample = { recordCount: 272, least: new Float64Array(60), largest: new Float64Array(60).fill(0.1) };
  const { lower, upper, isSure } = bandsOf({ ...numbersOfFile(plain)!, sample, groups: [] }, "everywhere");
  expect(isSure).toBe(true);
  for (const [i, value] of view.values.entries()) {
    expect(lower[i]).toBeLessThan(value);
    expect(upper[i]).toBeGreaterThan(value);
  }
  expect(
    numbersOfFile({ ...(await sealed(ditheredContents(9, 7))), mechanism: { ...mechanism, noise } }),
  ).toBeUndefined();
});

test("fileSettings finds n and the records of a person", async () => {
  const file = await sealed(ditheredContents(60));
  const parameters = [
    { name: "neighbours", value: "up to 3 curves of one person replaced; number of curves public" },
    { name: "h", value: "0.25" },
    { name: "rho", value: "1; 2" },
    { name: "tau", value: "-1" },
  ];
  const settings = fileSettings({ ...file, sheet: { ...file.sheet, parameters } });
  expect(settings).toMatchObject({ recordCount: 272, recordsPerPerson: 3 });
  expect(["h", "rho", "tau"].map(settings.numberOf)).toEqual([0.25, undefined, undefined]);
  expect(fileSettings(file)).toMatchObject({ recordsPerPerson: 1, isThinned: false });
  const unprotectedQuantities = ["grid", "declared largest number of records: 400"];
  const thinned = fileSettings({ ...file, sheet: { ...file.sheet, parameters, unprotectedQuantities } });
  expect(thinned).toMatchObject({ recordCount: 400, recordsPerPerson: 3, isThinned: true });
});

test("heldBy says what absent records of a declared number count as", () => {
  const [none, some] = [{ centre: new Float64Array(2) }, { centre: Float64Array.of(0, 40) }];
  expect(heldBy.density(true)).toMatch(/, times the share of the declared number N that is there$/);
  expect(heldBy.meanCurve(true, none)).toMatch(/absent ones of the declared number N count as zero$/);
  expect(heldBy.meanCurve(true, some)).toMatch(/absent ones of the declared number N count as the declared centre$/);
  expect(heldBy.density(false) + heldBy.meanCurve(false, some)).not.toMatch(/declared/);
});
