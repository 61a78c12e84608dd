import { ParameterError } from "../errors.ts";
import { anisotropicGaussianKernel } from "../kernels/anisotropicGaussian.ts";
import { bumpKernel } from "../kernels/bumpKernel.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { pointCount, type Points } from "../points.ts";
import type { PrivacyLoss } from "../privacy/accounting/privacyLoss.ts";
import { addedFailure, claimedMu } from "../privacy/calibration/claim.ts";
import { latticePlan, type NoiseBounds } from "../privacy/mechanisms/latticeRelease.ts";
import { roundingUp } from "../privacy/mechanisms/latticeScale.ts";
import { createExponentialOnlineNoise } from "../privacy/mechanisms/online/exponentialOnlineNoise.ts";
import { createOnlineNoise, type OnlineNoise } from "../privacy/mechanisms/online/onlineNoise.ts";
import { createOnlineRelease, type OnlineRelease } from "../privacy/mechanisms/online/onlineRelease.ts";
import { exactNormals } from "../random/exactNormal.ts";
import { clampedToLattice } from "../random/exactReal.ts";
import type { RandomSource } from "../random/randomSource.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { bandwidthMatrixOf, isOfGaussianBumps } from "./densityGrid.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";
import { ditherBits } from "../release/releasingPrivately.ts";
import { exactDensity } from "./exactDensity.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";

/** Fixed before anything is drawn; public. */
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
  /** True if answer i takes O(log i), not O(i²). */
  readonly isFast: boolean;
}

interface OnlineDensity {
  readonly terms: OnlineTerms;
  readonly release: OnlineRelease;
}

/** Most points for exponential noise on a line, and for other noise; public. */
export const onlineCapacity = { fast: 150_000, other: 1500 } as const;

/**
 * Online release of a density: exact sums over the records, noise conditional on all earlier answers, and an exact
 * dither on a lattice. All answers together are private, also for points chosen after earlier ones.
 *
 * @param points n ≥ 2 records on a line or in a plane. Private
 * @param words fresh, of a cryptographic source
 * @throws {NumericalError} if rounding over so many points would cost more than half of μ
 * @see docs/proofs/onlineNoise.md; Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H4
 */
export function openOnlineDensity({
  points,
  words,
  budget,
  ...parameters
}: DensityTargetParameters & {
  readonly points: Points;
  readonly words: RandomWords;
  readonly budget: PrivacyBudget;
}): OnlineDensity {
  const { domain } = parameters;
  const n = pointCount(points);
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  checkDensity(parameters, {}, "online");
  const normals = exactNormals(words);
  const form = exactDensity(parameters, points);
  const noise = noiseOf(
    parameters,
    fromNormals(() => normals.nearest()),
  );
  const { capacity } = noise;
  const bounds: NoiseBounds = {
    error: noise.forwardError,
    normBound: noise.normBound * roundingUp,
    failure: noise.failure,
  };
  const mu = claimedMu({ ...budget, failure: bounds.failure });
  const plan = latticePlan({
    sensitivity: form.sensitivity,
    mu,
    count: capacity,
    estimateError: Math.sqrt(capacity) * form.roundingError,
    estimateBound: Math.sqrt(capacity) * (form.peak + form.roundingError) * (1 + 1e-10),
    noise: bounds,
    ditherBits,
  });
  const { lattice, ditherSteps, dither, sigma } = plan;
  const release = createOnlineRelease({
    estimate: form.estimate,
    noise,
    noiseScale: sigma,
    domain,
    publish: (value) => lattice * normals.onLattice(clampedToLattice(value / lattice), ditherSteps),
  });
  const failure = addedFailure({ epsilon: budget.epsilon, failure: bounds.failure });
  return {
    release,
    terms: {
      capacity,
      lattice,
      dither,
      sigma,
      mu,
      failure: bounds.failure,
      sensitivity: form.sensitivity,
      loss: { kind: "gaussian", mu, failure },
      isFast: capacity === onlineCapacity.fast,
    },
  };
}

function noiseOf(parameters: DensityTargetParameters, random: RandomSource): OnlineNoise {
  const { domain, bandwidths, route, relativeRate, bump } = parameters;
  const dimension = domain.length;
  const isRough = route === "sobolev" || bump === "exponential";
  const rates = bandwidths.map((h) => (route === "sobolev" ? relativeRate : 1) / h);
  if (dimension === 1 && isRough) {
    return createExponentialOnlineNoise({ rate: rates[0]!, capacity: onlineCapacity.fast, random });
  }
  const kernel: Kernel =
    route === "sobolev"
      ? {
          evaluate: (x, y) => Math.exp(-rates.reduce((sum, rate, j) => sum + rate * Math.abs(x[j]! - y[j]!), 0)),
          diagonalBound: 1,
        }
      : isOfGaussianBumps(parameters)
        ? anisotropicGaussianKernel(bandwidthMatrixOf(parameters))
        : bumpKernel({ name: bump!, bandwidths });
  return createOnlineNoise({ kernel, dimension, capacity: onlineCapacity.other, random });
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
