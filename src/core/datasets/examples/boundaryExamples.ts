import type { KernelName } from "../../kernels/kernelOf.ts";
import { seededSource } from "../../random/seededSource.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import type { LossName } from "../../releases/boundary.ts";
import type { Interval } from "../../releases/density.ts";
import { tableOf } from "../table.ts";
import type { Table } from "../table.ts";
import { speed, stoppingDistance } from "./cars.ts";
import { irisSpecies, petalLength, petalWidth, sepalLength, sepalWidth } from "./iris.ts";

/** A data set of the boundary study, and the scenario in which it is first shown. */
export interface BoundaryExample {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly string[];
  readonly defaults: {
    readonly task: "classification" | "regression";
    readonly x: string;
    /** The second input of a classification. */
    readonly y?: string;
    /** The label column, or the response. */
    readonly response: string;
    /** The class +1 of a classification. */
    readonly positive?: string;
    readonly domain: readonly Interval[];
    readonly responseRange?: Interval;
    readonly kernel: KernelName;
    /** ℓ as a share of the domain's side. */
    readonly lengthScale: number;
    readonly penalty: number;
    readonly loss: LossName;
    readonly lossParameter?: number;
    readonly epsilon: number;
    readonly delta: number;
  };
}

const unit: Interval = [0, 1];
const plane = { task: "classification", x: "x", y: "y", response: "class", positive: "b", kernel: "gaussian" } as const;
const columns = ["x", "y", "class"];
const curve = { task: "regression", kernel: "gaussian" } as const;

/** The examples of the boundary study, in the order in which they are offered. */
export const boundaryExamples: readonly BoundaryExample[] = [
  {
    id: "alda-2",
    title: "Two clouds (Aldà, Figure 2)",
    description:
      "1500 points of each class: normals with means (0.3, 0.5) and (0.6, 0.4) and the covariances of Figure 2 in Aldà 2017, moved into the unit square where they leave it.",
    columns,
    defaults: { ...plane, domain: [unit, unit], lengthScale: 0.3, penalty: 0.01, loss: "hinge", epsilon: 1, delta: 1e-5 },
  },
  {
    id: "hall-3",
    title: "An island (like Hall, Figure 3)",
    description:
      "600 seeded points: one class surrounds the other on three sides, in the manner of Figure 3 of Hall 2013, which does not print its data.",
    columns,
    defaults: { ...plane, domain: [unit, unit], lengthScale: 0.2, penalty: 0.02, loss: "hinge", epsilon: 1, delta: 1e-4 },
  },
  {
    id: "moons",
    title: "Two moons",
    description: "400 seeded points on two interleaved half circles, with noise.",
    columns,
    defaults: { ...plane, domain: [unit, unit], lengthScale: 0.15, penalty: 0.02, loss: "hinge", epsilon: 2, delta: 1e-4 },
  },
  {
    id: "circles",
    title: "A disc in a ring",
    description: "1000 seeded points: a disc of one class inside a ring of the other.",
    columns,
    defaults: { ...plane, domain: [unit, unit], lengthScale: 0.15, penalty: 0.01, loss: "logistic", epsilon: 2, delta: 1e-5 },
  },
  {
    id: "iris",
    title: "Iris: versicolor or virginica",
    description:
      "150 flowers of three species (Anderson 1935); virginica against the rest. So few records need a large ε, or a large λ.",
    columns: ["sepal length", "sepal width", "petal length", "petal width", "species"],
    defaults: {
      ...plane,
      x: "petal length",
      y: "petal width",
      response: "species",
      positive: "virginica",
      domain: [
        [0, 8],
        [0, 3],
      ],
      lengthScale: 0.2,
      penalty: 0.04,
      loss: "hinge",
      epsilon: 3,
      delta: 1e-3,
    },
  },
  {
    id: "faithful-wait",
    title: "Old Faithful: waiting time (regression)",
    description:
      "Waiting time to the next eruption on the length of the last, in minutes, for 272 eruptions (Azzalini & Bowman 1990). A curve in place of a boundary.",
    columns: ["eruptions", "waiting"],
    defaults: {
      ...curve,
      x: "eruptions",
      response: "waiting",
      domain: [[0, 7]],
      responseRange: [30, 110],
      lengthScale: 0.2,
      penalty: 0.02,
      loss: "huber",
      lossParameter: 0.2,
      epsilon: 1,
      delta: 1e-4,
    },
  },
  {
    id: "cars",
    title: "Stopping distance of cars (quantile)",
    description:
      "Stopping distance on speed of 50 cars (Ezekiel 1930): the curve below which three quarters of the distances lie. Fifty records, so a large ε.",
    columns: ["speed", "distance"],
    defaults: {
      ...curve,
      x: "speed",
      response: "distance",
      domain: [[0, 30]],
      responseRange: [0, 120],
      lengthScale: 0.3,
      penalty: 0.05,
      loss: "pinball",
      lossParameter: 0.75,
      epsilon: 5,
      delta: 1e-3,
    },
  },
];

/** The tables of the boundary study's own examples, by id; made anew each time, the same on every machine. */
export const boundaryTables: ReadonlyMap<string, () => Table> = new Map([
  ["alda-2", () => labelled(3000, 2, clouds)],
  ["hall-3", () => labelled(600, 3, island)],
  ["moons", () => labelled(400, 4, moons)],
  ["circles", () => labelled(1000, 5, circles)],
  ["iris", iris],
  [
    "cars",
    () =>
      tableOf([
        { name: "speed", values: Float64Array.from(speed) },
        { name: "distance", values: Float64Array.from(stoppingDistance) },
      ]),
  ],
]);

type Draw = (random: RandomSource, second: boolean) => readonly [x: number, y: number];

/** n points, the classes in turn. */
function labelled(n: number, seed: number, draw: Draw): Table {
  const random = seededSource(seed);
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const names: string[] = [];
  for (let i = 0; i < n; i++) {
    const second = i % 2 === 1;
    [x[i], y[i]] = draw(random, second) as [number, number];
    names.push(second ? "b" : "a");
  }
  return tableOf([
    { name: "x", values: x },
    { name: "y", values: y },
    { name: "class", values: names },
  ]);
}

// Covariances 0.01 I and 0.01 [1, 0.8; 0.8, 1.5].
const clouds: Draw = (random, second) => {
  const [u, v] = [random.normal(), random.normal()];
  if (!second) return [0.3 + 0.1 * u, 0.5 + 0.1 * v];
  return [0.6 + 0.1 * u, 0.4 + 0.1 * (0.8 * u + Math.sqrt(1.5 - 0.64) * v)];
};

const island: Draw = (random, second) => {
  const [u, v] = [random.normal(), random.normal()];
  if (second) return [0.42 + 0.1 * u, 0.55 + 0.11 * v];
  const angle = Math.PI * (0.25 + 1.5 * random.uniform());
  return [0.45 + 0.33 * Math.cos(angle) + 0.055 * u, 0.53 + 0.33 * Math.sin(angle) + 0.055 * v];
};

const moons: Draw = (random, second) => {
  const angle = Math.PI * random.uniform();
  const [u, v] = [0.045 * random.normal(), 0.045 * random.normal()];
  return second
    ? [0.62 - 0.26 * Math.cos(angle) + u, 0.58 - 0.32 * Math.sin(angle) + v]
    : [0.38 + 0.26 * Math.cos(angle) + u, 0.42 + 0.32 * Math.sin(angle) + v];
};

const circles: Draw = (random, second) => {
  const angle = 2 * Math.PI * random.uniform();
  const radius = second ? 0.33 + 0.04 * random.normal() : 0.2 * Math.sqrt(random.uniform());
  return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
};

function iris(): Table {
  const numbers = { "sepal length": sepalLength, "sepal width": sepalWidth, "petal length": petalLength, "petal width": petalWidth };
  return tableOf([
    ...Object.entries(numbers).map(([name, values]) => ({ name, values: Float64Array.from(values) })),
    { name: "species", values: irisSpecies.flatMap((species) => Array.from({ length: 50 }, () => species)) },
  ]);
}
