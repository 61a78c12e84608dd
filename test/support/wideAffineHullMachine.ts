import { checkLength, checkPositiveInteger } from "../../src/core/checks.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { pointCount } from "../../src/core/points.ts";
import type { Points } from "../../src/core/points.ts";
import type { HullEvaluation } from "../../src/core/affineHull/machine/affineHullMachine.ts";
import { checkQueries } from "../../src/core/affineHull/machine/affineHullMachine.ts";
import { checkDepth, fitDeepAffineHullMachine } from "../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import type { DeepAffineHullMachine, DeepHull } from "../../src/core/affineHull/machine/deepAffineHullMachine.ts";

interface WideEvaluation extends HullEvaluation {
  /** From 0, the first on ties; shape (m,). */
  readonly chosenBranch: Float64Array;
}

export interface WideAffineHullMachine {
  readonly branches: readonly DeepAffineHullMachine[];
  image(at: Points): Points;
  distance(at: Points): Float64Array;
  chosenBranch(at: Points): Float64Array;
  evaluate(at: Points): WideEvaluation;
}

export interface WideHull extends DeepHull {
  /** Branch of each row, from 0 to S − 1, shape (N,): public or computed from private rows (errata K4). */
  readonly assignment: ArrayLike<number>;
}

/**
 * Wide conditionally deep machine: a deep machine for each cluster of rows; the nearest gives the image. Its cost grows
 * with the cube of the largest branch.
 *
 * @throws {ParameterError} if an argument is outside the range of {@link WideHull}
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definitions 5 and 6, eqs (55)–(60)
 */
export function fitWideAffineHullMachine({
  points,
  assignment,
  subspaceDimension,
  depth,
}: WideHull): WideAffineHullMachine {
  const p = points.dimension;
  const branches = branchesOf({ points, assignment }).map((branch) =>
    fitDeepAffineHullMachine({ points: branch, subspaceDimension, depth }),
  );
  const evaluate = (at: Points): WideEvaluation => {
    const best = nearestEvaluation(checkQueries(at, p));
    for (const branch of branches) best.offer(branch.evaluate(at));
    return best.result();
  };
  return {
    branches,
    evaluate,
    image: (at) => evaluate(at).image,
    distance: (at) => evaluate(at).distance,
    chosenBranch: (at) => evaluate(at).chosenBranch,
  };
}

/**
 * Distances of the queries from wide machines of several classes, shape (m, number of classes). One deep machine at a time
 * is in memory.
 *
 * @param classes rows and branches of each class; a class without rows is at distance ∞ (Remark 5)
 * @yields the fraction done, after each machine
 * @throws {ParameterError} as {@link fitWideAffineHullMachine}
 */
export function* streamedClassDistances({
  classes,
  subspaceDimension,
  depth,
  at,
}: {
  readonly classes: readonly Pick<WideHull, "points" | "assignment">[];
  readonly subspaceDimension: number;
  readonly depth: number;
  readonly at: Points;
}): Generator<number, Float64Array> {
  checkDepth({ subspaceDimension, depth });
  const m = pointCount(at);
  const C = checkPositiveInteger("classes.length", classes.length);
  const distances = new Float64Array(m * C).fill(Infinity);
  const rows = classes.reduce((sum, { points }) => sum + pointCount(points), 0);
  let done = 0;
  for (const [c, one] of classes.entries()) {
    if (pointCount(one.points) === 0) continue;
    for (const points of branchesOf(one)) {
      const machine = fitDeepAffineHullMachine({ points, subspaceDimension, depth });
      checkQueries(at, points.dimension);
      for (let first = 0; first < m; first += streamedQueries) {
        const part = rowsOf(at, first, Math.min(m, first + streamedQueries));
        machine.distance(part).forEach((distance, q) => {
          const cell = (first + q) * C + c;
          distances[cell] = Math.min(distances[cell]!, distance);
        });
        yield (done + (pointCount(points) * Math.min(m, first + streamedQueries)) / m) / rows;
      }
      done += pointCount(points);
    }
  }
  return distances;
}

const streamedQueries = 1000;

function rowsOf({ dimension, coordinates }: Points, first: number, end: number): Points {
  return { dimension, coordinates: coordinates.subarray(first * dimension, end * dimension) };
}

/**
 * Rows of each branch, in their order.
 *
 * @throws {ParameterError} unless each row has a branch from 0 to S − 1, and each branch a row
 */
export function branchesOf({ points, assignment }: Pick<WideHull, "points" | "assignment">): readonly Points[] {
  const p = points.dimension;
  const members: number[][] = [];
  checkLength("assignment", assignment, pointCount(points));
  for (let i = 0; i < assignment.length; i++) {
    const branch = assignment[i]!;
    if (!(Number.isInteger(branch) && branch >= 0 && branch < assignment.length)) {
      throw new ParameterError(`assignment[${i}]`, branch, `an integer from 0 to ${assignment.length - 1}`);
    }
    (members[branch] ??= []).push(i);
  }
  return Array.from(members, (rows: number[] | undefined, branch) => {
    if (!rows) throw new ParameterError("assignment", branch, "such that each branch up to the last has a row");
    const coordinates = new Float64Array(rows.length * p);
    rows.forEach((i, to) => coordinates.set(points.coordinates.subarray(i * p, (i + 1) * p), to * p));
    return { dimension: p, coordinates };
  });
}

/** Collector of the nearest of the offered images for each query. */
function nearestEvaluation(at: Points) {
  const p = at.dimension;
  const m = pointCount(at);
  const image = new Float64Array(m * p);
  const distance = new Float64Array(m);
  const chosenBranch = new Float64Array(m);
  const doubtful = new Set<number>();
  let offered = 0;
  return {
    offer: (one: HullEvaluation) => {
      const doubts = new Set(one.doubtful);
      for (let q = 0; q < m; q++) {
        if (!(offered === 0 || one.distance[q]! < distance[q]!)) continue;
        distance[q] = one.distance[q]!;
        chosenBranch[q] = offered;
        image.set(one.image.coordinates.subarray(q * p, (q + 1) * p), q * p);
        if (doubts.has(q)) doubtful.add(q);
        else doubtful.delete(q);
      }
      offered++;
    },
    result: (): WideEvaluation => ({
      image: { dimension: p, coordinates: image },
      distance,
      chosenBranch,
      doubtful: [...doubtful].sort((a, b) => a - b),
    }),
  };
}
