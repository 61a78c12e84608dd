import { expect } from "vitest";

/** Demands |value − expected| ≤ tolerance·|expected|. */
export function expectRelative(value: number, expected: number, tolerance: number): void {
  expect(Math.abs(value - expected), `${value} against ${expected}`).toBeLessThanOrEqual(
    tolerance * Math.abs(expected),
  );
}

/** What every positive parameter refuses. */
export const notPositive = [NaN, Infinity, -Infinity, 0, -1];
