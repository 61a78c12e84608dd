import { checkPositiveInteger } from "../checks.ts";
import { lazySensitivity, type LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { LatticeTarget } from "./latticeTarget.ts";
import { releaseSensitivity, type ReleaseSensitivity } from "./releaseTarget.ts";

/**
 * Release for a person with up to k records in place of one: every sensitivity times k.
 *
 * Replaced one by one, they move the estimate by at most Δ each. Allowances in Δ are multiplied as well, more than needed.
 *
 * @param recordsPerPerson k ≥ 1, declared, and enforced by `rowsOfPersons`
 * @throws {ParameterError} unless k is an integer of at least 1
 */
export function releaseOfPersons<R extends { readonly sensitivity: number; readonly exactSensitivity: number }>(
  release: R,
  recordsPerPerson = 1,
): R {
  const k = checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  if (k === 1) return release;
  const { sensitivity, exactSensitivity } = release;
  return { ...release, sensitivity: k * sensitivity, exactSensitivity: k * exactSensitivity };
}

/** Target with every sensitivity times k. @throws {ParameterError} unless k is a positive integer */
export function targetOfPersons<T extends { readonly sensitivity: ReleaseSensitivity }>(
  target: T,
  recordsPerPerson = 1,
): T {
  const k = checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  if (k === 1) return target;
  const { formula, exact, stop } = target.sensitivity;
  return {
    ...target,
    sensitivity: releaseSensitivity({
      formula: personsFormula(formula, k),
      exact: k * exact,
      stop: k * stop,
    }),
  };
}

/**
 * Lattice target with every sensitivity times k. The rounding of its values is added only once, as only the two neighbours
 * are computed. The product is rounded by u, within the slack of every bound.
 *
 * @throws {ParameterError} unless k is an integer of at least 1
 */
export function latticeTargetOfPersons(target: LatticeTarget, recordsPerPerson = 1): LatticeTarget {
  const k = checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  if (k === 1) return target;
  const times = (one: LatticeSensitivity) => lazySensitivity({ l1: () => k * one.l1, l2: () => k * one.l2 });
  return {
    ...target,
    recordsPerPerson: k,
    pointwiseSensitivity: k * target.pointwiseSensitivity,
    sensitivity: (degree) => times(target.sensitivity(degree)),
    ...(target.ceiling && { ceiling: (degree: number) => times(target.ceiling!(degree)) }),
  };
}

/** Formula of a sensitivity for persons with k records. */
export function personsFormula(formula: string, recordsPerPerson = 1): string {
  return recordsPerPerson === 1 ? formula : `${recordsPerPerson} records per person × (${formula})`;
}

/**
 * The k of a release: the larger of the requested bound and that of the records.
 *
 * @throws {ParameterError} unless both are integers of at least 1
 */
export function boundOnRecords(requested = 1, held = 1): number {
  return Math.max(
    checkPositiveInteger("recordsPerPerson", requested),
    checkPositiveInteger("records.recordsPerPerson", held),
  );
}
