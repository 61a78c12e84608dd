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

/** The cases of `test/fixtures/<name>.json`. */
export function goldenCases<I, E>(name: string): readonly GoldenCase<I, E>[] {
  const file = new URL(`../fixtures/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { cases: GoldenCase<I, E>[] }).cases;
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
  expect(got.length, key).toBe(wanted.length);
  got.forEach((v, i) => {
    expect(Math.abs(v - wanted[i]!), `${key}[${i}]: ${v} against ${wanted[i]!}`).toBeLessThanOrEqual(
      abs + rel * Math.abs(wanted[i]!),
    );
  });
}
