import { checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { Point } from "../points.ts";
import { exponentialKernel } from "./exponential.ts";
import { gaussianKernel } from "./gaussian.ts";
import type { CapableKernel, Kernel } from "./kernel.ts";
import { matern32Kernel } from "./matern32.ts";
import { matern52Kernel } from "./matern52.ts";
import { triangularKernel } from "./triangular.ts";

export type BumpKernelName = "gaussian" | "matern52" | "matern32" | "exponential" | "triangular";

/** A kernel of the distance in bandwidths, as a bump and as a covariance. */
interface BumpKernel extends Kernel {
  readonly dimension: number;
  /** 1/∫k */
  readonly height: number;
  /** g, k(x, y) = g(Σ (x_j − y_j)²/h_j²): convex and falling from 1 to 0. */
  readonly profile: (square: number) => number;
  /** g in place of each square; within 4 units in the last place. */
  readonly profiles: (squares: Float64Array) => void;
}

const bumps: Record<
  BumpKernelName,
  {
    readonly make: (lengthScale: number) => CapableKernel;
    readonly integrals: readonly number[];
    readonly profile?: (s: number) => number;
  }
> = {
  gaussian: { make: gaussianKernel, integrals: [Math.sqrt(2 * Math.PI), 2 * Math.PI] },
  matern52: { make: matern52Kernel, integrals: [16 / (3 * Math.sqrt(5)), 2 * Math.PI] },
  matern32: { make: matern32Kernel, integrals: [4 / Math.sqrt(3), 2 * Math.PI] },
  exponential: { make: exponentialKernel, integrals: [2, 2 * Math.PI] },
  triangular: { make: triangularKernel, integrals: [1], profile: (s) => Math.max(0, 1 - Math.sqrt(s)) },
};

/** Not positive definite: at `frequency` the Fourier transform of k(r), 0 beyond r = 1, is negative. */
export const refusedBumps: Readonly<
  Record<string, { readonly profile: (r: number) => number; readonly frequency: number }>
> = {
  epanechnikov: { profile: (r) => 1 - r * r, frequency: 5 },
  uniform: { profile: () => 1, frequency: 4 },
  biweight: { profile: (r) => (1 - r * r) ** 2, frequency: 7 },
  cosine: { profile: (r) => Math.cos((Math.PI * r) / 2), frequency: 6 },
};

/**
 * A bump kernel by name,
 *
 *     k(x, y) = κ(√(Σ (x_j − y_j)²/h_j²)),   ∫k = I_d Π h_j,
 *
 * I₁ = √(2π), 16/(3√5), 4/√3, 2 and 1 from the Gaussian to the triangular kernel, and I₂ = 2π for the first four.
 *
 * @param bandwidths h_j > 0, one for each of one or two axes; public
 * @throws {ParameterError} for a name without positive definite kernel, with the reason, or bandwidths out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1
 */
export function bumpKernel({
  name,
  bandwidths,
}: {
  readonly name: string;
  readonly bandwidths: readonly number[];
}): BumpKernel {
  const refused = Object.hasOwn(refusedBumps, name) ? refusedBumps[name] : undefined;
  if (refused) {
    const reason = `its Fourier transform is negative at ${refused.frequency}/h, so there is no noise of this covariance`;
    throw new ParameterError("kernel", name, `positive definite (${reason})`);
  }
  if (!Object.hasOwn(bumps, name)) throw new ParameterError("kernel", name, `one of ${Object.keys(bumps).join(", ")}`);
  const { make, integrals, profile } = bumps[name as BumpKernelName];
  const d = bandwidths.length;
  if (d > 2 || d < 1) throw new ParameterError("bandwidths.length", d, "1 or 2");
  const h = bandwidths.map((value, j) => checkPositive(`bandwidths[${j}]`, value));
  const integral = integrals[d - 1];
  if (integral === undefined) {
    throw new ParameterError("kernel", name, "positive definite in a plane; this one is on a line only");
  }
  const unit = make(1);
  const g = profile ?? unit.ofSquaredDistance!;
  const squared = (x: Point, y: Point) => h.reduce((sum, scale, j) => sum + ((x[j]! - y[j]!) / scale) ** 2, 0);
  return {
    dimension: d,
    evaluate: (x, y) => g(squared(x, y)),
    diagonalBound: 1,
    height: 1 / h.reduce((product, scale) => product * scale, integral),
    profile: g,
    profiles:
      unit.ofSquaredDistances ??
      ((squares) => {
        for (let i = 0; i < squares.length; i++) squares[i] = g(squares[i]!);
      }),
  };
}
