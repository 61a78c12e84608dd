import { vi } from "vitest";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { neighbouringPoints } from "../support/privateReleases.ts";
import { asked, budget, numbersFollowIntegers, replaying } from "../support/replays.ts";
import type { Ask, ReplayRoute } from "../support/replays.ts";

// Every task of the workers that draws a table or digits for others, with the same bits on neighbours:
// whatever is not the numbers themselves must be the same, to the last bit, refusals included.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(bits.seed)) }));

const shared = {
  ...{ origin: "corner", subspaceDimension: 2, depth: 1, branches: 2, parties: 1, steps: 2, model: "fabricated" },
  ...{ testEvery: 0, fieldCount: 0, fieldMargin: 0, adjacency: 1 },
} as const;
const table =
  (change: object, isLess = false): Ask =>
  (seed) => {
    const count = 8 + (seed % 8);
    const [one, other] = neighbouringPoints(seed, count, 3).map(({ dimension, coordinates }, which) => {
      const held = isLess && which === 1 ? count - 1 : count;
      const points = { dimension, coordinates: coordinates.slice(0, held * dimension) };
      const classOf = Float64Array.from({ length: held }, (_, i) => i % 2);
      return fabricationWorker.tasksOn({ points, classOf, classCount: 2, classNames: ["a", "b"], droppedCount: 0 });
    }) as [ReturnType<typeof fabricationWorker.tasksOn>, ReturnType<typeof fabricationWorker.tasksOn>];
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
const routes: readonly ReplayRoute[] = [
  ["a table protecting records", 3, table({})],
  ["a table protecting entries", 3, table({ protection: "entry" })],
  ["a table protecting entries by staircase noise", 1, table({ protection: "entry", staircase: true })],
  ["a table until a public tolerance", 2, table({ tolerancePerRow: 0.3, steps: 5 })],
  ["a table of a private number of records", 2, table({ mostRecords: 5 }, true)],
  ["a table of three parties", 1, table({ parties: 3, origin: "middle" })],
  ["digits protecting whole ones", 3, digits("record")],
  ["digits protecting pixels", 3, digits("entry")],
];
replaying(bits, routes, { also: numbersFollowIntegers });
