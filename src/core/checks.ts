import { ParameterError } from "./errors.ts";

// Conditions are written so that NaN, and the text of a script, fails them.

/** `value`, if it is positive and finite. @throws {ParameterError} otherwise */
export function checkPositive(parameter: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new ParameterError(parameter, value, "positive and finite");
}

/** `value`, if it is non-negative and finite. @throws {ParameterError} otherwise */
export function checkNonNegative(parameter: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new ParameterError(parameter, value, "non-negative and finite");
}

/** `value`, if it is finite. @throws {ParameterError} otherwise */
export function checkFinite(parameter: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new ParameterError(parameter, value, "finite");
}

/** `value`, if it is an integer of at least 1. @throws {ParameterError} otherwise */
export function checkPositiveInteger(parameter: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new ParameterError(parameter, value, "an integer of at least 1");
}

/** `value`, if 0 < value < 1. @throws {ParameterError} otherwise */
export function checkOpenUnit(parameter: string, value: number): number {
  if (Number.isFinite(value) && value > 0 && value < 1) return value;
  throw new ParameterError(parameter, value, "strictly between 0 and 1");
}

/** `value`, if 0 ≤ value ≤ 1. @throws {ParameterError} otherwise */
export function checkUnit(parameter: string, value: number): number {
  if (Number.isFinite(value) && value >= 0 && value <= 1) return value;
  throw new ParameterError(parameter, value, "between 0 and 1");
}

/**
 * `given`, if it has only the named members: a misspelt option would count as left out.
 *
 * @throws {ParameterError} that names the first other member
 */
export function checkMembers<G extends object>(given: G, names: readonly string[]): G {
  const other = Object.keys(given).find((name) => !names.includes(name));
  if (other === undefined) return given;
  throw new ParameterError(other, given[other as keyof G], `left out: what is known are ${names.join(", ")}`);
}

/** `array`, if it has the given length. @throws {ParameterError} otherwise */
export function checkLength<A extends ArrayLike<unknown>>(parameter: string, array: A, length: number): A {
  if (array.length === length) return array;
  throw new ParameterError(parameter, array.length, `of length ${length}`);
}

/** Checks an array of doubles; faster than the general check. */
function isAllFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]!) < Infinity)) return false;
  return true;
}

/** `array`, if all its elements are finite. @throws {ParameterError} otherwise */
export function checkAllFinite<A extends ArrayLike<number>>(parameter: string, array: A): A {
  if (array instanceof Float64Array && isAllFinite(array)) return array;
  for (let i = 0; i < array.length; i++) {
    if (!Number.isFinite(array[i])) {
      throw new ParameterError(`${parameter}[${i}]`, array[i], "finite");
    }
  }
  return array;
}

const isInterval = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((end) => Number.isFinite(end));

/** `value`, if it is an interval. @throws {ParameterError} otherwise */
export function checkInterval<T>(parameter: string, value: T): T {
  if (isInterval(value)) return value;
  throw new ParameterError(parameter, JSON.stringify(value), "an interval, two numbers");
}

/** `value`, if it is a list of intervals. @throws {ParameterError} otherwise */
export function checkIntervals<T>(parameter: string, value: T): T {
  if (Array.isArray(value) && value.every(isInterval)) return value;
  throw new ParameterError(parameter, JSON.stringify(value), "a list of intervals, each two numbers");
}
