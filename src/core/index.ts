/*
 * The door of core: names that stand for the library. All else is internal, and may move. `docs/api.md` lists them;
 * `docs/examples` shows them at work.
 */

// Errors.
export { NumericalError, ParameterError } from "./errors.ts";

// Records: from bytes to points, labels or curves.
export { readTable } from "./tables/readTable.ts";
export { densityRecordsFrom } from "./density/densityRecords.ts";
export { boundaryRecordsFrom } from "./records/boundaryRecords.ts";
export { meanCurveRecordsFrom } from "./records/curves/meanCurveRecords.ts";
export { pointsFrom } from "./points.ts";

// Private releases: from records to integers that may leave.
export { releaseDensity } from "./density/releaseDensity.ts";
export { releaseBoundary } from "./erm/boundary/releaseBoundary.ts";
export { releaseMeanCurve } from "./mean/releaseMeanCurve.ts";
export type { PrivateRelease } from "./release/privateRelease.ts";
export { axisPlaces } from "./grids.ts";

// Plans: estimates, Δ and unit noise of previews and simulations. Private, but for Δ.
export { planBoundary, planDensity, planMeanCurve } from "./door/checkedPlans.ts";
export { lastOf } from "./slices.ts";
export { scaleRelease } from "./release/scale.ts";

// The release file.
export { releaseContents } from "./release/file/releaseContents.ts";
export { hasOwnDigest, parseRelease, releaseText, sealRelease } from "./release/file/sealedRelease.ts";
export { zippedRelease } from "./release/file/releaseBundle.ts";
export type { ReleaseFile } from "./release/file/releaseFile.ts";

// The ledger: all releases of the same records.
export { tableDigest } from "./tables/tableDigest.ts";
export { declareBudget, emptyLedger, enterRelease } from "./privacy/accounting/ledger.ts";
export { ledgerTotal } from "./privacy/accounting/ledgerTotal.ts";
export { ledgerText, parseLedger } from "./privacy/accounting/ledgerFile.ts";

// Purchases: what is chosen from the records for a part of ε.
export { drawExponentialMechanism } from "./privacy/choice/exponentialMechanism.ts";
export { drawQuantile } from "./privacy/choice/privateQuantile.ts";

// Calibration: from ε and δ to noise, and back.
export {
  achievedDelta,
  achievedEpsilon,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "./privacy/calibration/gaussian.ts";
export { laplaceScale } from "./privacy/calibration/laplace.ts";
export { gaussianOfPure } from "./privacy/accounting/composition.ts";

// Sensitivities, for the replacement of one of n records.
export { kernelDensitySensitivity } from "./privacy/sensitivity/kernelDensity.ts";
export { sobolevKernelDensitySensitivity } from "./privacy/sensitivity/sobolevKernelDensity.ts";
export { regularisedErmSensitivity } from "./privacy/sensitivity/regularisedErm.ts";
export { functionalMeanSensitivity } from "./privacy/sensitivity/functionalMean.ts";

// Noise on a grid.
export { gridNoiseSampler } from "./privacy/mechanisms/gridNoise.ts";
export { simultaneousBand } from "./privacy/bands/simultaneousQuantile.ts";

// Random sources: a parameter of whatever draws.
export { cryptographicSource } from "./random/cryptographicSource.ts";
export { cryptographicWords, wordsOf } from "./random/randomWords.ts";
export { seededSource } from "./random/seededSource.ts";

// Estimators. Private.
export { kernelDensity } from "./density/estimator/kernelDensity.ts";
export { fitRegularisedErm } from "./erm/solver/regularisedErm.ts";
export { hingeLoss, huberLoss, logisticLoss } from "./erm/solver/losses.ts";
export { clipCurve, penalisedMean } from "./mean/functionalMean.ts";
export { covarianceSpectrum, quadratureWeights } from "./kernels/covarianceSpectrum.ts";
export { bernsteinOnGrid } from "./bernstein/operator/bernsteinOnGrid.ts";

// Kernels.
export type { Kernel } from "./kernels/kernel.ts";
export { gaussianKernel } from "./kernels/gaussian.ts";
export { maternKernel } from "./kernels/matern.ts";
export { exponentialKernel } from "./kernels/exponential.ts";
export { productExponentialKernel } from "./kernels/productExponential.ts";
export { triangularKernel } from "./kernels/triangular.ts";
