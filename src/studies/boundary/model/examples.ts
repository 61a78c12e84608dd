import type { KernelName } from "../../../core/kernels/kernelOf.ts";
import type { LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import { breastMeasures } from "../../../core/examples/breastCancer.ts";
import type { Interval } from "../../../core/grids.ts";
import type { OfferedExample, UsualColumns } from "../../../panels/data/DataPanel.tsx";

export interface BoundaryExample extends OfferedExample {
  readonly columns: readonly string[];
  readonly defaults: UsualColumns & {
    readonly task: "classification" | "regression";
    /** The label column, or the response. */
    readonly response: string;
    readonly positive?: string;
    readonly responseRange?: Interval;
    readonly kernel: KernelName;
    /** ℓ as a share of the domain's side. */
    readonly lengthScale: number;
    readonly penalty: number;
    readonly loss: LossName;
    readonly lossParameter?: number;
  };
}

const unit: Interval = [0, 1];
const plane = { task: "classification", x: "x", y: "y", response: "class", positive: "b", kernel: "gaussian" } as const;
const columns = ["x", "y", "class"];
const irisColumns = ["sepal length", "sepal width", "petal length", "petal width", "species"];
const petals = {
  ...plane,
  x: "petal length",
  y: "petal width",
  response: "species",
  positive: "virginica",
  domain: [
    [0, 8],
    [0, 3],
  ],
  penalty: 0.04,
  loss: "hinge",
  epsilon: 3,
  delta: 1e-3,
} as const;
const curve = { task: "regression", kernel: "gaussian" } as const;
const cars = {
  ...curve,
  x: "speed",
  response: "distance",
  domain: [[0, 30]],
  responseRange: [0, 120],
  lengthScale: 0.3,
} as const;

export const boundaryExamples: readonly BoundaryExample[] = [
  {
    id: "alda-2",
    title: "Two clouds (Aldà, Figure 2)",
    description:
      "1500 seeded points of each class: normals with the means and covariances of Figure 2 in Aldà 2017, moved into " +
      "the unit square where they leave it. The paper’s C = 1 is λ = 0.5, with ℓ = 1; a smaller λ and ℓ bend the " +
      "boundary.",
    columns,
    defaults: {
      ...plane,
      positive: "a",
      domain: [unit, unit],
      lengthScale: 0.3,
      penalty: 0.01,
      loss: "hinge",
      epsilon: 1,
      delta: 1e-5,
    },
  },
  {
    id: "hall-3",
    title: "An island (like Hall, Figure 3)",
    description:
      "600 seeded points: one class surrounds the other on three sides, in the manner of Figure 3 of Hall 2013, which " +
      "does not print its data.",
    columns,
    defaults: {
      ...plane,
      domain: [unit, unit],
      lengthScale: 0.2,
      penalty: 0.02,
      loss: "hinge",
      epsilon: 1,
      delta: 1e-4,
    },
  },
  {
    id: "moons",
    title: "Two moons",
    description: "400 seeded points on two interleaved half circles, with noise.",
    columns,
    defaults: {
      ...plane,
      domain: [unit, unit],
      lengthScale: 0.15,
      penalty: 0.02,
      loss: "hinge",
      epsilon: 2,
      delta: 1e-4,
    },
  },
  {
    id: "circles",
    title: "A disc in a ring",
    description: "1000 seeded points: a disc of one class inside a ring of the other.",
    columns,
    defaults: {
      ...plane,
      domain: [unit, unit],
      lengthScale: 0.15,
      penalty: 0.01,
      loss: "logistic",
      epsilon: 2,
      delta: 1e-5,
    },
  },
  {
    id: "iris",
    title: "Iris: virginica or not",
    who: "flowers",
    description:
      "Petals of 150 irises of three species (Anderson 1935), virginica against the rest. So few records need a large " +
      "ε or a large λ.",
    columns: irisColumns,
    defaults: { ...petals, lengthScale: 0.2 },
  },
  {
    id: "iris-3",
    title: "Iris on three measures",
    who: "flowers",
    description:
      "The same irises, fitted on petals and the length of sepals; the picture is the plane of petals of a flower " +
      "whose sepals are 5.8 cm long. Three inputs are the most that a lattice of values can carry: see the other " +
      "learners below.",
    columns: irisColumns,
    defaults: {
      ...petals,
      further: [{ name: "sepal length", domain: [4, 8], at: 5.8 }],
      lengthScale: 0.3,
    },
  },
  {
    id: "iris-4",
    title: "Iris on four measures",
    who: "flowers",
    description:
      "The same irises, fitted on petals and sepals; the picture is the plane of petals of a flower whose sepals are " +
      "5.8 by 3 cm. More inputs cost no privacy, but each record must reach further: a larger ℓ.",
    columns: irisColumns,
    defaults: {
      ...petals,
      further: [
        { name: "sepal length", domain: [4, 8], at: 5.8 },
        { name: "sepal width", domain: [1, 5], at: 3 },
      ],
      lengthScale: 0.4,
    },
  },
  {
    id: "breast-cancer",
    title: "Breast cancer, ten measures",
    description:
      "569 tumours, malignant or benign, by ten measures of cell nuclei (Wolberg, Mangasarian, Street & Street 1995, " +
      "UCI repository, CC BY 4.0). The domains are round figures, not taken from the records; the picture shows radius " +
      "and texture of a tumour whose other measures are in between.",
    columns: [...breastMeasures.map(({ name }) => name), "diagnosis"],
    defaults: {
      ...plane,
      x: "radius",
      y: "texture",
      response: "diagnosis",
      positive: "malignant",
      domain: breastMeasures.slice(0, 2).map(({ domain }) => domain),
      further: breastMeasures.slice(2),
      lengthScale: 0.3,
      penalty: 0.02,
      loss: "hinge",
      epsilon: 1,
      delta: 1e-4,
    },
  },
  {
    id: "faithful-wait",
    title: "Old Faithful: waiting time (regression)",
    who: "eruptions",
    description:
      "Waiting time to the next eruption on the length of the last, in minutes, for 272 eruptions (Azzalini & Bowman " +
      "1990). A curve in place of a boundary.",
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
      lossParameter: 0.1,
      epsilon: 1,
      delta: 1e-4,
    },
  },
  {
    id: "iris-sepals",
    title: "Sepals of three irises (regression by groups)",
    who: "flowers",
    description:
      "Width of the sepal on its length, for 50 irises of each of three species (Anderson 1935). Of all together the curve " +
      "falls a little; within each species it rises: Simpson’s paradox. Where a species has no flower, the penalty " +
      "alone says what is drawn.",
    columns: irisColumns,
    defaults: {
      ...curve,
      x: "sepal length",
      response: "sepal width",
      domain: [[4, 8]],
      responseRange: [1, 5],
      groups: { column: "species", levels: "setosa, versicolor, virginica", isShown: true },
      lengthScale: 0.3,
      penalty: 0.05,
      loss: "huber",
      lossParameter: 0.2,
      epsilon: 5,
      delta: 1e-3,
    },
  },
  {
    id: "cars",
    title: "Stopping distance of cars (regression)",
    who: "cars",
    description:
      "Stopping distance in feet on speed in miles per hour, for 50 cars (Ezekiel 1930). Fifty records need a large ε: " +
      "at ε = 1 the noise is almost four times as large. The penalty pulls the curve to the middle of the range.",
    columns: ["speed", "distance"],
    defaults: { ...cars, penalty: 0.03, loss: "huber", lossParameter: 0.2, epsilon: 5, delta: 1e-3 },
  },
  {
    id: "cars-quantile",
    title: "Stopping distance of cars (quantile)",
    who: "cars",
    description:
      "The same 50 cars: the curve below which three quarters of the distances lie. The pinball loss pulls harder than " +
      "Huber’s, so the same ε takes a larger λ.",
    columns: ["speed", "distance"],
    defaults: { ...cars, penalty: 0.08, loss: "pinball", lossParameter: 0.75, epsilon: 5, delta: 1e-3 },
  },
];
