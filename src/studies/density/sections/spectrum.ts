import { gridCoordinates } from "../../../core/grids.ts";
import { anisotropicGaussianKernel } from "../../../core/kernels/anisotropicGaussian.ts";
import { bumpKernel } from "../../../core/kernels/bumpKernel.ts";
import { exponentialKernel } from "../../../core/kernels/exponential.ts";
import type { Kernel } from "../../../core/kernels/kernel.ts";
import { exponentialKarhunenLoeve, gridKarhunenLoeve } from "../../../core/privacy/mechanisms/karhunenLoeve.ts";
import { isOfGaussianBumps } from "../../../core/density/densityGrid.ts";
import type { DensityParameters } from "../../../core/density/densityParameters.ts";

/** Karhunen–Loève expansion of a line density's noise, at some of the drawn points. Public. */
export interface NoiseSpectrum {
  readonly stride: number;
  /** Places in [0, 1], and their trapezoidal weights. */
  readonly places: Float64Array;
  readonly weights: Float64Array;
  /** λ_j on [0, 1], decreasing. */
  readonly eigenvalues: Float64Array;
  /** φ_j at the places. */
  readonly functions: readonly Float64Array[];
  readonly kernel: Kernel;
  readonly isExact: boolean;
}

export const mostTerms = 40;

/** The spectrum on the grid serves kernels other than the exponential. */
export function noiseSpectrum(
  parameters: Pick<DensityParameters, "domain" | "bandwidths" | "route" | "relativeRate" | "bump">,
  pointCount: number,
): NoiseSpectrum {
  const { domain, bandwidths, route, relativeRate, bump } = parameters;
  const [lower, upper] = domain[0]!;
  const h = bandwidths[0]! / (upper - lower);
  const rate = route === "sobolev" ? relativeRate / h : bump === "exponential" ? 1 / h : undefined;
  const stride = rate === undefined ? 9 : 1;
  const places = gridCoordinates({ lower: 0, upper: 1, count: Math.floor((pointCount - 1) / stride) + 1 });
  const step = 1 / (places.length - 1);
  const weights = places.map((_, i) => (i === 0 || i === places.length - 1 ? step / 2 : step));
  if (rate !== undefined) {
    const { eigenvalues, evaluate } = exponentialKarhunenLoeve({ rate, count: mostTerms });
    const kernel = exponentialKernel(1 / rate);
    return { stride, places, weights, eigenvalues, functions: evaluate(places), kernel, isExact: true };
  }
  const kernel = isOfGaussianBumps(parameters)
    ? anisotropicGaussianKernel([[h * h]])
    : bumpKernel({ name: bump!, bandwidths: [h] });
  const { eigenvalues, eigenfunctions } = gridKarhunenLoeve({ kernel, grid: places, weights, count: mostTerms });
  return { stride, places, weights, eigenvalues, functions: eigenfunctions, kernel, isExact: false };
}

export function coefficientsOf({ functions, weights }: NoiseSpectrum, values: Float64Array): Float64Array {
  return Float64Array.from(functions, (phi) =>
    phi.reduce((sum, value, i) => sum + weights[i]! * value * values[i]!, 0),
  );
}

export function partialSum(
  { functions, places }: NoiseSpectrum,
  coefficients: Float64Array,
  terms: number,
): Float64Array {
  return places.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < terms; j++) sum += coefficients[j]! * functions[j]![i]!;
    return sum;
  });
}

/** The part of a difference of neighbours, g = k(a, ·) − k(b, ·), that noise of the first terms leaves bare. */
export function leakOf(
  spectrum: NoiseSpectrum,
  terms: number,
  [from, to]: readonly [number, number],
): { readonly whole: Float64Array; readonly leaked: Float64Array; readonly covered: number } {
  const { kernel, places, eigenvalues } = spectrum;
  const whole = places.map((t) => kernel.evaluate([t], [places[from]!]) - kernel.evaluate([t], [places[to]!]));
  const coefficients = coefficientsOf(spectrum, whole);
  const kept = partialSum(spectrum, coefficients, terms);
  const full = 2 - 2 * kernel.evaluate([places[from]!], [places[to]!]);
  let covered = 0;
  for (let j = 0; j < terms; j++) {
    // Smaller eigenvalues are rounding.
    if (eigenvalues[j]! > 1e-13 * eigenvalues[0]!) covered += coefficients[j]! ** 2 / eigenvalues[j]!;
  }
  return {
    whole,
    leaked: whole.map((value, i) => value - kept[i]!),
    covered: Math.min(1, Math.sqrt(covered / full)),
  };
}
