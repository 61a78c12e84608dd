import { beforeEach, describe, expect, vi } from "vitest";
import { clippedCurveSums } from "../support/clippedCurveSums.ts";
import { sumNames } from "../../src/core/records/curveSumsTable.ts";
import { meanCurveRecordsFrom } from "../../src/core/records/meanCurveRecords.ts";
import type { Points } from "../../src/core/points.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";
import { smoothMeanTarget } from "../support/meanCurveParameters.ts";
import { neighbouringPoints } from "../support/privateReleases.ts";
import { readTable } from "../support/readTable.ts";
import { asked, replaying, saidBy } from "../support/replays.ts";
import type { Ask, ReplayRoute } from "../support/replays.ts";

// Every task of the workers that draws for others, with the same bits on neighbours: whatever is not the numbers themselves
// must be the same, to the last bit, refusals included.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(bits.seed)) }));

const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
const drawing = { drawCount: 1, seed: "secure" } as const;

/** Numbers that follow the function are the last integers, and nothing else. */
const also = (said: unknown) => {
  const { extra: beside = [], integers, lattice } = said as Partial<PrivateRelease>;
  beside.forEach(({ value, weight }, j) => {
    const released = weight * lattice! * integers!.at(j - beside.length)!;
    expect(Math.abs(value - released)).toBeLessThanOrEqual(1e-12 * Math.abs(released));
  });
};
const replays = (routes: readonly ReplayRoute[]) => replaying(bits, routes, { also });

beforeEach(() => {
  bits.seed = 0;
});

describe("density", () => {
  const tasksOf = (points: readonly [Points, Points]) =>
    points.map((each) => densityWorker.tasksOn({ points: each, droppedCount: 0 })) as [
      ReturnType<typeof densityWorker.tasksOn>,
      ReturnType<typeof densityWorker.tasksOn>,
    ];
  const line = { domain: [[0, 1]], bandwidths: [0.05], correlation: 0, route: "gaussian", relativeRate: 1 } as const;
  const plane = { ...line, domain: [...line.domain, ...line.domain], bandwidths: [0.2, 0.3] };
  const released =
    (change: object, dimension = 1): Ask =>
    (seed) => {
      const [one, other] = tasksOf(neighbouringPoints(seed, 5 + (seed % 20), dimension));
      const shape = dimension === 1 ? line : plane;
      return asked([one.latticeRelease, other.latticeRelease], { ...shape, ...drawing, budget, ...change });
    };
  const narrow = { domain: [[0, 1e-3]], bandwidths: [5e-5] };
  const levels = ["a", "7", "nobody"];
  type Records = Parameters<typeof densityWorker.tasksOn>[0];
  /**
   * Records that lie in parts, counted or one by one: the last one changes its part or not, and its place. Its part is −1 for
   * none of them, and nobody is in the last one.
   */
  const parted =
    (way: "groups" | "filter" | "atom", isCounted: boolean, change: object = {}): Ask =>
    (seed) => {
      const count = 5 + (seed % 20);
      const random = seededSource(seed + 7);
      const partOf = () => Math.floor(3 * random.uniform()) - 1;
      const others = Array.from({ length: count - 1 }, partOf);
      const tasks = neighbouringPoints(seed, count, 1).map(({ coordinates }): unknown => {
        const of = [...others, partOf()];
        const among = (wanted: (part: number) => boolean) => Array.from(of.keys()).filter((i) => wanted(of[i]!));
        const kept = among((part) => (way === "groups" ? part >= 0 : part === 0));
        const apart = count - kept.length;
        const points = { dimension: 1, coordinates: Float64Array.from(kept, (i) => coordinates[i]!) };
        const records: Records = {
          ...{ points, droppedCount: 0 },
          ...(isCounted && { multiplicities: new Float64Array(kept.length).fill(1) }),
          ...(way === "groups" && {
            groups: { column: "part", levels, of: Int32Array.from(kept, (i) => of[i]!), elsewhere: apart },
          }),
          ...(way === "filter" && { outside: { name: "share of the records without part = a", count: apart } }),
          ...(way === "atom" && isCounted && { pointMass: { at: 0.5, count: apart } }),
        };
        if (way !== "atom" || isCounted) return densityWorker.tasksOn(records);
        // One by one those at the atom are among the points.
        const all = coordinates.map((value, i) => (of[i] === 0 ? value : 0.5));
        return densityWorker.tasksOn({ points: { dimension: 1, coordinates: all }, droppedCount: 0 });
      }) as [ReturnType<typeof densityWorker.tasksOn>, ReturnType<typeof densityWorker.tasksOn>];
      return asked([tasks[0].latticeRelease, tasks[1].latticeRelease], {
        ...{ ...line, ...drawing, budget, ...change },
        ...(way === "groups" && { levels }),
        ...(way === "atom" && { pointMass: 0.5 }),
      });
    };
  /** A record more or less, within N and beyond it. */
  const moreOrLess =
    (change: object): Ask =>
    (seed) => {
      const [{ coordinates }] = neighbouringPoints(seed, 5 + (seed % 20), 1);
      const ofBoth = [coordinates, coordinates.subarray(1)].map((some) => ({
        dimension: 1,
        coordinates: some.slice(),
      }));
      const [one, other] = tasksOf(ofBoth as unknown as [Points, Points]);
      return asked([one.latticeRelease, other.latticeRelease], {
        ...line,
        ...drawing,
        budget,
        mostRecords: 14,
        ...change,
      });
    };
  const polynomial = (law: "laplace" | "gaussian", degree = 12) => ({
    polynomial: { law, size: { kind: "byHand", degree, iterations: 3 } as const },
  });
  replays([
    ["on a line", 4, released({})],
    ["on a line, Sobolev route", 3, released({ route: "sobolev", relativeRate: 1.5 })],
    ["on a line, bumps as rough as the noise", 3, released({ bump: "exponential" })],
    ["on the scale of a logarithm", 2, released({ domain: [[0.1, 10]], bandwidths: [0.3], transformation: "log" })],
    ["with folded ends", 2, released({ reflection: true })],
    // Where shares of the domain overflow.
    ["on a narrow domain", 1, released(narrow)],
    ["as a polynomial on a narrow domain", 1, released({ ...narrow, ...polynomial("laplace") })],
    ["of persons with several records", 2, released({ recordsPerPerson: 3 })],
    ["of groups", 2, parted("groups", false)],
    [
      "of groups that were counted, of persons with several records",
      1,
      parted("groups", true, { recordsPerPerson: 2 }),
    ],
    ["of groups, Sobolev route", 1, parted("groups", false, { route: "sobolev", relativeRate: 1.5 })],
    [
      "of groups, on a scale with folded ends",
      1,
      parted("groups", false, { domain: [[0.1, 10]], transformation: "log", reflection: true, bandwidths: [0.3] }),
    ],
    ["of some of the rows", 2, parted("filter", false)],
    ["of some of the rows that were counted", 1, parted("filter", true)],
    ["with a private number of records", 3, moreOrLess({})],
    ["with a private number of records, Sobolev route", 1, moreOrLess({ route: "sobolev", relativeRate: 1.5 })],
    ["beside an atom", 2, parted("atom", false)],
    ["beside an atom that was counted", 1, parted("atom", true)],
    ["as a polynomial with Laplace noise", 3, released(polynomial("laplace"))],
    ["as a polynomial with Gaussian noise", 3, released(polynomial("gaussian"))],
    [
      "as a polynomial whose size follows from the budget",
      1,
      released({
        polynomial: { law: "laplace", size: { kind: "automatic", epsilon: 1, delta: 1e-5 } },
      }),
    ],
    ["in the plane", 0.3, released({ correlation: 0.4 }, 2)],
    ["as a polynomial in the plane", 0.5, released(polynomial("laplace", 6), 2)],
    [
      "asked online, in any order",
      3,
      (seed) => {
        const places = Float64Array.from([0.3, 0.9, 0.1, 0.3, ...(seed % 5 === 0 ? [2] : [])]);
        return tasksOf(neighbouringPoints(seed, 5 + (seed % 20), 1)).map((tasks) => {
          const opened = saidBy(tasks.onlineOpen, { ...line, bump: "exponential", budget });
          if (typeof opened === "string") return opened;
          const unpaid = saidBy(tasks.onlineAsk, { session: opened.session, at: places });
          saidBy(tasks.onlinePaid, { session: opened.session, entry: "ab".repeat(16) });
          const values = saidBy(tasks.onlineAsk, { session: opened.session, at: places });
          return { opened, unpaid, ...(typeof values === "string" ? { refusal: values } : { values }) };
        }) as unknown as [unknown, unknown];
      },
    ],
  ]);
});

describe("boundary", () => {
  const n = 14;
  /**
   * Two neighbours: another place, and another label or response. Of every fourth pair the others are where solvers have the most
   * to do: at one place or nearly so, and against each other.
   */
  const tasksOf = (seed: number, dimension: number, isCurve: boolean) => {
    const random = seededSource(seed + 5);
    const responses = Float64Array.from({ length: n }, () =>
      isCurve ? 100 * random.uniform() : random.uniform() < 0.5 ? 1 : -1,
    );
    const crowded = seed % 4 === 0;
    const apart = 10 ** (-16 * random.uniform());
    if (crowded) responses.forEach((_, i) => (responses[i] = i % 2 === 0 ? (isCurve ? 100 : 1) : isCurve ? 0 : -1));
    return neighbouringPoints(seed, n, dimension).map((points, which) => {
      if (crowded)
        for (let k = 0; k < (n - 1) * dimension; k++) points.coordinates[k] = 0.5 + (k % 3 === 0 ? apart : 0);
      const own = responses.slice();
      own[n - 1] = isCurve ? (which === 0 ? -1e9 : 1e9) : which === 0 ? -1 : 1;
      const classNames = isCurve ? undefined : (["no", "yes"] as const);
      return boundaryWorker.tasksOn({ points, responses: own, classNames, droppedCount: 0 });
    }) as [ReturnType<typeof boundaryWorker.tasksOn>, ReturnType<typeof boundaryWorker.tasksOn>];
  };
  const curve = {
    domain: [[0, 1]],
    responseRange: [0, 100],
    kernel: "matern52",
    lengthScale: 0.2,
    loss: "huber",
    lossParameter: 0.5,
    penalty: 0.05,
    solver: "exact",
  } as const;
  const field = { ...unitBoundary, penalty: 0.05, solver: "landmarks" } as const;
  const released =
    (change: object, dimension = 1): Ask =>
    (seed) => {
      const [one, other] = tasksOf(seed, dimension, dimension === 1);
      const fit = dimension === 1 ? curve : field;
      return asked([one.latticeRelease, other.latticeRelease], { ...fit, ...drawing, budget, ...change });
    };
  const learner =
    (name: string, law: "laplace" | "gaussian", dimension: number): Ask =>
    (seed) => {
      const [one, other] = tasksOf(seed, dimension, dimension === 1);
      const shape = {
        ...{ learner: name, width: 0.2, power: 3, gapFactor: 3, penalty: 1 },
        ...(dimension === 1 ? { domain: curve.domain, responseRange: curve.responseRange } : { domain: field.domain }),
      };
      const choice = { law, size: { kind: "byHand", degree: 6, iterations: 2 } };
      const request = { ...shape, choice, budget } as unknown as Parameters<typeof one.learnerRelease.run>[0];
      return asked([one.learnerRelease, other.learnerRelease], request);
    };
  const at = { dimension: 3, coordinates: Float64Array.from({ length: 12 }, (_, k) => (k % 5) / 4) };
  replays([
    ...(["huber", "squared", "epsilonInsensitive", "pinball"] as const).flatMap((loss) => [
      [`a curve, ${loss}`, 3, released({ loss })] as const,
      [`a curve, ${loss}, on landmarks`, 2, released({ loss, solver: "landmarks" })] as const,
    ]),
    ["a field, hinge, on landmarks", 0.5, released({}, 2)],
    ["a field, logistic, on landmarks", 0.5, released({ loss: "logistic" }, 2)],
    ["a field, hinge, on its records", 0.1, released({ solver: "exact" }, 2)],
    ["of persons with several records", 1, released({ recordsPerPerson: 2 })],
    [
      "predictions with a further input",
      4,
      (seed) => {
        const [one, other] = tasksOf(seed, 3, false);
        const fit = { ...field, domain: [...field.domain, [0, 1] as const], held: [0.5], solver: "exact" as const };
        return asked([one.predictions, other.predictions], { ...fit, ...drawing, budget, at });
      },
    ],
    ["a kernel machine as a polynomial", 1, learner("kernelMachine", "laplace", 2)],
    ["naive Bayes from kernels", 1, learner("naiveBayesKernel", "gaussian", 2)],
    ["naive Bayes from normals", 1, learner("naiveBayesNormal", "laplace", 2)],
    ["a linear logistic regression", 1, learner("linearLogistic", "gaussian", 2)],
    ["probabilities of a logistic regression", 1, learner("logisticProbability", "laplace", 2)],
    ["a machine with a polynomial kernel", 1, learner("polynomialMachine", "gaussian", 2)],
    ["a regression of Priestley and Chao", 2, learner("priestleyChao", "laplace", 1)],
  ]);
});

describe("mean curve", () => {
  const m = 20;
  const tasksOf = (seed: number, held?: number) => {
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
        ...{ curves: Float64Array.from([...others, ...last]), pointCount: m, personOf: undefined },
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
  replays([
    ["with the estimator's kernel", 3, released({})],
    ["Matérn 1/2 and 3/2", 2, released({ kernel: "exponential", noiseKernel: "matern32" })],
    ["with the Gaussian kernel", 2, released({ kernel: "gaussian", noiseKernel: "gaussian" })],
    ["with another noise kernel", 2, released({ noiseKernel: "exponential" })],
    ["by the uniform rule, with another power", 1, released({ rule: "uniform", power: 1 })],
    ["of persons with several curves", 1, released({}, 3)],
    ["of sums that an engine made of persons with several curves", 2, released({ centre: [[0, 0.5]] }, 2, true)],
    [
      "of such sums by group, where the person changes hers",
      2,
      released({ centre: [[0, 0.5]], groups: { levels: arms.slice(0, 2), shares: [0.5, 0.25] } }, 2, true),
    ],
  ]);
});

describe("fabricated tables and digits", () => {
  const shared = {
    ...{ origin: "corner", subspaceDimension: 2, depth: 1, branches: 2, parties: 1, steps: 2, model: "fabricated" },
    ...{ testEvery: 0, fieldCount: 0, fieldMargin: 0, adjacency: 1 },
  } as const;
  const table =
    (change: object): Ask =>
    (seed) => {
      const count = 8 + (seed % 8);
      const classOf = Float64Array.from({ length: count }, (_, i) => i % 2);
      const [one, other] = neighbouringPoints(seed, count, 3).map((points) =>
        fabricationWorker.tasksOn({ points, classOf, classCount: 2, classNames: ["a", "b"], droppedCount: 0 }),
      ) as [ReturnType<typeof fabricationWorker.tasksOn>, ReturnType<typeof fabricationWorker.tasksOn>];
      const ranges = [0, 1, 2].map(() => [0, 1] as const);
      return asked([one.latticeRelease, other.latticeRelease], {
        ...{ ...shared, protection: "record", ranges, budget, seed: "secure", frames: false, drawCount: 1 },
        ...change,
      } as never);
    };
  const digits =
    (protection: "entry" | "record"): Ask =>
    (seed) => {
      const random = seededSource(seed);
      const [count, dimension] = [6 + (seed % 5), 16];
      const entries = Float32Array.from({ length: count * dimension }, () => random.uniform());
      const [one, other] = [0, 1].map((value) => {
        const own = entries.slice();
        own.fill(value, 0, dimension);
        const classOf = Float64Array.from({ length: count }, (_, i) => i % 2);
        const of = { dimension, entries: own, height: 4, width: 4, classOf, classCount: 2 };
        return fabricationWorker.tasksOn({ kind: "table", digits: of, droppedCount: 0 });
      }) as [ReturnType<typeof fabricationWorker.tasksOn>, ReturnType<typeof fabricationWorker.tasksOn>];
      const parameters = { protection, adjacency: 1, subspaceDimension: 3, depth: 1, steps: 1, budget, digit: 0 };
      return asked([one.releasingDigits, other.releasingDigits], parameters);
    };
  replays([
    ["a table protecting records", 3, table({})],
    ["a table protecting entries", 3, table({ protection: "entry" })],
    ["a table until a public tolerance", 2, table({ tolerancePerRow: 0.3, steps: 5 })],
    ["a table of three parties", 1, table({ parties: 3, origin: "middle" })],
    ["digits protecting whole ones", 3, digits("record")],
    ["digits protecting pixels", 3, digits("entry")],
  ]);
});
