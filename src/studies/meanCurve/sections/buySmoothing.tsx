import { useStore } from "zustand";
import { choiceExcess } from "../../../core/releases/densityChoice.ts";
import { mostPairs, smoothingScoreRange } from "../../../core/releases/meanCurvePurchase.ts";
import type { MeanCurveBought } from "../../../core/releases/meanCurvePurchase.ts";
import { pureLoss } from "../../../core/privacy/accounting/privacyLoss.ts";
import { numberText, significant } from "../../../core/numberFormats.ts";
import { ChoiceControl } from "../../../panels/ChoiceControl.tsx";
import { keptPerClient } from "../../../panels/kept.ts";
import { ListBox } from "../../../panels/ListBox.tsx";
import { NumberControl } from "../../../panels/NumberControl.tsx";
import { Purchase } from "../../../panels/Purchase.tsx";
import { originOfWriting } from "../../../panels/WrittenList.tsx";
import type { ListOrigin } from "../../../panels/WrittenList.tsx";
import { listText, typedList } from "../../../state/numberList.ts";
import { requestOf } from "../request.ts";
import { meanCurveLimits, meanCurveParameterNames, rangeLimits } from "../scenario.ts";
import type { MeanCurveScenario } from "../scenario.ts";
import type { MeanCurveProps } from "../view.ts";

type Way = MeanCurveBought["kind"];

/** What was declared and what was bought: all of it public. */
const keptBy = keptPerClient<{
  readonly way: Way;
  readonly phis: string;
  readonly rhos: string | undefined;
  readonly quantile: number;
  readonly most: number | undefined;
  /** Of what is written for each way. */
  readonly origins: Readonly<Record<Way, ListOrigin>>;
  readonly share: number;
  readonly said: string | undefined;
}>({
  way: "smoothing",
  phis: listText([0.001, 0.01, 0.1]),
  rhos: undefined,
  quantile: 0.9,
  most: undefined,
  origins: { smoothing: undefined, normBound: undefined },
  share: 0.2,
  said: undefined,
});

/** φ and ρ by private cross-validation, or τ by a private quantile of the norms, bought with a part of ε. */
export function Section({ scenario, shown, view, client, recordsId, current, spend, set }: MeanCurveProps) {
  const kept = keptBy(client);
  const state = useStore(kept);
  const { way, share, said, quantile } = state;
  if (!view) return null;
  const { epsilon, delta, kernel, domain } = scenario;
  const limits = rangeLimits(kernel, domain);
  const usual = [0.5, 1, 2].map((factor) => significant(factor * scenario.range, 3));
  const rhos = state.rhos ?? listText(usual.filter((value) => value >= limits.min && value <= limits.max));
  const phiList = typedList(state.phis, { name: "φ", ...meanCurveLimits.penalty, most: 40 });
  const rhoList = typedList(rhos, { name: "ρ", ...limits, most: 40 });
  const penalties = "values" in phiList ? phiList.values : [];
  const ranges = "values" in rhoList ? rhoList.values : [];
  const pairs = penalties.length * ranges.length;
  const most = state.most ?? significant(10 * scenario.normBound, 3);
  const n = view.facts.recordCount;
  const smoothing = way === "smoothing";
  // What stands there by itself follows from the ρ, or the τ, that is shown.
  const follows = smoothing
    ? state.rhos === undefined && shown.provenance["range"] === "looked"
    : state.most === undefined && shown.provenance["normBound"] === "looked";
  const origin = state.origins[way] ?? (follows ? "looked" : undefined);
  const mark = (now: ListOrigin) => ({ origins: { ...state.origins, [way]: now } });
  const write = (change: { phis: string } | { rhos: string } | { quantile: number } | { most: number }) =>
    kept.setState({ ...change, ...mark(originOfWriting(shown)) });
  // The quantile of the norms needs neither what smooths nor τ.
  const bought = smoothing ? ["penalty", "range"] : ["penalty", "range", "normBound"];
  const pairProblem =
    pairs === 1
      ? "One pair alone would come out whatever the curves are: write a second φ or ρ."
      : pairs > mostPairs
        ? `${pairs} pairs are too many: at most ${mostPairs}.`
        : undefined;

  return (
    <div className="section-body" data-testid="buy-smoothing">
      <p className="explanation">
        φ, ρ or τ that were chosen by looking at the curves tell of them. They can be bought: φ and ρ by the exponential
        mechanism, scored by the private cross-validation of Mirshani 2019 with curves cut at τ; τ as a private quantile
        of the norms. Write lists and bounds without looking. A part of ε pays, and the release has the rest.
      </p>
      <Purchase<MeanCurveBought>
        {...{ epsilon, delta, share, spend, said, shown }}
        dependsOn={Object.keys(meanCurveParameterNames).filter((field) => !bought.includes(field))}
        loss={pureLoss}
        parameters={() =>
          smoothing
            ? [
                { name: "values of φ", value: state.phis },
                { name: "values of ρ", value: rhos },
              ]
            : [
                { name: "share of the norms", value: String(quantile) },
                { name: "largest τ", value: String(most) },
              ]
        }
        onShare={(value) => kept.setState({ share: value })}
        what={smoothing ? "φ and ρ" : "τ"}
        entry={smoothing ? "φ and ρ by cross-validation" : "τ by a private quantile"}
        buys={smoothing ? "penalty,range,epsilon" : "normBound,epsilon"}
        written={{
          what: smoothing ? "what φ and ρ are chosen from" : "the largest τ or the share of curves",
          origin,
          // What is affirmed stays as it is, whatever ρ or τ is shown next.
          onAffirm: () => kept.setState({ ...mark("affirmed"), ...(smoothing ? { rhos } : { most }) }),
        }}
        ready={recordsId !== undefined && current && (!smoothing || (pairs >= 2 && pairProblem === undefined))}
        inside={shown.view === "inside"}
        draw={(paid, job) => {
          const shared = { epsilon: paid, parameters: requestOf(shown) };
          const asked = smoothing
            ? { ...shared, kind: way, penalties, ranges, noiseMultiplier: view.budget.multiplier }
            : { ...shared, kind: way, share: quantile, most };
          return client.run("purchase", recordsId!, asked, job);
        }}
        onBought={(bought, left, paid) => {
          const cost = `It cost ε = ${numberText(paid)}; ε is now ${numberText(left)}, what is left.`;
          kept.setState({ said: `${boughtText(bought)} ${cost}` });
          set({ ...changeOf(bought, scenario), epsilon: left }, { commit: true });
        }}
        terms={(paid) => {
          if (!smoothing || pairs < 2) return "";
          const sensitivity = smoothingScoreRange(n, scenario.normBound) / 2;
          const excess = choiceExcess({ candidateCount: pairs, sensitivity, epsilon: paid, failure: 0.05 });
          return `With 95 %, the squared error of the pair that comes out exceeds the least one by up to ${numberText(excess)}; errors are at most 4τ² = ${numberText(4 * scenario.normBound ** 2)}, and noise.`;
        }}
      >
        <ChoiceControl
          label="Buy"
          value={way}
          choices={[
            { value: "smoothing", label: "φ and ρ" },
            { value: "normBound", label: "τ, the bound on norms" },
          ]}
          onChange={(value) => kept.setState({ way: value })}
        />
        {smoothing ? (
          <>
            <ListBox
              label="Values of φ to choose from"
              text={state.phis}
              read={pairProblem === undefined ? phiList : { problem: pairProblem }}
              onChange={(phis) => write({ phis })}
            />
            <ListBox
              label="Values of ρ to choose from"
              text={rhos}
              read={rhoList}
              onChange={(text) => write({ rhos: text })}
            />
          </>
        ) : (
          <>
            <NumberControl
              label="Share of curves within τ"
              value={quantile}
              min={0.01}
              max={1}
              onCommit={(value) => write({ quantile: value })}
            />
            <NumberControl
              label="τ is at most"
              value={most}
              {...meanCurveLimits.normBound}
              onCommit={(value) => write({ most: value })}
            />
          </>
        )}
      </Purchase>
    </div>
  );
}

function boughtText(bought: MeanCurveBought): string {
  return bought.kind === "smoothing"
    ? `Bought: φ = ${numberText(bought.penalty)}, ρ = ${numberText(bought.range)}.`
    : `Bought: τ = ${numberText(tauOf(bought.normBound))}.`;
}

/** Within the limits of the slider, which are public. */
function tauOf(normBound: number): number {
  const { min, max } = meanCurveLimits.normBound;
  return significant(Math.min(max, Math.max(min, normBound)), 6);
}

/** The rest of ε follows from the purchase, as what was bought does. */
function changeOf(bought: MeanCurveBought, { provenance }: MeanCurveScenario): Partial<MeanCurveScenario> {
  if (bought.kind === "normBound") {
    return {
      normBound: tauOf(bought.normBound),
      provenance: { ...provenance, normBound: "bought", epsilon: "bought" },
    };
  }
  const { penalty, range } = bought;
  return { penalty, range, provenance: { ...provenance, penalty: "bought", range: "bought", epsilon: "bought" } };
}
