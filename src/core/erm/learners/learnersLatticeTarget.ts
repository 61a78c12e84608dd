import { checkAllFinite, checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { fitLinearLogistic, logisticTolerance } from "./linearLogistic.ts";
import { gaussianNaiveBayes, naiveBayes } from "./naiveBayes.ts";
import { priestleyChao } from "./priestleyChao.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import {
  latticeLinearLogisticSensitivity,
  linearLogisticSensitivity,
  logisticProbabilitySensitivity,
} from "../../privacy/sensitivity/linearLogistic.ts";
import {
  gaussianNaiveBayesSensitivity,
  latticeNaiveBayesSensitivity,
  naiveBayesSensitivity,
} from "../../privacy/sensitivity/naiveBayes.ts";
import {
  clippedPriestleyChaoSensitivity,
  latticePriestleyChaoSensitivity,
} from "../../privacy/sensitivity/priestleyChao.ts";
import type { Interval } from "../../grids.ts";
import { productPoints, unitRecords, valueByValue, type LatticeTarget } from "../../release/latticeTarget.ts";

const unit = 2 ** -53;

/**
 * The Priestley–Chao regression curve with clipped gaps, on the unit interval.
 *
 * @param responses clamped into ±labelBound, shape (n,). Private
 * @param bandwidth b > 0 and gapFactor c > 0, as shares of the domain. Public
 * @param labelBound B > 0. Public
 * @see clippedPriestleyChaoSensitivity
 */
export function priestleyChaoTarget({
  points,
  responses,
  domain,
  bandwidth,
  gapFactor,
  labelBound,
}: {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly domain: readonly Interval[];
  readonly bandwidth: number;
  readonly gapFactor: number;
  readonly labelBound: number;
}): LatticeTarget {
  const box = unitRecords(points, domain);
  if (domain.length !== 1) throw new ParameterError("domain.length", domain.length, "1");
  const n = pointCount(box.points);
  checkAllFinite("responses", checkLength("responses", responses, n));
  checkPositive("labelBound", labelBound);
  const clamped = Float64Array.from(responses, (l) => Math.min(labelBound, Math.max(-labelBound, l)));
  const parameters = { recordCount: n, bandwidth, gapFactor, labelBound, side: 1 };
  return {
    dimension: 1,
    recordCount: n,
    clampedCount: box.clampedCount,
    operationsPerValue: n,
    evaluate: ([at]) =>
      priestleyChao({
        points: box.points,
        responses: clamped,
        bandwidth,
        at: { dimension: 1, coordinates: at! },
        gapFactor,
      }),
    // docs/proofs/learnerRounding.md, Lemma 4.
    roundingError: (labelBound / bandwidth) * (2 * n + 32 + 1 / bandwidth) * unit,
    pointwiseSensitivity: clippedPriestleyChaoSensitivity(parameters),
    sensitivity: (degree) => latticePriestleyChaoSensitivity({ ...parameters, degree }),
  };
}

/**
 * The decision function of naive Bayes on the unit box.
 *
 * @param labels ±1, shape (n,). Private
 * @param likelihood its bandwidth b > 0, or its least variance v > 0, as shares of the sides. Public
 * @see naiveBayesSensitivity, gaussianNaiveBayesSensitivity
 */
export function naiveBayesTarget({
  points,
  labels,
  domain,
  likelihood,
}: {
  readonly points: Points;
  readonly labels: ArrayLike<number>;
  readonly domain: readonly Interval[];
  readonly likelihood: { readonly bandwidth: number } | { readonly leastVariance: number };
}): LatticeTarget {
  const box = unitRecords(points, domain);
  const d = domain.length;
  const n = pointCount(box.points);
  const sizes = { recordCount: n, dimension: d };
  const records = { points: box.points, labels };
  const isKernel = "bandwidth" in likelihood;
  const S = isKernel
    ? naiveBayesSensitivity({ ...sizes, ...likelihood })
    : gaussianNaiveBayesSensitivity({ ...sizes, ...likelihood });
  const width = isKernel ? likelihood.bandwidth : Math.sqrt(likelihood.leastVariance);
  const peak = (1 / (Math.sqrt(2 * Math.PI) * width)) ** d;
  return {
    ...sizes,
    clampedCount: box.clampedCount,
    operationsPerValue: 2 * d,
    evaluate: (axes) =>
      isKernel
        ? naiveBayesOnAxes(records, likelihood.bandwidth, axes)
        : gaussianNaiveBayes({ ...records, at: productPoints(axes), ...likelihood }),
    // docs/proofs/learnerRounding.md, Lemmas 2 and 3.
    roundingError:
      peak * 2 * d * (isKernel ? n + 16 + 1 / width : 16 + (2 * n + 8) * (1 / width + 1 / width ** 2)) * unit,
    pointwiseSensitivity: S,
    sensitivity: (degree) =>
      isKernel ? latticeNaiveBayesSensitivity({ ...sizes, ...likelihood, degree }) : valueByValue(S, degree, d),
  };
}

function naiveBayesOnAxes(
  { points, labels }: { readonly points: Points; readonly labels: ArrayLike<number> },
  bandwidth: number,
  axes: readonly Float64Array[],
): Float64Array {
  // On one axis: the class's density times its share.
  const n = pointCount(points);
  const d = points.dimension;
  const size = axes.reduce((product, axis) => product * axis.length, 1);
  const out = new Float64Array(size);
  for (const label of [1, -1]) {
    const rows = Array.from({ length: n }, (_, i) => i).filter((i) => labels[i] === label);
    if (rows.length === 0) continue;
    const likelihoods = axes.map((axis, j) =>
      naiveBayes({
        points: { dimension: 1, coordinates: Float64Array.from(rows, (i) => points.coordinates[i * d + j]!) },
        labels: new Float64Array(rows.length).fill(1),
        bandwidth,
        at: { dimension: 1, coordinates: axis },
      }),
    );
    const share = label * (rows.length / n);
    for (let i = 0; i < size; i++) {
      let [value, rest] = [share, i];
      for (const likelihood of likelihoods) {
        value *= likelihood[rest % likelihood.length]!;
        rest = Math.floor(rest / likelihood.length);
      }
      out[i]! += value;
    }
  }
  return out;
}

/**
 * Linear logistic regression y ↦ ⟨w*, y⟩ on the unit box, which the lattice of k = 1 reproduces. Records of norm above
 * 1 are moved to norm 1.
 *
 * @param labels ±1, shape (n,). Private
 * @param cost C > 0. Public
 * @see linearLogisticSensitivity
 */
export function linearLogisticTarget({
  points,
  labels,
  domain,
  cost,
}: {
  readonly points: Points;
  readonly labels: ArrayLike<number>;
  readonly domain: readonly Interval[];
  readonly cost: number;
}): LatticeTarget {
  const box = unitRecords(points, domain);
  const d = domain.length;
  const n = pointCount(box.points);
  const coordinates = box.points.coordinates.slice();
  let clampedCount = box.clampedCount;
  for (let i = 0; i < n; i++) {
    const norm = Math.hypot(...pointAt(box.points, i));
    if (norm > 1) {
      clampedCount++;
      for (let j = 0; j < d; j++) coordinates[i * d + j]! /= norm;
    }
  }
  const sizes = { recordCount: n, dimension: d, cost };
  const { weights } = fitLinearLogistic({ points: { dimension: d, coordinates }, labels, cost });
  const S = linearLogisticSensitivity(sizes);
  return {
    dimension: d,
    recordCount: n,
    clampedCount,
    operationsPerValue: d,
    evaluate: (axes) => {
      const at = productPoints(axes);
      return Float64Array.from({ length: pointCount(at) }, (_, i) =>
        pointAt(at, i).reduce((sum, y, j) => sum + y * weights[j]!, 0),
      );
    },
    roundingError: Math.sqrt(d) * (logisticTolerance(sizes) + (d + 4) * cost * unit),
    pointwiseSensitivity: S,
    sensitivity: (degree) => latticeLinearLogisticSensitivity({ ...sizes, degree }),
  };
}

/**
 * The probability of the label +1 less that of −1 by {@link linearLogisticTarget}, y ↦ 2σ(⟨w*, y⟩) − 1.
 *
 * @see logisticProbabilitySensitivity; Aldà & Rubinstein (2017), Appendix G
 */
export function logisticProbabilityTarget(setting: Parameters<typeof linearLogisticTarget>[0]): LatticeTarget {
  const linear = linearLogisticTarget(setting);
  const { dimension, recordCount } = linear;
  return {
    ...linear,
    evaluate: (axes) => linear.evaluate(axes).map((margin) => Math.tanh(margin / 2)),
    roundingError: linear.roundingError / 2 + 16 * unit,
    pointwiseSensitivity: logisticProbabilitySensitivity({ dimension, recordCount, cost: setting.cost }),
    sensitivity: (degree) => {
      const { l1, l2 } = linear.sensitivity(degree);
      return { l1: l1 / 2, l2: l2 / 2 };
    },
  };
}
