import { vi } from "vitest";
import type { Points } from "../../src/core/points.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { neighbouringPoints } from "../support/privateReleases.ts";
import { asked, askedOnline, budget, drawing, numbersFollowIntegers, replaying } from "../support/replays.ts";
import type { Ask, ReplayRoute } from "../support/replays.ts";

// Every task of the workers that draws a density for others, with the same bits on neighbours:
// whatever is not the numbers themselves must be the same, to the last bit, refusals included.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(bits.seed)) }));

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
/** A record more or less, within 14 and beyond. */
const tasksOfMoreOrLess = (seed: number) => {
  const [{ coordinates }] = neighbouringPoints(seed, 5 + (seed % 20), 1);
  const ofBoth = [coordinates, coordinates.subarray(1)].map((some) => ({
    dimension: 1,
    coordinates: some.slice(),
  }));
  return tasksOf(ofBoth as unknown as [Points, Points]);
};
const moreOrLess =
  (change: object): Ask =>
  (seed) => {
    const [one, other] = tasksOfMoreOrLess(seed);
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
const routes: readonly ReplayRoute[] = [
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
  ["of groups that were counted, of persons with several records", 1, parted("groups", true, { recordsPerPerson: 2 })],
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
    (seed) =>
      askedOnline(
        tasksOf(neighbouringPoints(seed, 5 + (seed % 20), 1)),
        { ...line, bump: "exponential", budget },
        seed,
      ),
  ],
  [
    "asked online, of a private number",
    1,
    (seed) => askedOnline(tasksOfMoreOrLess(seed), { ...line, budget, mostRecords: 14 }, seed),
  ],
];
replaying(bits, routes, { also: numbersFollowIntegers });
