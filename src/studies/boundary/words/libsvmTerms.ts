import { numberText } from "../../../core/numberFormats.ts";

/**
 * Cost and γ of e1071, scikit-learn and libsvm for the same function without offset, C Σ ℓ + ½‖f‖² with kernel exp(−γ
 * d²), on sides of length 1.
 */
export function libsvmTerms(penalty: number, lengthScale: number, recordCount: number) {
  return { cost: 1 / (2 * penalty * recordCount), gamma: 1 / (2 * lengthScale ** 2) };
}

export function libsvmWords(
  { penalty, lengthScale, kernel, task }: { penalty: number; lengthScale: number; kernel: string; task: string },
  recordCount: number,
): string {
  const { cost, gamma } = libsvmTerms(penalty, lengthScale, recordCount);
  const unit = task === "classification" ? "unit square" : "unit interval";
  const width = kernel === "gaussian" ? `, γ = 1/(2ℓ²) = ${numberText(gamma)} on the ${unit}` : "";
  return `In e1071, scikit-learn and libsvm: cost C = 1/(2λn) = ${numberText(cost)}${width}. There is no offset here.`;
}
