/** Φ⁻¹(0.975), to the nearest double. */
export const pointwise95 = 1.959963984540054;

/** The value of release files. */
export const writtenPointwise95 = 1.96;
