import type { PlannedRelease } from "./planTarget.ts";

/** Pairs of parameters that a map is over, from left to right and upwards. */
export const mapAxes = {
  epsilon: ["epsilon", "tuning"],
  recordCount: ["recordCount", "tuning"],
  both: ["epsilon", "recordCount"],
} as const satisfies Readonly<Record<string, readonly (keyof PlannedRelease)[]>>;

export type MapName = keyof typeof mapAxes;

/** Errors over two parameters of a release. Public. */
export interface PlanMap {
  readonly places: readonly number[];
  readonly rows: readonly number[];
  /** Over the least of the same place among all tuning parameters, or over the target, at row + rows.length·place. */
  readonly ratios: Float64Array;
}

/** @param baseOf divisor of the errors of a place */
export function* mapOver(
  [places, rows]: readonly [readonly number[], readonly number[]],
  errorAt: (place: number, row: number) => number,
  baseOf: (errors: readonly number[]) => number,
): Generator<number, PlanMap> {
  const ratios = [];
  for (let i = 0; i < places.length; i++) {
    const errors = rows.map((_, j) => errorAt(i, j));
    const base = baseOf(errors);
    ratios.push(...errors.map((error) => error / base));
    yield 0.8;
  }
  return { places, rows, ratios: Float64Array.from(ratios) };
}
