import { Formula } from "../../panels/Formula.tsx";
import { NumberTable, Receipt } from "../../panels/Receipt.tsx";
import { samplingText } from "../../panels/samplingText.ts";
import { TradeoffCurve } from "../../panels/TradeoffCurve.tsx";
import { texNumber } from "../../panels/texNumber.ts";
import { numberText, percentText } from "../../panels/words.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundaryMeasured } from "./session.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** Why a scenario is not private, if it is not. */
export function notPrivateBecause({ origin }: BoundaryScenario): string | undefined {
  return origin === "records"
    ? "λ was chosen by how well it does on these very records, and that choice tells of them. Declare a λ that you fixed beforehand, or chose on public data."
    : undefined;
}

interface GuaranteeProps {
  readonly scenario: BoundaryScenario;
  readonly view: BoundaryView;
  readonly measured: BoundaryMeasured | undefined;
}

/** The receipt in one line, which opens into what is guaranteed, with formula, numbers, source and attacker. */
export function BoundaryGuarantee({ scenario, view, measured }: GuaranteeProps) {
  const { release } = view.answer;
  const performance = view.inside && (view.inside.heldOut ?? view.inside.onRecords);
  const classification = view.task === "classification";
  const entries: [string, string][] = [
    ["Δ", numberText(release.sensitivity)],
    ["σ/Δ", numberText(view.budget.noiseMultiplier)],
    ["σ", numberText(view.standardDeviation)],
    ["δ achieved", numberText(view.budget.deltaAchieved)],
  ];
  if (performance) {
    const text = classification ? (share: number) => `${(100 * share).toFixed(1)} %` : numberText;
    const name = classification ? "accuracy" : view.answer.parameters.loss === "pinball" ? "loss" : "error";
    entries.push([
      `${name}, original → private`,
      `${text(performance.original)} → ${text(performance.expectedPrivate)}`,
    ]);
  }
  return (
    <Receipt entries={entries} notPrivate={notPrivateBecause(scenario)}>
      {() => <Details scenario={scenario} view={view} measured={measured} />}
    </Receipt>
  );
}

function Details({ scenario, view, measured }: GuaranteeProps) {
  const { seed } = scenario;
  const { epsilon, delta, calibration, noiseMultiplier } = view.budget;
  const { release, parameters } = view.answer;
  const { penalty } = parameters;
  const { inside } = view;
  const C = 1 / (2 * penalty);
  const text = view.task === "classification" ? percentText : numberText;
  const rows: [string, string][] = [
    ["Records n, public", release.recordCount.toLocaleString("en")],
    ["Lipschitz constant M of the loss", numberText(release.lipschitz)],
    ["Sensitivity Δ of the exact minimiser", numberText(release.exactSensitivity)],
    ["Stopping tolerance g of the objective, public", numberText(release.gapTolerance)],
    ["Δ with early stop and rounding, used", numberText(release.sensitivity)],
    ["Noise multiplier σ/Δ", numberText(view.budget.noiseMultiplier)],
    ["δ actually achieved", numberText(view.budget.deltaAchieved)],
    ["In the form C/n Σ loss + ½‖f‖²: C", numberText(C)],
    ["Sup-norm sensitivity 2MC sup K/n", numberText((2 * release.lipschitz * C) / release.recordCount)],
    ["Jitter τ in the noise covariance", numberText(release.jitter)],
    ["Rounding of the estimate, at most η", numberText(release.roundingError)],
    ["Covariance error, at most", numberText(release.covarianceError)],
    ["Sampling", samplingText(release.samplingMethod)],
  ];
  if (release.landmarkCount !== undefined) rows.push(["Public landmarks", release.landmarkCount.toLocaleString("en")]);
  if (inside) {
    rows.push(
      ["Duality gap reached (private)", numberText(release.dualityGap)],
      ["Norm ‖f‖ (private)", numberText(release.rkhsNorm)],
      [
        "On the records, original → expected private",
        `${text(inside.onRecords.original)} → ${text(inside.onRecords.expectedPrivate)}`,
      ],
      [
        "Held out in five folds, original → expected private",
        inside.heldOut ? `${text(inside.heldOut.original)} → ${text(inside.heldOut.expectedPrivate)}` : "measuring …",
      ],
      ["Support vectors (private)", release.support.reduce((sum, s) => sum + s, 0).toLocaleString("en")],
    );
    if (measured?.landmarkError !== undefined)
      rows.push(["Landmarks against the exact fit, largest difference", percentText(measured.landmarkError)]);
  }
  return (
    <div className="columns">
      <div>
        <p>
          Anyone who knows all records but one, and sees this {view.task === "classification" ? "boundary" : "curve"},
          learns little about the last: whatever its value, every conclusion stays as likely up to a factor of e
          <sup>ε</sup> = {numberText(Math.exp(epsilon))}, except with probability {numberText(delta)}. The whole
          function is released, not only its sign. Neighbours differ by the replacement of one record, input and label.
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
          Hall, Rinaldo & Wasserman (2013), section 4.3, without offset: an unpenalised intercept would move without
          bound. The factor 2 in the form with C corrects Aldà & Rubinstein (2017), section 6. Calibration:{" "}
          {calibration === "analytic" ? "Balle & Wang (2018), Theorem 8" : "Hall (2013), Proposition 3"}. λ, ℓ, domain
          and range must not have been chosen by looking at the records.
        </p>
      </div>
      <div>
        <TradeoffCurve mu={1 / noiseMultiplier} epsilon={epsilon} delta={delta} />
      </div>
    </div>
  );
}

function formulaOf({ answer, budget, standardDeviation, unit }: BoundaryView): string {
  const { release, parameters } = answer;
  const scaled = unit === 1 ? "" : String.raw`\cdot ${texNumber(unit)}`;
  return String.raw`\begin{aligned}
    f_D &= \arg\min_f\ \tfrac1n\textstyle\sum_i \ell(y_i, f(x_i)) + \lambda\lVert f\rVert^2\\
    \Delta &= \frac{M\sqrt{\sup K}}{\lambda n} = \frac{${texNumber(release.lipschitz)}}{${texNumber(parameters.penalty)}\cdot ${release.recordCount}} = ${texNumber(release.exactSensitivity)}\\
    \sigma &= ${texNumber(budget.noiseMultiplier)}\cdot\Bigl(\Delta + 2\sqrt{g/\lambda} + \frac{2\eta}{\sqrt\tau}\Bigr)${scaled} = ${texNumber(standardDeviation)}\\
    \tilde f &= f_D + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K + \tau I
  \end{aligned}`;
}
