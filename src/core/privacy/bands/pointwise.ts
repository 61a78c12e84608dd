/**
 * Φ⁻¹(0.975), to the nearest double: normal noise at a point is within so many standard deviations with probability 0.95.
 *
 * @see normalQuantile
 */
export const pointwise95 = 1.959963984540054;

/** The same as release files have it, which is a little more. */
export const writtenPointwise95 = 1.96;
