/** Φ⁻¹(0.975), to the nearest double. */
export const pointwise95 = 1.959963984540054;

/** The value of release files. */
export const writtenPointwise95 = 1.96;

/** Deviations that hold 95 % of one Laplace number, and no less of a weighted sum: docs/proofs/tableRelease.md. */
export const laplace95 = Math.log(20) / Math.SQRT2;
