import {
  checkAllFinite,
  checkLength,
  checkNonNegative,
  checkOpenUnit,
  checkPositive,
  checkPositiveInteger,
} from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { checkMostRecords, mostRecordsLimits } from "../../release/absentRecords.ts";

/** Protected change: of one entry, or of a whole record. */
export type Protection = "entry" | "record";

/** Public. */
export interface TableNoise {
  /** "entry": noise of scale d/ε, with a point mass δ at 0 (Result 1); "record": Gaussian noise. */
  readonly protection: Protection;
  /** ε > 0. */
  readonly epsilon: number;
  /** In [0, 1) for entries (errata K2), in (0, 1) for records. */
  readonly delta: number;
  /** d, as a share of an entry's range, in (0, 1]. Entries only. */
  readonly adjacency: number;
  /** Staircase noise on entries, for d = 1 and δ = 0; Laplace noise if absent. */
  readonly staircase?: boolean | undefined;
}

/** Rule that gives each record to a party; "rows": every Q-th record of a class in the drawn order. */
export type Sharing = "rows" | "classes" | "halves";

/** Public. */
interface FieldGrid {
  /** Along each axis; 0 for no field. */
  readonly fieldCount: number;
  /** Columns after the second, in data units; middles of ranges if absent. */
  readonly heldAt?: readonly number[] | undefined;
  /** As a share of the ranges, ≥ 0. */
  readonly fieldMargin: number;
}

/** Public. */
export interface FabricationParameters extends TableNoise, FieldGrid {
  /** Declared for each column; entries are clamped, and machines see [0, 1]. */
  readonly ranges: readonly (readonly [lower: number, upper: number])[];
  /** Machines' origin (errata K8): lower ends or middle of the ranges. */
  readonly origin: "corner" | "middle";
  /** n, from 1 to p. */
  readonly subspaceDimension: number;
  /** L, from 1 to n. */
  readonly depth: number;
  /** Per class and party, by k-means of the noisy rows. */
  readonly branches: number;
  /** Q ≥ 1 parties. */
  readonly parties: number;
  /** "rows" if absent; public (errata K5). */
  readonly sharing?: Sharing | undefined;
  /** k ≥ 1, most records of one person, protected together; 1 if absent. */
  readonly recordsPerPerson?: number | undefined;
  /** N, declared: each class has so many rows, some of them empty; n of a class is public if absent. */
  readonly mostRecords?: number | undefined;
  /** ≥ 0; with a tolerance the most. */
  readonly steps: number;
  /** r of a branch over its number of rows, on the scale of [0, 1], public (errata K3). */
  readonly tolerancePerRow?: number | undefined;
  /** Machines of fabricated (Definition 15) or of noisy rows (Definition 12). */
  readonly model: "fabricated" | "noisy";
  /** Every so many-th record of a class, ≥ 2, is withheld for the test; 0 for none. */
  readonly testEvery: number;
  /** True to keep the rows after each step. */
  readonly frames: boolean;
  /** Seed of teaching draws, or "secure". */
  readonly seed: number | "secure";
}

export function checkFabrication(p: number, parameters: FabricationParameters): void {
  const { ranges, adjacency, subspaceDimension, depth, branches, parties, steps, testEvery, fieldCount } = parameters;
  checkLength("ranges", ranges, p);
  ranges.forEach(([lower, upper], j) => checkPositive(`ranges[${j}]`, upper - lower));
  if (!(adjacency > 0 && adjacency <= 1)) throw new ParameterError("adjacency", adjacency, "above 0 and at most 1");
  if (parameters.staircase && parameters.protection === "entry" && adjacency !== 1) {
    throw new ParameterError(
      "adjacency",
      adjacency,
      "1 with staircase noise, which is for the whole range of an entry",
    );
  }
  if (parameters.protection === "record") checkOpenUnit("delta", parameters.delta);
  checkPositiveInteger("subspaceDimension", subspaceDimension);
  checkPositiveInteger("depth", depth);
  if (!(subspaceDimension <= p)) throw new ParameterError("subspaceDimension", subspaceDimension, `at most ${p}`);
  if (!(depth <= subspaceDimension)) throw new ParameterError("depth", depth, `at most ${subspaceDimension}`);
  checkPositiveInteger("branches", branches);
  checkPositiveInteger("parties", parties);
  checkPositiveInteger("recordsPerPerson", parameters.recordsPerPerson ?? 1);
  checkMostRecords(parameters.mostRecords ?? mostRecordsLimits.min);
  const { heldAt, sharing } = parameters;
  if (heldAt !== undefined) checkLength("heldAt", checkAllFinite("heldAt", heldAt), Math.max(0, p - 2));
  if (sharing !== undefined && !sharings.includes(sharing)) {
    throw new ParameterError("sharing", sharing, `one of ${sharings.join(", ")}`);
  }
  for (const [name, value] of [
    ["steps", steps],
    ["testEvery", testEvery],
    ["fieldCount", fieldCount],
  ] as const) {
    if (value !== 0) checkPositiveInteger(name, value);
  }
  if (testEvery === 1) throw new ParameterError("testEvery", testEvery, "0 or at least 2");
  if (fieldCount === 1) throw new ParameterError("fieldCount", fieldCount, "0 or at least 2");
  checkNonNegative("fieldMargin", parameters.fieldMargin);
  if (parameters.tolerancePerRow !== undefined) checkPositive("tolerancePerRow", parameters.tolerancePerRow);
}

const sharings: readonly string[] = ["rows", "classes", "halves"] satisfies Sharing[];
