import { ParameterError } from "../../errors.ts";
import { createErmSolver } from "../solver/ermSolver.ts";
import { createFeatureSolver } from "../solver/landmarkErm.ts";
import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import type { Loss } from "../solver/losses.ts";
import type { CapableKernel, FeatureKernel } from "../../kernels/kernel.ts";
import { gram } from "../../kernels/gram.ts";
import { dot } from "../../linalg/vectors.ts";
import { pointCount, type Points } from "../../points.ts";
import { latticeSize } from "../../privacy/calibration/laplace.ts";
import { latticeFeatureSensitivity, latticeRkhsSensitivity } from "../../privacy/sensitivity/latticeRkhs.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../../privacy/sensitivity/regularisedErm.ts";
import { gapShare } from "./boundaryParameters.ts";
import type { Interval } from "../../grids.ts";
import { productPoints, unitRecords, valueByValue, type LatticeTarget } from "../../release/latticeTarget.ts";

const largestGram = 700;

/**
 * A regularised risk minimiser on the unit box, fitted to a certified gap, which the sensitivity includes; C = 1/(2λ)
 * in the paper.
 *
 * @param responses ±1 or in [−1, 1], as the loss requires, shape (n,). Private
 * @param kernel with sup K = 1 on the unit box; K ≥ 0, or with features, which need no kernel matrix. Public
 * @param penalty λ > 0. Public
 * @see Aldà & Rubinstein (2017), section 6; errata A1, A2
 */
export function regularisedErmTarget({
  points,
  responses,
  domain,
  kernel,
  loss,
  penalty,
}: {
  readonly points: Points;
  readonly responses: Float64Array;
  readonly domain: readonly Interval[];
  readonly kernel: CapableKernel;
  readonly loss: Loss;
  readonly penalty: number;
}): LatticeTarget {
  const box = unitRecords(points, domain);
  const d = domain.length;
  const n = pointCount(box.points);
  if (kernel.diagonalBound !== 1) throw new ParameterError("kernel.diagonalBound", kernel.diagonalBound, "1");
  const exact = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz: loss.lipschitz, kernelBound: 1 });
  const { features } = kernel;
  const solver = features
    ? createFeatureSolver({ points: box.points, kernel: { ...kernel, features } })
    : createErmSolver({ points: box.points, kernel });
  const gapTolerance = Math.max(
    gapToleranceOf({ sensitivity: exact, share: gapShare, penalty }),
    solver.leastGapTolerance(loss, penalty, 1),
  );
  const fit = solver.fit({ responses, loss, penalty, gapTolerance });
  const rkhsSensitivity = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  const coefficientBound = ermCoefficientBound({ penalty, lipschitz: loss.lipschitz });
  return {
    dimension: d,
    recordCount: n,
    clampedCount: box.clampedCount,
    operationsPerValue: features?.count ?? n,
    evaluate: (axes) => {
      const at = productPoints(axes);
      return features ? featureSums(features, fit.coordinates!, at) : evaluateExpansion({ kernel, ...fit }, at);
    },
    // docs/proofs/learnerRounding.md, Lemma 6.
    roundingError: coefficientBound * (2 * (features?.count ?? n) + 80 + (kernel.roundings ?? 0)) * 2 ** -53,
    pointwiseSensitivity: rkhsSensitivity,
    sensitivity: (degree) => {
      const axis = Float64Array.from({ length: degree + 1 }, (_, nu) => nu / degree);
      if (features) {
        const on = featuresAt(features, productPoints(new Array<Float64Array>(d).fill(axis)));
        return latticeFeatureSensitivity({ rkhsSensitivity, features: on, count: features.count });
      }
      const single = valueByValue(rkhsSensitivity, degree, d);
      const isProduct = d === 1 || kernel.factors !== undefined;
      if (!isProduct && latticeSize(degree, d) > largestGram) return single;
      const { axisGrams, sizes } = isProduct
        ? {
            axisGrams: new Array<Float64Array>(d).fill(gram(kernel, { dimension: 1, coordinates: axis })),
            sizes: new Array<number>(d).fill(degree + 1),
          }
        : {
            axisGrams: [gram(kernel, productPoints(new Array<Float64Array>(d).fill(axis)))],
            sizes: [latticeSize(degree, d)],
          };
      const together = latticeRkhsSensitivity({ rkhsSensitivity, axisGrams, sizes });
      return { l1: Math.min(single.l1, together.l1), l2: Math.min(single.l2, together.l2) };
    },
  };
}

type Features = FeatureKernel["features"];

function featuresAt({ count, fill }: Features, at: Points): Float64Array {
  const values = new Float64Array(pointCount(at) * count);
  fill(at, values, 0, count);
  return values;
}

function featureSums(features: Features, w: Float64Array, at: Points): Float64Array {
  const values = featuresAt(features, at);
  return Float64Array.from({ length: pointCount(at) }, (_, i) => dot(values, i * w.length, w, 0, w.length));
}
