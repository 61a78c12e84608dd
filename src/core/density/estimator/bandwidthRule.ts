import { checkPositive, checkPositiveInteger } from "../../checks.ts";

interface ReferenceParameters {
  /** n ≥ 1, public. */
  readonly recordCount: number;
  /** d ≥ 1. */
  readonly dimension: number;
  /** IQR > 0 along one axis, public or bought. */
  readonly interquartileRange: number;
}

/**
 * Bandwidth by the normal reference rule along one axis,
 *
 *     h = (4 / ((d + 2) n))^{1/(d + 4)} · IQR/1.34.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.2; errata H5
 */
export function normalReferenceBandwidth(parameters: ReferenceParameters): number {
  return referenceBandwidth(parameters, 2);
}

/** Bandwidth by the printed rule, with d + 1 in place of d + 2 (errata H5). */
export function printedReferenceBandwidth(parameters: ReferenceParameters): number {
  return referenceBandwidth(parameters, 1);
}

function referenceBandwidth(
  { recordCount, dimension, interquartileRange }: ReferenceParameters,
  added: number,
): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const spread = checkPositive("interquartileRange", interquartileRange) / 1.34;
  return (4 / ((d + added) * n)) ** (1 / (d + 4)) * spread;
}
