import Papa from "papaparse";
import { expect, test } from "vitest";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { studyWorker } from "../../../workers/studies/density.ts";
import { answerOf } from "../answering.ts";
import { csvOfShown, shownOf } from "../presenting.ts";

const plane: DensityScenario = { ...study.links.decode("#/density?data=faithful-2d").values, view: "outside" };

test("exportedTableOf in the plane has two coordinates, Sobolev rate, correlation and post-processing", () => {
  const scenario: DensityScenario = { ...plane, route: "sobolev", relativeRate: 2, post: "density" };
  const csv = csvOfShown(study, shownOf(study, answerOf(study, studyWorker, scenario), scenario));
  expect(csv).toContain(
    "# h = 0.5 7\r\n# correlation = 0\r\n# route = sobolev with rate 2/h\r\n# domain = 0..7 x 30..110\r\n",
  );
  expect(csv).toContain("# post-processing = clipped at zero and renormalised\r\n");
  const [header, first] = Papa.parse<string[]>(csv).data.filter(([cell]) => !cell!.startsWith("# "));
  expect(header).toEqual(["eruptions (min)", "waiting (min)", "private", "noise standard deviation"]);
  expect(first!.slice(0, 2)).toEqual(["0", "30"]);
  expect(Number(first![2])).toBeGreaterThanOrEqual(0);
});

test("exportedTableOf is of what is shown: what the worker was asked for, not what the controls say meanwhile", () => {
  const answer = answerOf(study, studyWorker, { ...plane, correlation: 0.25 });
  const csv = csvOfShown(study, shownOf(study, answer, { ...plane, h: 1, correlation: 0.5, y: "" }));
  expect(csv).toContain("# h = 0.5 7\r\n# correlation = 0.25\r\n# route = gaussian\r\n");
});

test("exportedTableOf names the neighbours that the noise is for: all rows that one person may have", () => {
  const answer = answerOf(study, studyWorker, plane);
  const line = (change: Partial<DensityScenario>) => {
    const scenario = { ...answer.scenario, ...change };
    const { shown, view } = shownOf(study, { ...answer, scenario }, scenario);
    return study.table(shown, view).settings[0];
  };
  expect(line({})).toBe("neighbours = one record replaced; number of records public");
  expect(line({ person: "id", perPerson: 1 })).toBe(
    "neighbours = the record of one person replaced; number of records public",
  );
  expect(line({ person: "id", perPerson: 4 })).toBe(
    "neighbours = up to 4 records of one person replaced; number of records public",
  );
});
