/**
 * Bounds for a record's rounded weights on one axis, in steps: on their variance, ⅓ without rounding, and on the fourth
 * moment of the difference of two nodes, at most 2·⅓ + 6/9.
 */
export const splineSpread = { leastVariance: 0.3332, mostVariance: 0.3335, mostFourthMoment: 1.336 };
