import { vi } from "vitest";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";
import { neighbouringPoints } from "../support/privateReleases.ts";
import { asked, askedOnline, budget, drawing, numbersFollowIntegers, replaying } from "../support/replays.ts";
import type { Ask, ReplayRoute } from "../support/replays.ts";

// Every task of the workers that draws a boundary, or predictions, for others, with the same bits on neighbours:
// whatever is not the numbers themselves must be the same, to the last bit, refusals included.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(bits.seed)) }));

const n = 14;
/**
 * Two neighbours: another place, and another label or response. Of every fourth pair the others are where solvers have the most
 * to do: at one place or nearly so, and against each other.
 */
const tasksOf = (seed: number, dimension: number, isCurve: boolean, isFewer = false) => {
  const random = seededSource(seed + 5);
  const responses = Float64Array.from({ length: n }, () =>
    isCurve ? 100 * random.uniform() : random.uniform() < 0.5 ? 1 : -1,
  );
  const crowded = seed % 4 === 0;
  const apart = 10 ** (-16 * random.uniform());
  if (crowded) responses.forEach((_, i) => (responses[i] = i % 2 === 0 ? (isCurve ? 100 : 1) : isCurve ? 0 : -1));
  return neighbouringPoints(seed, n, dimension).map((points, which) => {
    if (crowded) for (let k = 0; k < (n - 1) * dimension; k++) points.coordinates[k] = 0.5 + (k % 3 === 0 ? apart : 0);
    const own = responses.slice();
    own[n - 1] = isCurve ? (which === 0 ? -1e9 : 1e9) : which === 0 ? -1 : 1;
    const classNames = isCurve ? undefined : (["no", "yes"] as const);
    const kept = isFewer && which === 1 ? n - 1 : n;
    const coordinates = points.coordinates.slice(0, kept * dimension);
    return boundaryWorker.tasksOn({
      ...{ points: { dimension, coordinates }, responses: own.slice(0, kept), classNames, droppedCount: 0 },
    });
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
const routes: readonly ReplayRoute[] = [
  ...(["huber", "squared", "epsilonInsensitive", "pinball"] as const).flatMap((loss) => [
    [`a curve, ${loss}`, 3, released({ loss })] as const,
    [`a curve, ${loss}, on landmarks`, 2, released({ loss, solver: "landmarks" })] as const,
  ]),
  ["a field, hinge, on landmarks", 0.5, released({}, 2)],
  ["a field, logistic, on landmarks", 0.5, released({ loss: "logistic" }, 2)],
  ["a field, hinge, on its records", 0.1, released({ solver: "exact" }, 2)],
  ...([14, 13, 30] as const).map(
    (mostRecords) =>
      [
        `a curve of one record more or less, of ${mostRecords} at most`,
        1,
        (seed: number) => {
          const [one, other] = tasksOf(seed, 1, true, true);
          return asked([one.latticeRelease, other.latticeRelease], { ...curve, ...drawing, budget, mostRecords });
        },
      ] as const,
  ),
  [
    "predictions of one record more or less",
    1,
    (seed) => {
      const [one, other] = tasksOf(seed, 1, true, true);
      const places = { dimension: 1, coordinates: Float64Array.of(0.2, 0.7, 0.9) };
      return asked([one.predictions, other.predictions], { ...curve, budget, at: places, mostRecords: 14 });
    },
  ],
  [
    "a curve of one record more or less, asked online",
    1,
    (seed) => askedOnline(tasksOf(seed, 1, true, true), { ...curve, budget, mostRecords: 14 }, seed),
  ],
  [
    "a curve, asked online, in any order",
    2,
    (seed) =>
      askedOnline(
        tasksOf(seed, 1, true),
        { ...curve, kernel: seed % 2 === 0 ? "exponential" : "matern52", budget },
        seed,
      ),
  ],
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
];
replaying(bits, routes, { also: numbersFollowIntegers });
