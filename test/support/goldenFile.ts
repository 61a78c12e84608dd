import { readFileSync } from "node:fs";
import { expect } from "vitest";

interface Tolerance {
  readonly rel: number;
  readonly abs: number;
}

/** A case of a file of reference values, computed independently in high precision. */
export interface GoldenCase<I, E> {
  readonly inputs: I;
  readonly expected: E;
  readonly tolerance: { readonly default: Tolerance } & Readonly<Record<string, Tolerance>>;
}

/** The cases of `test/fixtures/<name>.json`, at least one: tests that are made of none would pass. */
export function goldenCases<I, E>(name: string): readonly GoldenCase<I, E>[] {
  const file = new URL(`../fixtures/${name}.json`, import.meta.url);
  return casesOf(name, readFileSync(file, "utf8"));
}

/** The cases of one kind in `inference.json`, by number. */
export function inferenceCases<I>(kind: string): readonly (readonly [number, GoldenCase<I, object>])[] {
  const cases = goldenCases<I & { readonly kind: string }, object>("inference");
  return cases.filter(({ inputs }) => inputs.kind === kind).map((golden, i) => [i, golden] as const);
}

/**
 * The cases in a text, each with inputs, expected values and a tolerance.
 *
 * @throws {Error} if there are none, or one is incomplete
 */
export function casesOf<I, E>(name: string, text: string): readonly GoldenCase<I, E>[] {
  const { cases } = JSON.parse(text) as { readonly cases?: readonly GoldenCase<I, E>[] };
  if (!cases || cases.length === 0) throw new Error(`${name}.json has no cases`);
  for (const [i, { inputs, expected, tolerance }] of cases.entries()) {
    const isWhole = [inputs, expected].every((part) => Object.keys(part ?? {}).length > 0);
    if (!isWhole || !(tolerance.default.rel >= 0 && tolerance.default.abs >= 0))
      throw new Error(`case ${i} of ${name}.json lacks inputs, expected values or a tolerance`);
  }
  return cases;
}

/** Demands |value − expected| ≤ abs + rel·|expected|, the tolerance that the case states for the key. */
export function expectGolden(
  { expected, tolerance }: GoldenCase<unknown, object>,
  key: string,
  value: number | ArrayLike<number>,
): void {
  const { rel, abs } = tolerance[key] ?? tolerance.default;
  const wanted = [(expected as Record<string, number | number[] | number[][]>)[key]!].flat(2);
  const got = typeof value === "number" ? [value] : Array.from(value);
  expect(wanted.length, `expected values of ${key}`).toBeGreaterThan(0);
  expect(got.length, key).toBe(wanted.length);
  got.forEach((v, i) => {
    expect(Math.abs(v - wanted[i]!), `${key}[${i}]: ${v} against ${wanted[i]!}`).toBeLessThanOrEqual(
      abs + rel * Math.abs(wanted[i]!),
    );
  });
}
