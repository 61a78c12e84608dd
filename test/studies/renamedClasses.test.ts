import { describe, expect, test } from "vitest";
import type { FabricationRequest } from "../../src/core/affineHull/fabricationContract.ts";
import type { BoundaryRelease } from "../../src/core/erm/boundary/boundaryParameters.ts";
import type { MeanCurveRelease } from "../../src/core/mean/meanCurve.ts";
import type { DensityParameters } from "../../src/core/density/densityParameters.ts";
import { digitsOfTable } from "../../src/core/records/digits.ts";
import { lastOf } from "../../src/core/slices.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";
import { smoothMean } from "../support/meanCurveParameters.ts";
import { openedFile } from "../support/openedFile.ts";

// The names of classes in a file are labels: other names, the same bits.

const allocate = (length: number) => new Float64Array(length);
const usual = ["a", "b", "c"];
/** Names in the same order of the alphabet, and in another one. */
const inOrder = ["Aachen 1", "Bern, upper", "–"];
const inAnother = ["yes", "-7", "no"];

/** A file of three classes under these names, declared in their order. */
async function tableOf(names: readonly string[]) {
  const rows = Array.from({ length: 60 }, (_, i) => [
    ((7 * i) % 64) / 64,
    ((11 * i + 5) % 64) / 64,
    names[(i * i) % 3]!,
  ]);
  const text = ["x,y,class", ...rows.map(([x, y, name]) => `${x},${y},"${name}"`)].join("\n");
  const { schema } = await openedFile(text);
  const columns = schema!.columns.map((column) =>
    column.name === "class" ? { name: "class", type: "category" as const, unit: "", levels: names } : column,
  );
  return openedFile(text, { schema: { ...schema!, columns } });
}
const missing = { countedAs: [0, 0] };

async function boundary(names: readonly string[]) {
  const choice = { task: "classification", x: "x", y: "y", response: "class", positive: names[1]!, missing } as const;
  const { classNames: _, ...records } = boundaryWorker.ordered!(
    boundaryWorker.recordsFrom(await tableOf(names), choice),
  );
  const tasks = boundaryWorker.tasksOn({ ...records, classNames: undefined });
  const { estimate, unitNoise, sensitivity } = lastOf(
    tasks.release.run(unitBoundary, allocate) as Generator<
      number,
      Record<"estimate" | "unitNoise" | "sensitivity", unknown>
    >,
  );
  return { records, estimate, unitNoise, sensitivity };
}

async function groups(names: readonly string[]) {
  const choice = { columns: ["x"], missing: { countedAs: [0] }, groups: { column: "class", levels: names } };
  const records = densityWorker.recordsFrom(await tableOf(names), choice);
  const parameters: DensityParameters = {
    ...{ domain: [[0, 1]], bandwidths: [0.1], correlation: 0, relativeRate: 1, drawCount: 1, seed: 5 },
    ...{ route: "gaussian", levels: names, shares: names.map(() => 1 / 3) },
  } as never;
  const { estimate, unitNoise, sensitivity } = densityWorker
    .tasksOn(records)
    .release.run(parameters, allocate) as unknown as Record<"estimate" | "unitNoise" | "sensitivity", unknown>;
  return { of: records.groups!.of, estimate, unitNoise, sensitivity };
}

async function means(names: readonly string[]) {
  const choice = {
    layout: { shape: "wide", times: ["x", "y"] },
    domain: [0, 2],
    points: 9,
    perPerson: 1,
    missing: "refuse",
    groups: { column: "class", levels: names },
  } as const;
  const tasks = meanCurveWorker.tasksOn(meanCurveWorker.recordsFrom(await tableOf(names), choice));
  const groups = { levels: names, shares: names.map(() => 1 / 3) };
  const { estimate, unitNoise, sensitivity } = tasks.release.run(
    { ...smoothMean, groups },
    allocate,
  ) as MeanCurveRelease;
  return { estimate, unitNoise, sensitivity };
}

async function boundaries(names: readonly string[]) {
  const groups = { column: "class", levels: names };
  const choice = { task: "regression", x: "x", response: "y", missing: "refuse", groups } as const;
  const tasks = boundaryWorker.tasksOn(
    boundaryWorker.ordered!(boundaryWorker.recordsFrom(await tableOf(names), choice)),
  );
  const shared = { groups: { levels: names, shares: names.map(() => 1 / 3) } };
  const asked = { ...unitBoundary, ...shared, domain: [[0, 1]], loss: "huber", responseRange: [0, 1] } as const;
  const { estimate, unitNoise, sensitivity } = lastOf(
    tasks.release.run(asked, allocate) as Generator<number, BoundaryRelease>,
  );
  return { estimate, unitNoise, sensitivity };
}

async function fabricated(names: readonly string[]) {
  const table = await tableOf(names);
  const records = fabricationWorker.recordsFrom(table, { columns: ["x", "y"], label: "class", missing });
  const parameters: FabricationRequest = {
    ...{
      protection: "record",
      epsilon: 5,
      delta: 1e-5,
      adjacency: 1,
      origin: "corner",
      subspaceDimension: 1,
      depth: 1,
    },
    ...{ branches: 1, parties: 1, steps: 2, model: "fabricated", testEvery: 0, fieldCount: 0, fieldMargin: 0.1 },
    ...{ frames: false, seed: 3, drawCount: 1, ranges: [[0, 1] as const, [0, 1] as const] },
  };
  const running = fabricationWorker.tasksOn(records).release.run(parameters, allocate);
  const { estimate, draws } = lastOf(running as Generator<number, Record<"estimate" | "draws", unknown>>);
  return { estimate, draws };
}

async function digits(names: readonly string[]) {
  const table = await openedFile(
    ["label,p1,p2,p3,p4", ...Array.from({ length: 12 }, (_, i) => `"${names[(i * i) % 3]!}",${i},3,0,16`)].join("\n"),
  );
  return digitsOfTable(table, 16);
}

describe.each([
  ["a boundary", boundary, [inOrder, inAnother]],
  ["densities of groups", groups, [inOrder, inAnother]],
  ["means of groups", means, [inOrder, inAnother]],
  ["regressions of groups", boundaries, [inOrder, inAnother]],
  ["a fabricated table", fabricated, [inOrder]],
  ["digits", digits, [inOrder, ["1", "2", "10"]]],
] as const)("%s", (_, of, namings) => {
  test.each(namings)("of classes named %s, %s and %s is the same to the last bit", async (...names) => {
    expect(await of(names)).toEqual(await of(usual));
  });
});
