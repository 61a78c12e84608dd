import { checkPositiveInteger } from "../checks.ts";
import { sensitivityWhenAsked } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { LatticeTarget } from "./latticeTarget.ts";
import { releaseSensitivity } from "./releaseTarget.ts";
import type { ReleaseSensitivity } from "./releaseTarget.ts";

/**
 * A release whose unit of privacy is a person with up to k records in place of one record: every sensitivity times k.
 *
 * Between a data set and one in which all records of one person are replaced, by as many, lie k − 1 others, each of which
 * differs from the next in one record. The estimate moves by at most Δ at each step, so by at most kΔ from end to end;
 * what was added to Δ for rounding and for solvers that stop early is counted k times as well, once more than needed.
 *
 * @param recordsPerPerson k ≥ 1, declared, and held to by `rowsOfPersons`
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

/** The same of what a private release is made of. @throws {ParameterError} unless the bound is a positive integer */
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
 * The same of a function that is released by its values on a lattice. What their rounding adds, 2η for each value, is added
 * once: of the data sets between two neighbours only the ends are computed. The product is rounded by u, of which every bound
 * has many to spare.
 *
 * @throws {ParameterError} unless k is an integer of at least 1
 */
export function latticeTargetOfPersons(target: LatticeTarget, recordsPerPerson = 1): LatticeTarget {
  const k = checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  if (k === 1) return target;
  const times = (one: LatticeSensitivity) => sensitivityWhenAsked({ l1: () => k * one.l1, l2: () => k * one.l2 });
  return {
    ...target,
    recordsPerPerson: k,
    pointwiseSensitivity: k * target.pointwiseSensitivity,
    sensitivity: (degree) => times(target.sensitivity(degree)),
    ...(target.ceiling && { ceiling: (degree: number) => times(target.ceiling!(degree)) }),
  };
}

/** How a sensitivity follows, in words, where a person may have k records. */
export function personsFormula(formula: string, recordsPerPerson = 1): string {
  return recordsPerPerson === 1 ? formula : `${recordsPerPerson} records per person × (${formula})`;
}

/**
 * The number k that a release counts with: the bound that it was asked with, or that with which the records were read
 * where this is larger. So no release counts on fewer records of a person than there may be, whatever it was asked
 * with.
 *
 * @throws {ParameterError} unless both are integers of at least 1
 */
export function boundOnRecords(asked = 1, held = 1): number {
  return Math.max(
    checkPositiveInteger("recordsPerPerson", asked),
    checkPositiveInteger("records.recordsPerPerson", held),
  );
}
