import type { BinnedDifference } from "../../core/estimators/binnedDifference.ts";
import type { DensityRelease } from "../../core/releases/density.ts";
import { Formula } from "../../panels/Formula.tsx";
import { NumberTable, Receipt } from "../../panels/Receipt.tsx";
import { samplingText } from "../../panels/samplingText.ts";
import { texNumber } from "../../panels/texNumber.ts";
import { TradeoffCurve } from "../../panels/TradeoffCurve.tsx";
import { numberText } from "../../panels/words.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityView } from "./useDensityView.ts";

interface GuaranteeProps {
  readonly scenario: DensityScenario;
  readonly view: DensityView;
  readonly difference: BinnedDifference | undefined;
}

/** The receipt in one line, which opens into what is guaranteed, with formula, numbers, source and attacker. */
export function DensityGuarantee({ scenario, view, difference }: GuaranteeProps) {
  const { release } = view.answer;
  const { peak } = view;
  const entries: [string, string][] = [
    ["Δ", numberText(release.sensitivity)],
    ["σ/Δ", numberText(view.noiseMultiplier)],
    ["σ", numberText(view.standardDeviation)],
    ["noise/peak", peak > 0 ? `${numberText((100 * view.standardDeviation) / peak)} %` : "–"],
    ["δ achieved", numberText(view.deltaAchieved)],
  ];
  return (
    <Receipt entries={entries}>
      {() => <GuaranteeDetails scenario={scenario} view={view} difference={difference} />}
    </Receipt>
  );
}

function GuaranteeDetails({ scenario, view, difference }: GuaranteeProps) {
  const { epsilon, delta, route, seed, view: side } = scenario;
  const { release } = view.answer;
  const inflation = release.sensitivity / release.exactSensitivity - 1;
  const added = release.exactSensitivity / release.unbinnedSensitivity - 1;
  const rows: [string, string][] = [
    ["Records n, public", release.recordCount.toLocaleString("en")],
    ["Sensitivity of the sum over the records", numberText(release.unbinnedSensitivity)],
    ["The bound as printed", numberText(release.printedSensitivity)],
    ["Bins", binsText(release)],
    [
      "Δ with these bins",
      `${numberText(release.exactSensitivity)} (${added < 0 ? "" : "+"}${numberText(100 * added)} %)`,
    ],
    ["Δ with rounding, used", `${numberText(release.sensitivity)} (+${numberText(100 * inflation)} %)`],
    ["Noise multiplier σ/Δ", numberText(view.noiseMultiplier)],
    ["Noise standard deviation σ", numberText(view.standardDeviation)],
    ["δ actually achieved", numberText(view.deltaAchieved)],
    ["Jitter τ in the noise covariance", numberText(release.jitter)],
    ["Rounding of the estimate, at most η", numberText(release.roundingError)],
    ["Covariance error, at most", numberText(release.covarianceError)],
    ["Sampling", samplingText(release.samplingMethod)],
  ];
  if (side === "inside") {
    rows.push([
      "Drawn against exact estimate, measured",
      difference
        ? `${numberText(difference.maxDifference)} (${numberText(100 * difference.relativeToPeak)} % of the peak)`
        : "measuring …",
    ]);
  }
  return (
    <div className="columns">
      <div>
        <p>
          Anyone who knows all records but one, and sees this curve, learns little about the last: whatever its value,
          every conclusion stays as likely up to a factor of e<sup>ε</sup> = {numberText(Math.exp(epsilon))}, except
          with probability {numberText(delta)}. Neighbours differ by the replacement of one record; if a person owns
          several rows, the promise is for each row, not for the person.
        </p>
        {seed !== "secure" && (
          <p className="problem">
            This draw has a known seed, so its noise can be subtracted: it is for teaching and protects nobody.
          </p>
        )}
        <div className="formula" role="group" aria-label="Formula" tabIndex={0}>
          <Formula tex={formulaOf(scenario, view)} />
        </div>
        <p className="source">
          What is drawn is the estimate of binned records: a cubic B-spline shares each out among the grid points around
          it, step s, which are smoothed with {route === "gaussian" && view.axes.length === 2 ? "H" : "h"}′, so that the
          spline’s own variance s²/3{" "}
          {hasRoom(view.answer) ? "has room" : "comes on top: the bandwidth is narrow for these points"}. It is still an
          average of Gaussian bumps, and B ≤ 1 counts how far each is spread out
          {route === "gaussian" && "; q is the squared distance of opposite corners of the domain, in bandwidths"}.
        </p>
        <NumberTable rows={rows} />
        <p className="source">
          Hall, Rinaldo & Wasserman (2013), Corollary 9 and section {route === "gaussian" ? "4.1" : "4.2"}
          {route === "sobolev" && ", with the sharp constant"}; calibration:{" "}
          {scenario.calibration === "analytic" ? "Balle & Wang (2018), Theorem 8" : "Hall (2013), Proposition 3"}.
          Bandwidth and domain must not have been chosen by looking at the records. The proof is for real numbers;
          arithmetic of doubles is covered as far as η and τ say.
        </p>
      </div>
      <div>
        <TradeoffCurve mu={1 / view.noiseMultiplier} epsilon={epsilon} delta={delta} />
      </div>
    </div>
  );
}

/** Whether bins are smoothed by less than the bandwidth; not if it is narrow for the finest mesh. */
function hasRoom({ parameters: { bandwidths }, release: { smoothing } }: DensityView["answer"]): boolean {
  return smoothing.matrix.some((row, j) => row[j]! < bandwidths[j]! * bandwidths[j]!);
}

/** On which mesh, and with which bandwidths its nodes are smoothed. */
function binsText({ smoothing: { refinement, matrix } }: DensityRelease): string {
  const mesh = refinement === 1 ? "on the drawn grid" : `${refinement} times as fine as the drawn grid`;
  const widths = matrix.map((row, j) => numberText(Math.sqrt(row[j]!)));
  return `cubic, ${mesh}, h′ = ${widths.join(", ")}`;
}

function formulaOf({ route, epsilon, delta, calibration }: DensityScenario, view: DensityView): string {
  const { parameters, release } = view.answer;
  const d = parameters.bandwidths.length;
  const [ofRecords, ofBins] =
    route === "sobolev"
      ? [
          String.raw`\tfrac1n\sqrt{\textstyle 2\prod_j A_j\,(1 - g)}`,
          String.raw`\tfrac1n\sqrt{\textstyle 2\prod_j A_j\,(\prod_j B_j - g)}`,
        ]
      : d === 1
        ? [
            String.raw`\frac{\sqrt{2(1 - e^{-q/2})}}{n\sqrt{2\pi}\,h}`,
            String.raw`\frac{\sqrt{2(B - e^{-q/2})}}{n\sqrt{2\pi}\,\sqrt[4]{h^2(2h'^2 - h^2)}}`,
          ]
        : [
            String.raw`\frac{\sqrt{2(1 - e^{-q/2})}}{n\,2\pi\,|H|^{1/2}}`,
            String.raw`\frac{\sqrt{2(B - e^{-q/2})}}{n\,2\pi\,|H|^{1/4}\,|2H' - H|^{1/4}}`,
          ];
  const multiplier =
    calibration === "analytic"
      ? String.raw`m(${texNumber(epsilon)},\,${texNumber(delta)})`
      : String.raw`\frac{\sqrt{2\ln(2/${texNumber(delta)})}}{${texNumber(epsilon)}}`;
  return String.raw`\begin{aligned}
    \Delta_{\text{records}} &= ${ofRecords} = ${texNumber(release.unbinnedSensitivity)}\\
    \Delta &= ${ofBins} = ${texNumber(release.exactSensitivity)}\\
    \sigma &= ${multiplier}\cdot\Bigl(\Delta + \frac{2\eta}{\sqrt\tau}\Bigr) = ${texNumber(view.noiseMultiplier)} \cdot ${texNumber(release.sensitivity)} = ${texNumber(view.standardDeviation)}\\
    \tilde f &= f_D + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K + \tau I
  \end{aligned}`;
}
