import { shortText } from "../../numberFormats.ts";
import { gaussianOfPure } from "../../privacy/accounting/composition.ts";
import { deltaOf } from "../../privacy/accounting/privacyLoss.ts";
import { claimedMu, claimOf, type ReleaseClaim } from "../../privacy/calibration/claim.ts";
import { gaussianLattice, latticeGaussianRelease } from "../../privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../privacy/mechanisms/latticeLaplace.ts";
import { latticeStaircaseRelease, staircaseLattice } from "../../privacy/mechanisms/staircase.ts";
import { staircaseMoments } from "../../privacy/mechanisms/staircaseLaw.ts";
import { recordSensitivity, unitRange } from "../../privacy/sensitivity/recordRange.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import type { FabricationParameters, Protection } from "./fabricationParameters.ts";
import type { PrivacyBudget } from "../../privacy/calibration/privacyBudget.ts";
import { withoutErrors, type PrivateRelease } from "../../release/privateRelease.ts";

/** Noise on the entries of a table, exact on a lattice, and its guarantee for a whole record. */
export type RowNoise = ReleaseClaim &
  Pick<PrivateRelease, "kind" | "lattice" | "sigma" | "sensitivity" | "deviation" | "samplingMethod"> & {
    readonly words: string;
    /** D of rows with entries in [0, 1] or [−½, ½]. */
    readonly integersOf: (entries: ArrayLike<number>, words: RandomWords) => Float64Array;
  };

interface RowNoiseRequest {
  readonly protection: Protection;
  /** d, as a share of an entry's range, in (0, 1]. Entries only. */
  readonly adjacency: number;
  /** Entries only, with d = 1. */
  readonly staircase?: boolean | undefined;
  readonly budget: PrivacyBudget;
  /** p ≥ 1 entries a record. */
  readonly entries: number;
  readonly recordsPerPerson: number;
}

/**
 * Exact noise for the entries of a table: Laplace noise of scale b is pure kp/b, Gaussian noise μ-GDP with μ = √(kp)/σ.
 * The claim is about a **record**, or a person, also if ε was requested for one entry: then kpε/d.
 *
 * @see docs/proofs/tableRelease.md; errata K2
 */
export function rowNoise(request: RowNoiseRequest): RowNoise {
  if (request.protection === "record") return recordNoise(request);
  return request.staircase ? staircaseNoise(request) : entryNoise(request);
}

/** Pure ε for an entry, kpε for a record; `sigma` is the scale of Laplace noise of that loss. */
function staircaseNoise(request: RowNoiseRequest): RowNoise {
  const { entries: p, recordsPerPerson: k } = request;
  const likeLaplace = entryNoise({ ...request, adjacency: 1 });
  const epsilon = (likeLaplace.epsilon / (p * k)) * (1 - 2 ** -50);
  const { meanAbsolute, variance } = staircaseMoments(epsilon);
  return {
    ...likeLaplace,
    kind: "staircaseCoordinates",
    lattice: staircaseLattice,
    deviation: Math.sqrt(variance),
    samplingMethod: "exact staircase draws",
    words: `independent staircase noise on each entry, of mean size ${shortText(meanAbsolute)} where Laplace noise of this loss has ${shortText(likeLaplace.sigma)}, exact on a lattice. It was asked for one entry, whatever its value. What is claimed here is for ${k === 1 ? "a whole record" : `all ${k} records of a person`}`,
    integersOf: (entries, words) => latticeStaircaseRelease({ estimate: entries, epsilon, words }),
  };
}

/** Scale at least d/ε: pure pε/d for a record. */
function entryNoise({ entries: p, recordsPerPerson: k, adjacency, budget }: RowNoiseRequest): RowNoise {
  const { l1 } = recordSensitivity(unitRange(p * k));
  const asked = (l1 / adjacency) * budget.epsilon;
  const lattice = laplaceLattice({ sensitivity: l1, roundingError: 0, epsilon: asked });
  const { epsilon } = lattice;
  return {
    kind: "laplaceCoordinates",
    lattice: lattice.lattice,
    sigma: lattice.scale,
    sensitivity: {
      formula: `${k === 1 ? "" : `${k} records of `}p = ${p} entries of range 1, in the 1-norm`,
      exact: l1,
      stop: 0,
      value: l1,
    },
    calibration: "pure",
    mu: gaussianOfPure(epsilon) * (1 + 1e-12),
    failure: 0,
    addedFailure: 0,
    epsilon,
    delta: 0,
    achievedDelta: deltaOf({ kind: "pure", epsilon }, epsilon),
    deviation: Math.SQRT2 * lattice.scale,
    samplingMethod: "exact Laplace draws",
    words: `independent Laplace noise of scale ${shortText(lattice.scale)} on each entry, exact on a lattice. It was asked for one entry and a change of at most ${adjacency} of its range. What is claimed here is for ${k === 1 ? "a whole record" : `all ${k} records of a person`}`,
    integersOf: (entries, words) => latticeLaplaceRelease({ estimate: entries, lattice, words }),
  };
}

function recordNoise({ entries: p, recordsPerPerson: k, budget }: RowNoiseRequest): RowNoise {
  const { l2 } = recordSensitivity(unitRange(p * k));
  const asked = claimedMu({ ...budget, failure: 0 });
  const lattice = gaussianLattice({ sensitivity: l2, roundingError: 0, mu: asked });
  return {
    ...claimOf(budget, lattice.mu, 0),
    kind: "gaussianCoordinates",
    lattice: lattice.lattice,
    sigma: lattice.scale,
    sensitivity: {
      formula: `√p = √${p} of entries of range 1, in the 2-norm${k === 1 ? "" : `, times √${k} for ${k} records`}`,
      exact: l2,
      stop: 0,
      value: l2,
    },
    deviation: lattice.scale,
    samplingMethod: "exact Gaussian draws",
    words: `independent Gaussian noise of standard deviation ${shortText(lattice.scale)} on each entry, exact on a lattice, for ${k === 1 ? "a whole record" : `all ${k} records of a person`}`,
    integersOf: (entries, words) => latticeGaussianRelease({ estimate: entries, lattice, words }),
  };
}

/**
 * Release of fabricated rows and the integers behind them; axes are entry and row, from 1.
 *
 * @param integers and values, entry after entry, shape (rows, dimension)
 * @param processing the steps from integers to values, in words
 */
export function releaseOfRows(
  { integersOf: _, words, ...noise }: RowNoise,
  {
    integers,
    values,
    dimension,
    processing,
  }: Pick<PrivateRelease, "integers" | "values" | "processing"> & { readonly dimension: number },
): PrivateRelease {
  const count = integers.length / dimension;
  return {
    ...noise,
    integers,
    values,
    axes: [
      { lower: 1, upper: dimension, count: dimension },
      { lower: 1, upper: count, count },
    ],
    units: { scale: 1, offset: 0 },
    processing,
    rowNoise: words,
    ...withoutErrors,
    basis: undefined,
    simultaneousHalfWidth: Infinity,
    isBandProved: false,
  };
}

export function smoothingWords({
  subspaceDimension,
  steps,
  tolerancePerRow,
}: Pick<FabricationParameters, "subspaceDimension" | "steps" | "tolerancePerRow">): string {
  const until =
    tolerancePerRow === undefined
      ? `${steps} steps`
      : `at most ${steps} steps, until the error is ${tolerancePerRow} a row`;
  return `smoothed for ${until} by affine hull machines of dimension ${subspaceDimension}, and replaced by their images`;
}
