import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { csvOf, exportTitle } from "../../../src/panels/study/exports.ts";
import { ownData } from "../../../src/state/scenario/ownData.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { studyWorker } from "../../../workers/studies/density.ts";
import { answerOf } from "../../studies/answering.ts";
import { csvOfShown, presenting, shownOf } from "../../studies/presenting.ts";

const start: DensityScenario = { ...study.links.decode("#/density?data=hall-1").values, seed: 424242, draws: 2 };
const answer = answerOf(study, studyWorker, start);
const { estimate } = answer.release;
const csvAt = (change: Partial<DensityScenario>, notPrivate?: string) =>
  csvOfShown(study, shownOf(study, withScenario(change), { ...start, ...change }), notPrivate);
/** The answer as if it had been asked for with other words; noise and records stay. */
const withScenario = (change: Partial<DensityScenario>) => ({ ...answer, scenario: { ...start, ...change } });
const linesOf = (csv: string) => csv.split("\r\n");
const cellsOf = (csv: string) =>
  Papa.parse<string[]>(csv, { skipEmptyLines: true }).data.filter(([first]) => !first!.startsWith("# "));
const known = "the noise is known; this protects nobody";

describe("exportTitle: what a file is, in its first line", () => {
  const title = (change: Partial<DensityScenario>, notPrivate?: string) =>
    exportTitle({ ...start, ...change }, "density", notPrivate);

  test("from inside it is private data, whatever the seed", () => {
    for (const seed of [7, "secure"] as const)
      expect(title({ seed })).toBe("Curveil density; PRIVATE DATA: holds the original; do not pass it on");
    expect(title({ seed: "secure" }, "h was chosen")).toMatch(/PRIVATE DATA/);
  });

  test("from outside with a seed it is a teaching draw, and names the seed", () => {
    expect(title({ view: "outside" })).toBe(`Curveil density; teaching draw with seed 424242: ${known}`);
  });

  test("from outside, a seeded draw of one's own data is a teaching draw too, whose seed is not written", () => {
    expect(title({ view: "outside", data: ownData })).toBe(
      `Curveil density; teaching draw with a seed that is not written here: ${known}`,
    );
  });

  test("from outside with secure noise it is a preview in doubles", () => {
    for (const data of ["hall-1", ownData])
      expect(title({ view: "outside", seed: "secure", data })).toBe(
        "Curveil density; PREVIEW in doubles: the last bits of its numbers can tell records apart; not a private release",
      );
  });

  test("from outside it says first that it is not private, and why", () => {
    for (const seed of [7, "secure"] as const)
      expect(title({ view: "outside", seed }, "h was chosen")).toBe("Curveil density; NOT PRIVATE: h was chosen");
  });
});

describe("csvOf", () => {
  test("csvOf(outside) is the private curve with its public numbers", () => {
    const { shown, view } = shownOf(study, answer, { ...start, view: "outside" });
    const csv = csvOf(shown, view, study.table(shown, view), undefined);
    const { budget, facts, released, sigma } = view;
    expect(linesOf(csv).slice(0, 15)).toEqual([
      `# Curveil density; teaching draw with seed 424242: ${known}`,
      "# epsilon = 1",
      "# delta = 0.1",
      "# calibration = analytic",
      `# delta achieved = ${budget.deltaAchieved}`,
      `# noise multiplier = ${budget.multiplier}`,
      `# sensitivity = ${facts.sensitivity}`,
      "# n = 100",
      "# neighbours = one record replaced; number of records public",
      "# h = 0.1",
      "# route = gaussian",
      "# domain = 0..1",
      "# noise = repeatable from a seed",
      "x,private,noise standard deviation",
      `0,${released[0]!},${sigma}`,
    ]);
    expect(cellsOf(csv)).toHaveLength(1 + released.length);
  });

  test("csvOf(inside) has the original beside it and says that it is private data", () => {
    const csv = csvAt({});
    expect(linesOf(csv)[0]).toContain("PRIVATE DATA: holds the original; do not pass it on");
    const [header, first] = cellsOf(csv);
    expect(header).toEqual(["x", "private", "original", "noise standard deviation"]);
    expect(first![2]).toBe(String(estimate[0]));
  });

  test("csvOf(outside) holds no true value, even if an object carries one", () => {
    const { view } = shownOf(study, answer, start);
    const shown: DensityScenario = { ...start, view: "outside" };
    const table = { ...study.table(shown, view), privateColumns: [{ name: "mean", at: () => 7.125 }] };
    const csv = csvOf(shown, view, table, undefined);
    expect(csv).not.toMatch(/original|7\.125/);
    const cells = new Set(cellsOf(csv).flat());
    for (const value of estimate) expect(cells.has(String(value)) && value !== 0).toBe(false);
  });

  test("csvOf(inside) has a study's private columns after the original", () => {
    const { shown, view } = shownOf(study, answer, start);
    const table = { ...study.table(shown, view), privateColumns: [{ name: "mean", at: (row: number) => row + 0.5 }] };
    const [header, first] = cellsOf(csvOf(shown, view, table, undefined));
    expect(header).toEqual(["x", "private", "original", "mean", "noise standard deviation"]);
    expect(first![3]).toBe("0.5");
  });

  test("csvOf never writes the seed of one's own data seen from outside", () => {
    expect(csvAt({ view: "outside", data: ownData })).not.toContain("424242");
    expect(csvAt({ view: "outside" })).toContain("424242");
  });

  test("csvOf says where the noise came from", () => {
    expect(csvAt({ view: "outside", seed: "secure" })).toContain("# noise = browser's cryptographic random source\r\n");
    expect(csvAt({ view: "outside" })).toContain("# noise = repeatable from a seed\r\n");
  });

  test("csvOf has no comma and no quote in a comment, so that every reader sees whole lines", () => {
    const reason = "h, ℓ and λ were chosen, all of them, while looking";
    const provenance = { h: "looked", domainX: "affirmed", delta: "bought" } as const;
    for (const view of ["inside", "outside"] as const) {
      const comments = linesOf(csvAt({ view, provenance }, reason)).filter((line) => line.startsWith("#"));
      expect(comments).toHaveLength(16);
      expect(comments.filter((line) => /[",]/.test(line))).toEqual([]);
    }
  });

  test("csvOf has a line for each parameter that was not simply declared", () => {
    const csv = csvAt({ view: "outside", provenance: { h: "looked", domainX: "affirmed", delta: "bought" } });
    for (const line of [
      "# origin of h = chosen while looking at the private picture",
      "# origin of domainX = moved while looking; affirmed: I would have chosen this without looking",
      "# origin of delta = bought with a budget of its own",
    ])
      expect(csv).toContain(`${line}\r\n`);
    expect(csvAt({ view: "outside" })).not.toContain("origin of");
  });

  test("csvOf writes the budget whose noise was added, not one that is refused", () => {
    const present = presenting(study, answer);
    present({ ...start, view: "outside", epsilon: 0.7, delta: 1e-4 });
    const { shown, view, problems } = present({
      ...start,
      view: "outside",
      calibration: "classical",
      epsilon: 3,
      delta: 1e-9,
    });
    expect(problems.has("calibration")).toBe(true);
    const csv = csvOf(shown, view!, study.table(shown, view!), undefined);
    expect(csv).toContain("# epsilon = 0.7\r\n# delta = 0.0001\r\n# calibration = analytic\r\n");
    expect(csv).toContain(`# noise multiplier = ${analyticNoiseMultiplier({ epsilon: 0.7, delta: 1e-4 })}\r\n`);
  });

  test.each([
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "\r=1",
    "\u200b=1",
    "＝1",
    '=HYPERLINK("http://x","y")',
    "# note",
  ])("csvOf makes the column name %j inert", (name) => {
    const [header] = cellsOf(csvAt({ x: name, view: "outside" }));
    expect(header![0]).toMatch(/^'/);
    expect(header).toHaveLength(3);
  });

  test.each(["a,b", 'say "x"', "a;b", "waiting time", "Größe", "<b>x</b>", ""])(
    "csvOf keeps the column name %j whole",
    (name) => {
      expect(cellsOf(csvAt({ x: name, view: "outside" }))[0]![0]).toBe(name);
    },
  );

  test("csvOf writes a name of several lines on one, and no name in a comment", () => {
    const csv = csvAt({ x: "a\r\n=b", view: "outside" });
    expect(cellsOf(csv)[0]![0]).toBe("a '=b");
    expect(linesOf(csv).filter((line) => line.startsWith("#") && line.includes("=b"))).toEqual([]);
  });
});
