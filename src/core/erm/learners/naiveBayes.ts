import { checkAllFinite, checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";

interface LabelledPoints {
  /** n ≥ 1 points in ℝ^ℓ. Private */
  readonly points: Points;
  /** ±1, shape (n,). Private */
  readonly labels: ArrayLike<number>;
  readonly at: Points;
}

/**
 * The decision function of a naive Bayes classifier whose likelihoods are kernel density estimates on each axis,
 *
 *     F(y) = P(y|+)P(+) − P(y|−)P(−),   P(y|c) = Π_j (1/m_c) Σ_{i in c} N(y_j; x_ij, b²),   P(c) = m_c/n.
 *
 * @param bandwidth b > 0
 * @returns F at each point, shape (m,). O(nmℓ)
 * @see Aldà & Rubinstein (2017), section 6 and Appendix F; errata A7
 */
export function naiveBayes({
  points,
  labels,
  bandwidth,
  at,
}: LabelledPoints & { readonly bandwidth: number }): Float64Array {
  const b = checkPositive("bandwidth", bandwidth);
  const peak = 1 / (b * Math.sqrt(2 * Math.PI));
  return differenceOfClasses({ points, labels, at }, (members) => (j, y) => {
    let sum = 0;
    for (const x of members) sum += Math.exp(-0.5 * ((y - x[j]!) / b) ** 2);
    return (peak * sum) / members.length;
  });
}

/**
 * The decision function of a naive Bayes classifier whose likelihoods are normal densities,
 *
 *     F(y) = P(y|+)P(+) − P(y|−)P(−),   P(y|c) = Π_j N(y_j; μ_cj, max(v_cj, v)),   P(c) = m_c/n,
 *
 * with the mean μ and the mean square deviation v_c of each class on each axis.
 *
 * @param leastVariance v > 0
 * @returns F at each point, shape (m,). O((n + m)ℓ)
 * @see Aldà & Rubinstein (2017), section 6
 */
export function gaussianNaiveBayes({
  points,
  labels,
  leastVariance,
  at,
}: LabelledPoints & { readonly leastVariance: number }): Float64Array {
  checkPositive("leastVariance", leastVariance);
  return differenceOfClasses({ points, labels, at }, (members) => {
    const axes = Array.from({ length: points.dimension }, (_, j) => {
      const mean = members.reduce((sum, x) => sum + x[j]!, 0) / members.length;
      const variance = members.reduce((sum, x) => sum + (x[j]! - mean) ** 2, 0) / members.length;
      return { mean, variance: Math.max(variance, leastVariance) };
    });
    return (j, y) => {
      const { mean, variance } = axes[j]!;
      return Math.exp((-0.5 * (y - mean) ** 2) / variance) / Math.sqrt(2 * Math.PI * variance);
    };
  });
}

function differenceOfClasses(
  { points, labels, at }: LabelledPoints,
  fit: (members: readonly Float64Array[]) => (j: number, y: number) => number,
): Float64Array {
  const n = pointCount(points);
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  if (at.dimension !== points.dimension) {
    throw new ParameterError("at.dimension", at.dimension, `equal to ${points.dimension}`);
  }
  checkAllFinite("points", points.coordinates);
  checkLength("labels", labels, n);
  const members = new Map<number, Float64Array[]>([
    [1, []],
    [-1, []],
  ]);
  for (let i = 0; i < n; i++) {
    const own = members.get(labels[i]!);
    if (!own) throw new ParameterError(`labels[${i}]`, labels[i], "1 or −1");
    own.push(pointAt(points, i));
  }
  const F = new Float64Array(pointCount(at));
  for (const [label, own] of members) {
    if (own.length === 0) continue;
    const likelihood = fit(own);
    for (let i = 0; i < F.length; i++) {
      let product = (label * own.length) / n;
      pointAt(at, i).forEach((y, j) => (product *= likelihood(j, y)));
      F[i]! += product;
    }
  }
  return F;
}
