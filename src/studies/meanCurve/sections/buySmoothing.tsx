import type { ReactNode } from "react";
import { useStore } from "zustand";
import { choiceExcess } from "../../../core/privacy/choice/functionChoice.ts";
import {
  mostPairs,
  smoothingScoreRange,
  type MeanCurveBought,
  type MeanCurvePurchase,
} from "../../../core/mean/meanCurvePurchase.ts";
import { numberText, significant } from "../../../core/numberFormats.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { ListBox } from "../../../panels/controls/ListBox.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { Purchase, type PurchaseState } from "../../../panels/ledger/Purchase.tsx";
import { originOfWriting, type ListOrigin } from "../../../panels/ledger/WrittenList.tsx";
import { listText, typedList } from "../../../state/scenario/numberList.ts";
import { requestOf } from "../model/request.ts";
import { meanCurveFields, meanCurveParameterNames, rangeLimits } from "../model/fields.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import type { MeanCurveProps } from "../model/view.ts";

type Plan = MeanCurveBought["kind"];

/** Public. */
interface Declared extends PurchaseState {
  readonly plan: Plan;
  readonly phis: string;
  readonly rhos: string | undefined;
  readonly quantile: number;
  readonly most: number | undefined;
  readonly origins: Readonly<Record<Plan, ListOrigin>>;
}

const stateOf = perClient<Declared>({
  plan: "smoothing",
  phis: listText([0.001, 0.01, 0.1]),
  rhos: undefined,
  quantile: 0.9,
  most: undefined,
  origins: { smoothing: undefined, normBound: undefined },
  share: 0.2,
  said: undefined,
});

/** Buys φ and ρ₀ by private cross-validation, or τ₀ by a private quantile of the norms. */
export function Section(props: MeanCurveProps) {
  const { scenario, shown, view, client, recordsId, current, spend, set } = props;
  const kept = stateOf(client);
  const declared = useStore(kept);
  if (!view) return null;
  const { plan, origins } = declared;
  const markedAs = (origin: ListOrigin) => ({ origins: { ...origins, [plan]: origin } });
  const bought = (plan === "smoothing" ? smoothing : normBound)({ ...props, view }, declared, (change) =>
    kept.setState({ ...change, ...markedAs(originOfWriting(shown)) }),
  );
  // Follows the shown ρ₀ or τ₀ until written.
  const follows = bought.isUnwritten && shown.provenance[bought.followed] === "looked";

  return (
    <div className="section-body" data-testid="buy-smoothing">
      <p className="explanation">
        φ, ρ or τ that were chosen by looking at the curves tell of them. They can be bought. φ and ρ come from the
        exponential mechanism, scored by the private cross-validation of Mirshani 2019 with curves cut at τ; τ is a
        private quantile of the norms. Write lists and bounds without looking. A part of ε pays, and the release has the
        rest.
      </p>
      <Purchase
        budget={scenario}
        kept={kept}
        spend={spend}
        set={set}
        shown={shown}
        what={bought.what}
        entry={bought.entry}
        buys={bought.buys}
        terms={bought.terms}
        dependsOn={Object.keys(meanCurveParameterNames).filter((field) => !bought.without.includes(field))}
        parameters={() => bought.parameters}
        written={{
          what: bought.written,
          origin: origins[plan] ?? (follows ? "looked" : undefined),
          // Affirmed, it no longer follows.
          onAffirm: () => kept.setState({ ...markedAs("affirmed"), ...bought.asItStands }),
        }}
        ready={recordsId !== undefined && current && bought.isComplete}
        draw={(paid, job) =>
          client.run("purchase", recordsId!, { epsilon: paid, parameters: requestOf(shown), ...bought.asked }, job)
        }
        takenOver={(drawn, left, paid) => {
          const cost = `It cost ε = ${numberText(paid)}; ε is now ${numberText(left)}, what is left.`;
          return { change: changeOf(drawn), said: `${boughtText(drawn)} ${cost}` };
        }}
      >
        <ChoiceControl
          label="Buy"
          value={plan}
          choices={[
            { value: "smoothing", label: "φ and ρ" },
            { value: "normBound", label: "τ, the bound on norms" },
          ]}
          onChange={(value) => kept.setState({ plan: value })}
        />
        {bought.fields}
      </Purchase>
    </div>
  );
}

interface Buyable {
  readonly what: string;
  readonly entry: string;
  readonly buys: string;
  readonly without: readonly string[];
  /** Name of the written value, whether it is unwritten, and the field followed until then. */
  readonly written: string;
  readonly isUnwritten: boolean;
  readonly followed: "range" | "normBound";
  readonly asItStands: Partial<Declared>;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly isComplete: boolean;
  readonly asked: Asked<MeanCurvePurchase>;
  readonly terms: (paid: number) => string;
  readonly fields: ReactNode;
}

type Asked<P> = P extends unknown ? Omit<P, "epsilon" | "parameters"> : never;
type Shown = MeanCurveProps & { readonly view: NonNullable<MeanCurveProps["view"]> };

function smoothing({ scenario, view }: Shown, declared: Declared, write: (change: Partial<Declared>) => void): Buyable {
  const limits = rangeLimits(scenario.kernel, scenario.domain);
  const usual = [0.5, 1, 2].map((factor) => significant(factor * scenario.range, 3));
  const rhos = declared.rhos ?? listText(usual.filter((value) => value >= limits.min && value <= limits.max));
  const phiList = typedList(declared.phis, { name: "φ", ...meanCurveFields.penalty.limits, most: 40 });
  const rhoList = typedList(rhos, { name: "ρ", ...limits, most: 40 });
  const penalties = "values" in phiList ? phiList.values : [];
  const ranges = "values" in rhoList ? rhoList.values : [];
  const pairs = penalties.length * ranges.length;
  const problem =
    pairs === 1
      ? "One pair alone would come out whatever the curves are: write a second φ or ρ."
      : pairs > mostPairs
        ? `${pairs} pairs are too many: at most ${mostPairs}.`
        : undefined;
  return {
    what: "φ and ρ",
    entry: "φ and ρ by cross-validation",
    buys: "penalty,range,epsilon",
    without: ["penalty", "range"],
    written: "what φ and ρ are chosen from",
    isUnwritten: declared.rhos === undefined,
    followed: "range",
    asItStands: { rhos },
    parameters: [
      { name: "values of φ", value: declared.phis },
      { name: "values of ρ", value: rhos },
    ],
    isComplete: pairs >= 2 && problem === undefined,
    asked: { kind: "smoothing", penalties, ranges, noiseMultiplier: view.budget.multiplier },
    terms: (paid) => {
      if (pairs < 2) return "";
      const sensitivity = smoothingScoreRange(view.facts.recordCount, scenario.normBound) / 2;
      const excess = choiceExcess({ candidateCount: pairs, sensitivity, epsilon: paid, failure: 0.05 });
      return `With 95 %, the squared error of the pair that comes out exceeds the least one by up to ${numberText(excess)}; errors are at most 4τ² = ${numberText(4 * scenario.normBound ** 2)}, and noise.`;
    },
    fields: (
      <>
        <ListBox
          label="Values of φ to choose from"
          text={declared.phis}
          read={problem === undefined ? phiList : { problem }}
          onChange={(phis) => write({ phis })}
        />
        <ListBox
          label="Values of ρ to choose from"
          text={rhos}
          read={rhoList}
          onChange={(text) => write({ rhos: text })}
        />
      </>
    ),
  };
}

function normBound({ scenario }: Shown, declared: Declared, write: (change: Partial<Declared>) => void): Buyable {
  const { quantile } = declared;
  const most = declared.most ?? significant(10 * scenario.normBound, 3);
  return {
    what: "τ",
    entry: "τ by a private quantile",
    buys: "normBound,epsilon",
    // The norms' quantile depends on neither smoothing nor τ₀.
    without: ["penalty", "range", "normBound"],
    written: "the largest τ or the share of curves",
    isUnwritten: declared.most === undefined,
    followed: "normBound",
    asItStands: { most },
    parameters: [
      { name: "share of the norms", value: String(quantile) },
      { name: "largest τ", value: String(most) },
    ],
    isComplete: true,
    asked: { kind: "normBound", share: quantile, most },
    terms: () => "",
    fields: (
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
          {...meanCurveFields.normBound.limits}
          onCommit={(value) => write({ most: value })}
        />
      </>
    ),
  };
}

function boughtText(bought: MeanCurveBought): string {
  return bought.kind === "smoothing"
    ? `Bought: φ = ${numberText(bought.penalty)}, ρ = ${numberText(bought.range)}.`
    : `Bought: τ = ${numberText(tauOf(bought.normBound))}.`;
}

/** τ₀ within the slider's public limits. */
function tauOf(normBound: number): number {
  const { min, max } = meanCurveFields.normBound.limits;
  return significant(Math.min(max, Math.max(min, normBound)), 6);
}

function changeOf(bought: MeanCurveBought): Partial<MeanCurveScenario> {
  if (bought.kind === "normBound") return { normBound: tauOf(bought.normBound) };
  const { penalty, range } = bought;
  return { penalty, range };
}
