import type { PolynomialFacts } from "../../core/releases/polynomialRelease.ts";
import { bernsteinLaplaceScaleApproximate, largestEpsilonOfTheorem7 } from "../../core/privacy/calibration/laplace.ts";
import { analyticNoiseMultiplier } from "../../core/privacy/calibration/gaussian.ts";
import { printedCoverSize } from "../../core/releases/bernsteinChoice.ts";
import { countText, finePercentText, numberText, texNumber } from "../../core/numberFormats.ts";
import type { BudgetInForce } from "../../state/budgetInForce.ts";
import type { StudyView } from "../../state/presented.ts";
import type { CommonFacts, Guarantee } from "../study.ts";

/** What is public of a release that is a polynomial. */
export interface FactsOfPolynomial extends CommonFacts {
  readonly exactSensitivity: number;
  readonly polynomial: PolynomialFacts;
}

/** What is read of a view. */
interface ViewOfPolynomial extends Pick<StudyView<FactsOfPolynomial, unknown>, "facts" | "sigma" | "simultaneous"> {
  readonly budget: Pick<BudgetInForce, "epsilon" | "delta" | "multiplier">;
}

/**
 * What is guaranteed of a polynomial, whatever function it stands for.
 *
 * @param pointwise TeX of S, the largest change of one value
 * @param letters what S is, in a sentence
 * @param unit of the view's numbers, in those of f
 */
export function polynomialGuarantee(
  view: ViewOfPolynomial,
  {
    pointwise,
    letters,
    unit = 1,
  }: { readonly pointwise: string; readonly letters: string; readonly unit?: number | undefined },
): Pick<Guarantee, "sensitivityRows" | "formula" | "explanation" | "source" | "rounding"> {
  const { facts, budget, sigma } = view;
  const { polynomial, exactSensitivity, sensitivity, roundingError } = facts;
  const { law, degree, iterations, dimension, valueCount, valueByValueSensitivity, pointwiseSensitivity } = polynomial;
  const isLaplace = law === "laplace";
  const count = dimension === 1 ? "k + 1" : `(k + 1)${dimension === 2 ? "²" : "³"}`;
  const norm = isLaplace ? "1" : "2";
  const share = exactSensitivity / valueByValueSensitivity;
  return {
    sensitivityRows: [
      [
        polynomial.isAutomatic ? "Degree k and order h, from public numbers" : "Degree k and order h",
        `${degree}, ${iterations}`,
      ],
      [`Values that are released, ${count}`, countText(valueCount)],
      ["One value changes by at most S", numberText(pointwiseSensitivity)],
      [isLaplace ? "As the paper calibrates, N S" : "Value by value, √N S", numberText(valueByValueSensitivity)],
      [
        `Δ${isLaplace ? "₁" : "₂"} of all values together`,
        `${numberText(exactSensitivity)} (${finePercentText(share)} of that)`,
      ],
      ...theorem7Rows(polynomial, budget, sensitivity),
      ...tradeoffRows(view, unit),
    ],
    formula: String.raw`\begin{aligned}
      S &= ${pointwise} = ${texNumber(pointwiseSensitivity)}\\
      \Delta_${norm} &= \sup_{a,b}\Bigl\lVert\bigl(f_D-f_{D'}\bigr)(\nu/k)_\nu\Bigr\rVert_${norm} = ${texNumber(exactSensitivity)}\\
      ${
        isLaplace
          ? String.raw`b &= \frac{\Delta_1 + 2N\eta}{\varepsilon} = ${texNumber(budget.multiplier)}\cdot ${texNumber(sensitivity)} = ${texNumber(budget.multiplier * sensitivity)}`
          : String.raw`\sigma &= m(\varepsilon,\delta)\,(\Delta_2 + 2\sqrt N\eta) = ${texNumber(budget.multiplier)}\cdot ${texNumber(sensitivity)} = ${texNumber(budget.multiplier * sensitivity)}`
      }\\
      \tilde f(y) &= \sum_\nu\bigl(f_D(\nu/k) + ${isLaplace ? "b" : String.raw`\sigma`}Z_\nu\bigr)\prod_j b^{(h)}_{\nu_j,k}(y_j)
    \end{aligned}`,
    explanation: `${letters} Z are independent ${isLaplace ? "Laplace numbers, for pure ε" : "normal numbers"}; b^(h) are the iterated Bernstein polynomials. Only the ${countText(valueCount)} noisy values leave; the ${dimension === 1 ? "curve" : "surface"} is computed from them. The noise differs from place to place; its largest standard deviation is ${numberText(sigma)}.`,
    source: `Aldà & Rubinstein (2017), Algorithm 1 and Definitions 8 and 9${isLaplace ? "" : ", with Gaussian noise on the values"}, and the sensitivity of all values as one vector.`,
    rounding: {
      rows: [
        ["Rounding of each value, at most η", numberText(roundingError)],
        ["Sampling", "independent numbers, one for each value"],
      ],
      note: "η covers how the values are rounded.",
    },
  };
}

/** The bound on the error that the automatic k and h make least, with its constants; and the paper's rule, without. */
function tradeoffRows(
  { facts: { polynomial, sensitivity }, budget: { epsilon, multiplier }, simultaneous }: ViewOfPolynomial,
  unit: number,
): [string, string][] {
  if (simultaneous === undefined) return [];
  const { law, iterations, dimension, isAutomatic, amplification, approximationBound, pointwiseSensitivity } =
    polynomial;
  const scale = multiplier * sensitivity;
  const noise = simultaneous / unit;
  const factors = [amplification, scale, noise / (amplification * scale)].map(numberText).join(" · ");
  return [
    ["Without noise the polynomial is nearer to f, whatever the records, than", numberText(approximationBound)],
    [
      `Noise is below Λ${["", "", "²", "³"][dimension] ?? ""} ${law === "laplace" ? "b" : "σ"} q in 95 % of all draws, q that of the largest number`,
      `${factors} = ${numberText(noise)}`,
    ],
    [`Their sum${isAutomatic ? ", which k and h make small" : ""}`, numberText(approximationBound + noise)],
    ...(law === "laplace"
      ? ([
          [
            "k by the paper’s rule for this h, which leaves constants out",
            countText(
              printedCoverSize({
                sensitivity: pointwiseSensitivity,
                ...{ epsilon, coverage: 0.95, iterations, dimension },
              }),
            ),
          ],
        ] satisfies [string, string][])
      : []),
  ];
}

/** What Theorem 7 of the paper would need, or why it says nothing; and what Gaussian noise needs for the same promise. */
function theorem7Rows(
  { law, degree, dimension, pointwiseSensitivity, valueCount }: PolynomialFacts,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
  sensitivity: number,
): [string, string][] {
  if (law !== "laplace" || !(delta > 0 && delta < 1)) return [];
  const most = largestEpsilonOfTheorem7(delta);
  // Value by value, as the theorem counts; all values as one vector need less still.
  const gaussian = analyticNoiseMultiplier({ epsilon, delta }) * Math.sqrt(valueCount) * pointwiseSensitivity;
  const atDelta = `at δ = ${numberText(delta)}`;
  if (epsilon > most) {
    return [
      [
        `Theorem 7 ${atDelta}`,
        `not proved: it holds for ε up to ${numberText(most)}. Choose Gaussian noise, which has no such limit: σ = ${numberText(gaussian)} or less.`,
      ],
    ];
  }
  const scale = bernsteinLaplaceScaleApproximate({
    sensitivity: pointwiseSensitivity,
    degree,
    dimension,
    epsilon,
    delta,
  });
  const own = sensitivity / epsilon;
  return [
    [
      `Theorem 7 ${atDelta}, for comparison`,
      `b = ${numberText(scale)} against ${numberText(own)} here; Gaussian noise needs σ = ${numberText(gaussian)} or less`,
    ],
  ];
}
