import type { Allocate } from "../../bufferPool.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import type { GroupedRows } from "../../records/declaredLevels.ts";
import { gridSize } from "../../grids.ts";
import { pointsAt } from "../../points.ts";
import { portion } from "../../slices.ts";
import { boundaryFits, type BoundaryFit, type BoundaryFits } from "./boundaryFits.ts";
import { gapShare, type FitParameters } from "./boundaryParameters.ts";
import { expansionOnSlice } from "./boundarySlice.ts";
import type { BoundaryTerms } from "./boundaryTerms.ts";
import type { Summation } from "../expansion/expansionOnPlane.ts";
import { absentName, checkMostRecords, inPublicOrder } from "../../release/absentRecords.ts";
import { countsOfGroups, groupCountNames, rowsOfGroups, type SharedGroups } from "../../release/sharedGroups.ts";

/** Private. */
interface BoundaryPart {
  readonly rows: readonly number[];
  /** Undefined if empty. */
  readonly fits: BoundaryFits | undefined;
}

/** A function for each part. Private. */
export interface BoundaryParts {
  /** Fits to all records. */
  readonly whole: BoundaryFits;
  readonly parts: readonly BoundaryPart[];
  /** Numbers in groups, in none, and of empty places, where declared. */
  readonly counts: Float64Array;
  /** Labels of the counts. Public. */
  readonly names: readonly string[];
}

export const together: SharedGroups = { levels: ["all"], shares: [1] };

/**
 * Groups, or all records in one part. If N is declared, those that find one of N places, and the number of empty ones;
 * `whole` has N in place of n. Private.
 *
 * @throws {ParameterError} unless N is possible
 * @see docs/proofs/absentRecords.md
 */
export function boundaryParts(
  records: Pick<BoundaryRecords, "points" | "responses">,
  groups?: GroupedRows,
  mostRecords?: number,
): BoundaryParts {
  const { points, responses } = records;
  const n = responses.length;
  const { levels } = groups ?? together;
  const given = groups?.of ?? new Int32Array(n);
  const surplus = mostRecords === undefined ? [] : withoutPlace(records, given, mostRecords);
  const of = given.slice();
  for (const row of surplus) of[row] = leftOut;
  const whole = boundaryFits(points, responses);
  const fitsOf = (rows: readonly number[]) => {
    if (rows.length === 0) return undefined;
    const own = () => Float64Array.from(rows, (row) => responses[row]!);
    return rows.length === n ? whole : boundaryFits(pointsAt(points, rows), own());
  };
  const counts = groups ? countsOfGroups(of, levels.length) : new Float64Array(0);
  if (groups) counts[levels.length]! -= surplus.length;
  const names = groups ? groupCountNames(groups, "records") : [];
  return {
    whole: { ...whole, recordCount: mostRecords ?? n },
    parts: rowsOfGroups(of, levels.length).map((rows) => ({ rows, fits: fitsOf(rows) })),
    counts: Float64Array.of(...counts, ...(mostRecords === undefined ? [] : [Math.max(0, mostRecords - n)])),
    names: mostRecords === undefined ? names : [...names, absentName(mostRecords, "records")],
  };
}

const leftOut = -1;

function withoutPlace(
  { points, responses }: Pick<BoundaryRecords, "points" | "responses">,
  of: Int32Array,
  mostRecords: number,
): Uint32Array {
  const { coordinates, dimension } = points;
  const rowOf = (i: number) => [...coordinates.subarray(i * dimension, (i + 1) * dimension), responses[i]!];
  const rows = Float64Array.from(Array.from(responses.keys(), rowOf).flat());
  return inPublicOrder(rows, dimension + 1, of).subarray(checkMostRecords(mostRecords));
}

/**
 * λ′ = λqn/n_g of a part's fit, whose mean loss is over its own records. Private.
 *
 * @param k the part
 * @param all n, of all records; `own` of them are in the part
 */
export function ownPenalty(
  { penalty, groups }: Pick<FitParameters, "penalty" | "groups">,
  k: number,
  { all, own }: { readonly all: number; readonly own: number },
): number {
  return groups ? (penalty * groups.shares[k]! * all) / own : penalty;
}

/** Private. */
export type PartFit = BoundaryFit & { readonly penalty: number };

/** In slices; undefined for an empty group. Private. */
export function* fittingParts(
  { whole, parts }: BoundaryParts,
  parameters: FitParameters,
  from: "public" | "last" | undefined,
): Generator<number, readonly (PartFit | undefined)[]> {
  const all: (PartFit | undefined)[] = [];
  const share = gapShare / Math.sqrt(parts.length);
  for (const [k, { rows, fits }] of parts.entries()) {
    const penalty = ownPenalty(parameters, k, { all: whole.recordCount, own: rows.length });
    const fitting = fits?.fitting({ ...parameters, penalty }, from, share);
    const fit = fitting && (yield* portion(fitting, k / parts.length, (k + 1) / parts.length));
    all.push(fit && { ...fit, penalty });
  }
  return all;
}

/** q·f of each part on the grid, then κ times the counts. Private. */
export function* numbersOfParts(
  fits: readonly (PartFit | undefined)[],
  { counts }: BoundaryParts,
  { slice, kernel, counted, shares }: BoundaryTerms,
  { summation, allocate }: { readonly summation: Summation; readonly allocate: Allocate },
): Generator<number, Float64Array> {
  const size = gridSize(slice.grid);
  const out = allocate(fits.length * size + counts.length);
  for (const [k, fit] of fits.entries()) {
    const values = out.subarray(k * size, (k + 1) * size);
    if (!fit) {
      values.fill(0);
      continue;
    }
    const summing = expansionOnSlice({ kernel, ...fit }, slice, { summation, allocate: () => values });
    yield* portion(summing, k / fits.length, (k + 1) / fits.length);
    const share = shares[k]!;
    if (share !== 1) for (let i = 0; i < size; i++) values[i]! *= share;
  }
  counts.forEach((count, j) => (out[fits.length * size + j] = counted.number(count)));
  return out;
}
