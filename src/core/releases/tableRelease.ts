import { gaussianOfPure } from "../privacy/accounting/composition.ts";
import { deltaOf } from "../privacy/accounting/privacyLoss.ts";
import { addedFailure, claimedDelta, claimedMu } from "../privacy/calibration/claim.ts";
import { gaussianLattice, latticeGaussianRelease } from "../privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../privacy/mechanisms/latticeLaplace.ts";
import { latticeValues } from "../privacy/mechanisms/latticeRelease.ts";
import { recordSensitivity } from "../privacy/sensitivity/recordRange.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { fabricateNoisyRows, tableRows } from "./fabrication.ts";
import type { ClassifiedRecords, FabricationParameters } from "./fabrication.ts";
import type { PrivacyBudget, PrivateRelease } from "./privateRelease.ts";

/** A table to be released: ε and δ of the budget are of one entry, or of a record, as `protection` says. All of it is public. */
export type TableReleaseParameters = Omit<
  FabricationParameters,
  "epsilon" | "delta" | "seed" | "frames" | "fieldCount"
> & {
  readonly budget: PrivacyBudget;
};

/** Noise on the entries of a table, exact on a lattice, and what it guarantees of a whole record. */
type RowNoise = Pick<
  PrivateRelease,
  | "kind"
  | "lattice"
  | "sigma"
  | "sensitivity"
  | "calibration"
  | "mu"
  | "epsilon"
  | "delta"
  | "achievedDelta"
  | "deviation"
  | "samplingMethod"
> & { readonly integersOf: (words: RandomWords) => Float64Array };

/**
 * A fabricated table that is private as the bits that leave: integers D of the noisy rows on a lattice, and fabricated rows that are
 * made of them.
 *
 * Entries are doubles in [0, 1] or [−½, ½], so replacing a record moves them by at most p in the 1-norm and √p in the 2-norm, without any
 * rounding; the noise is exact. So the integers are the Laplace mechanism of scale b, pure p/b, or the Gaussian mechanism, μ-GDP with μ =
 * √p/σ; clustering, smoothing and images are post-processing. What is claimed is about a **record**, also where ε was asked for one
 * entry: then it is pε/d. Noise here never has an atom (errata K2).
 *
 * Classes and the number and order of rows are public (errata K5). Records kept for a test take no part.
 *
 * @param words fresh ones of a cryptographic source: about 7 for each entry
 * @yields the fraction done
 * @returns integers and values of the rows, entry after entry; axes: entry, row
 * @throws {ParameterError} as `fabricateTableRelease`
 * @see docs/proofs/tableRelease.md
 */
export function* releasingTable(
  records: ClassifiedRecords,
  { budget, ...parameters }: TableReleaseParameters,
  words: RandomWords,
): Generator<number, PrivateRelease> {
  const { epsilon, delta } = budget;
  const asked = { ...parameters, epsilon, delta, frames: false, fieldCount: 0, seed: "secure" } as const;
  const { unit, classOf, partyOf, box } = tableRows(records, asked);
  const p = unit.dimension;
  const { integersOf, ...noise } =
    parameters.protection === "entry"
      ? entryNoise(unit.coordinates, p, parameters.adjacency, budget)
      : recordNoise(unit.coordinates, p, budget);
  const integers = integersOf(words);
  const noisy = { dimension: p, coordinates: latticeValues(integers, noise.lattice) };
  const { fabricated } = yield* fabricateNoisyRows(noisy, { classOf, partyOf, classCount: records.classCount }, asked);
  return {
    ...noise,
    integers,
    values: box.toData(fabricated).coordinates,
    axes: [
      { lower: 1, upper: p, count: p },
      { lower: 1, upper: classOf.length, count: classOf.length },
    ],
    units: { scale: 1, offset: 0 },
    processing: processingWords(asked),
    rowNoise: rowNoiseWords(asked, noise.sigma),
    ...{ dither: 0, failure: 0, addedFailure: addedFailure({ epsilon, failure: 0 }) },
    ...{ jitter: 0, covarianceError: 0, estimateError: 0, noiseError: 0, computingError: 0, roundingShare: 0 },
    basis: undefined,
    simultaneousHalfWidth: Infinity,
    isBandProved: false,
  };
}

/** Laplace noise of scale at least d/ε, which for a record is pure pε/d. */
function entryNoise(entries: Float64Array, p: number, adjacency: number, budget: PrivacyBudget): RowNoise {
  const { l1 } = recordSensitivity(unitBox(p));
  const asked = (l1 / adjacency) * budget.epsilon;
  const lattice = laplaceLattice({ sensitivity: l1, roundingError: 0, epsilon: asked });
  const { epsilon } = lattice;
  return {
    kind: "laplaceCoordinates",
    lattice: lattice.lattice,
    sigma: lattice.scale,
    sensitivity: { formula: `p = ${p} entries of range 1, in the 1-norm`, exact: l1, stop: 0, value: l1 },
    calibration: "pure",
    mu: gaussianOfPure(epsilon) * (1 + 1e-12),
    epsilon,
    delta: 0,
    achievedDelta: deltaOf({ kind: "pure", epsilon }, epsilon),
    deviation: Math.SQRT2 * lattice.scale,
    samplingMethod: "exact Laplace draws",
    integersOf: (words) => latticeLaplaceRelease({ estimate: entries, lattice, words }),
  };
}

function recordNoise(entries: Float64Array, p: number, budget: PrivacyBudget): RowNoise {
  const { l2 } = recordSensitivity(unitBox(p));
  const asked = claimedMu({ ...budget, failure: 0 });
  const lattice = gaussianLattice({ sensitivity: l2, roundingError: 0, mu: asked });
  const { mu } = lattice;
  const { epsilon, delta, calibration } = budget;
  return {
    kind: "gaussianCoordinates",
    lattice: lattice.lattice,
    sigma: lattice.scale,
    sensitivity: { formula: `√p = √${p} of entries of range 1, in the 2-norm`, exact: l2, stop: 0, value: l2 },
    ...{ calibration, mu, epsilon, delta },
    achievedDelta: claimedDelta({ epsilon, mu, failure: 0 }),
    deviation: lattice.scale,
    samplingMethod: "exact Gaussian draws",
    integersOf: (words) => latticeGaussianRelease({ estimate: entries, lattice, words }),
  };
}

function unitBox(p: number) {
  return { lower: new Float64Array(p), upper: new Float64Array(p).fill(1) };
}

function processingWords(parameters: FabricationParameters): string {
  const { ranges, origin, subspaceDimension, branches, parties, steps, tolerancePerRow } = parameters;
  const until =
    tolerancePerRow === undefined
      ? `${steps} steps`
      : `at most ${steps} steps, until the error is ${tolerancePerRow} a row`;
  return [
    "fabricated rows: the noisy rows (integers times the step) of each class and party",
    `are cut into ${branches} branches by k-means, smoothed for ${until} by affine hull machines of dimension ${subspaceDimension},`,
    `and replaced by their images; ${parties} ${parties === 1 ? "party" : "parties"};`,
    `the integers are on the scale of ${origin === "middle" ? "[−½, ½]" : "[0, 1]"}, the values in data units:`,
    ranges.length <= 8 ? ranges.map(([lower, upper]) => `${lower}..${upper}`).join(" by ") : `${ranges.length} ranges`,
  ].join(" ");
}

function rowNoiseWords({ protection, adjacency }: FabricationParameters, scale: number): string {
  return protection === "entry"
    ? `independent Laplace noise of scale ${scale} on each entry, exact on a lattice: asked for one entry and a change of at most ${adjacency} of its range; what is claimed here is for a whole record`
    : `independent Gaussian noise of standard deviation ${scale} on each entry, exact on a lattice, for a whole record`;
}
