/**
 * A value that a chi-square variable exceeds with probability at most 10⁻⁶: k + 2√(kx) + 2x with x = ln 10⁶.
 *
 * @see Laurent & Massart (2000), Adaptive estimation of a quadratic functional, Lemma 1
 */
export function chiSquareLimit(degreesOfFreedom: number): number {
  const x = Math.log(1e6);
  return degreesOfFreedom + 2 * Math.sqrt(degreesOfFreedom * x) + 2 * x;
}

/** Whether squares of independent standard normals may add up to what these do: true of them but with probability 2·10⁻⁶. */
export function haveUnitVariance(sample: readonly number[]): boolean {
  const sum = sample.reduce((all, x) => all + x * x, 0);
  return sum < chiSquareLimit(sample.length) && sum > sample.length - 2 * Math.sqrt(sample.length * Math.log(1e6));
}
