import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { BoundaryScenario } from "../../../src/studies/boundary/scenario.ts";
import type { BoundaryConductor, BoundaryRecords } from "../../../src/state/session/session.ts";
import { rowsOf, takeAwayOf } from "../../../src/studies/boundary/takeAway.ts";
import { answerTo, classRecords, classScenario, curveRecords, curveScenario, secret, viewOf } from "./boundaryView.ts";

const outside = (scenario: BoundaryScenario): BoundaryScenario => ({ ...scenario, view: "outside" });
const csvOf = (scenario: BoundaryScenario) => rowsOf(scenario, viewOf(scenario));
const cellsOf = (csv: string) =>
  Papa.parse<string[]>(csv, { skipEmptyLines: true }).data.filter(([first]) => !first!.startsWith("# "));
const curveSecret = String(40 + 20 * secret);

describe("rowsOf", () => {
  test("rowsOf(outside, classification) is the private function with its public numbers", () => {
    const scenario = outside(classScenario);
    const { budget, standardDeviation } = viewOf(scenario);
    const csv = csvOf(scenario);
    expect(csv.split("\r\n").slice(0, 18)).toEqual([
      "# Curveil classification; outside view: the private function only",
      "# neighbours = one record replaced; number of records public",
      "# epsilon = 1",
      "# delta = 0.00001",
      "# calibration = analytic",
      `# delta achieved = ${budget.deltaAchieved}`,
      "# sensitivity = 0.05 in units of the fit",
      `# noise multiplier = ${budget.noiseMultiplier}`,
      "# n = 4",
      "# loss = hinge",
      "# lambda = 0.1",
      "# kernel = gaussian with length scale 0.2 of the domain's side",
      "# fit = exact",
      "# domain = 0..1 x 0..1",
      "# teaching draw; seed not written here: the noise is known; this protects nobody",
      "length,width,private,noise standard deviation",
      `0,0,${-secret + budget.noiseMultiplier * 0.05},${standardDeviation}`,
      expect.stringMatching(/^0\.00502512\d*,0,/),
    ]);
    expect(cellsOf(csv)).toHaveLength(1 + 200 * 200);
  });

  test("rowsOf(outside) holds no true value", () => {
    for (const scenario of [outside(classScenario), outside(curveScenario)]) {
      const csv = csvOf(scenario);
      expect(csv).not.toMatch(/original|13579|8\.0246|4\.6802/);
      for (const trace of [String(secret), curveSecret]) expect(cellsOf(csv).flat()).not.toContain(trace);
    }
  });

  test("rowsOf(inside) has the original beside it and says that it is not private", () => {
    const csv = csvOf(classScenario);
    expect(csv).toContain("inside view: holds the original and is not private; do not pass it on");
    expect(cellsOf(csv)[0]).toEqual(["length", "width", "private", "original", "noise standard deviation"]);
    expect(cellsOf(csv)[1]![3]).toBe(String(-secret));
  });

  test("rowsOf(regression) has one input, range and the loss's parameter", () => {
    const csv = csvOf(curveScenario);
    expect(cellsOf(csv)[0]).toEqual(["length", "private", "original", "noise standard deviation"]);
    expect(cellsOf(csv)).toHaveLength(501);
    expect(cellsOf(csv)[1]![2]).toBe(curveSecret);
    for (const line of ["# loss = huber 0.2", "# domain = 0..10", "# range = 20..60"])
      expect(csv).toContain(`${line}\r\n`);
  });

  test("rowsOf writes NOT PRIVATE where λ was chosen from the records", () => {
    expect(csvOf({ ...outside(classScenario), origin: "records" })).toContain(
      "# NOT PRIVATE: lambda was chosen from the records\r\n",
    );
    expect(csvOf(outside(classScenario))).not.toContain("NOT PRIVATE");
  });

  test("rowsOf writes the budget whose noise was added, not one that is refused", () => {
    const refused: BoundaryScenario = { ...outside(classScenario), calibration: "classical", epsilon: 3, delta: 1e-9 };
    const csv = rowsOf(refused, viewOf(outside(classScenario)));
    expect(csv).toContain("# epsilon = 1\r\n# delta = 0.00001\r\n# calibration = analytic\r\n");
  });

  test("rowsOf names the seed of a teaching draw, but not that of one's own data seen from outside", () => {
    const seeded = { ...classScenario, seed: 424242 };
    expect(csvOf(seeded)).toContain("teaching draw; seed 424242: the noise is known; this protects nobody");
    expect(csvOf({ ...outside(seeded), data: "iris" })).toContain("seed 424242");
    expect(csvOf(outside(seeded))).not.toContain("424242");
    expect(csvOf({ ...seeded, seed: "secure" })).toContain("cryptographic random source");
  });

  test("rowsOf has no comma in a comment, so that every reader sees whole lines", () => {
    for (const scenario of [classScenario, curveScenario]) {
      const comments = csvOf({ ...scenario, origin: "records" })
        .split("\r\n")
        .filter((line) => line.startsWith("#"));
      expect(comments.length).toBeGreaterThan(14);
      expect(comments.filter((line) => /[",]/.test(line))).toEqual([]);
    }
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("http://x","y")', "# note"])(
    "rowsOf makes the column name %j inert",
    (name) => {
      const { answer, ...view } = viewOf(curveScenario);
      const records = { ...curveRecords, names: { ...curveRecords.names, x: name } };
      const [header] = cellsOf(rowsOf(curveScenario, { ...view, answer: { ...answer, records } }));
      expect(header![0]).toMatch(/^'/);
      expect(header).toHaveLength(4);
    },
  );

  test("rowsOf keeps names of labels and classes out of the comments", () => {
    const { answer, ...view } = viewOf(classScenario);
    const names = { ...classRecords.names, response: "a\r\n=evil" };
    const records: BoundaryRecords = { ...classRecords, names, classNames: ["early", "=evil"] };
    const csv = rowsOf({ ...classScenario, positive: "=evil" }, { ...view, answer: { ...answer, records } });
    expect(csv).not.toContain("evil");
  });
});

describe("takeAwayOf", () => {
  const fresh = { ...answerTo(curveScenario).release, unitNoise: [new Float64Array(500).fill(-2)] };
  const conductor = { freshRelease: () => Promise.resolve({ ok: true, value: fresh }) } as unknown as BoundaryConductor;

  test("takeAwayOf.fresh is the outside view of the fresh noise, in units of the response, whatever is shown", async () => {
    const view = viewOf(curveScenario);
    const outcome = await takeAwayOf(curveScenario, view, conductor).fresh();
    const csv = outcome.ok ? outcome.csv : "";
    expect(csv).toContain("outside view: the private function only");
    expect(csv).toContain("cryptographic");
    expect(csv).not.toMatch(/original|seed/);
    const [, first] = cellsOf(csv);
    expect(Number(first![1])).toBeCloseTo(40 + 20 * (secret - 2 * 0.05 * view.budget.noiseMultiplier), 10);
  });

  test("takeAwayOf.fresh passes a failure on", async () => {
    const failure = { ok: false, error: { kind: "cancelled", message: "The computation was cancelled." } };
    const failing = { freshRelease: () => Promise.resolve(failure) } as unknown as BoundaryConductor;
    expect(await takeAwayOf(classScenario, viewOf(classScenario), failing).fresh()).toEqual(failure);
  });

  test("takeAwayOf.takeOut is there for draws without a seed, as they are shown, whatever seed is chosen meanwhile", () => {
    const taken: unknown[] = [];
    const taking = { takeOut: (answer: unknown) => taken.push(answer) > 0 } as unknown as BoundaryConductor;
    const secure = viewOf({ ...classScenario, seed: "secure" });
    expect(takeAwayOf(classScenario, secure, taking).takeOut?.()).toBe(true);
    expect(taken).toEqual([secure.answer]);
    expect(takeAwayOf({ ...classScenario, seed: "secure" }, viewOf(classScenario), taking).takeOut).toBeUndefined();
  });

  test("takeAwayOf.notPrivate refuses a λ that was chosen from the records", () => {
    const chosen: BoundaryScenario = { ...classScenario, origin: "records" };
    expect(takeAwayOf(chosen, viewOf(chosen), conductor).notPrivate).toMatch(/^λ was chosen by how well it does/);
    expect(takeAwayOf(classScenario, viewOf(classScenario), conductor).notPrivate).toBeUndefined();
  });

  test("takeAwayOf.svg of the outside view has neither points nor original", () => {
    for (const scenario of [outside(classScenario), outside(curveScenario)]) {
      const drawing = takeAwayOf(scenario, viewOf(scenario), conductor).svg();
      expect(drawing).not.toMatch(/<circle|#1d1b18|#0b6b3a/);
      expect(drawing).not.toContain("NaN");
    }
    expect(takeAwayOf(classScenario, viewOf(classScenario), conductor).svg()).toMatch(/<circle.*#1d1b18/s);
  });
});
