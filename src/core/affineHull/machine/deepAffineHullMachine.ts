import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount, type Points } from "../../points.ts";
import { checkHull } from "./hullSystem.ts";
import {
  checkQueries,
  machineOnAxes,
  type AffineHullMachine,
  type HullEvaluation,
  type HullPrecision,
} from "./affineHullMachine.ts";
import { distanceBetween } from "./distanceBetween.ts";
import { principalAxes } from "./principalAxes.ts";

interface DeepEvaluation extends HullEvaluation {
  /** From 1, the first on ties, and without an image. */
  readonly chosenLayer: Float64Array;
}

export interface DeepAffineHullMachine {
  readonly layers: readonly AffineHullMachine[];
  image(at: Points): Points;
  distance(at: Points): Float64Array;
  evaluate(at: Points): DeepEvaluation;
}

export interface DeepHull {
  /** N ≥ 1 rows in ℝᵖ, finite. */
  readonly points: Points;
  /** n of the first layer, from 1 to p. */
  readonly subspaceDimension: number;
  /** L, from 1 to n. */
  readonly depth: number;
  readonly precision?: HullPrecision;
}

/**
 * Conditionally deep machine: layer l is A_{n−l+1} ∘ … ∘ A_n, and the nearest layer gives the image. Each layer uses
 * one principal axis fewer, but at most the rank of the rows (errata K10).
 *
 * @see Kumar, Moser & Fischer (2024), Definitions 3 and 4, eqs (50)–(53)
 */
export function fitDeepAffineHullMachine(hull: DeepHull): DeepAffineHullMachine {
  checkHull(hull);
  checkDepth(hull);
  const { points, subspaceDimension: n, depth, precision } = hull;
  const axes = principalAxes({ points, count: n });
  const layers: AffineHullMachine[] = [];
  for (let l = 0; l < depth; l++) {
    const previous = layers.at(-1);
    const same = previous !== undefined && previous.subspaceDimension === Math.min(n - l, axes.variances.length);
    layers.push(same ? previous : machineOnAxes(points, axes, { subspaceDimension: n - l, precision }));
  }
  const evaluate = (at: Points) => evaluateLayers(layers, checkQueries(at, points.dimension));
  return {
    layers,
    evaluate,
    image: (at) => evaluate(at).image,
    distance: (at) => evaluate(at).distance,
  };
}

export function checkDepth({ subspaceDimension, depth }: Omit<DeepHull, "points">): void {
  checkPositiveInteger("depth", depth);
  if (!(depth <= subspaceDimension)) {
    throw new ParameterError("depth", depth, `at most ${subspaceDimension}, the dimension of the subspace`);
  }
}

function evaluateLayers(layers: readonly AffineHullMachine[], at: Points): DeepEvaluation {
  const p = at.dimension;
  const m = pointCount(at);
  const first = layers[0]!.evaluateUnchecked(at);
  const image = first.image.coordinates.slice();
  const distance = first.distance;
  const chosenLayer = new Float64Array(m).fill(1);
  const doubtful = new Set(first.doubtful);
  let below = first.image;
  layers.slice(1).forEach((layer, index) => {
    const next = layer.evaluateUnchecked(below);
    next.doubtful.forEach((q) => doubtful.add(q));
    below = next.image;
    for (let q = 0; q < m; q++) {
      const own = distanceBetween(at.coordinates, below.coordinates, q * at.dimension, at.dimension);
      if (!(own < distance[q]!)) continue;
      distance[q] = own;
      chosenLayer[q] = index + 2;
      for (let j = q * p; j < (q + 1) * p; j++) image[j] = below.coordinates[j]!;
    }
  });
  const inOrder = [...doubtful].sort((a, b) => a - b);
  return { image: { dimension: p, coordinates: image }, distance, chosenLayer, doubtful: inOrder };
}
