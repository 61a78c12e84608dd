import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import type { CapableKernel } from "../kernels/kernel.ts";
import type { Points } from "../points.ts";
import type { PrivacyLoss } from "../privacy/accounting/privacyLoss.ts";
import { addedFailure, claimedMu } from "../privacy/calibration/claim.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import { latticePlan } from "../privacy/mechanisms/latticeRelease.ts";
import { roundingUp } from "../privacy/mechanisms/latticeScale.ts";
import { createExponentialOnlineNoise } from "../privacy/mechanisms/online/exponentialOnlineNoise.ts";
import { createOnlineNoise } from "../privacy/mechanisms/online/onlineNoise.ts";
import { createOnlineRelease, type OnlineRelease } from "../privacy/mechanisms/online/onlineRelease.ts";
import { exactNormals } from "../random/exactNormal.ts";
import { clampedToLattice } from "../random/exactReal.ts";
import type { RandomSource } from "../random/randomSource.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { ditherBits } from "./releasingPrivately.ts";

/** Function to be answered point by point; all but the estimate is public. */
export interface OnlineTarget {
  /** Values at points. Private. */
  readonly estimate: (at: Points) => Float64Array;
  /** η of one value, whatever the records. */
  readonly roundingError: number;
  /** At least sup |f|, whatever the records. */
  readonly peak: number;
  /** Δ, in the RKHS of the kernel. */
  readonly sensitivity: number;
  /** Kernel of the noise: exp(−rate·|x − y|) on a line by its rate. */
  readonly kernel: { readonly rate: number } | CapableKernel;
  /** In the units of the kernel. */
  readonly domain: readonly Interval[];
  /** Requested points in the units of the kernel; themselves if absent. */
  readonly inKernel?: (at: Points) => Points;
  /** An answer is offset + scale·(released number); that number if absent. */
  readonly units?: { readonly scale: number; readonly offsetsAt: (at: Points) => ArrayLike<number> };
}

export interface OnlineTerms {
  readonly capacity: number;
  /** g, a power of two. */
  readonly lattice: number;
  /** s of the dither. */
  readonly dither: number;
  /** σ of the noise at a point, without its nugget. */
  readonly sigma: number;
  /** Δ of the exact sums. */
  readonly sensitivity: number;
  /** All answers together are μ-GDP but for an event of probability `failure`. */
  readonly mu: number;
  readonly failure: number;
  readonly loss: PrivacyLoss;
  /** Answers have the step scale·g and the deviation scale·σ. */
  readonly scale: number;
  /** True if answer i takes O(log i), not O(i²). */
  readonly isFast: boolean;
}

interface OnlineFunction {
  readonly terms: OnlineTerms;
  readonly release: OnlineRelease;
}

export interface OnlineOpened {
  readonly session: number;
  readonly terms: OnlineTerms;
}

/** Most points for exponential noise on a line, and for other noise; public. */
export const onlineCapacity = { fast: 150_000, other: 1500 } as const;

/**
 * Online release of a function: exact sums, noise conditional on earlier answers, and an exact dither on a lattice. All
 * answers together are private, however points are chosen.
 *
 * @param words fresh, of a cryptographic source
 * @throws {NumericalError} if rounding over so many points would cost more than half of μ
 * @see docs/proofs/onlineNoise.md; Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H4
 */
export function openOnline(target: OnlineTarget, budget: PrivacyBudget, words: RandomWords): OnlineFunction {
  const { kernel, domain, roundingError, peak, sensitivity, inKernel = (at) => at, units } = target;
  const normals = exactNormals(words);
  const random = fromNormals(() => normals.nearest());
  const isFast = "rate" in kernel;
  const capacity = isFast ? onlineCapacity.fast : onlineCapacity.other;
  const noise = isFast
    ? createExponentialOnlineNoise({ rate: kernel.rate, capacity, random })
    : createOnlineNoise({ kernel, dimension: domain.length, capacity, random });
  const { failure } = noise;
  const mu = claimedMu({ ...budget, failure });
  const { lattice, ditherSteps, dither, sigma } = latticePlan({
    sensitivity,
    mu,
    count: capacity,
    estimateError: Math.sqrt(capacity) * roundingError,
    estimateBound: Math.sqrt(capacity) * (peak + roundingError) * (1 + 1e-10),
    noise: { error: noise.forwardError, normBound: noise.normBound * roundingUp, failure },
    ditherBits,
  });
  const inside = createOnlineRelease({
    estimate: target.estimate,
    noise,
    noiseScale: sigma,
    domain,
    publish: (value) => lattice * normals.onLattice(clampedToLattice(value / lattice), ditherSteps),
  });
  const loss = { kind: "gaussian", mu, failure: addedFailure({ epsilon: budget.epsilon, failure }) } as const;
  const inUnits = (values: Float64Array, at: Points): Float64Array => {
    if (!units) return values;
    const offsets = units.offsetsAt(at);
    return values.map((value, i) => offsets[i]! + units.scale * value);
  };
  const scale = units?.scale ?? 1;
  return {
    release: { query: (at) => inUnits(inside.query(inKernel(at)), at) },
    terms: { capacity, lattice, dither, sigma, mu, failure, sensitivity, loss, scale, isFast },
  };
}

function fromNormals(normal: () => number): RandomSource {
  return {
    normal,
    fillNormals: (out) => {
      for (let i = 0; i < out.length; i++) out[i] = normal();
    },
    uniform: () => {
      throw new ParameterError("random", "uniform", "normal draws only");
    },
  };
}
