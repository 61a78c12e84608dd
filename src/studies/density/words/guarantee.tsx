import { isGrouped } from "../../../core/grids.ts";
import { isOfGaussianBumps } from "../../../core/density/densityGrid.ts";
import { protectedWords } from "../../../panels/guarantee/personWords.ts";
import type { Guarantee } from "../../../panels/study/study.ts";
import { isPolynomial, type DensityInside, type DensityView, type ProcessFacts } from "../model/view.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import { bernsteinGuaranteeOf } from "./bernsteinGuarantee.tsx";
import { noiseShare } from "./noiseShare.ts";
import { scaleWords } from "../../../core/density/densityFrame.ts";
import { finePercentText, numberText, percentText, texNumber } from "../../../core/numberFormats.ts";
import { drawn } from "../model/options.ts";
import { requestOf } from "../model/request.ts";
import type { DensityScenario } from "../model/scenario.ts";

export function guaranteeOf(shown: DensityScenario, view: DensityView): Guarantee {
  return isPolynomial(view) ? bernsteinGuaranteeOf(shown, view) : processGuaranteeOf(shown, view as ProcessView);
}

type ProcessView = StudyView<ProcessFacts, DensityInside>;

function processGuaranteeOf(shown: DensityScenario, view: ProcessView): Guarantee {
  const { route } = shown;
  const { inside } = view;
  return {
    ...protectedWords(shown, ""),
    receipt: [["noise/mean height", percentText(noiseShare(view, shown))]],
    sensitivityRows: sensitivityRowsOf(shown, view),
    otherRows:
      inside && !view.extra
        ? [
            [
              "Drawn against exact estimate, measured (private)",
              inside.difference
                ? `${numberText(inside.difference.maxDifference)} ` +
                  `(${finePercentText(inside.difference.relativeToPeak)} of the peak)`
                : "measuring …",
            ],
          ]
        : [],
    formula: formulaOf(shown, view),
    explanation: <BinsExplained shown={shown} view={view} />,
    source:
      "Hall, Rinaldo & Wasserman (2013), Corollary 9 and section " +
      `${route === "gaussian" ? "4.1" : "4.2, with the sharp constant"}.`,
    declared: "Bandwidth and domain",
  };
}

function sensitivityRowsOf(shown: DensityScenario, view: ProcessView): Guarantee["sensitivityRows"] {
  const { facts } = view;
  const inflation = facts.sensitivity / facts.exactSensitivity - 1;
  const added = facts.exactSensitivity / facts.unbinnedSensitivity - 1;
  return [
    ...framingRows(shown),
    ...(isGrouped(view.axes)
      ? [
          [
            "Groups",
            `${view.axes[1].levels.length} curves, one mechanism. A replaced record may leave one group and ` +
              "enter another. Then two curves change, each by its bump over n, and all of them together by at most " +
              "√2 of that, however many there are. This is not parallel composition, which would charge each " +
              "curve alone for groups that nobody can leave. Here it would promise √2 times too much. In which " +
              "group somebody is, is protected too",
          ] as const,
        ]
      : []),
    ...(view.extra
      ? [
          [
            "Counted apart",
            "A record is at the value or in the curve. Whoever moves changes each by 1/√2 of Δ at most, so " +
              "both together have this Δ. No share of ε goes to the number",
          ] as const,
        ]
      : []),
    ["Sensitivity of the sum over the records", numberText(facts.unbinnedSensitivity)],
    ["The bound as printed", numberText(facts.printedSensitivity)],
    ["Bins", binsText(facts)],
    ["Δ with these bins", `${numberText(facts.exactSensitivity)} (${added < 0 ? "" : "+"}${finePercentText(added)})`],
    ["Rounding adds", finePercentText(inflation)],
  ];
}

function BinsExplained({ shown, view }: { readonly shown: DensityScenario; readonly view: ProcessView }) {
  const { route } = shown;
  const { facts } = view;
  return isOfGaussianBumps(requestOf(shown)) ? (
    <>
      What is drawn is the estimate of binned records. A cubic B-spline shares each out among the grid points around it,
      step s, which are smoothed with{" "}
      {route === "gaussian" && view.axes.length === 2 && !isGrouped(view.axes) ? "H" : "h"}′, so that the spline’s own
      variance s²/3 {hasRoom(shown, facts) ? "has room" : "comes on top: the bandwidth is narrow for these points"}. It
      is still an average of Gaussian bumps, and B ≤ 1 counts how far each is spread out.
      {route === "gaussian" &&
        !isGrouped(view.axes) &&
        " q is the squared distance of opposite corners of the domain, in bandwidths."}
    </>
  ) : (
    <>
      What is drawn is the estimate of binned records. A cubic B-spline shares each out among the grid points around it,
      step s, which are smoothed with the bump itself. c is one over its integral, and g the bump as a function of the
      squared distance in bandwidths. q is that distance of opposite corners of the domain; q′ has what bins spread on
      top. The noise has the bump as its covariance, so it is as rough as the curve.
    </>
  );
}

function framingRows(shown: DensityScenario): readonly (readonly [string, string])[] {
  const { scale, ends } = drawn(shown);
  return [
    ...(scale === "own"
      ? []
      : [
          [
            "Scale",
            `${scaleWords[scale]}: each record is mapped by itself, so Δ is that of any records; the curve is ` +
              "carried back from the release",
          ] as const,
        ]),
    ...(ends === "folded"
      ? [["Ends", "released beyond the domain and folded back: made of the release, so Δ stays"] as const]
      : []),
  ];
}

/** False if the bandwidth is narrow even for the finest mesh. */
function hasRoom(shown: DensityScenario, { smoothing }: ProcessFacts): boolean {
  const { bandwidths } = requestOf(shown);
  return smoothing.matrix.some((row, j) => row[j]! < bandwidths[j]! * bandwidths[j]!);
}

function binsText({ smoothing: { refinement, matrix } }: ProcessFacts): string {
  const mesh = refinement === 1 ? "on the drawn grid" : `${refinement} times as fine as the drawn grid`;
  const widths = matrix.map((row, j) => numberText(Math.sqrt(row[j]!)));
  return `cubic, ${mesh}, h′ = ${widths.join(", ")}`;
}

function formulaOf(shown: DensityScenario, { axes, facts, sigma, budget }: ProcessView): string {
  const { epsilon, delta, calibration } = budget;
  const [ofRecords, ofBins] = !isOfGaussianBumps(requestOf(shown))
    ? [String.raw`\tfrac cn\sqrt{2 - 2g(q)}`, String.raw`\tfrac cn\sqrt{2 - 2g(q')}`]
    : shown.route === "sobolev"
      ? [
          String.raw`\tfrac1n\sqrt{\textstyle 2\prod_j A_j\,(1 - g)}`,
          String.raw`\tfrac1n\sqrt{\textstyle 2\prod_j A_j\,(\prod_j B_j - g)}`,
        ]
      : isGrouped(axes)
        ? [
            String.raw`\frac{\sqrt2}{n\sqrt{2\pi}\,h}`,
            String.raw`\frac{\sqrt{2B}}{n\sqrt{2\pi}\,\sqrt[4]{h^2(2h'^2 - h^2)}}`,
          ]
        : axes.length === 1
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
    \Delta_{\text{records}} &= ${ofRecords} = ${texNumber(facts.unbinnedSensitivity)}\\
    \Delta &= ${ofBins} = ${texNumber(facts.exactSensitivity)}\\
    \sigma &= ${multiplier}\cdot\Bigl(\Delta + \frac{2\eta}{\sqrt\tau}\Bigr)\sqrt{1+\tau}\\
    &= ${texNumber(budget.multiplier)} \cdot ${texNumber(facts.sensitivity)} = ${texNumber(sigma)}\\
    \tilde f &= f_D + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K + \tau I
  \end{aligned}`;
}
