/**
 * Φ⁻¹(0.975), to the nearest double: standard deviations that hold normal noise at a point with probability 0.95.
 *
 * @see normalQuantile
 */
export const pointwise95 = 1.959963984540054;

/** The slightly larger value of release files. */
export const writtenPointwise95 = 1.96;
