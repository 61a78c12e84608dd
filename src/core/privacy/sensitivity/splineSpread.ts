/**
 * Moments of one record's rounded weights on one axis about the record, in steps: their variance, and the fourth moment of
 * the difference of two nodes drawn by them. The exact moments of the B-spline are ⅓ and at most 2·⅓ + 6/9. Rounded
 * weights move the variance by at most 2⁻¹³ and 2·⅓ by at most 2·20·2⁻¹⁵.
 */
export const splineSpread = { leastVariance: 0.3332, mostVariance: 0.3335, mostFourthMoment: 1.336 };
