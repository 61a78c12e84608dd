import { expect, test } from "vitest";
import {
  columnMeanRows,
  columnMeansSentence,
  columnRangesSetting,
  columnsOfFile,
} from "../../../src/panels/inference/columnMeans.ts";
import { followedFunction } from "../../../src/panels/opened/releasedFunction.ts";
import { releasedPicture, releasedSvg } from "../../../src/panels/opened/releasedPicture.ts";
import { releasedSentence } from "../../../src/panels/opened/releasedSentence.ts";
import { ditheredContents, sealed } from "../../support/releaseExamples.ts";

test("a released vector of means is named and drawn by its columns, in their units, and followed as no curve", async () => {
  const file = await sealed(ditheredContents(3));
  expect(columnsOfFile(file)).toBeUndefined();
  const value = "age: 0..100 years; height: 40..250 cm; a: b: -1e3..0";
  const coordinates = { kind: "regular" as const, lower: 1, upper: 3, count: 3 };
  const view = { ...file.view, axes: [{ name: "column", unit: "", coordinates }] };
  const elsewhere = { ...file, sheet: { ...file.sheet, parameters: [{ name: columnRangesSetting, value }] } };
  expect(columnsOfFile(elsewhere)).toBeUndefined();
  const vector = { ...elsewhere, view };
  const columns = columnsOfFile(vector)!;
  expect(columns.map(({ name, unit }) => [name, unit])).toEqual([["age", "years"], ["height", "cm"], ["a: b", ""]]); // prettier-ignore
  const shares = Float64Array.of(0.5, 0.25, 0.1);
  expect(columnMeansSentence(columns, shares, 0.01)).toBe(
    "Private means, each within its noise with 95 %: age 50 ± 1 years; height 92.5 ± 2.1 cm; a: b −900 ± 10.",
  );
  expect(columnMeanRows(columns, { shares, halfWidth: 0.01, original: shares })[1]).toEqual([
    "height",
    "92.5 ± 2.1 cm, original 92.5 cm, within 40 to 250",
  ]);
  // The ends are all people's means that are u deviations away, noise and chance of 100 records together (Wilson 1927).
  const sample = { recordCount: 100, recordsPerPerson: 2 };
  const [, [, text]] = columnMeanRows(columns, { shares, halfWidth: 0.01, sample }) as [unknown, [string, string]];
  const ends = /of all people ([\d.]+) to ([\d.]+) cm, within/
    .exec(text)!
    .slice(1)
    .map((end) => (Number(end) - 40) / 210);
  for (const end of ends) {
    const away = Math.hypot(0.01, 1.959964 * Math.sqrt((2 * end * (1 - end)) / 100));
    expect(Math.abs(end - 0.25)).toBeCloseTo(away, 2);
  }
  expect(ends[0]).toBeLessThan(0.25);
  expect(ends[1]).toBeGreaterThan(0.25);
  const drawn = releasedPicture(vector, {})!;
  expect(drawn).toMatchObject({ kind: "curve", picture: { columns: ["age", "height", "a: b"] } });
  expect(releasedSvg(drawn)).toMatch(/<circle [^]*>height</);
  expect(releasedSentence(vector, {})).toMatch(/^Private means/);
  expect(followedFunction(vector, {})).toBeUndefined();
});
