import { countText, numberText, percentText, tenthPercentText, texNumber } from "../../../core/numberFormats.ts";
import { levelsOf } from "../../../core/grids.ts";
import { protectedWords } from "../../../panels/guarantee/personWords.ts";
import type { Guarantee } from "../../../panels/study/study.ts";
import { groupsOf } from "../picture/groups.ts";
import type { BoundaryInside, BoundaryView } from "../model/view.ts";
import { heldText } from "../../../state/scenario/furtherInputs.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

export function guaranteeOf(shown: BoundaryScenario, view: BoundaryView): Guarantee {
  const { facts, inside } = view;
  const { penalty, loss, further } = shown;
  const classification = shown.task === "classification";
  const performance = inside && (inside.heldOut ?? inside.onRecords);
  const text = classification ? tenthPercentText : numberText;
  const name = classification ? "accuracy" : loss === "pinball" ? "loss" : "error";
  const C = 1 / (2 * penalty);
  const groupCount = levelsOf(view.axes).length;
  const { neighbours, ...protection } = protectedWords(shown, ", input and label");
  return {
    ...protection,
    neighbours: `The whole function is released, not only its sign. ${neighbours}`,
    receipt: performance
      ? [[`${name}, original → private`, `${text(performance.original)} → ${text(performance.expectedPrivate)}`]]
      : [],
    sensitivityRows: [
      ...(groupCount > 0
        ? [
            [
              "Groups",
              `${groupCount} functions and the number of records in each, one mechanism. Each is the minimiser over its group, with the loss divided by the number of all records. A replaced record that stays in its group moves one of them by up to Δ. One that changes groups moves two by up to Δ/2 each, and two counts, together by no more than Δ. So Δ is that of one function, however many groups there are. This is not parallel composition, which holds for groups that nobody can leave. Which group a record is in is protected too`,
            ] as const,
          ]
        : []),
      ["Lipschitz constant M of the loss", numberText(facts.lipschitz)],
      ["Sensitivity Δ of the exact minimiser", numberText(facts.exactSensitivity)],
      ["Stopping tolerance g of the objective, public", numberText(facts.gapTolerance)],
      ["In the form C/n Σ loss + ½‖f‖²: C", numberText(C)],
      ["Sup-norm sensitivity 2MC sup K/n", numberText((2 * facts.lipschitz * C) / facts.recordCount)],
    ],
    otherRows: [
      ...groupsOf(shown, view).map(
        ({ title, sigma, declared }) =>
          [
            `Noise at each point of ${title}`,
            `${numberText(sigma)}, that of one function of all divided by the declared share, ${percentText(declared)}`,
          ] as const,
      ),
      ...(further.length > 0 ? [["Inputs that are not drawn", heldText(shown)] as const] : []),
      ...(facts.landmarkCount === undefined ? [] : [["Public landmarks", countText(facts.landmarkCount)] as const]),
      ...(inside ? insideRows(inside, classification) : []),
    ],
    formula: formulaOf(shown, view),
    source:
      "Hall, Rinaldo & Wasserman (2013), section 4.3, without offset: an unpenalised intercept would move without bound. The factor 2 in the form with C corrects Aldà & Rubinstein (2017), section 6.",
    declared: "λ, ℓ, domain and range",
  };
}

function insideRows(inside: BoundaryInside, classification: boolean): Guarantee["otherRows"] {
  const { dualityGap, rkhsNorm, onRecords, heldOut, support, landmarkError } = inside;
  const text = classification ? percentText : numberText;
  return [
    ["Duality gap reached (private)", numberText(dualityGap)],
    ["Norm ‖f‖ (private)", numberText(rkhsNorm)],
    [
      "On the records, original → expected private (private)",
      `${text(onRecords.original)} → ${text(onRecords.expectedPrivate)}`,
    ],
    [
      "Held out in five folds, original → expected private (private)",
      heldOut ? `${text(heldOut.original)} → ${text(heldOut.expectedPrivate)}` : "measuring …",
    ],
    ["Support vectors (private)", countText(support.reduce((sum, s) => sum + s, 0))],
    ...(landmarkError === undefined
      ? []
      : [["Landmarks against the exact fit, largest difference (private)", percentText(landmarkError)] as const]),
  ];
}

function formulaOf(shown: BoundaryScenario, { axes, facts, budget, sigma }: BoundaryView): string {
  const [lower, upper] = requestOf(shown).responseRange ?? [-1, 1];
  const grouped = levelsOf(axes).length > 0;
  const unit = grouped ? 1 : (upper - lower) / 2;
  const fitted = grouped
    ? String.raw`f_g &= \arg\min_f\ \tfrac1{q_g n}\textstyle\sum_{i \in g} \ell(y_i, f(x_i)) + \lambda\lVert f\rVert^2,\qquad f_D = (q_g f_g)_g\\`
    : String.raw`f_D &= \arg\min_f\ \tfrac1n\textstyle\sum_i \ell(y_i, f(x_i)) + \lambda\lVert f\rVert^2\\`;
  const scaled = unit === 1 ? "" : String.raw`\cdot ${texNumber(unit)}`;
  return String.raw`\begin{aligned}
    ${fitted}
    \Delta &= \frac{M\sqrt{\sup K}}{\lambda n} = \frac{${texNumber(facts.lipschitz)}}{${texNumber(shown.penalty)}\cdot ${facts.recordCount}} = ${texNumber(facts.exactSensitivity)}\\
    \sigma &= ${texNumber(budget.multiplier)}\cdot\Bigl(\Delta + 2\sqrt{g/\lambda} + \frac{2\eta}{\sqrt\tau}\Bigr)\sqrt{1+\tau}${scaled} = ${texNumber(sigma)}\\
    \tilde f &= f_D + \sigma\,G,\qquad \operatorname{Cov}\,G \succeq K + \tau I
  \end{aligned}`;
}
