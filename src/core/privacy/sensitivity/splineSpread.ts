/**
 * Moments of the weights of one record on one axis about the record (as rounded), in steps: their variance, and the
 * fourth moment of the difference of two nodes drawn by them. Exactly, those of the B-spline at any place are ⅓ and at
 * most 2·⅓ + 6/9; rounded weights move the variance by 2⁻¹³ and 2·⅓ by 2·20·2⁻¹⁵ at most.
 */
export const splineSpread = { leastVariance: 0.3332, mostVariance: 0.3335, mostFourthMoment: 1.336 };
