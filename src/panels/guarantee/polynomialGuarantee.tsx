import type { PolynomialFacts } from "../../core/bernstein/polynomialContract.ts";
import { largestEpsilonOfTheorem7, theorem7Multiplier } from "../../core/privacy/calibration/laplace.ts";
import { normOfOnes } from "../../core/bernstein/latticeLaw.ts";
import { printedCoverSize } from "../../core/bernstein/bernsteinChoice.ts";
import { countText, finePercentText, numberText, texNumber } from "../../core/numberFormats.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import type { CommonFacts, Guarantee } from "../study/study.ts";
import { deviationsOfLaws, theorem7ProofRows } from "./theorem7.ts";

export interface FactsOfPolynomial extends CommonFacts {
  readonly exactSensitivity: number;
  readonly polynomial: PolynomialFacts;
}

interface ViewOfPolynomial extends Pick<StudyView<FactsOfPolynomial, unknown>, "facts" | "sigma" | "simultaneous"> {
  readonly budget: Pick<BudgetInForce, "epsilon" | "delta" | "multiplier">;
}

/**
 * For any function approximated by a polynomial.
 *
 * @param pointwise TeX of S, the largest change of one value
 * @param letters definition of S
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
  const count = dimension === 1 ? "k + 1" : `(k + 1)${dimension === 2 ? "²" : "³"}`;
  const words = lawWords[law];
  const used = `${texNumber(budget.multiplier)}\\cdot ${texNumber(sensitivity)} = ${texNumber(budget.multiplier * sensitivity)}`;
  return {
    sensitivityRows: [
      [
        polynomial.isAutomatic ? "Degree k and order h, from public numbers" : "Degree k and order h",
        `${degree}, ${iterations}`,
      ],
      [`Values that are released, ${count}`, countText(valueCount)],
      ["One value changes by at most S", numberText(pointwiseSensitivity)],
      [words.valueByValue, numberText(valueByValueSensitivity)],
      ...vectorRows(polynomial, exactSensitivity),
      ...(law === "composedLaplace" ? theorem7ProofRows(polynomial, budget) : []),
      ...lawRows(polynomial, budget),
      ...tradeoffRows(view, unit),
    ],
    formula: String.raw`\begin{aligned}
      S &= ${pointwise} = ${texNumber(pointwiseSensitivity)}\\
      ${words.sensitivity(exactSensitivity)}\\
      ${words.scale(used)}\\
      \tilde f(y) &= \sum_\nu\bigl(f_D(\nu/k) + ${words.letter}Z_\nu\bigr)\prod_j b^{(h)}_{\nu_j,k}(y_j)
    \end{aligned}`,
    explanation: `${letters} Z are independent ${words.numbers}; b⁽ʰ⁾ are the iterated Bernstein polynomials. Only the ${countText(valueCount)} noisy values leave; the ${dimension === 1 ? "curve" : "surface"} is computed from them. The noise differs from place to place; its largest standard deviation is ${numberText(sigma)}.`,
    source: `Aldà & Rubinstein (2017), ${words.source}`,
    rounding: {
      rows: [
        ["Rounding of each value, at most η", numberText(roundingError)],
        ["Sampling", "independent numbers, one for each value"],
      ],
      note: "η covers how the values are rounded.",
    },
  };
}

const lawWords: Readonly<
  Record<
    PolynomialFacts["law"],
    {
      readonly valueByValue: string;
      readonly sensitivity: (exact: number) => string;
      readonly scale: (used: string) => string;
      readonly letter: string;
      readonly numbers: string;
      readonly source: string;
    }
  >
> = {
  laplace: {
    valueByValue: "As the paper calibrates, N S",
    sensitivity: (exact) => vectorTex("1", exact),
    scale: (used) => String.raw`b &= \frac{\Delta_1 + 2N\eta}{\varepsilon} = ${used}`,
    letter: "b",
    numbers: "Laplace numbers, for pure ε",
    source: "Algorithm 1 and Definitions 8 and 9, and the sensitivity of all values as one vector.",
  },
  composedLaplace: {
    valueByValue: "As Theorem 7 counts, √N S",
    sensitivity: (exact) => String.raw`\sqrt N S &= ${texNumber(exact)}`,
    scale: (used) => String.raw`b &= \frac{2\sqrt{2\ln(1/\delta)}}{\varepsilon}\,\sqrt N\,(S + 2\eta) = ${used}`,
    letter: "b",
    numbers: "Laplace numbers, for ε and δ together",
    source:
      "Theorem 7, Algorithm 1 and Definitions 8 and 9; where the theorem is proved is said here, and not in the paper.",
  },
  gaussian: {
    valueByValue: "Value by value, √N S",
    sensitivity: (exact) => vectorTex("2", exact),
    scale: (used) => String.raw`\sigma &= m(\varepsilon,\delta)\,(\Delta_2 + 2\sqrt N\eta) = ${used}`,
    letter: String.raw`\sigma`,
    numbers: "normal numbers",
    source:
      "Algorithm 1 and Definitions 8 and 9, with Gaussian noise on the values, and the sensitivity of all values as one vector.",
  },
};

function vectorTex(norm: string, exact: number): string {
  return String.raw`\Delta_${norm} &= \sup_{a,b}\Bigl\lVert\bigl(f_D-f_{D'}\bigr)(\nu/k)_\nu\Bigr\rVert_${norm} = ${texNumber(exact)}`;
}

/** The change of all values together: the sensitivity, except for Theorem 7. */
function vectorRows(
  { law, valueCount, valueByValueSensitivity, pointwiseSensitivity, vectorSensitivity }: PolynomialFacts,
  exactSensitivity: number,
): [string, string][] {
  const [norm, change, of] =
    law === "composedLaplace"
      ? (["₁", vectorSensitivity.l1, normOfOnes("laplace", valueCount) * pointwiseSensitivity] as const)
      : ([law === "laplace" ? "₁" : "₂", exactSensitivity, valueByValueSensitivity] as const);
  const unused = law === "composedLaplace" ? ", which the theorem does not use" : "";
  const whose = law === "composedLaplace" ? "N S" : "that";
  return [
    [`Δ${norm} of all values together${unused}`, `${numberText(change)} (${finePercentText(change / of)} of ${whose})`],
  ];
}

/** The bound that automatic k and h minimise, and the paper's rule without its constants. */
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
      `Noise is below Λ${["", "", "²", "³"][dimension] ?? ""} ${law === "gaussian" ? "σ" : "b"} t in 95 % of all draws: t for the largest number, Λ for the polynomial between them`,
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
                epsilon,
                coverage: 0.95,
                iterations,
                dimension,
              }),
            ),
          ],
        ] satisfies [string, string][])
      : []),
  ];
}

function lawRows(
  polynomial: PolynomialFacts,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
): [string, string][] {
  const { law } = polynomial;
  if (law === "gaussian" || !(delta > 0 && delta < 1)) return [];
  const { laplace, composedLaplace, gaussian } = deviationsOfLaws(polynomial, { epsilon, delta });
  const normal = `normal noise σ = ${numberText(gaussian)}`;
  if (law === "composedLaplace") {
    const own = composedLaplace ?? Infinity;
    return [
      [
        "Standard deviation of the noise on a value, √2 b",
        `${numberText(own)}; pure ε needs ${numberText(laplace)}, ${normal}: ${numberText(own / gaussian)} times less`,
      ],
    ];
  }
  const atDelta = `Theorem 7 at δ = ${numberText(delta)}`;
  if (composedLaplace === undefined) {
    const most = numberText(largestEpsilonOfTheorem7(delta));
    return [[atDelta, `not proved: it holds for ε up to ${most}. Normal noise has no such limit: ${normal}.`]];
  }
  const { valueCount, pointwiseSensitivity } = polynomial;
  const scale = theorem7Multiplier({ epsilon, delta }) * Math.sqrt(valueCount) * pointwiseSensitivity;
  return [
    [
      `${atDelta}, for comparison`,
      `b = ${numberText(scale)} against ${numberText(laplace / Math.SQRT2)} here; ${normal}`,
    ],
  ];
}
