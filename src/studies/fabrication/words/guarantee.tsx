import { recordNoiseLevels } from "../../../core/privacy/mechanisms/recordNoise.ts";
import { staircaseMoments } from "../../../core/privacy/mechanisms/staircaseLaw.ts";
import { countText, numberText, percentText, texNumber } from "../../../core/numberFormats.ts";
import type { Guarantee } from "../../../panels/study/study.ts";
import { heldText } from "../../../state/scenario/furtherInputs.ts";
import { columnCount, entriesOfPerson, requestOf } from "../model/request.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationView } from "../model/view.ts";
import { protectionSentence, recordPromise } from "../model/words.ts";

export function guaranteeOf(shown: FabricationScenario, view: FabricationView): Guarantee {
  const { facts } = view;
  const { protection } = shown;
  const promise = recordPromise(view);
  const entry = protection === "entry";
  const { person, perPerson, most } = shown;
  return {
    promise,
    preview: "A preview: each change draws the table anew. Whoever sees many draws can average their noise away.",
    recordsPerPerson: person === "" ? 1 : perPerson,
    knows: person === "" ? "all records but one" : "all records but those of one person",
    neighbours: `Neighbours differ by ${most === "public" ? "" : "the addition, the removal or "}the replacement of ${person === "" ? "one record" : `${perPerson === 1 ? "the one record" : `all ${countText(perPerson)} records`} that one person may have, as ${person} says whose they are,`} within the ranges, by ${person !== "" && perPerson > 1 ? "as many of the same classes" : "one of the same class"}. ${most === "public" ? "How many records each class has is taken to be public." : `How many records each class has is protected: each has ${countText(most)} rows, and an empty one is drawn as the middles of the ranges.`} Rows stand in a random order, so no record’s place in the file is told. ${person === "" ? "A record is protected, not a person: of somebody with several rows, each row by itself. " : ""}${protectionSentence(shown, view)}`,
    receipt: entry ? [[person === "" ? "ε of a record" : "ε of a person", numberText(promise.epsilon)]] : [],
    sensitivityRows: [
      ["Entries of a record p", String(columnCount(shown))],
      ...(person === "" ? [] : ([["Records of a person, at most k", countText(perPerson)]] as const)),
      [
        entry
          ? "An entry moves by at most d, in ranges"
          : `A ${person === "" ? "record moves by at most √p" : "person moves the table by at most √(kp)"}, in ranges`,
        numberText(facts.sensitivity),
      ],
    ],
    otherRows: otherRowsOf(shown, view),
    rounding: { rows: [["Sampling", "independent numbers, one for each entry"]] },
    formula: formulaOf(shown, view),
    explanation: (
      <>
        All after the noise is computed from noisy rows alone: clusters, smoothing and images cost nothing more. The
        paper protects one entry of the table and lets it change by d; a record of p entries then has p/d times the ε.{" "}
        {entry && shown.atom === "delta" && (
          <>
            The noise shown has an atom: an entry leaves as it is with probability δ. Where data lie on a grid it is
            recognised. It lowers the mean size of the noise by the factor 1 − δ only. A release has no atom.
          </>
        )}
      </>
    ),
    source: `Kumar, Moser & Fischer (2024), ${entry ? "Result 1 and " : ""}Definitions 13 to 15.`,
    declared: "Columns, ranges, d, n, L, branches, steps and r",
  };
}

function otherRowsOf(shown: FabricationScenario, { facts, budget, inside }: FabricationView): Guarantee["otherRows"] {
  const p = entriesOfPerson(shown);
  const { gaussianDeviation, laplaceDeviation } = recordNoiseLevels({
    epsilon: budget.epsilon,
    delta: budget.delta,
    lower: new Float64Array(p),
    upper: new Float64Array(p).fill(1),
  });
  const { expectedExactEntries } = facts.guarantee;
  return [
    ["To protect a record at this ε: noise on each entry, Gaussian", percentText(gaussianDeviation)],
    ["The same by Laplace noise", percentText(laplaceDeviation)],
    ["Entries that leave without noise, on average", numberText(expectedExactEntries)],
    ["Classes, branches, parties", `${Math.max(1, facts.classNames.length)}, ${shown.branches}, ${shown.parties}`],
    ...(shown.further.length > 0 ? ([["Columns that are not drawn, in the plane", heldText(shown)]] as const) : []),
    ...(shown.tolerance === "none"
      ? []
      : ([["The tolerance r was reached", facts.reached ? "yes" : "no: the steps ended first"]] as const)),
    ...(facts.field && facts.field.doubtful.length > 0
      ? ([["Places where memberships add up to next to nothing", String(facts.field.doubtful.length)]] as const)
      : []),
    ...(inside
      ? ([["Entries outside their range, moved to its edge (private)", countText(inside.clampedCount)]] as const)
      : []),
  ];
}

function formulaOf(shown: FabricationScenario, { budget, sigma, facts }: FabricationView): string {
  const { epsilon, delta, multiplier, loss } = budget;
  const { adjacency, steps } = requestOf(shown);
  const smoothing = String.raw`\hat Y_0 &= Y + V,\qquad \hat Y_{m+1} = K(K + \lambda^*I)^{-1}\hat Y_m,\qquad m < ${steps}`;
  const scale =
    shown.atom === "staircase"
      ? String.raw`\gamma &= 1/(1 + e^{\varepsilon/2}),\qquad E|v| = 1/(2\sinh(\varepsilon/2)) = ${texNumber(staircaseMoments(epsilon).meanAbsolute)},\qquad \sigma = ${texNumber(sigma)}`
      : String.raw`b &= d/\varepsilon = ${texNumber(adjacency)}/${texNumber(epsilon)} = ${texNumber(multiplier * adjacency)},\qquad \sigma = ${texNumber(sigma)}`;
  if (loss.kind === "pure") {
    return String.raw`\begin{aligned}
      ${scale}\\
      \varepsilon_{\text{record}} &= \frac{${shown.person === "" ? "" : "k"}p\,\varepsilon}{d} = ${texNumber(loss.epsilon)}\\
      ${smoothing}
    \end{aligned}`;
  }
  return String.raw`\begin{aligned}
    \Delta &= \sqrt{${shown.person === "" ? "" : "k"}p} = ${texNumber(facts.sensitivity)}\\
    \sigma &= m(${texNumber(epsilon)},\,${texNumber(delta)})\cdot\Delta = ${texNumber(multiplier)}\cdot ${texNumber(facts.sensitivity)} = ${texNumber(sigma)}\\
    ${smoothing}
  \end{aligned}`;
}
