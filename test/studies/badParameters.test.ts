import { expect, test } from "vitest";
import { ParameterError } from "../../src/core/errors.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { openedFile } from "../support/openedFile.ts";

type Path = readonly string[];

/** The places of all numbers in a value. */
function numbersIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === "number") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, by: number): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return (value as unknown[]).with(Number(key), replaced(value[Number(key)], rest, by));
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [key]: replaced(members[key], rest, by) };
}

/** The parameters of a study for a small file of one’s own, and its release under others. */
async function released<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { links, session }: StudyDefinition<S, C, M, F, I, T>,
  worker: StudyWorker<C>,
  file: string,
  change: Partial<S>,
) {
  const table = await openedFile(file);
  const outline = outlineOf(table);
  const own = links.decode("").values;
  const scenario: S = { ...own, ...session.choose(outline, own), data: ownData, seed: 1, draws: 1, ...change };
  const tasks = worker.tasksOn(worker.recordsFrom(table, session.choiceOf(scenario, outline)!));
  const release = (parameters: unknown) => {
    const made = tasks["release"].run(parameters as never, (length) => new Float64Array(length)) as object;
    return "next" in made ? lastOf(made as never) : made;
  };
  return { parameters: session.requestOf(scenario), release };
}

const classes = "x,y,c\n1,2,a\n3,4,b\n5,6,a\n2,2,b\n";
const plane = { domainX: [0, 10], domainY: [0, 10] } as const;
test.each([
  ["density", () => released(density, densityWorker, "x\n1\n3\n5\n2\n", { domainX: [0, 10] }), {}, ""],
  [
    "density",
    () => released(density, densityWorker, "x\n1\n3\n5\n2\n", { domainX: [0, 10] }),
    { route: "sobolev" },
    "",
  ],
  ["density in the plane", () => released(density, densityWorker, classes, { ...plane, y: "y" }), {}, ""],
  ["boundary", () => released(boundary, boundaryWorker, classes, plane), {}, "lossParameter"],
  ["boundary", () => released(boundary, boundaryWorker, classes, plane), { solver: "landmarks" }, "lossParameter"],
  ["mean curve", () => released(meanCurve, meanCurveWorker, "0,1,2\n1,2,3\n3,2,1\n2,2,2\n", {}), {}, ""],
  ["table", () => released(fabrication, fabricationWorker, classes, {}), { steps: 2, testEvery: 0 }, "drawCount"],
] as const)("%s: NaN and ±∞ in any parameter that is used are refused aloud", async (_, open, route, unused) => {
  const { parameters, release } = await open();
  const usual = { ...parameters, ...route };
  expect(release(usual)).toBeTypeOf("object");
  const passed = new Set<string>();
  for (const path of numbersIn(usual))
    for (const bad of [NaN, Infinity, -Infinity]) {
      const answer = () => release(replaced(usual, path, bad));
      if (path[0] === unused) expect(answer).not.toThrow();
      else {
        try {
          answer();
          passed.add(path.join("."));
        } catch (error) {
          expect(error).toBeInstanceOf(ParameterError);
        }
      }
    }
  expect([...passed]).toEqual([]);
});
