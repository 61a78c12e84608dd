import { seededSource } from "../random/seededSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { tableOf, type Table } from "../tables/table.ts";
import { stoppingDistances } from "./cars.ts";
import { oldFaithful } from "./faithful.ts";
import { irises } from "./iris.ts";

/** Tables of the boundary study's examples, by id; created at each call, the same on every machine. */
export const boundaryTables: ReadonlyMap<string, () => Table> = new Map([
  ["alda-2", () => labelled(3000, 2, clouds)],
  ["hall-3", () => labelled(600, 2013, island)],
  ["moons", () => labelled(400, 4, moons)],
  ["circles", () => labelled(1000, 5, circles)],
  ["iris", irises],
  ["iris-3", irises],
  ["iris-4", irises],
  ["iris-sepals", irises],
  ["faithful-wait", oldFaithful],
  ["cars", stoppingDistances],
  ["cars-quantile", stoppingDistances],
]);

type Draw = (random: RandomSource, second: boolean) => readonly [x: number, y: number];

function labelled(n: number, seed: number, draw: Draw): Table {
  const random = seededSource(seed);
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const names: string[] = [];
  for (let i = 0; i < n; i++) {
    const second = i % 2 === 1;
    [x[i], y[i]] = draw(random, second);
    names.push(second ? "b" : "a");
  }
  return tableOf([
    { name: "x", values: x },
    { name: "y", values: y },
    { name: "class", values: names },
  ]);
}

// Means (0.3, 0.5) and (0.6, 0.4), covariances 0.01 (1, 0; 0, 1) and 0.01 (1, 0.8; 0.8, 1.5).
const clouds: Draw = (random, second) => {
  const [u, v] = [random.normal(), random.normal()];
  if (!second) return [0.3 + 0.1 * u, 0.5 + 0.1 * v];
  return [0.6 + 0.1 * u, 0.4 + 0.1 * (0.8 * u + Math.sqrt(1.5 - 0.8 ** 2) * v)];
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
