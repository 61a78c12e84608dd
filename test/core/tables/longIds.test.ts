import { expect, test } from "vitest";
import { rowsOfPersons } from "../../../src/core/records/personRows.ts";
import { declaredColumn } from "../../../src/core/tables/declaredColumn.ts";
import { keyOfText } from "../../../src/core/tables/cells/cellKeying.ts";
import { seededKeys } from "../../support/cellKeys.ts";

/** Ids of which neighbours are the same double. */
const ids = Array.from({ length: 5 }, (_, i) => 2n ** 53n + BigInt(i));

test.each([
  ["texts, a category", "category", ids.map(String)],
  ["texts, ids", "id", ids.map(String)],
  ["big integers, a category", "category", ids],
  ["big integers, ids", "id", ids],
  ["texts, whole numbers", "whole", ids.map(String)],
  ["big integers, whole numbers", "whole", ids],
  ["texts, numbers", "point", ids.map((id) => `${id}.0`)],
  ["texts, numbers with a decimal comma", "comma", ids.map((id) => `${id},0`)],
] as const)("persons with ids above 2⁵³ are as many as they are: %s", (_, type, cells) => {
  const column = declaredColumn({ name: "who", type, unit: "" });
  [...cells, ...cells].forEach((cell, i) => column.add(cell, i + 1));
  const table = { columns: [column.finish()], rowCount: 10, notices: [] };
  const rows = rowsOfPersons({
    table,
    rows: Int32Array.from({ length: 10 }, (_, i) => i),
    person: { column: "who", bound: 1 },
    missing: "refuse",
  });
  expect(Array.from(rows)).toEqual([0, 1, 2, 3, 4]);
});

test("keyOfText tells ids above 2⁵³ apart, and knows one that is written in another way", () => {
  const secret = seededKeys();
  const keyOf = (text: string) => keyOfText(text, { type: "text", isNumberAlike: true }, secret);
  const keys = ids.map((id) => keyOf(String(id)));
  expect(new Set(keys).size).toBe(5);
  expect(keyOf("9.007199254740993e15")).toBe(keys[1]);
});
