import { expect, test } from "vitest";
import { typedLevels } from "../../../src/panels/controls/declared/typedGroups.ts";
import { densityExamples } from "../../../src/studies/density/model/examples.ts";
import { loadExample } from "../../../src/core/examples/examples.ts";

test("Old Faithful is R's data set: 272 rows with its means and standard deviations", () => {
  const { columns, rowCount } = loadExample("faithful");
  const moments = columns.map(({ values }) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))];
  });
  expect(rowCount).toBe(272);
  [
    [3.487783, 1.141371],
    [70.897059, 13.594974],
  ].forEach(([mean, deviation], j) => {
    expect(moments[j]![0]).toBeCloseTo(mean!, 5);
    expect(moments[j]![1]).toBeCloseTo(deviation!, 5);
  });
});

test.each(densityExamples.map((example) => [example.id, example] as const))(
  "example %s is the same each time and has its columns",
  (id, { columns, defaults }) => {
    const table = loadExample(id);
    const numbers = table.columns.filter(({ categories }) => categories === undefined);
    expect(numbers.map(({ name }) => name)).toEqual(columns);
    const others = table.columns.filter(({ categories }) => categories !== undefined);
    expect(others.map(({ name, categories }) => ({ column: name, levels: categories!.names }))).toEqual(
      defaults.groups ? [{ column: defaults.groups.column, levels: typedLevels(defaults.groups.levels) }] : [],
    );
    expect(numbers.every(({ values }) => values.length === table.rowCount && values.every(Number.isFinite))).toBe(true);
    expect(loadExample(id).columns[0]!.values.slice(0, 50)).toEqual(table.columns[0]!.values.slice(0, 50));
    expect(defaults.domain).toHaveLength(defaults.y === undefined ? 1 : 2);
    expect(defaults.bandwidths).toHaveLength(defaults.domain.length);
  },
);

test("loadExample(id) has the tables of every study", () => {
  expect(["hall-1", "iris", "chick-weight"].map((id) => loadExample(id).rowCount)).toEqual([100, 150, 578]);
});

test("an unknown example is refused by name", () => {
  expect(() => loadExample("nothing")).toThrow(/^data must be one of sleep/);
});
