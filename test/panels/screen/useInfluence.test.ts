import { expect, test } from "vitest";
import { lensOf } from "../../../src/panels/screen/InfluencePanel.tsx";
import { nextInfluence } from "../../../src/panels/screen/useInfluence.ts";

type Rows = { readonly values: Float64Array; readonly width: number };
const rows = (...values: number[]): Rows => ({ values: Float64Array.from(values), width: 1 });
const rowsOf = (records: Rows) => records;
const now = (records: Rows, original: readonly number[], edited = true, subject = "a") => ({
  subject,
  edited,
  records,
  original: Float64Array.from(original),
});

test("the influence of a record stands until another change, counts its moves together, and ends with undo", () => {
  const [whole, moved, further, other] = [rows(1, 2, 3), rows(1, 5, 3), rows(1, 6, 3), rows(0, 6, 3)] as const;
  const first = nextInfluence(undefined, now(whole, [1, 1], false), rowsOf);
  expect(first.base).toBeUndefined();
  const once = nextInfluence(first, now(moved, [1, 2]), rowsOf);
  expect(once.base).toMatchObject({ original: Float64Array.of(1, 1), change: { record: 1, from: [2], to: [5] } });
  // The same state again, as when only ε moves.
  expect(nextInfluence(once, now(moved, [1, 2]), rowsOf).base).toEqual(once.base);
  const twice = nextInfluence(once, now(further, [1, 3]), rowsOf);
  expect(twice.base).toMatchObject({ original: Float64Array.of(1, 1), change: { record: 1, from: [2], to: [6] } });
  const next = nextInfluence(twice, now(other, [4, 3]), rowsOf);
  expect(next.base).toMatchObject({ original: Float64Array.of(1, 3), change: { record: 0, from: [1], to: [0] } });
  // Undo of one step, of all, and another setting.
  expect(nextInfluence(next, now(further, [1, 3]), rowsOf).base).toBeUndefined();
  expect(nextInfluence(next, now(whole, [1, 1], false), rowsOf).base).toBeUndefined();
  expect(nextInfluence(next, now(other, [4, 3], true, "b"), rowsOf).base).toBeUndefined();
});

test("added and removed records are told, and several at once, as after a reload, without their rows", () => {
  const first = nextInfluence(undefined, now(rows(1, 2, 3), [0], false), rowsOf);
  const of = (records: Rows) => nextInfluence(first, now(records, [1]), rowsOf).base?.change;
  expect(of(rows(1, 2, 3, 9))).toEqual({ kind: "added", record: 3, from: [], to: [9] });
  expect(of(rows(1, 3))).toEqual({ kind: "removed", record: 1, from: [2], to: [] });
  const several = { kind: "several", record: -1, from: [], to: [] };
  for (const records of [rows(7, 8, 3), rows(3), rows(1, 2, 3, 8, 9)]) expect(of(records)).toEqual(several);
  // The next of them is told alone.
  const both = nextInfluence(first, now(rows(7, 8, 3), [1]), rowsOf);
  const { base } = nextInfluence(both, now(rows(7, 9, 3), [5]), rowsOf);
  expect(base).toMatchObject({
    original: Float64Array.of(1),
    change: { kind: "moved", record: 1, from: [8], to: [9] },
  });
  expect(nextInfluence(both, now(rows(6, 5, 4), [5]), rowsOf).base?.original).toEqual(Float64Array.of(1));
});

test("lensOf finds the largest change, and the row of a plane through it", () => {
  const before = new Float64Array(6);
  const after = Float64Array.of(0, 1, 0, 0, 0, -4);
  const axes = [
    { lower: 0, upper: 2, count: 3 },
    { lower: 10, upper: 20, count: 2 },
  ];
  const { most, distance, line, at } = lensOf({ before, after }, axes);
  expect([most, distance, at]).toEqual([5, 4, "20"]);
  expect(line).toEqual([
    [0, 0],
    [1, 0],
    [2, -4],
  ]);
});
