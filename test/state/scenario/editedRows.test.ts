import { expect, test } from "vitest";
import { editsText, longestEdits, withEdits } from "../../../src/state/scenario/editedRows.ts";
import { smallGenerator } from "../smallGenerator.ts";

const rows = (...all: (readonly number[])[]) => ({ values: Float64Array.from(all.flat()), width: all[0]!.length });
const base = rows([0.1, 1], [0.2, -1], [0.3, 1], [0.3, 1]);

test("editsText says what was changed, removed and added, and nothing of what was not", () => {
  expect(editsText(base, base)).toBe("");
  expect(editsText(base, rows([0.1, 1], [0.25, -1], [0.3, 1], [0.3, 1]))).toBe("c1,0.25,-1");
  expect(editsText(base, rows([0.1, 1], [0.3, 1], [0.3, 1]))).toBe("r1");
  expect(editsText(base, rows([0.1, 1], [0.2, -1], [0.3, 1], [0.3, 1], [1e-7, 1]))).toBe("a1e-7,1");
});

test("rows removed side by side or beside added ones do not shift all others", () => {
  const all = Array.from({ length: 400 }, (_, i) => [Math.sin(i), i % 2]);
  const without = (...gone: number[]) => all.filter((_, i) => !gone.includes(i));
  expect(editsText(rows(...all), rows(...without(3, 4, 9)))).toBe("r3_r4_r9");
  const added = [0.75, 1];
  expect(editsText(rows(...all), rows(...without(3, 9).with(10, [0.5, 0]), added))).toBe("r3_r9_c12,0.5,0_a0.75,1");
  expect(editsText(rows(...all), rows(...without(3, 4), added, added))).toBe("r3_r4_a0.75,1_a0.75,1");
});

test("withEdits undoes editsText to the last bit, whatever is done", () => {
  const random = smallGenerator(7);
  for (let round = 0; round < 300; round++) {
    let all = Array.from({ length: 6 }, () => [random(), random() < 0.5 ? -1 : 1]);
    const before = rows(...all);
    for (let k = Math.floor(random() * 6); k >= 0; k--) {
      const at = Math.floor(random() * all.length);
      const kind = random();
      if (kind < 0.4) all = all.with(at, [random() / 3, all[at]![1]!]);
      else if (kind < 0.7 && all.length > 2) all = all.toSpliced(at, 1);
      else all = [...all, [random(), 1]];
    }
    const after = rows(...all);
    const text = editsText(before, after)!;
    expect(text === "" ? before.values : withEdits(before, text)).toEqual(after.values);
  }
});

test("edits beyond the bound are not written", () => {
  const many = rows(...Array.from({ length: 500 }, (_, i) => [i / 7, 1]));
  const moved = { ...many, values: many.values.map((value) => value + 1 / 3) };
  expect(editsText(many, moved)).toBeUndefined();
});

test.each([
  "x1",
  "c9,1,1",
  "c1,1",
  "c1,1,NaN",
  "c1,1,Infinity",
  "c1,1,1e999",
  "r-1",
  "r1,2",
  "a1",
  "a1,1,1",
  "c1,1,1__",
  "c1.5,1,1",
  "a".repeat(longestEdits + 1),
  "",
])("withEdits refuses %s", (text) => {
  expect(withEdits(base, text)).toBeUndefined();
});
