import { checkPositiveInteger } from "../checks.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { fitAffineHullClassifier } from "./affineHull/affineHullClassifier.ts";
import type { AffineHullClassifier, ClassRows } from "./affineHull/affineHullClassifier.ts";
import { branchCount, kMeans } from "./affineHull/kMeans.ts";
import { branchesOf } from "./affineHull/wideAffineHullMachine.ts";
import { fabricateRows } from "./fabrication.ts";

/** Noisy rows of C classes and how they are modelled. Which row is of which class is not protected (errata K5). */
interface PrivateClassifierOptions {
  /** Noisy rows of each class with their branches; a class may have none. */
  readonly classes: readonly ClassRows[];
  /** n, from 1 to p. */
  readonly subspaceDimension: number;
  /** L, from 1 to n. */
  readonly depth: number;
}

/**
 * Noisy rows of each class with branches by k-means, ⌈N_c/1000⌉ of them unless said otherwise: clustered after the noise,
 * because clusters of the records themselves are visible (errata K4).
 *
 * @param classes noisy rows of each class
 * @param random draws as `kMeans`, class after class
 * @throws {ParameterError} as `kMeans`
 */
export function branchNoisyClasses({
  classes,
  branches = branchCount,
  random,
}: {
  readonly classes: readonly Points[];
  readonly branches?: (rowCount: number) => number;
  readonly random: RandomSource;
}): readonly ClassRows[] {
  return classes.map((points) => {
    const N = pointCount(points);
    if (N === 0) return { points, assignment: new Float64Array(0) };
    const clusterCount = Math.min(N, checkPositiveInteger("branches", branches(N)));
    return { points, assignment: kMeans({ points, clusterCount, random }).assignment };
  });
}

/**
 * Private classifier of the noisy rows themselves.
 *
 * @throws {ParameterError} as `fitAffineHullClassifier`
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definition 12, eq. (78)
 */
export function fitNoisyClassifier(options: PrivateClassifierOptions): AffineHullClassifier {
  return fitAffineHullClassifier(options);
}

/**
 * Fabricated rows of each class, branch by branch, in the order of the noisy rows and with their branches.
 *
 * @param tolerancePerRow r of a branch over its number of rows: public, or bought (errata K3). Without it, exactly
 * `mostSteps` steps.
 * @throws {ParameterError} as `fabricateRows`
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definition 14 and Remark 4
 */
export function fabricateClasses({
  classes,
  subspaceDimension,
  tolerancePerRow,
  mostSteps,
}: Omit<PrivateClassifierOptions, "depth"> & {
  readonly tolerancePerRow?: number;
  readonly mostSteps: number;
}): readonly ClassRows[] {
  return classes.map(({ points, assignment }) => {
    if (pointCount(points) === 0) return { points, assignment };
    const p = points.dimension;
    const coordinates = new Float64Array(points.coordinates.length);
    branchesOf({ points, assignment }).forEach((branch, s) => {
      const { fabricated } = fabricateRows({
        points: branch,
        subspaceDimension,
        mostSteps,
        ...(tolerancePerRow === undefined ? {} : { tolerance: tolerancePerRow * pointCount(branch) }),
      });
      for (let i = 0, from = 0; i < assignment.length; i++) {
        if (assignment[i] !== s) continue;
        coordinates.set(fabricated.coordinates.subarray(from * p, (from + 1) * p), i * p);
        from++;
      }
    });
    return { points: { dimension: p, coordinates }, assignment };
  });
}

/**
 * Private classifier of fabricated rows.
 *
 * @throws {ParameterError} as `fabricateClasses` and `fitAffineHullClassifier`
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definition 15, eq. (100)
 */
export function fitFabricatedClassifier({
  tolerancePerRow,
  mostSteps,
  ...options
}: PrivateClassifierOptions & {
  readonly tolerancePerRow?: number;
  readonly mostSteps: number;
}): AffineHullClassifier {
  const tolerance = tolerancePerRow === undefined ? {} : { tolerancePerRow };
  return fitAffineHullClassifier({ ...options, classes: fabricateClasses({ ...options, ...tolerance, mostSteps }) });
}
