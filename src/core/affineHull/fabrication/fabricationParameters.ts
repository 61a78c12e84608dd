import {
  checkAllFinite,
  checkLength,
  checkNonNegative,
  checkOpenUnit,
  checkPositive,
  checkPositiveInteger,
} from "../../checks.ts";
import { ParameterError } from "../../errors.ts";

/** The protected change: of one entry of the table, or of a whole record. */
export type Protection = "entry" | "record";

/** Parameters of the noise on a table. Public. */
export interface TableNoise {
  /**
   * "entry": noise with a point mass δ at 0 and scale d/ε, for one entry that changes by at most d (Result 1).
   * "record": Gaussian noise under the analytic calibration, for the replacement of one record.
   */
  readonly protection: Protection;
  /** ε > 0. */
  readonly epsilon: number;
  /** In [0, 1) for entries, where 0 is recommended (errata K2); in (0, 1) for records. */
  readonly delta: number;
  /**
   * d, as a share of an entry's range, in (0, 1]; below 1 an entry is protected against small changes only. Entries
   * only.
   */
  readonly adjacency: number;
}

/**
 * Rule that gives each record to a party.
 *
 * - "rows", the paper's third scenario: every Q-th record of a class in the drawn order.
 * - "classes", the first: class c belongs to party c mod Q.
 * - "halves", the second: parties 2c and 2c + 1 mod Q share class c.
 */
export type Sharing = "rows" | "classes" | "halves";

/** Parameters of a fabricated table. Public. */
export interface FabricationParameters extends TableNoise {
  /** The declared range of each column, to which entries are clamped. Machines see columns mapped onto [0, 1]. */
  readonly ranges: readonly (readonly [lower: number, upper: number])[];
  /**
   * Place of the machines' origin, to which smoothing draws all rows (errata K8): the lower ends of the ranges, so that
   * columns are on [0, 1], or their middle, on [−½, ½].
   */
  readonly origin: "corner" | "middle";
  /** n, from 1 to p. */
  readonly subspaceDimension: number;
  /** L, from 1 to n. */
  readonly depth: number;
  /** Branches of each class of each party, by k-means of the noisy rows; at most the number of rows. */
  readonly branches: number;
  /** Q ≥ 1 parties, each of which fabricates its records on its own. */
  readonly parties: number;
  /** "rows" if absent. Public, as the classes are (errata K5). */
  readonly sharing?: Sharing | undefined;
  /**
   * k ≥ 1, the most records of one person, all protected together; 1 if absent. The reader of the records enforces it.
   */
  readonly recordsPerPerson?: number | undefined;
  /** Smoothing steps, ≥ 0; with a tolerance the most. */
  readonly steps: number;
  /**
   * r of a branch over its number of rows, on the scale of [0, 1]; absent for a fixed number of steps. Public (errata
   * K3).
   */
  readonly tolerancePerRow?: number | undefined;
  /** Machines of fabricated rows (Definition 15) or of noisy ones (Definition 12). */
  readonly model: "fabricated" | "noisy";
  /**
   * One in so many records of a class, ≥ 2, in the drawn order, is withheld for the test and not released; 0 for none.
   */
  readonly testEvery: number;
  /** Points along each axis of the distance field over the first two columns; 0 for no field. */
  readonly fieldCount: number;
  /** Values of the columns after the second in the field, in data units; the middles of their ranges if absent. */
  readonly heldAt?: readonly number[] | undefined;
  /** Margin of the field beyond the ranges on each side, as a share of them, ≥ 0. */
  readonly fieldMargin: number;
  /** Whether the rows after each step are kept, for an animation: steps + 1 copies of the table. */
  readonly frames: boolean;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/**
 * Checks that a table of p columns can be fabricated with the parameters.
 *
 * @throws {ParameterError} otherwise, naming the parameter
 */
export function checkFabrication(p: number, parameters: FabricationParameters): void {
  const { ranges, adjacency, subspaceDimension, depth, branches, parties, steps, testEvery, fieldCount } = parameters;
  checkLength("ranges", ranges, p);
  ranges.forEach(([lower, upper], j) => checkPositive(`ranges[${j}]`, upper - lower));
  if (!(adjacency > 0 && adjacency <= 1)) throw new ParameterError("adjacency", adjacency, "above 0 and at most 1");
  if (parameters.protection === "record") checkOpenUnit("delta", parameters.delta);
  checkPositiveInteger("subspaceDimension", subspaceDimension);
  checkPositiveInteger("depth", depth);
  if (!(subspaceDimension <= p)) throw new ParameterError("subspaceDimension", subspaceDimension, `at most ${p}`);
  if (!(depth <= subspaceDimension)) throw new ParameterError("depth", depth, `at most ${subspaceDimension}`);
  checkPositiveInteger("branches", branches);
  checkPositiveInteger("parties", parties);
  checkPositiveInteger("recordsPerPerson", parameters.recordsPerPerson ?? 1);
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
