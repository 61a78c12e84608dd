import { expect, test } from "vitest";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { DensityContract } from "../../src/core/density/densityContract.ts";
import type { DensityParameters, DensityRelease } from "../../src/core/density/densityParameters.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
import { casesOf } from "../support/fuzzing.ts";
import { seededKeys } from "../support/cellKeys.ts";

type Records = DensityContract["records"];
type Choice = DensityContract["choice"];

const quiet = () => Promise.resolve();
const silent = () => undefined;
const random = seededSource(23);
const count = casesOf(30_000, 9_000);
const regions = ["north", "south", "7", "", '"or, west"'];
const text = `id,income,region\n${Array.from({ length: count }, (_, i) => {
  const income = random.uniform() < 0.15 ? "0" : (9e4 * random.uniform() ** 2).toFixed(2);
  return `${i % Math.floor((2 / 3) * count)},${random.uniform() < 0.01 ? "NA" : income},${regions[Math.floor(5 * random.uniform())]!}`;
}).join("\n")}\n`;
const lattice = [{ lower: 0, upper: 60_000, cells: 2 ** 16 }];
const groups = { column: "region", levels: ["or, west", "north", "7"] };

const streamed = async (choice: Choice): Promise<Records> => {
  const limits = { rows: 0, cells: 0 };
  const opened = await openTableFile(new Blob([text]), { reading: {}, checkpoint: quiet, progress: silent, limits });
  if (!("scan" in opened)) throw new Error("it was held");
  const growing = studyWorker.growing!({ ...choice, lattice }, seededKeys())!;
  await opened.scan({ columns: growing.columns, take: growing.take.bind(growing) }, quiet, silent);
  return growing.records()!;
};
const held = async (choice: Choice): Promise<Records> =>
  studyWorker.recordsFrom(await readTableFile(new Blob([text]), {}, quiet, silent), choice);

const common = {
  domain: [[0, 60_000]],
  bandwidths: [2500],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
} as const;
const allocate = (length: number) => new Float64Array(length);
const run = (records: Records, parameters: Partial<DensityParameters>) =>
  studyWorker
    .tasksOn(records)
    .release.run({ ...common, drawCount: 1, seed: 2, ...parameters }, allocate) as DensityRelease;
const released = (records: Records, parameters: Partial<DensityParameters>) => {
  const budget = { epsilon: 1, delta: 1e-6, calibration: "analytic" } as const;
  const steps = studyWorker.tasksOn(records).latticeRelease.run({ ...common, budget, ...parameters }, allocate);
  return lastOf(steps as Generator<number, PrivateRelease>);
};

test.each([
  ["groups", { groups }, { levels: groups.levels }],
  ["groups of some of the rows", { groups, only: { column: "region", value: "7" } }, { levels: groups.levels }],
  ["an atom", { pointMass: 0 }, { pointMass: 0 }],
  ["an atom, and what is missing counted as it", { pointMass: 0, missing: { countedAs: [0] } }, { pointMass: 0 }],
  ["groups of persons", { groups, person: { column: "id", bound: 1 } }, { levels: groups.levels }],
] as const)("%s: a file that is streamed gives what the same file held gives", async (_, parts, parameters) => {
  const choice: Choice = { columns: ["income"], missing: "drop", ...parts };
  const { pointMass, ...plain } = choice;
  const [large, whole] = [await streamed(choice), await held(plain)];
  const [a, b] = [run(large, parameters), run(whole, parameters)];
  expect(a.recordCount).toBe(b.recordCount);
  expect(a.sensitivity).toEqual(b.sensitivity);
  expect(a.estimate).toHaveLength("levels" in parameters ? 3 * 1000 + 1 + ("only" in parts ? 1 : 0) : 1001);
  const last = 1000 * ("levels" in parameters ? 3 : 1);
  // What is counted apart is the same, bit for bit; the curves are of records that moved by up to half a step, h/5000.
  expect(a.estimate.subarray(last)).toEqual(b.estimate.subarray(last));
  const peak = b.estimate.subarray(0, last).reduce((most, value) => Math.max(most, value), 0);
  for (let i = 0; i < last; i += 13) expect(Math.abs(a.estimate[i]! - b.estimate[i]!)).toBeLessThan(4e-4 * peak);
});

test("a release of groups has one vector, a second axis with their names, and on another scale the same", async () => {
  const records = await held({ columns: ["income"], missing: "drop", groups });
  const plain = released(records, { levels: groups.levels });
  expect(plain.integers).toHaveLength(3001);
  expect(plain.axes[1]).toEqual({ lower: 1, upper: 3, count: 3, levels: groups.levels });
  const folded = released(records, {
    levels: groups.levels,
    transformation: "squareRoot",
    reflection: true,
    bandwidths: [20],
  });
  expect(folded.axes[1]).toEqual(plain.axes[1]);
  expect(folded.values).toHaveLength(3 * folded.axes[0]!.count);
  expect(folded.postMap!.shapes.deviation).toHaveLength(folded.values.length);
});

test("what the records were not read with is refused, and so is all that would take some of them for all", async () => {
  const records = await held({ columns: ["income"], missing: "drop", groups });
  for (const parameters of [{}, { levels: ["north", "7"] }, { levels: groups.levels, pointMass: 0 }])
    expect(() => run(records, parameters)).toThrow(/levels|counted apart/);
  expect(() => run(records, { polynomial: { law: "laplace", size: "automatic" } as never })).toThrow(
    /Groups have curves/,
  );
  const tasks = studyWorker.tasksOn(records);
  expect(() => tasks.choiceOdds.run({} as never, () => new Float64Array(0))).toThrow();
  const apart = await streamed({ columns: ["income"], missing: "drop", pointMass: 0 });
  for (const parameters of [{}, { pointMass: 1 }]) expect(() => run(apart, parameters)).toThrow(/pointMass must be/);
  const counts = await streamed({ columns: ["income"], missing: "drop" });
  expect(() => run(counts, { pointMass: 0 })).toThrow(/pointMass must be/);
});
