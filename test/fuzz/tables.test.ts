import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { readTable } from "../support/readTable.ts";
import { casesOf } from "../support/fuzzing.ts";

const folder = new URL("../fixtures/tables/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name !== "expected.json")
  .map((name) => new Uint8Array(readFileSync(new URL(name, folder))));

/** Damage as transfers, editors and programs do it. */
function damaged(file: Uint8Array, uniform: () => number): Uint8Array {
  const place = () => Math.floor(uniform() * file.length);
  const bytes = Array.from(file);
  switch (Math.floor(uniform() * 7)) {
    case 0:
      return file.slice(0, place());
    case 1:
      return file.slice(place());
    case 2:
      for (let k = 0; k < 5; k++) bytes[place()] = Math.floor(uniform() * 256);
      break;
    case 3:
      bytes.splice(place(), Math.floor(uniform() * 40));
      break;
    case 4:
      bytes.splice(place(), 0, ...[34, 44, 59, 10, 13, 9, 124].slice(Math.floor(uniform() * 7)));
      break;
    case 5: {
      const other = files[Math.floor(uniform() * files.length)]!;
      bytes.push(...other.slice(0, Math.floor(uniform() * other.length)));
      break;
    }
    default: {
      const at = place();
      bytes.splice(at, 0, ...bytes.slice(at, at + Math.floor(uniform() * 300)));
    }
  }
  return Uint8Array.from(bytes);
}

test("damaged files are read, or refused with a sentence, whatever the damage", () => {
  const random = seededSource(20261122);
  const count = casesOf(4_000, 300);
  let readCount = 0;
  for (let i = 0; i < count; i++) {
    const file = damaged(files[i % files.length]!, () => random.uniform());
    try {
      const table = readTable(file);
      readCount++;
      for (const { values, missingCount, reading, categories, texts } of table.columns) {
        expect(values.length).toBe(table.rowCount);
        expect(values.filter(Number.isNaN).length).toBe(missingCount);
        expect(values.every((value) => Number.isNaN(value) || Number.isFinite(value))).toBe(true);
        expect(reading!.unread.count).toBeLessThanOrEqual(missingCount);
        expect(reading!.unread.count > 0).toBe(reading!.unread.examples.length > 0);
        const told = categories ?? texts;
        if (told) expect(told.codes.length).toBe(table.rowCount);
      }
      expect(outlineOf(table).columns.length).toBe(table.columns.length);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      expect(error.parameter).toBe("file");
      expect(error.message).toMatch(/^file must be .+; got .+/);
    }
  }
  // Damage to a small place leaves most files readable.
  expect(readCount).toBeGreaterThan(0.6 * count);
});
