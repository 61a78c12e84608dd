import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { beyondRounding, type Mechanism } from "./mechanism.ts";

export interface EntryProtection {
  readonly entries: number;
  /** d in (0, 1], the protected change of an entry, as a share of its range. */
  readonly adjacency: number;
  /** Point mass of the noise at 0, in [0, 1). */
  readonly pointMass: number;
  /** With d = 1 and no point mass: noise of the same loss and least mean size. */
  readonly isStaircase?: boolean;
}

/**
 * Mechanism that protects one entry at ε against changes of at most d: Laplace noise of scale multiplier · d,
 * multiplier = 1/ε. The loss of the whole record is pure
 *
 *     ε_R = p/(multiplier · d) = p ε/d,
 *
 * except with probability 1 − (1 − pointMass)ᵖ.
 *
 * @see errata K1, K2; `recordLevelGuarantee`
 */
export function entryMechanism({ entries, adjacency, pointMass, isStaircase }: EntryProtection): Mechanism {
  const p = checkPositiveInteger("entries", entries);
  if (!(adjacency > 0 && adjacency <= 1)) throw new ParameterError("adjacency", adjacency, "above 0 and at most 1");
  if (!(pointMass >= 0 && pointMass < 1))
    throw new ParameterError("pointMass", pointMass, "at least 0 and less than 1");
  const failure = 0 - Math.expm1(p * Math.log1p(-pointMass)) * (1 + 4 * Number.EPSILON);
  return {
    name: isStaircase ? "staircase" : "Laplace",
    isCalibrated: false,
    multiplierOf: ({ epsilon }) => beyondRounding(1 / checkPositive("epsilon", epsilon), 8),
    lossOf: (multiplier) => ({
      kind: "pure",
      epsilon: beyondRounding(p / (checkPositive("multiplier", multiplier) * adjacency), 8),
      ...(failure > 0 && { failure }),
    }),
  };
}
