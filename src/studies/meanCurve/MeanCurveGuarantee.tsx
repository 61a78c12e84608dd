import { Formula } from "../../panels/Formula.tsx";
import { NumberTable, Receipt } from "../../panels/Receipt.tsx";
import { TradeoffCurve } from "../../panels/TradeoffCurve.tsx";
import { texNumber } from "../../panels/texNumber.ts";
import { numberText } from "../../panels/words.ts";
import { lengthScaleOf } from "../../core/releases/meanCurve.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveView } from "./useMeanCurveView.ts";

/** Why a scenario is not private, if it is not. */
export function notPrivateBecause({ origin }: MeanCurveScenario, { answer }: MeanCurveView): string | undefined {
  if (!answer.release.compatible) {
    return "the kernel of the noise is too smooth for this estimator. On finer grids the sensitivity grows without bound, so the noise protects this grid only and not the curve; “Compatibility” below shows it.";
  }
  return origin === "records"
    ? "φ and ρ were chosen by looking at these very curves, and that choice tells of them. Declare values that you fixed beforehand, or chose on public data."
    : undefined;
}

interface GuaranteeProps {
  readonly scenario: MeanCurveScenario;
  readonly view: MeanCurveView;
}

/** The receipt in one line, which opens into what is guaranteed, with formula, numbers, source and attacker. */
export function MeanCurveGuarantee({ scenario, view }: GuaranteeProps) {
  const { release } = view.answer;
  const entries = [
    ["Δ", numberText(release.sensitivity)],
    ["σ/Δ", numberText(view.noiseMultiplier)],
    ["σ", numberText(view.standardDeviation)],
    ["δ achieved", numberText(view.deltaAchieved)],
    ["degrees of freedom", numberText(release.degreesOfFreedom)],
  ] as const;
  return (
    <Receipt entries={entries} notPrivate={notPrivateBecause(scenario, view)}>
      {() => <Details scenario={scenario} view={view} />}
    </Receipt>
  );
}

function Details({ scenario, view }: GuaranteeProps) {
  const { seed, epsilon, delta, calibration, person } = scenario;
  const { release, parameters } = view.answer;
  const { kernel, range, curvesPerPerson } = parameters;
  const rows: [string, string][] = [
    ["Curves N, public", release.curveCount.toLocaleString("en")],
    ["Grid points m, public", release.estimate.length.toLocaleString("en")],
    ["Length scale of the kernel", numberText(lengthScaleOf(kernel, range))],
    ["Sensitivity to one curve, exact", numberText(release.curveSensitivity)],
    ...(release.simpleSensitivity === undefined
      ? []
      : [["The simple bound of Theorem 4.1", numberText(release.simpleSensitivity)] as [string, string]]),
    ["Curves per person, declared", String(curvesPerPerson)],
    ["Sensitivity Δ with rounding, used", numberText(release.sensitivity)],
    ["Noise multiplier σ/Δ", numberText(view.noiseMultiplier)],
    ["δ actually achieved", numberText(view.deltaAchieved)],
    ["Degrees of freedom Σ λᵑ/(λᵑ + φ)", numberText(release.degreesOfFreedom)],
    ["Jitter in the noise covariance", numberText(release.jitter)],
    ["Rounding of the estimate, at most", numberText(release.roundingError)],
    ["Covariance error, at most", numberText(release.covarianceError)],
  ];
  if (view.inside) rows.push(["Curves shrunk to τ (private)", release.clippedCount.toLocaleString("en")]);
  return (
    <div className="columns">
      <div>
        <p>
          Anyone who knows all {person === "" ? "curves but one" : `people's curves but those of one ${person}`}, and
          sees this curve, learns little about the rest: whatever they are, every conclusion stays as likely up to a
          factor of e<sup>ε</sup> = {numberText(Math.exp(epsilon))}, except with probability {numberText(delta)}.
          Neighbours differ by the replacement of{" "}
          {person === "" ? "one curve" : `up to ${curvesPerPerson} curves of one ${person}`}; the number of curves is
          public.
        </p>
        {seed !== "secure" && (
          <p className="problem">
            This draw has a known seed, so its noise can be subtracted: it is for teaching and protects nobody.
          </p>
        )}
        <div className="formula" role="group" aria-label="Formula" tabIndex={0}>
          <Formula tex={formulaOf(view)} />
        </div>
        <NumberTable rows={rows} />
        <p className="source">
          Mirshani, Reimherr & Slavković (2019), eq. (2), Theorems 3.1, 3.2 and 4.1. τ is declared, not the largest norm
          of the curves as in the paper’s simulations, which would be private. Calibration:{" "}
          {calibration === "analytic" ? "Balle & Wang (2018), Theorem 8" : "Hall (2013), Proposition 3"}. τ, φ, ρ, the
          domain and the grid must not have been chosen by looking at the curves.
        </p>
      </div>
      <div>
        <TradeoffCurve mu={1 / view.noiseMultiplier} epsilon={epsilon} delta={delta} />
      </div>
    </div>
  );
}

function formulaOf({ answer, noiseMultiplier, standardDeviation }: MeanCurveView): string {
  const { release, parameters } = answer;
  const { normBound, kernel, noiseKernel, curvesPerPerson } = parameters;
  const one = String.raw`\frac{2\tau}{N}`;
  const numbers = String.raw`\frac{2\cdot ${texNumber(normBound)}}{${release.curveCount}}`;
  const supremum =
    kernel === noiseKernel
      ? String.raw`\max_j \frac{\sqrt{\lambda_j^{2\eta-1}}}{\lambda_j^\eta+\varphi}`
      : String.raw`\bigl\lVert K'^{-1/2} S_{\varphi} W^{-1/2}\bigr\rVert`;
  const factor = release.curveSensitivity / ((2 * normBound) / release.curveCount);
  return String.raw`\begin{aligned}
    \hat\mu &= \sum_j \frac{\lambda_j^\eta}{\lambda_j^\eta+\varphi}\,\langle \bar x, v_j\rangle\, v_j\\
    \Delta_1 &= ${one}\, ${supremum} = ${numbers}\cdot ${texNumber(factor)} = ${texNumber(release.curveSensitivity)}\\
    \sigma &= ${texNumber(noiseMultiplier)}\cdot\Bigl(${curvesPerPerson === 1 ? "" : `${curvesPerPerson}\\,`}\Delta_1 + \tfrac{2\,\text{rounding}}{\sqrt{\text{jitter}}}\Bigr) = ${texNumber(standardDeviation)}\\
    \tilde\mu &= \hat\mu + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K'
  \end{aligned}`;
}
