import { isGrouped } from "../../../core/grids.ts";
import { lengthScaleOf } from "../../../core/mean/curveKernels.ts";
import { countText, numberText, percentText, texNumber } from "../../../core/numberFormats.ts";
import { samplingText } from "../../../panels/guarantee/samplingText.ts";
import { protectedCount } from "../../../panels/guarantee/personWords.ts";
import type { Guarantee } from "../../../panels/study/study.ts";
import type { MeanCurveView } from "../model/view.ts";
import { groupsOf } from "../picture/groups.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";

const incompatible =
  "the kernel of the noise is too smooth for this estimator. On finer grids the sensitivity grows without bound, so the noise protects this grid only and not the curve; “Compatibility” below shows it.";

export function guaranteeOf(shown: MeanCurveScenario, view: MeanCurveView): Guarantee {
  const { facts, inside } = view;
  const { person, most } = shown;
  const { kernel, range, curvesPerPerson } = requestOf(shown);
  const owned = curvesPerPerson === 1 ? "the curve" : `up to ${curvesPerPerson} curves`;
  const whose = person === "" ? "one curve" : `${owned} of one ${person}`;
  return {
    recordsPerPerson: curvesPerPerson,
    knows: person === "" ? "all curves but one" : `all people’s curves but those of one ${person}`,
    neighbours:
      most === "public"
        ? `Neighbours differ by the replacement of ${whose}; the number of curves is public.`
        : `Neighbours differ by the addition, the removal or the replacement of ${whose}. ${protectedCount(most)}`,
    receipt: [["degrees of freedom", numberText(facts.degreesOfFreedom)]],
    sensitivityRows: [
      ...(isGrouped(view.axes)
        ? [
            [
              "Groups",
              `${view.axes[1].levels.length} sums and the number of curves in each group, one mechanism. Each sum is over the curves of one group, divided by the number of all curves. A replaced curve that stays in its group moves one sum by up to 2τ/N. One that changes groups moves two sums and two counts, together by no more. So Δ is that of one mean, however many groups there are. This is not parallel composition, which holds for groups that nobody can leave. The group of a curve is protected too`,
            ] as const,
          ]
        : []),
      ["Grid points m, public", countText(facts.weights.length)],
      ["Length scale of the kernel", numberText(lengthScaleOf(kernel, range))],
      ["Sensitivity to one curve, exact", numberText(facts.curveSensitivity)],
      ...(facts.simpleSensitivity === undefined
        ? []
        : [["The simple bound of Theorem 4.1", numberText(facts.simpleSensitivity)] as const]),
      ["Curves per person, declared", String(curvesPerPerson)],
    ],
    otherRows: [
      ...groupsOf(shown, view).map(
        ({ title, sigma, declared }) =>
          [
            `Noise at each point of ${title}`,
            `${numberText(sigma)}, that of the sum divided by the declared share, ${percentText(declared)}`,
          ] as const,
      ),
      [
        `Pull of the penalty to ${shown.centre === "" ? "zero" : "the declared centre"}, at least`,
        percentText(facts.leastShrinkage),
      ],
      ["Degrees of freedom Σ λᵑ/(λᵑ + φ)", numberText(facts.degreesOfFreedom)],
      ...(inside?.clippedCount !== undefined && inside.largestNorm !== undefined
        ? [
            ["Curves shrunk to τ (private)", countText(inside.clippedCount)] as const,
            ["Largest norm max ‖X‖ (private)", numberText(inside.largestNorm)] as const,
          ]
        : []),
    ],
    // η and τ have other meanings in this study.
    rounding: {
      rows: [
        ["Jitter in the noise covariance", numberText(facts.jitter)],
        ["Rounding of the estimate, at most", numberText(facts.roundingError)],
        ["Covariance error, at most", numberText(facts.covarianceError)],
        ["Sampling", samplingText(facts.samplingMethod)],
      ],
      note: "Rounding and jitter in σ cover how the estimate and the noise are rounded.",
    },
    formula: formulaOf(shown, view),
    source:
      "Mirshani, Reimherr & Slavković (2019), eq. (2), Theorems 3.1, 3.2 and 4.1. τ is declared, not the largest norm of the curves as in the paper’s simulations, which would be private.",
    declared: `${shown.columnRanges === "" ? "" : "the ranges of the columns, "}τ, φ, ρ, the domain and the grid`,
    notPrivate: facts.compatible ? undefined : incompatible,
  };
}

function formulaOf(shown: MeanCurveScenario, { facts, budget, sigma }: MeanCurveView): string {
  const parameters = requestOf(shown);
  const { normBound, kernel, noiseKernel, curvesPerPerson } = parameters;
  const one = String.raw`\frac{2\tau}{N}`;
  const numbers = String.raw`\frac{2\cdot ${texNumber(normBound)}}{${facts.recordCount}}`;
  const supremum =
    kernel === noiseKernel
      ? String.raw`\max_j \frac{\sqrt{\lambda_j^{2\eta-1}}}{\lambda_j^\eta+\varphi}`
      : String.raw`\bigl\lVert K'^{-1/2} S_{\varphi} W^{-1/2}\bigr\rVert`;
  const factor = facts.curveSensitivity / ((2 * normBound) / facts.recordCount);
  return String.raw`\begin{aligned}
    \hat\mu &= \sum_j \frac{\lambda_j^\eta}{\lambda_j^\eta+\varphi}\,\langle \bar x, v_j\rangle\, v_j\\
    \Delta_1 &= ${one}\, ${supremum} = ${numbers}\cdot ${texNumber(factor)} = ${texNumber(facts.curveSensitivity)}\\
    \sigma &= ${texNumber(budget.multiplier)}\cdot\Bigl(${curvesPerPerson === 1 ? "" : `${curvesPerPerson}\\,`}\Delta_1 + \tfrac{2\,\text{rounding}}{\sqrt{\text{jitter}}}\Bigr)\sqrt{1+\text{jitter}} = ${texNumber(sigma)}\\
    \tilde\mu &= \hat\mu + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K'
  \end{aligned}`;
}
