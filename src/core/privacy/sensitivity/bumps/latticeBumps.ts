import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { denseProduct } from "../../../linalg/denseProduct.ts";
import { bumpSum } from "./bumpSum.ts";

export interface AxisBump {
  /** k ≥ 1 */
  readonly degree: number;
  /** σ > 0, as a share of the side */
  readonly deviation: number;
}

/**
 * Bounds on a Gaussian bump on one axis of a lattice, φ(x)_ν = exp(−(ν/k − x)²/2σ²) for ν = 0, …, k and x in [0, 1].
 */
export interface LatticeBumps {
  /** sup ‖φ(x)‖₁ */
  readonly mass: number;
  /** sup ‖φ(x)‖₂² */
  readonly square: number;
  /** sup ‖φ(a) − φ(b)‖₁ */
  readonly difference1: number;
  /** sup ‖φ(a) − φ(b)‖₂ */
  readonly difference2: number;
}

/** Deviation below which two bumps fit into [0, 1], up to 10⁻⁴ of them. */
export const narrowestBump = 1 / 16;

/** Bounds of LatticeBumps (docs/proofs/latticeKernelDensity.md, Lemma 3). */
export function latticeBumps({ degree, deviation }: AxisBump): LatticeBumps {
  const n = checkPositiveInteger("degree", degree) + 1;
  const sigma = checkPositive("deviation", deviation);
  const whole = { mass: bumpSum(sigma * degree), square: bumpSum(sigma * degree * Math.SQRT1_2) };
  if (sigma <= narrowestBump) {
    return {
      ...whole,
      difference1: 2 * whole.mass,
      difference2: Math.sqrt(2 * whole.square),
    };
  }
  const cells = 2 * Math.ceil(16 / Math.min(sigma, 1));
  const step = 1 / cells;
  const beyond = (step ** 2 / 8) * n;
  const inSigmas = 1 / sigma ** 2;

  const bumpSums = { mass: 0, square: 0, slope: 0, curvature: 0 };
  const highest = new Float64Array(n + 1).fill(-Infinity);
  const lowest = new Float64Array(n + 1).fill(Infinity);
  // At 1 − x the bump is reversed.
  for (let i = 0; 2 * i <= cells; i++) {
    const bump = bumpAt(i / cells, degree, sigma);
    let [mass, square, slope, curvature] = [0, 0, 0, 0];
    for (let nu = 0; nu < n; nu++) {
      const value = bump[nu]!;
      const t2 = ((nu / degree - i * step) / sigma) ** 2;
      mass += value;
      square += value * value;
      slope += t2 * value * value;
      curvature += ((t2 - 1) * value) ** 2;
    }
    bumpSums.mass = Math.max(bumpSums.mass, mass);
    bumpSums.square = Math.max(bumpSums.square, square);
    bumpSums.slope = Math.max(bumpSums.slope, slope);
    bumpSums.curvature = Math.max(bumpSums.curvature, curvature);
    // G of cut 0, then of each next one.
    for (let cut = 0, G = -mass; cut <= n; cut++) {
      if (G > highest[cut]!) highest[cut] = G;
      if (G < lowest[cut]!) lowest[cut] = G;
      if (cut < n) G += 2 * bump[cut]!;
    }
  }
  let range = 0;
  for (let cut = 0; cut <= n; cut++) {
    range = Math.max(range, Math.max(highest[cut]!, -lowest[n - cut]!) - Math.min(lowest[cut]!, -highest[n - cut]!));
  }
  const rounding = n * (2 * n + 100) * 2 ** -53;

  const mass = Math.min(whole.mass, bumpSums.mass + beyond * inSigmas + rounding);
  const square = Math.min(whole.square, bumpSums.square + 2 * beyond * inSigmas + rounding);
  const squareOfSlope = (bumpSums.slope + 2 * beyond * inSigmas + rounding) * inSigmas;
  const squareOfCurvature = (bumpSums.curvature + 14 * beyond * inSigmas + rounding) * inSigmas ** 2;

  const { largest, step: pairStep } = netOfPairs(degree, sigma);
  const share = 2 * (pairStep ** 2 / 8);
  const linear = share * 2 * Math.sqrt(squareOfCurvature);
  const constant = share * 2 * squareOfSlope;
  const fromPairs = (linear + Math.sqrt(linear ** 2 + 4 * (largest + constant + 4 * rounding))) / 2;
  return {
    mass,
    square,
    difference1: Math.min(2 * mass, range + 2 * beyond * inSigmas + 4 * rounding),
    difference2: Math.min(Math.sqrt(2 * square), fromPairs),
  };
}

interface NetOfPairs {
  readonly largest: number;
  readonly step: number;
}

function netOfPairs(degree: number, sigma: number): NetOfPairs {
  const cells = 2 * Math.ceil(Math.max(8, 6 / sigma));
  const [rows, terms] = [cells + 1, degree + 1];
  const bumps = new Float64Array(rows * terms);
  const transposed = new Float64Array(rows * terms);
  for (let i = 0; 2 * i <= cells; i++) {
    const bump = bumpAt(i / cells, degree, sigma);
    for (let nu = 0; nu < terms; nu++) {
      const mirrored = terms - 1 - nu;
      bumps[i * terms + nu] = transposed[nu * rows + i] = bump[nu]!;
      bumps[(cells - i) * terms + mirrored] = transposed[mirrored * rows + cells - i] = bump[nu]!;
    }
  }
  const Z = denseProduct({ A: bumps, B: transposed, rows, terms, columns: rows });
  const squares = Float64Array.from({ length: rows }, (_, i) => Z[i * rows + i]!);
  let largest = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = i + 1; j < rows; j++) {
      largest = Math.max(largest, squares[i]! + squares[j]! - 2 * Z[i * rows + j]!);
    }
  }
  return { largest, step: 1 / cells };
}

/** φ(x) for the centre x, shape (k + 1,). */
export function bumpAt(centre: number, degree: number, sigma: number): Float64Array {
  const bump = new Float64Array(degree + 1);
  for (let nu = 0; nu <= degree; nu++) bump[nu] = Math.exp(-0.5 * ((nu / degree - centre) / sigma) ** 2);
  return bump;
}
