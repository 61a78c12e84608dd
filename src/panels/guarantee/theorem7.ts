import { gaussianOfComposedPure } from "../../core/privacy/accounting/composition.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../../core/privacy/calibration/gaussian.ts";
import { largestEpsilonOfTheorem7, theorem7Multiplier } from "../../core/privacy/calibration/laplace.ts";
import { isProvedAt } from "../../core/bernstein/latticeLaw.ts";
import type { PolynomialFacts } from "../../core/bernstein/polynomialContract.ts";
import { countText, finePercentText, numberText } from "../../core/numberFormats.ts";

interface Requested {
  readonly epsilon: number;
  readonly delta: number;
}

type Values = Pick<PolynomialFacts, "valueCount" | "pointwiseSensitivity" | "vectorSensitivity">;

interface DeviationsOfLaws {
  readonly laplace: number;
  /** Undefined where Theorem 7 is unproved. */
  readonly composedLaplace: number | undefined;
  readonly gaussian: number;
}

export function deviationsOfLaws(
  { valueCount, pointwiseSensitivity, vectorSensitivity }: Values,
  requested: Requested,
): DeviationsOfLaws {
  return {
    laplace: (Math.SQRT2 * vectorSensitivity.l1) / requested.epsilon,
    composedLaplace: isProvedAt("composedLaplace", requested)
      ? Math.SQRT2 * theorem7Multiplier(requested) * Math.sqrt(valueCount) * pointwiseSensitivity
      : undefined,
    gaussian: analyticNoiseMultiplier(requested) * vectorSensitivity.l2,
  };
}

type StandingOfTheorem7 = "outside" | "worse" | "better";

/**
 * Laplace noise by Theorem 7, against pure ε and normal noise.
 *
 * @param inForce drawn if the requested budget is refused
 */
export function theorem7Words(
  requested: Requested,
  values: Values | undefined,
  inForce?: Requested,
): { readonly standing: StandingOfTheorem7; readonly sentence: string } {
  const { epsilon, delta } = requested;
  if (!(delta > 0 && delta < 1)) {
    return { standing: "outside", sentence: `Theorem 7 needs a δ between 0 and 1, and δ is ${numberText(delta)}.` };
  }
  const most = largestEpsilonOfTheorem7(delta);
  if (!isProvedAt("composedLaplace", requested)) {
    const drawn = inForce
      ? ` What is drawn keeps ε = ${numberText(inForce.epsilon)} at δ = ${numberText(inForce.delta)}.`
      : "";
    return {
      standing: "outside",
      sentence: `Theorem 7 is proved for ε up to 8 ln(3/2) ln(1/δ) = ${numberText(most)} at δ = ${numberText(delta)}, and false far beyond; ε is ${numberText(epsilon)}.${drawn} Normal noise has no such limit.`,
    };
  }
  const range = `Proved for ε up to ${numberText(most)} at this δ.`;
  if (!values) return { standing: "better", sentence: range };
  const { laplace, composedLaplace = Infinity, gaussian } = deviationsOfLaws(values, requested);
  const normal = `Normal noise needs ${numberText(composedLaplace / gaussian)} times less for the same ε and δ.`;
  if (composedLaplace >= laplace) {
    return {
      standing: "worse",
      sentence: `Of no use here: pure ε, which promises more, needs ${numberText(composedLaplace / laplace)} times less noise. ${reasonOf(values, delta)} ${normal}`,
    };
  }
  return {
    standing: "better",
    sentence: `Pure ε would need ${numberText(laplace / composedLaplace)} times more noise. ${normal} ${range}`,
  };
}

function reasonOf({ valueCount, pointwiseSensitivity, vectorSensitivity }: Values, delta: number): string {
  const least = -8 * Math.log(delta);
  if (valueCount <= least) {
    return `The theorem gains with more than 8 ln(1/δ) = ${numberText(least)} values, and these are ${countText(valueCount)}.`;
  }
  const share = vectorSensitivity.l1 / (valueCount * pointwiseSensitivity);
  return `The theorem counts each value as if it changed by S, and all ${countText(valueCount)} together change by ${finePercentText(share)} of that.`;
}

export function theorem7ProofRows(
  { valueCount }: Pick<PolynomialFacts, "valueCount">,
  { epsilon, delta, multiplier }: Requested & { readonly multiplier: number },
): readonly [string, string][] {
  const bound = -8 * Math.log(delta);
  const one = 1 / (multiplier * Math.sqrt(valueCount));
  const mu = gaussianOfComposedPure(1 / multiplier);
  const proof =
    valueCount > bound
      ? "more: by advanced composition of what each value loses"
      : `not more: by plain composition, ${countText(valueCount)} times ε₀ = ${numberText(valueCount * one)}`;
  return [
    ["Theorem 7 is proved for ε up to 8 ln(3/2) ln(1/δ)", numberText(largestEpsilonOfTheorem7(delta))],
    [`Values against 8 ln(1/δ) = ${numberText(bound)}`, proof],
    ["Each value alone is purely private with ε₀ = S/b", numberText(one)],
    ["All together are μ-Gaussian private with μ = √(π/2) √N ε₀", numberText(mu)],
    [
      `So this noise has, at δ = ${numberText(delta)}`,
      `ε = ${numberText(Math.min(epsilon, achievedEpsilon({ delta, noiseMultiplier: 1 / mu })))}, less than the theorem says; the ledger counts μ`,
    ],
  ];
}
