import { laplace95, pointwise95 } from "./pointwise.ts";
import { staircaseMoments, staircaseQuantile } from "../mechanisms/staircaseLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { standardLaplaces } from "../../random/standardLaplaces.ts";

/**
 * Laws of one number's noise: its variance at a scale σ, draws for pictures, and the deviations that hold 95 % of a
 * weighted sum; √80/3 for all symmetric laws with one mode.
 *
 * @see Vysochanskij & Petunin (1980), Theory of Probability and Mathematical Statistics 21:25–36
 */
export const noiseLaws = {
  normal: {
    variance: (sigma: number) => sigma ** 2,
    factor: pointwise95,
    draw: (sigma: number, random: RandomSource) => sigma * random.normal(),
  },
  laplace: {
    variance: (sigma: number) => 2 * sigma ** 2,
    factor: laplace95,
    draw: (sigma: number, random: RandomSource) => sigma * standardLaplaces(random, 1)[0]!,
  },
  staircase: {
    variance: (sigma: number) => staircaseMoments(1 / sigma).variance,
    factor: Math.sqrt(80) / 3,
    draw: (sigma: number, random: RandomSource) => staircaseQuantile(random.uniform(), 1 / sigma),
  },
} as const;
