import type { DigitModel } from "../../../core/affineHull/digits/digitNoise.ts";

export interface ChosenModel {
  readonly protection: "entry" | "record";
  readonly epsilon: number;
  readonly n: number;
  readonly depth: number;
  readonly steps: number;
}

/** @param pixels the most directions */
export function modelOf({ protection, epsilon, n, depth, steps }: ChosenModel, pixels = n): DigitModel {
  const subspaceDimension = Math.min(n, pixels);
  return {
    protection,
    epsilon,
    delta: protection === "entry" ? 0 : 1e-5,
    adjacency: 1,
    subspaceDimension,
    depth: Math.min(depth, subspaceDimension),
    steps,
    seed: 1,
  };
}
