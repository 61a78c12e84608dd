import { ParameterError } from "../../errors.ts";
import { seededSource } from "../../random/seededSource.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import type { NoiseRoute } from "../../releases/density.ts";
import type { Interval } from "../../grids.ts";
import { tableOf } from "../table.ts";
import type { Table } from "../table.ts";
import { boundaryTables } from "./boundaryTables.ts";
import { curveTables } from "./curveTables.ts";
import { oldFaithful } from "./faithful.ts";

/** A data set that comes with the page, and the scenario in which it is first shown. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** What it is and where it comes from, in a sentence or two. */
  readonly description: string;
  readonly columns: readonly string[];
  readonly defaults: {
    readonly x: string;
    readonly y?: string;
    readonly domain: readonly Interval[];
    readonly bandwidths: readonly number[];
    readonly route: NoiseRoute;
    readonly epsilon: number;
    readonly delta: number;
  };
}

const unit: Interval = [0, 1];
const hall = { x: "x", domain: [unit], bandwidths: [0.1], epsilon: 1, delta: 0.1 } as const;

/** The examples of the density study, in the order in which they are offered; the first one is the start page. */
export const examples: readonly Example[] = [
  {
    id: "hall-1",
    title: "Two normals (Hall, Figure 1)",
    description:
      "100 points from a mixture of normals centred at 0.3 and 0.7, as in Figure 1 of Hall 2013; the paper does not print their standard deviation, taken as 0.1 here.",
    columns: ["x"],
    defaults: { ...hall, route: "gaussian" },
  },
  {
    id: "hall-2",
    title: "The same, Sobolev noise (Hall, Figure 2)",
    description: "The same 100 points, released with the rough noise of section 4.2, as in Figure 2 of Hall 2013.",
    columns: ["x"],
    defaults: { ...hall, route: "sobolev" },
  },
  {
    id: "alda-1",
    title: "Broad and narrow (Aldà, Figure 1)",
    description:
      "5000 points, 0.4 N(0.5, 0.02) + 0.6 N(0.75, 0.005), as in Figure 1 of Aldà 2017; the second parameter is read as the variance.",
    columns: ["x"],
    defaults: { x: "x", domain: [unit], bandwidths: [0.03], route: "gaussian", epsilon: 1, delta: 1e-5 },
  },
  {
    id: "faithful",
    title: "Old Faithful: eruptions",
    description: "Duration of 272 eruptions of the Old Faithful geyser, in minutes (Azzalini & Bowman 1990).",
    columns: ["eruptions", "waiting"],
    defaults: { x: "eruptions", domain: [[0, 7]], bandwidths: [0.4], route: "gaussian", epsilon: 1, delta: 1e-4 },
  },
  {
    id: "faithful-2d",
    title: "Old Faithful: eruptions and waiting",
    description: "Duration of 272 eruptions and the wait for the next one, in minutes: two columns, so a surface.",
    columns: ["eruptions", "waiting"],
    defaults: {
      x: "eruptions",
      y: "waiting",
      domain: [
        [0, 7],
        [30, 110],
      ],
      bandwidths: [0.5, 7],
      route: "gaussian",
      epsilon: 2,
      delta: 1e-4,
    },
  },
  {
    id: "mixture-2d",
    title: "Three clusters in the plane",
    description: "2000 seeded points from three correlated normals in the unit square.",
    columns: ["x", "y"],
    defaults: {
      x: "x",
      y: "y",
      domain: [unit, unit],
      bandwidths: [0.06, 0.06],
      route: "gaussian",
      epsilon: 1,
      delta: 1e-5,
    },
  },
  {
    id: "million",
    title: "A million points",
    description: "A seeded million points with five narrow peaks: with so many records, privacy is nearly free.",
    columns: ["x"],
    defaults: { x: "x", domain: [unit], bandwidths: [0.008], route: "gaussian", epsilon: 0.1, delta: 1e-6 },
  },
];

/**
 * The records of an example, the same on every machine.
 *
 * @throws {ParameterError} if there is no example of that id
 */
export function loadExample(id: string): Table {
  const make = densityTables.get(id) ?? boundaryTables.get(id) ?? curveTables.get(id);
  if (make) return make();
  const known = [densityTables, boundaryTables, curveTables].flatMap((tables) => [...tables.keys()]);
  throw new ParameterError("data", id, `one of ${known.join(", ")}`);
}

const twoNormals = () => curve(100, 2013, (random) => (random.uniform() < 0.5 ? 0.3 : 0.7) + 0.1 * random.normal());

const broadAndNarrow = () =>
  curve(5000, 2017, (random) =>
    random.uniform() < 0.4 ? 0.5 + Math.sqrt(0.02) * random.normal() : 0.75 + Math.sqrt(0.005) * random.normal(),
  );

const densityTables: ReadonlyMap<string, () => Table> = new Map([
  ["hall-1", twoNormals],
  ["hall-2", twoNormals],
  ["alda-1", broadAndNarrow],
  ["faithful", oldFaithful],
  ["faithful-2d", oldFaithful],
  ["mixture-2d", clusters],
  ["million", () => curve(1_000_000, 6, manyPeaks)],
]);

function curve(n: number, seed: number, draw: (random: RandomSource) => number): Table {
  const random = seededSource(seed);
  return tableOf([{ name: "x", values: Float64Array.from({ length: n }, () => draw(random)) }]);
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
