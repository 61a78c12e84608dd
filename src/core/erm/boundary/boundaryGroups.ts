import { allocateFresh } from "../../bufferPool.ts";
import type { Allocate } from "../../bufferPool.ts";
import { ParameterError } from "../../errors.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { createErmSolver } from "../solver/ermSolver.ts";
import { gridSize, levelAxis } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { stationaryKernel } from "../../kernels/stationaryKernel.ts";
import { pointCount, pointsAt } from "../../points.ts";
import { simultaneousQuantile } from "../../privacy/bands/simultaneousQuantile.ts";
import { ermCoefficientBound, regularisedErmSensitivity } from "../../privacy/sensitivity/regularisedErm.ts";
import { smallestJitter } from "../../privacy/sensitivity/roundingJitter.ts";
import { roundingInflatedSensitivity } from "../../privacy/sensitivity/roundingInflated.ts";
import { representableBound } from "../../representableBound.ts";
import { portion } from "../../slices.ts";
import { boundaryFits } from "./boundaryFits.ts";
import type { BoundaryFit, BoundaryFits } from "./boundaryFits.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "./boundaryParameters.ts";
import { checkSize, gapShare, lossOf, ontoUnitRange, problemOf } from "./boundaryProblem.ts";
import { summationOf } from "./boundaryRounding.ts";
import { heldOutOfGroups } from "./boundaryGroupsHeldOut.ts";
import { expansionOnSlice, kernelOnSlice, sliceOf } from "./boundarySlice.ts";
import { releaseSensitivity } from "../../release/releaseTarget.ts";
import { boundOnRecords, releaseOfPersons, targetOfPersons } from "../../release/recordsPerPerson.ts";
import type { GridTarget } from "../../release/releaseTarget.ts";
import {
  countedGroup,
  countsOfGroups,
  groupCarrying,
  groupCountNames,
  groupsAskedFor,
  rowsOfGroups,
} from "../../release/sharedGroups.ts";
import type { Grouped, GroupUnits } from "../../release/sharedGroups.ts";
import { unitNoiseDraws } from "../../release/unitNoiseDraws.ts";

/** The records of one data set in groups, ready for any parameters. */
interface BoundaryGroupsPlan {
  /**
   * In slices, each yielding the progress. The values of each group's function, times its share, then κ times the number of
   * records in each group and in none.
   *
   * @param allocate makes the arrays of estimate and noise
   * @throws {ParameterError} if a parameter is out of range
   */
  releasing(parameters: Grouped<BoundaryParameters>, allocate?: Allocate): Generator<number, BoundaryRelease>;
  /** What a private release is made of. @throws {ParameterError} if a parameter is out of range */
  target(parameters: Grouped<FitParameters>): GridTarget;
  /** f of a record's own group at each record, from fits without the records of its fold; 0 in none. Private. */
  holdingOut(parameters: Grouped<FitParameters>): Generator<number, Float64Array>;
}

/** Around what the functions of groups are shown, and in which units: those of the responses, or of the labels. */
export function boundaryGroupUnits({ responseRange }: Pick<FitParameters, "responseRange">): GroupUnits {
  if (!responseRange) return {};
  const [lower, upper] = responseRange;
  return { centre: [[0, lower / 2 + upper / 2]], unit: upper / 2 - lower / 2 };
}

/**
 * A plan for a private risk minimiser of each of several groups. Of group g with the declared share q,
 *
 *     f_g = argmin (1/qn) Σ_{i in g} ℓ(yᵢ, f(xᵢ)) + λ‖f‖²,
 *
 * n the number of *all* records: the minimiser of the group alone, where its share is q. Released are q·f_g of all groups, one
 * behind the other, and the number of records in each and in none: one function of Δ = M√(sup K)/(λn), that of one minimiser of
 * all records, whatever the groups (docs/proofs/disjointParts.md, Lemma 6).
 *
 * Σ_g |q·f_g(x)| ≤ M sup K/2λ over all groups together, since the sum of |cᵢ| over those of one is at most M n_g/(2λqn): so B and
 * η are those of one function. Each fit stops where q·f_g is within a share of Δ/(2√K) of its minimiser, whatever n_g is, so
 * all together within that share of Δ/2.
 *
 * @param points n ≥ 2 inputs in ℝᵈ. Private
 * @param responses labels ±1, or responses; shape (n,). Private
 * @param groups the group of each record. Which record is in which is private
 * @throws {ParameterError} if an argument is out of range
 */
export function planBoundaryGroups(records: GroupedRecords): BoundaryGroupsPlan {
  const { points, responses, groups, recordsPerPerson } = records;
  const personsOf = (parameters: FitParameters) => boundOnRecords(parameters.recordsPerPerson, recordsPerPerson);
  const n = pointCount(points);
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  const copies = groups.levels.length;
  const share = gapShare / Math.sqrt(copies);
  const unitNoise = unitNoiseDraws();
  const rows = rowsOfGroups(groups.of, copies);
  const fits = rows.map((own): BoundaryFits | undefined =>
    own.length === 0 ? undefined : boundaryFits(pointsAt(points, own), valuesAt(responses, own)),
  );
  const counts = countsOfGroups(groups.of, copies);

  /** λ′ of a group's own fit, whose mean loss is over its own records. Private. */
  const ownPenalty = ({ penalty, groups: { shares } }: Grouped<FitParameters>, k: number): number =>
    (penalty * shares[k]! * n) / rows[k]!.length;

  /** The fits of all groups; undefined of an empty one, whose function is 0. Private. */
  function* fitting(parameters: Grouped<FitParameters>, from: "public" | "last" | undefined) {
    const all: (BoundaryFit | undefined)[] = [];
    for (const [k, own] of fits.entries()) {
      const part = [k / copies, (k + 1) / copies] as const;
      const penalty = ownPenalty(parameters, k);
      all.push(own && (yield* portion(own.fitting({ ...parameters, penalty }, from, share), ...part)));
    }
    return all;
  }

  /** q·f_g on the grid, group after group, and the counts behind them. Private. */
  function* numbersOf(
    all: readonly (BoundaryFit | undefined)[],
    { groups: { shares } }: Grouped<FitParameters>,
    { slice, kernel, way, counted }: PublicPart,
    allocate: Allocate,
  ): Generator<number, Float64Array> {
    const size = gridSize(slice.grid);
    const out = allocate(copies * size + counts.length).fill(0);
    for (const [k, fit] of all.entries()) {
      if (!fit) continue;
      const values = yield* expansionOnSlice({ kernel, ...fit }, slice, { summation: way.summation });
      for (let i = 0; i < size; i++) out[k * size + i] = shares[k]! * values[i]!;
    }
    counts.forEach((count, j) => (out[copies * size + j] = counted.number(count)));
    return out;
  }

  /** Of each group's records something of its fit, at their rows; 0 for those in none. Private. */
  const atRows = <A extends Float64Array | Uint8Array>(out: A, valueOf: (k: number, i: number) => number): A => {
    rows.forEach((own, k) => own.forEach((row, i) => (out[row] = valueOf(k, i))));
    return out;
  };

  return {
    target: (parameters) => {
      const told = publicPart(parameters, n, groups);
      const { exact, stop, way, counted, noise, beside, estimateBound } = told;
      const axes = noise.grid.axes.map(({ count }, j) => ({
        ...{ lower: parameters.domain[j]![0], upper: parameters.domain[j]![1], count },
      }));
      const target: GridTarget = {
        kind: "ditheredGaussian",
        ...noise,
        beside,
        jitter: smallestJitter,
        axes: [...axes, levelAxis(parameters.groups.levels)],
        carrying: groupCarrying(parameters.groups, axes, boundaryGroupUnits(parameters)),
        units: { scale: 1, offset: 0 },
        sensitivity: releaseSensitivity({ formula: "M √(sup K)/(λ n) + 2 √(Σ q² g/λ′)", exact, stop }),
        estimateError: way.roundingError + counted.roundingError,
        estimateBound,
        *estimating() {
          const all = yield* portion(fitting(parameters, "public"), 0, 0.8);
          return yield* portion(numbersOf(all, parameters, told, allocateFresh), 0.8, 0.95);
        },
      };
      return targetOfPersons(target, personsOf(parameters));
    },

    *releasing(parameters, allocate = allocateFresh) {
      const told = publicPart(parameters, n, groups);
      const { exact, stop, lipschitz, way, noise, beside } = told;
      const { penalty, seed, drawCount } = parameters;
      const { shares } = parameters.groups;
      const all = yield* portion(fitting(parameters, parameters.start), 0, 0.8);
      const estimate = yield* portion(numbersOf(all, parameters, told, allocate), 0.8, 1);
      const { roundingError, jitter } = way;
      const drawn = unitNoise({ ...noise, jitter, beside: beside.length, seed, drawCount }, allocate);
      const boxed = fits.map((own) => own?.boxed(parameters.domain).clampedCount ?? 0);
      const ranged = fits.map((own) => own?.ranged(parameters.responseRange));
      const loss = lossOf(parameters);
      const gaps = all.map((fit, k) => (fit ? shares[k]! ** 2 * (fit.dualityGap / ownPenalty(parameters, k)) : 0));
      const release: BoundaryRelease = {
        estimate,
        beside,
        sensitivity: roundingInflatedSensitivity({ sensitivity: exact + stop, roundingError, jitter }),
        unitNoise: drawn.draws,
        recordCount: n,
        start: all.some((fit) => fit?.start === "last") ? "last" : "public",
        clampedCount: sumOf(boxed),
        clampedResponseCount: sumOf(ranged.map((own) => own?.clampedCount ?? 0)),
        gridCounts: noise.grid.axes.map(({ count }) => count),
        lipschitz,
        exactSensitivity: exact,
        gapTolerance: penalty * (stop / 2) ** 2,
        dualityGap: penalty * sumOf(gaps),
        rkhsNorm: Math.hypot(...all.map((fit, k) => (fit ? shares[k]! * fit.rkhsNorm : 0))),
        jitter,
        roundingError,
        covarianceError: drawn.covarianceError,
        samplingMethod: drawn.method,
        simultaneousQuantile:
          noise.grid.axes.length === 1 ? simultaneousQuantile({ ...noise, jitter, coverage: 0.95 }) : undefined,
        fitted: atRows(new Float64Array(n), (k, i) => all[k]!.fitted[i]!),
        support: atRows(new Uint8Array(n), (k, i) =>
          loss.negativeSlope(ranged[k]!.responses[i]!, all[k]!.fitted[i]!) === 0 ? 0 : 1,
        ),
        landmarkCount: undefined,
      };
      return releaseOfPersons(release, personsOf(parameters));
    },

    *holdingOut(parameters) {
      groupsAskedFor(parameters.groups, groups);
      checkSize(n, parameters.solver);
      return yield* heldOutOfGroups(records, fits, parameters);
    },
  };
}

/** What is grouped: inputs, responses, and the group of each record. Private. */
type GroupedRecords = Pick<BoundaryRecords, "points" | "responses" | "recordsPerPerson"> & {
  readonly groups: NonNullable<BoundaryRecords["groups"]>;
};

type PublicPart = ReturnType<typeof publicPart>;

/** What follows of n records in groups from public parameters alone. */
function publicPart(parameters: Grouped<FitParameters>, n: number, groups: GroupedRecords["groups"]) {
  const { penalty, lengthScale, kernel: name, solver } = parameters;
  const held = groupsAskedFor(parameters.groups, groups);
  if (solver !== "exact") throw new ParameterError("solver", solver, "the exact fit where there are groups");
  checkSize(n, solver);
  ontoUnitRange(new Float64Array(0), parameters.responseRange);
  const slice = sliceOf(parameters);
  const { grid } = slice;
  const { lipschitz } = lossOf(parameters);
  const exact = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz, kernelBound: 1 });
  const coefficientBound = ermCoefficientBound({ penalty, lipschitz });
  const kernel = kernelOf(name, lengthScale);
  // Two roundings more: of a share, and of a product with it.
  const onSlice = kernelOnSlice(kernel, slice);
  const sum = { kernel: { ...onSlice, roundings: (onSlice.roundings ?? 0) + 2 }, lengthScale, grid };
  const way = summationOf({ ...sum, centreCount: n, coefficientBound }, exact);
  const counted = countedGroup({ sensitivity: exact, recordCount: n });
  const copies = groups.levels.length;
  return {
    ...{ slice, kernel, exact, lipschitz, way, counted, stop: stopOf(parameters, n, exact) },
    noise: { kernel: stationaryKernel(name, lengthScale, grid.axes.length), grid, copies },
    beside: groupCountNames(held, "records").map((name) => ({ name, weight: counted.weight })),
    estimateBound: (Math.sqrt(gridSize(grid)) * coefficientBound + way.roundingError) * (1 + 1e-10) + counted.bound,
  };
}

/**
 * 2‖Σ q(f_g − f*_g)‖ over all groups together, whatever the n records, by
 *
 * 1. A group of n_g records is fitted to its own mean loss with λ′ = λqn/n_g ≥ λq.
 * 2. Its tolerance is its share of its own Δ, or what rounding leaves in reach; the root of that over λ′ is largest for
 *    n_g = n.
 * 3. λ′ is off by 3u of itself, which moves q·f_g by 3u M n_g/(2λn) at most.
 *
 * @param exact Δ of one minimiser of all records
 */
function stopOf(parameters: Grouped<FitParameters>, n: number, exact: number): number {
  const { kernel, lengthScale, domain, penalty, groups } = parameters;
  const share = gapShare / Math.sqrt(groups.shares.length);
  const anywhere = { dimension: domain.length, coordinates: new Float64Array(domain.length) };
  const solver = createErmSolver({ points: anywhere, kernel: kernelOf(kernel, lengthScale) });
  const distances = groups.shares.map((q) => {
    const own = problemOf({ ...parameters, penalty: penalty * q }, n, solver, share);
    return q * Math.sqrt(own.gapTolerance / (penalty * q));
  });
  return representableBound((2 * Math.hypot(...distances) + 4 * 2 ** -53 * n * exact) * (1 + 2 ** -40));
}

function valuesAt(values: Float64Array, some: readonly number[]): Float64Array {
  return Float64Array.from(some, (row) => values[row]!);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
