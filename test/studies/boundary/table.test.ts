import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { ReleaseFile } from "../../../src/core/release/file/releaseFile.ts";
import { sidesIn } from "../../../src/panels/opened/classSides.ts";
import { unprotectedReading } from "../../../src/panels/data/readingWords.ts";
import { releaseWordsOf } from "../../../src/panels/study/releaseWords.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { exportedTableOf } from "../../../src/studies/boundary/model/table.ts";
import { csvOfShown, shownOf } from "../presenting.ts";
import { answerTo, classScenario, curveScenario, secret } from "./boundaryView.ts";

const outside = (scenario: BoundaryScenario): BoundaryScenario => ({ ...scenario, view: "outside" });
const shown = (scenario: BoundaryScenario) => shownOf(study, answerTo(scenario), scenario);
const csvOf = (scenario: BoundaryScenario) => csvOfShown(study, shown(scenario));
const cellsOf = (csv: string) =>
  Papa.parse<string[]>(csv, { skipEmptyLines: true }).data.filter(([first]) => !first!.startsWith("# "));
const curveSecret = String(40 + 20 * secret);

describe("exportedTableOf", () => {
  test("exportedTableOf(outside, classification) is the private function with its public numbers", () => {
    const scenario = outside(classScenario);
    const { budget, sigma } = shown(scenario).view;
    const csv = csvOf(scenario);
    expect(csv.split("\r\n").slice(1, 18)).toEqual([
      "# epsilon = 1",
      "# delta = 0.00001",
      "# calibration = analytic",
      `# delta achieved = ${budget.deltaAchieved}`,
      `# noise multiplier = ${budget.multiplier}`,
      "# sensitivity = 0.05",
      "# n = 4",
      "# neighbours = one record replaced; number of records public",
      "# sensitivity is in units of the fit",
      "# loss = hinge",
      "# lambda = 0.1",
      "# kernel = gaussian with length scale 0.2 of the domain's side",
      "# fit = exact",
      "# domain = 0..1 x 0..1",
      "# noise = repeatable from a seed",
      "length,width,private,noise standard deviation",
      `0,0,${-secret + budget.multiplier * 0.05},${sigma}`,
    ]);
    expect(cellsOf(csv)).toHaveLength(1 + 200 * 200);
  });

  test("exportedTableOf(outside) holds no true value", () => {
    for (const scenario of [outside(classScenario), outside(curveScenario)]) {
      const csv = csvOf(scenario);
      expect(csv).not.toMatch(/original|13579|8\.0246|4\.6802/);
      for (const trace of [String(secret), curveSecret]) expect(cellsOf(csv).flat()).not.toContain(trace);
    }
  });

  test("exportedTableOf(inside) has the original beside the release", () => {
    const [header, first] = cellsOf(csvOf(classScenario));
    expect(header).toEqual(["length", "width", "private", "original", "noise standard deviation"]);
    expect(first![3]).toBe(String(-secret));
  });

  test("exportedTableOf(regression) has one input, range and the loss's parameter", () => {
    const csv = csvOf(curveScenario);
    expect(cellsOf(csv)[0]).toEqual(["length", "private", "original", "noise standard deviation"]);
    expect(cellsOf(csv)).toHaveLength(501);
    expect(cellsOf(csv)[1]![2]).toBe(curveSecret);
    for (const line of ["# loss = huber 0.2", "# domain = 0..10", "# range = 20..60"])
      expect(csv).toContain(`${line}\r\n`);
  });

  test("exportedTableOf names the neighbours that the noise is for: all rows that one person may have", () => {
    expect(csvOf({ ...curveScenario, person: "id", perPerson: 4 })).toContain(
      "# neighbours = up to 4 records of one person replaced; number of records public\r\n",
    );
  });

  test("exportedTableOf keeps names of labels and classes out of the comments", () => {
    const scenario: BoundaryScenario = { ...classScenario, response: "a\r\n=evil", positive: "=evil" };
    expect(csvOf(scenario)).not.toContain("evil");
  });

  test("exportedTableOf names the sides of zero by what was declared, never by a name that the rows decide", () => {
    const sidesOf = (scenario: BoundaryScenario) => {
      const { shown: asked, view } = shown(scenario);
      return exportedTableOf(asked, view).sides;
    };
    // The rows of these records have the classes early and late.
    expect(sidesOf(classScenario)).toEqual(["not late", "late"]);
    expect(sidesOf({ ...classScenario, data: "moons" })).toEqual(["early", "late"]);
    expect(sidesOf(curveScenario)).toBeUndefined();
    const { shown: asked, view } = shown(outside(classScenario));
    const words = releaseWordsOf(
      { study: "boundary", data: asked.data },
      view,
      exportedTableOf(asked, view),
      study.guarantee(asked, view),
      [],
    );
    expect(JSON.stringify(words)).not.toContain("early");
    expect(words.sheet.unprotectedQuantities.slice(-3)).toEqual([
      "name of a class: not late",
      "name of a class: late",
      unprotectedReading,
    ]);
    expect(sidesIn({ sheet: words.sheet as ReleaseFile["sheet"] })).toEqual(["not late", "late"]);
  });
});

test("svg of the outside view has neither points nor original, that of the inside both", () => {
  const drawn = (scenario: BoundaryScenario) => {
    const { shown: scenarioShown, view } = shown(scenario);
    return study.svg(scenarioShown, view);
  };
  for (const scenario of [outside(classScenario), outside(curveScenario)]) {
    expect(drawn(scenario)).not.toMatch(/<circle|#1d1b18|#0b6b3a/);
    expect(drawn(scenario)).not.toContain("NaN");
  }
  expect(drawn(classScenario)).toMatch(/<circle.*#1d1b18/s);
});
