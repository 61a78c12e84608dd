export type TransformationName = "log" | "squareRoot" | "logit";

/** Increasing map T of one interval onto another. */
interface Transformation {
  readonly forward: (x: number) => number;
  readonly inverse: (u: number) => number;
  /** T′(x) > 0; Infinity where T is infinitely steep. */
  readonly slope: (x: number) => number;
  /** True if T maps [lower, upper] onto a finite interval. */
  readonly holds: (lower: number, upper: number) => boolean;
  readonly requirement: string;
}

/** ln x, √x and ln(x/(1 − x)). A density q of u = T(x) becomes f(x) = q(T(x)) T′(x). */
export const transformations: Readonly<Record<TransformationName, Transformation>> = {
  log: {
    forward: Math.log,
    inverse: Math.exp,
    slope: (x) => 1 / x,
    holds: (lower, upper) => lower > 0 && lower < upper && upper < Infinity,
    requirement: "above 0",
  },
  squareRoot: {
    forward: Math.sqrt,
    inverse: (u) => u * u,
    slope: (x) => 1 / (2 * Math.sqrt(x)),
    holds: (lower, upper) => lower >= 0 && lower < upper && upper < Infinity,
    requirement: "0 or above",
  },
  logit: {
    forward: (x) => Math.log(x / (1 - x)),
    inverse: (u) => (u < 0 ? Math.exp(u) / (1 + Math.exp(u)) : 1 / (1 + Math.exp(-u))),
    slope: (x) => 1 / (x * (1 - x)),
    holds: (lower, upper) => lower > 0 && lower < upper && upper < 1,
    requirement: "above 0 and below 1",
  },
};
