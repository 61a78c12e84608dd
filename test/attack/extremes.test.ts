import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { exampleScenario } from "../support/exampleScenario.ts";
import { neighboursOf } from "../support/neighbouringRecords.ts";
import { publicOf } from "../support/publicBytes.ts";
import { recordsOf, releasedOf } from "../support/releasedRecords.ts";
import { saidBy } from "../support/replays.ts";

// A cell may be any double: one record at the ends of what doubles hold. All that leaves is the same but for the integers.

const places = {
  density: { study: density, worker: densityWorker },
  boundary: { study: boundary, worker: boundaryWorker },
  meanCurve: { study: meanCurve, worker: meanCurveWorker },
  fabrication: { study: fabrication, worker: fabricationWorker },
} as const;
const cases = [
  ["density", "hall-1", ""],
  ["density", "sleep", "&route=sobolev"],
  ["density", "sleep", "&route=bernsteinLaplace"],
  ["density", "sleep", "&atom=7"],
  ["density", "sleep", "&scale=log"],
  ["density", "irises", ""],
  ["boundary", "cars", "&solver=landmarks"],
  ["boundary", "cars", ""],
  ["boundary", "iris", ""],
  ["boundary", "iris", "&solver=landmarks"],
  ["meanCurve", "chick-weight", ""],
  ["meanCurve", "chick-weight", "&centre=100"],
  ["meanCurve", "trial-arms", ""],
  ["fabrication", "iris", "&steps=2"],
  ["fabrication", "iris", "&protect=record&steps=2"],
] as const;
const moves = [1.7976931348623157e308, -1.7976931348623157e308, 5e-324, -0, 0, 1e200, -1e155, 9007199254740993].map(
  (x) => () => x,
);

test.each(cases)("%s, %s%s", async (study, data, change) => {
  const place = places[study] as any;
  let scenario0: any;
  scenario0 = exampleScenario(place.study, data, change);
  const records = recordsOf(place, data, scenario0) as any;
  const positive = records.classNames?.[1];
  const scenario = { ...scenario0, data: ownData, seed: "secure", view: "outside", ...(positive && { positive }) };
  const first = await releasedOf(place, scenario, records, { screen: 1 });
  expect(first.said).toBeUndefined();
  let compared = 0;
  const wrong: string[] = [];
  for (const [k, changed] of neighboursOf(records, moves).entries()) {
    // The inside preview may fail by itself; the release is what leaves.
    try {
      const second = await releasedOf(place, scenario, changed as never, { screen: 2 + k });
      if (JSON.stringify(publicOf(second)) !== JSON.stringify(publicOf(first)))
        wrong.push(`${k}: ${second.said ?? "bytes"}`);
    } catch (error) {
      const parameters = place.study.session.requestOf(scenario);
      const said = saidBy(place.worker.tasksOn(changed).latticeRelease, {
        ...parameters,
        budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
      } as never);
      wrong.push(`${k}: ${String(error).slice(0, 200)} | release itself: ${typeof said === "string" ? said : "made"}`);
    }
    compared++;
  }
  console.log(study, data, change, compared, wrong.length);
  expect(wrong).toEqual([]);
});
