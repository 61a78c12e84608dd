import type { Interval } from "../../../core/grids.ts";
import type { DensityRoute } from "./routes.ts";
import type { OfferedExample, UsualColumns } from "../../../panels/data/DataPanel.tsx";

export interface DensityExample extends OfferedExample {
  readonly columns: readonly string[];
  readonly defaults: UsualColumns & { readonly bandwidths: readonly number[]; readonly route: DensityRoute };
}

const unit: Interval = [0, 1];
const hall = { x: "x", domain: [unit], bandwidths: [0.1], epsilon: 1, delta: 0.1 } as const;

/** The order offered; the first is the start page. */
export const densityExamples: readonly DensityExample[] = [
  {
    id: "sleep",
    title: "Hours of sleep",
    description:
      "1,000 made-up people say how many hours they sleep: many are short sleepers, many long ones. δ begins at a hundredth of one over their number.",
    columns: ["hours"],
    defaults: { x: "hours", domain: [[2, 13]], bandwidths: [0.35], route: "gaussian", epsilon: 1, delta: 1e-5 },
  },
  {
    id: "hall-1",
    title: "Two normals (Hall, Figure 1)",
    description:
      "100 points from a mixture of normals centred at 0.3 and 0.7, as in Figure 1 of Hall 2013; the paper does not print their standard deviation, taken as 0.1 here. The δ of 0.1 is the paper’s: so large that it would allow to publish every tenth record as it is, and the noise stops growing as ε falls.",
    columns: ["x"],
    defaults: { ...hall, route: "gaussian" },
  },
  {
    id: "hall-2",
    title: "The same, Sobolev noise (Hall, Figure 2)",
    description:
      "The same 100 points, released with the rough noise of section 4.2, as in Figure 2 of Hall 2013, with its large δ of 0.1.",
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
    who: "eruptions",
    description: "Duration of 272 eruptions of the Old Faithful geyser, in minutes (Azzalini & Bowman 1990).",
    columns: ["eruptions", "waiting"],
    defaults: { x: "eruptions", domain: [[0, 7]], bandwidths: [0.4], route: "gaussian", epsilon: 1, delta: 1e-4 },
  },
  {
    id: "faithful-2d",
    title: "Old Faithful: eruptions and waiting",
    who: "eruptions",
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
    id: "irises",
    title: "Irises: a curve for each species",
    who: "flowers",
    description:
      "The petals of 150 flowers, 50 of each of three species (Anderson 1935): a curve for each, all for one budget.",
    columns: ["petal length"],
    defaults: {
      x: "petal length",
      domain: [[0, 8]],
      bandwidths: [0.4],
      groups: { column: "species", levels: "setosa, versicolor, virginica", isShown: true },
      route: "gaussian",
      epsilon: 3,
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
    id: "mixture-3d",
    title: "Three clusters in space",
    description:
      "5000 seeded points from three normals in the unit cube. All of the density is released, as a polynomial; the picture is a slice, first at z = 0.7.",
    columns: ["x", "y", "z"],
    defaults: {
      x: "x",
      y: "y",
      domain: [unit, unit],
      bandwidths: [0.12, 0.12],
      further: [{ name: "z", domain: unit, at: 0.7 }],
      route: "bernsteinLaplace",
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
