import { checkPositiveInteger } from "../checks.ts";
import { lazySensitivity, type LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { LatticeTarget } from "./latticeTarget.ts";
import { releaseSensitivity, type ReleaseSensitivity } from "./releaseTarget.ts";

/**
 * Release for a person with up to k records in place of one: every sensitivity, allowances included, times k.
 *
 * @param recordsPerPerson k ≥ 1, declared, and enforced by `rowsOfPersons`
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

/** Target with every sensitivity times k. */
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

/** Lattice target with every sensitivity times k. */
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

export function personsFormula(formula: string, recordsPerPerson = 1): string {
  return recordsPerPerson === 1 ? formula : `${recordsPerPerson} records per person × (${formula})`;
}

/** k of a release: the larger of the bounds of request and records. */
export function boundOnRecords(requested = 1, held = 1): number {
  return Math.max(
    checkPositiveInteger("recordsPerPerson", requested),
    checkPositiveInteger("records.recordsPerPerson", held),
  );
}
