import type { Interval } from "../../../core/grids.ts";
import type { OfferedExample, UsualColumns } from "../../../panels/data/DataPanel.tsx";

export interface FabricationExample extends OfferedExample {
  readonly columns: readonly string[];
  readonly defaults: Omit<UsualColumns, "groups"> & {
    readonly y: string;
    readonly label: string;
    readonly domain: readonly [Interval, Interval];
    readonly steps: number;
    /** n; 2 if absent. */
    readonly subspaceDimension?: number;
  };
}

const unit: Interval = [0, 1];
const irises = ["sepal length", "sepal width", "petal length", "petal width", "species"];
const petals = {
  x: "petal length",
  y: "petal width",
  label: "species",
  domain: [
    [0, 8],
    [0, 3],
  ],
  epsilon: 20,
  delta: 1e-5,
  steps: 10,
} as const;

const labelled = { x: "x", y: "y", label: "class", domain: [unit, unit], delta: 1e-5 } as const;
const columns = ["x", "y", "class"];

export const fabricationExamples: readonly FabricationExample[] = [
  {
    id: "moons",
    title: "Two moons",
    description:
      "400 seeded points on two interleaved half circles, with noise; a quarter is kept apart, to test with.",
    columns,
    defaults: { ...labelled, epsilon: 16, steps: 14 },
  },
  {
    id: "hall-3",
    title: "An island",
    description: "600 seeded points: one class surrounds the other on three sides; a quarter is kept apart.",
    columns,
    defaults: { ...labelled, epsilon: 16, steps: 14 },
  },
  {
    id: "iris",
    title: "Iris: three species",
    description:
      "Petals of 150 irises of three species (Anderson 1935). The ranges are declared, and wide: noise is a share of them.",
    columns: irises,
    defaults: petals,
  },
  {
    id: "iris-4",
    title: "Iris: four measures of three species",
    description:
      "All four measures of the same irises are fabricated together; the picture is the plane of petals, of a flower whose sepals are 5.8 by 3 cm. A record of four numbers costs four times the ε of one.",
    columns: irises,
    defaults: {
      ...petals,
      further: [
        { name: "sepal length", domain: [4, 8], at: 5.8 },
        { name: "sepal width", domain: [1.5, 5], at: 3 },
      ],
      subspaceDimension: 4,
    },
  },
  {
    id: "faithful-2d",
    title: "Old Faithful: a table without classes",
    description:
      "Length of an eruption and waiting time to the next, in minutes, for 272 eruptions (Azzalini & Bowman 1990).",
    columns: ["eruptions", "waiting"],
    defaults: {
      x: "eruptions",
      y: "waiting",
      label: "",
      domain: [
        [0, 7],
        [30, 110],
      ],
      epsilon: 16,
      delta: 1e-5,
      steps: 12,
    },
  },
];
