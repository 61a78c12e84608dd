import { expect, test } from "vitest";
import { countColumnsOf, countNames } from "../../../src/core/records/countColumns.ts";

test("the name of the counts says the lattice, and is read as it was written", () => {
  for (const axis of [
    { lower: 0, upper: 200_000, cells: 2 ** 16 },
    { lower: -1.3, upper: 2.7, cells: 1000 },
    { lower: 1e-3, upper: 1e12, cells: 2 ** 16 },
    { lower: -1e-7, upper: 1.5e21, cells: 3 },
  ]) {
    const inputs = [
      { of: "x", axis },
      { of: "y", axis: { lower: -1, upper: 0.5, cells: 1024 } },
    ];
    for (const columns of [
      { inputs: inputs.slice(0, 1), rowsPerPerson: 4 },
      { inputs, rowsPerPerson: 1 },
      { inputs, label: { of: "who" }, rowsPerPerson: 2 },
      { inputs: inputs.slice(0, 1), rowsPerPerson: 1, pointMass: 0 },
      { inputs: inputs.slice(0, 1), label: { of: "who" }, rowsPerPerson: 3, pointMass: -1.5e-7 },
      { inputs: inputs.slice(0, 1), response: { of: "z", axis: { lower: 0, upper: 9, cells: 512 } }, rowsPerPerson: 1 },
    ]) {
      const names = countNames(columns);
      const all = [names.inputs, names.response ?? [], names.label ?? [], names.count].flat();
      expect(names.count).toMatch(/^\w{1,63}$/);
      expect(countColumnsOf(all)).toEqual({ names, columns });
      expect(countColumnsOf(["id", ...all].reverse())?.names.count).toBe(names.count);
    }
  }
  expect(countColumnsOf(["cell_of_x", "n"])).toBeUndefined();
  expect(countColumnsOf(["x", "counts_0_1_11_per_1"])).toBeUndefined();
  expect(countColumnsOf(["cell_of_x", "counts_1_0_11_per_1"])).toBeUndefined();
  expect(countColumnsOf(["cell_of_x", "cell_of_y", "counts_0_1_11_per_1"])).toBeUndefined();
  const long = { lower: -Number("0.12345678901234567"), upper: Number("0.12345678901234567"), cells: 1024 };
  const axes = [long, long].map((axis, j) => ({ of: `x${j}`, axis }));
  expect(() => countNames({ inputs: axes, rowsPerPerson: 1 })).toThrow("bounds of fewer digits");
});
