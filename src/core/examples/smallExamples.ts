import { seededSource } from "../random/seededSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { tableOf, type Table } from "../tables/table.ts";
import { boundaryTables } from "./boundaryTables.ts";
import { curveTables } from "./curveTables.ts";
import { exampleUnit } from "./exampleUnits.ts";
import { oldFaithful } from "./faithful.ts";
import { irises } from "./iris.ts";

/** Undefined for large examples: a worker loads them later. */
export function smallExample(id: string): Table | undefined {
  const make = densityTables.get(id) ?? boundaryTables.get(id) ?? curveTables.get(id);
  return make && withExampleUnits(make());
}

export const withExampleUnits = (table: Table): Table => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, unit: exampleUnit(column.name) })),
});

export const smallExampleIds = (): readonly string[] =>
  [densityTables, boundaryTables, curveTables].flatMap((tables) => [...tables.keys()]);

const twoNormals = () => curve(100, 2013, (random) => (random.uniform() < 0.5 ? 0.3 : 0.7) + 0.1 * random.normal());

const sleepers = () =>
  curve(
    1000,
    7,
    (random) => (random.uniform() < 0.55 ? 6.3 + 0.55 * random.normal() : 8.7 + 0.5 * random.normal()),
    "hours",
  );

const broadAndNarrow = () =>
  curve(5000, 2017, (random) =>
    random.uniform() < 0.4 ? 0.5 + Math.sqrt(0.02) * random.normal() : 0.75 + Math.sqrt(0.005) * random.normal(),
  );

const densityTables: ReadonlyMap<string, () => Table> = new Map([
  ["sleep", sleepers],
  ["hall-1", twoNormals],
  ["hall-2", twoNormals],
  ["alda-1", broadAndNarrow],
  ["faithful", oldFaithful],
  ["faithful-2d", oldFaithful],
  ["irises", petals],
  ["mixture-2d", clusters],
  ["mixture-3d", clustersInSpace],
  ["million", () => curve(1_000_000, 6, manyPeaks)],
]);

function petals(): Table {
  const table = irises();
  const wanted = ["petal length", "species"];
  return { ...table, columns: table.columns.filter(({ name }) => wanted.includes(name)) };
}

function curve(n: number, seed: number, draw: (random: RandomSource) => number, name = "x"): Table {
  const random = seededSource(seed);
  return tableOf([{ name, values: Float64Array.from({ length: n }, () => draw(random)) }]);
}

function manyPeaks(random: RandomSource): number {
  const which = random.uniform();
  if (which < 0.4) return 0.5 + 0.17 * random.normal();
  return 0.2 + 0.15 * Math.floor(5 * random.uniform()) + 0.016 * random.normal();
}

function clusters(): Table {
  const random = seededSource(2);
  const n = 2000;
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const centres = [
    { weight: 0.45, x: 0.32, y: 0.36, sx: 0.09, sy: 0.07, r: 0.6 },
    { weight: 0.8, x: 0.68, y: 0.62, sx: 0.08, sy: 0.1, r: -0.5 },
    { weight: 1, x: 0.3, y: 0.76, sx: 0.05, sy: 0.05, r: 0 },
  ];
  for (let i = 0; i < n; i++) {
    const which = random.uniform();
    const c = centres.find(({ weight }) => which < weight)!;
    const u = random.normal();
    const v = c.r * u + Math.sqrt(1 - c.r * c.r) * random.normal();
    x[i] = c.x + c.sx * u;
    y[i] = c.y + c.sy * v;
  }
  return tableOf([
    { name: "x", values: x },
    { name: "y", values: y },
  ]);
}

function clustersInSpace(): Table {
  const random = seededSource(3);
  const n = 5000;
  const [x, y, z] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const clusters = [
    { upTo: 0.4, centre: [0.3, 0.3, 0.7] },
    { upTo: 0.7, centre: [0.7, 0.65, 0.65] },
    { upTo: 1, centre: [0.35, 0.75, 0.25] },
  ] as const;
  for (let i = 0; i < n; i++) {
    const which = random.uniform();
    const { centre } = clusters.find(({ upTo }) => which < upTo)!;
    [x, y, z].forEach((axis, j) => (axis[i] = centre[j]! + 0.08 * random.normal()));
  }
  return tableOf([
    { name: "x", values: x },
    { name: "y", values: y },
    { name: "z", values: z },
  ]);
}
