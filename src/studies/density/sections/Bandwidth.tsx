import { useStore } from "zustand";
import {
  purchaseLoss,
  rangeTestOf,
  type BandwidthRule,
  type DensityPurchase,
} from "../../../core/density/densityPurchase.ts";
import { isBernstein } from "../model/bernsteinScenario.ts";
import { drawn } from "../model/options.ts";
import { changeOf, saidOf } from "./boughtWords.ts";
import { purchaseRefusal } from "./purchaseRefusal.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { Purchase, type PurchaseState } from "../../../panels/ledger/Purchase.tsx";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import type { DensityProps } from "../model/view.ts";
import { purchaseFields, purchaseFrom } from "./purchaseFrom.ts";
import { RiskFigures } from "./RiskFigures.tsx";

type Plan = DensityPurchase["kind"];

interface BandwidthState extends PurchaseState {
  readonly plan: Plan;
  readonly rule: BandwidthRule;
  readonly tail: number;
}

const stateOf = perClient<BandwidthState>({
  plan: "interquartileRange",
  rule: "reference",
  share: 0.2,
  tail: 0.01,
  said: undefined,
});

export function Section(props: DensityProps) {
  const { shown, view, client, recordsId, spend, set } = props;
  const kept = stateOf(client);
  const { plan: asked, rule, tail } = useStore(kept);
  if (!view) return null;
  const takesSize = isBernstein(shown.route) && drawn(shown).correlation === 0;
  const plan = asked === "polynomial" && !takesSize ? "interquartileRange" : asked;
  // A purchase uses the shown records and domain; newer controls wait for their answer.
  const { delta } = shown;
  const dimension = shown.y === "" ? 1 : 2;
  const n = view.facts.recordCount;
  const { what, entry, explanation } = planWords[plan];

  const { multiplier } = view.budget;
  const purchaseOf = (parameter: number) => purchaseFrom(shown, { plan, rule, tail, multiplier, epsilon: parameter });

  return (
    <div className="section-body columns">
      <div>
        <p className="explanation">
          A bandwidth that was chosen by looking at the records tells of them, and no noise covers it (Hall 2013,
          section 4.1.2). It can be bought: a part of ε pays for a private answer, and the release has the rest.
        </p>
        <Purchase
          budget={shown}
          kept={kept}
          spend={spend}
          set={set}
          shown={shown}
          what={what}
          entry={entry}
          dependsOn={purchaseFields(plan)}
          isPure={shown.route === "bernsteinLaplace"}
          loss={(parameter) => purchaseLoss(purchaseOf(parameter))}
          parameters={(parameter) => parametersOf(purchaseOf(parameter))}
          buys={boughtBy(plan, dimension)}
          refusal={() => purchaseRefusal(plan, n)}
          ready={recordsId !== undefined}
          draw={(parameter, job) => client.run("purchase", recordsId!, purchaseOf(parameter), job)}
          takenOver={(bought, left, paid) => {
            const change = changeOf(bought, shown);
            return { change, said: saidOf(bought, change, shown, purchaseOf(paid), left, delta) };
          }}
          terms={(parameter) =>
            plan === "proposeTestRelease" ? rangeTestText(parameter, delta / 2, dimension, n) : ""
          }
        >
          <ChoiceControl
            label="Buy"
            explanation={explanation}
            value={plan}
            choices={[
              { value: "interquartileRange", label: "h from a private range" },
              { value: "proposeTestRelease", label: "h by propose-test-release" },
              { value: "crossValidation", label: "h by cross-validation" },
              { value: "ends", label: "the ends of the domain" },
              ...(takesSize ? [{ value: "polynomial" as const, label: "degree k and order h" }] : []),
            ]}
            onChange={(value) => kept.setState({ plan: value })}
          />
          {(plan === "interquartileRange" || plan === "proposeTestRelease") && (
            <ChoiceControl
              label="Rule of thumb"
              explanation={
                "From the interquartile range: (4/((d + 2)n))^(1/(d + 4)) · IQR/1.34 is best for a normal density; the paper " +
                "prints d + 1, a little wider."
              }
              value={rule}
              choices={[
                { value: "reference", label: "Normal reference" },
                { value: "printed", label: "As printed" },
              ]}
              onChange={(value) => kept.setState({ rule: value })}
            />
          )}
          {plan === "ends" && (
            <NumberControl
              label="Share of records beyond each end"
              value={tail}
              min={0}
              max={0.49}
              onCommit={(value) => kept.setState({ tail: value })}
            />
          )}
        </Purchase>
      </div>
      <RiskFigures {...props} />
    </div>
  );
}

const planWords: Readonly<
  Record<Plan, { readonly what: string; readonly entry: string; readonly explanation: string }>
> = {
  interquartileRange: {
    what: "the bandwidth",
    entry: "bandwidth from a private interquartile range",
    explanation:
      "An interquartile range by the exponential mechanism, the likelier the fewer records would have to change before it " +
      "were that of all; it goes into a rule of thumb.",
  },
  proposeTestRelease: {
    what: "the bandwidth",
    entry: "bandwidth by propose-test-release",
    explanation:
      "Hall’s way (after Dwork & Lei 2009): first a private test of whether the range is stable, then its logarithm " +
      "with noise. It may give no answer, and costs the same.",
  },
  crossValidation: {
    what: "the bandwidth",
    entry: "bandwidth by cross-validation",
    explanation:
      "The exponential mechanism over 16 public bandwidths, scored by least-squares cross-validation and the noise " +
      "that each will need. For Gaussian bumps.",
  },
  polynomial: {
    what: "the polynomial’s degree and order",
    entry: "degree and order of the polynomial",
    explanation:
      "The exponential mechanism over public pairs, scored by the largest error of the records’ own polynomial and the " +
      "noise that each will need. Without a purchase both follow from the worst records there could be.",
  },
  ends: {
    what: "the ends of the domain",
    entry: "ends of the domain",
    explanation:
      "Two private quantiles on each axis, all chosen at once, inside the domain that you declared. The records outside " +
      "will be moved to the ends.",
  },
};

function rangeTestText(epsilon: number, delta: number, dimension: number, n: number): string {
  const test = rangeTestOf({ epsilon, delta, dimension });
  return (
    `It answers only if about ${numberText(test.threshold)} of ${countText(n)} records${dimension > 1 ? ", on each axis," : ""} ` +
    `would have to change before the range changed by a factor of ${numberText(1 + 1 / Math.log(n))}: that makes δ = ` +
    `${numberText(delta)}.`
  );
}

/** The entry's own ε is the divided one. */
function parametersOf(purchase: DensityPurchase): { readonly name: string; readonly value: string }[] {
  return Object.entries(purchase).map(([name, value]) => ({
    name: name === "epsilon" ? "epsilon paid" : name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

function boughtBy(plan: string, dimension: number): string {
  if (plan === "polynomial") return "size,degree,iterations,epsilon";
  const fields = plan === "ends" ? ["domainX", "domainY"] : ["h", "hy"];
  return [...fields.slice(0, dimension), "epsilon"].join(",");
}
