import { vi } from "vitest";
import { clippedCurveSums } from "../support/clippedCurveSums.ts";
import { sumNames } from "../../src/core/records/curveSumsTable.ts";
import { meanCurveRecordsFrom } from "../../src/core/records/curves/meanCurveRecords.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { smoothMeanTarget } from "../support/meanCurveParameters.ts";
import { readTable } from "../support/readTable.ts";
import { asked, askedOnline, budget, drawing, numbersFollowIntegers, replaying } from "../support/replays.ts";
import type { Ask, ReplayRoute } from "../support/replays.ts";

// Every task of the workers that draws a mean curve for others, with the same bits on neighbours:
// whatever is not the numbers themselves must be the same, to the last bit, refusals included.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(bits.seed)) }));

const m = 20;
const tasksOf = (seed: number, held?: number, isFewer = false) => {
  const random = seededSource(seed);
  const count = 6 + (seed % 6);
  const others = Float64Array.from({ length: (count - 1) * m }, () => 2 * random.normal());
  const far = seed % 2 === 0 ? 1e9 : Number.MAX_VALUE;
  return [1, -1].map((sign) => {
    const last = Array.from(
      { length: m },
      (_, j) => sign * (seed % 3 === 0 ? (j === seed % m ? far : 0) : Math.cos(j)),
    );
    return meanCurveWorker.tasksOn({
      ...{
        curves: Float64Array.from([...others, ...(isFewer && sign < 0 ? [] : last)]),
        pointCount: m,
        personOf: undefined,
      },
      ...{ largestPerPerson: undefined, leftOut: 0, notices: [] },
      ...(held !== undefined && { curvesPerPerson: held }),
    });
  }) as [ReturnType<typeof meanCurveWorker.tasksOn>, ReturnType<typeof meanCurveWorker.tasksOn>];
};
const arms = ["a", "b", "of neither"];
/** The same curves, of which an engine added the first ones of each person, by arm; the last person changes hers. */
const summedOf = (seed: number, perPerson: number) => {
  const random = seededSource(seed);
  const [normBound, centre, times] = [0.8, 0.5, { lower: 0, upper: 2, cells: m }];
  const declared = { values: { lower: -9, upper: 9 }, centre, normBound, rule: "trapezoid" } as const;
  const terms = { ...declared, times, perPerson, group: "arm" };
  const persons = 4 + (seed % 6);
  const rows = Array.from({ length: persons * (perPerson + 1) * m }, (_, row) => ({
    ...{ person: Math.floor(row / m / (perPerson + 1)), curve: Math.floor(row / m) % 7, at: row % m },
    value: 2 * random.normal(),
  }));
  const shape = Array.from({ length: 7 * m }, () => 5 * random.normal());
  return [1, -1].map((sign) => {
    // All curves of the last person are replaced.
    const own = rows.map((row) =>
      row.person === persons - 1 ? { ...row, value: sign * shape[row.curve * m + row.at]! } : row,
    );
    const of = (key: "person" | "curve" | "value") => own.map((row) => row[key]);
    const labels = own.map(({ person }) => (person === persons - 1 ? 3 + sign + (seed % 2) : person) % 3);
    const readings = { persons: of("person"), curves: of("curve"), values: of("value"), labels };
    const { ofLabels } = clippedCurveSums({ ...readings, times: own.map(({ at }) => (2 * at) / (m - 1)) }, terms);
    const { time, label, sum, count } = sumNames(terms);
    const lines = [...ofLabels!].flatMap(([arm, { sums, curveCount }]) =>
      Array.from(sums, (total, j) => `${j},${arms[arm]!},${total},${curveCount}`),
    );
    const table = readTable(`${[time, label, sum, count].join(",")}\n${lines.join("\n")}\n`);
    const choice = {
      ...({ domain: [0, 2], points: m, perPerson: 1, missing: "drop", summed: true } as const),
      groups: { column: label!, levels: arms.slice(0, 2) },
    };
    return meanCurveWorker.tasksOn(meanCurveRecordsFrom(table, { ...choice, layout: { shape: "wide", times: [] } }));
  }) as [ReturnType<typeof meanCurveWorker.tasksOn>, ReturnType<typeof meanCurveWorker.tasksOn>];
};
const released =
  (change: object, held?: number, isSummed = false): Ask =>
  (seed) => {
    const [one, other] = isSummed ? summedOf(seed, held!) : tasksOf(seed, held);
    return asked([one.latticeRelease, other.latticeRelease], { ...smoothMeanTarget, ...drawing, budget, ...change });
  };
const routes: readonly ReplayRoute[] = [
  ["with the estimator's kernel", 3, released({})],
  ["Matérn 1/2 and 3/2", 2, released({ kernel: "exponential", noiseKernel: "matern32" })],
  ["with the Gaussian kernel", 2, released({ kernel: "gaussian", noiseKernel: "gaussian" })],
  ["with another noise kernel", 2, released({ noiseKernel: "exponential" })],
  ["by the uniform rule, with another power", 1, released({ rule: "uniform", power: 1 })],
  [
    "of one curve more or less, also beyond their largest number",
    2,
    (seed) => {
      const [one, other] = tasksOf(seed, undefined, true);
      return asked([one.latticeRelease, other.latticeRelease], {
        ...smoothMeanTarget,
        ...drawing,
        budget,
        mostRecords: 8,
      });
    },
  ],
  ["asked online, in any order", 2, (seed) => askedOnline(tasksOf(seed), { ...smoothMeanTarget, budget }, seed)],
  [
    "asked online, of one curve more or less",
    1,
    (seed) => askedOnline(tasksOf(seed, undefined, true), { ...smoothMeanTarget, budget, mostRecords: 8 }, seed),
  ],
  ["of persons with several curves", 1, released({}, 3)],
  ["of sums that an engine made of persons with several curves", 2, released({ centre: [[0, 0.5]] }, 2, true)],
  [
    "of such sums by group, where the person changes hers",
    2,
    released({ centre: [[0, 0.5]], groups: { levels: arms.slice(0, 2), shares: [0.5, 0.25] } }, 2, true),
  ],
];
replaying(bits, routes, { also: numbersFollowIntegers });
