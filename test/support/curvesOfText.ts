import type { GridAxis } from "../../src/core/grids.ts";
import type { LongLayout, WideLayout } from "../../src/core/records/curves/curveLayout.ts";
import { curvesFrom, type Curves } from "../../src/core/records/curves/curves.ts";
import { readNamed, readTable } from "./readTable.ts";

/** A row a curve. */
export function rowsOf({ curves, curveCount, grid }: Curves): number[][] {
  return Array.from({ length: curveCount }, (_, i) =>
    Array.from(curves.subarray(i * grid.length, (i + 1) * grid.length)),
  );
}

export const long: LongLayout = { shape: "long", curve: "id", time: "time", value: "y" };
export const fromWide = (
  text: string,
  {
    grid = "header",
    missing = "refuse",
    ...layout
  }: Partial<WideLayout> & { grid?: GridAxis | "header"; missing?: "refuse" | "drop" } = {},
) => {
  const table = readNamed(text);
  return curvesFrom({
    table,
    layout: { shape: "wide", times: table.columns.map(({ name }) => name), ...layout },
    grid,
    missing,
  });
};
export const fromLong = (
  text: string,
  {
    lower = 0,
    upper = 2,
    count = 3,
    missing = "refuse",
    ...layout
  }: Partial<LongLayout> & Partial<GridAxis> & { missing?: "refuse" | "drop" } = {},
) => curvesFrom({ table: readTable(text), layout: { ...long, ...layout }, grid: { lower, upper, count }, missing });
