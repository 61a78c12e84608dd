import { useStore } from "zustand";
import { choiceExcess } from "../../../core/privacy/choice/functionChoice.ts";
import { mostCrossValidatedFits, penaltyScoreTerms } from "../../../core/erm/boundary/boundaryPurchase.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { ListBox } from "../../../panels/controls/ListBox.tsx";
import { Purchase, type PurchaseState } from "../../../panels/ledger/Purchase.tsx";
import { originOfWriting, type ListOrigin } from "../../../panels/ledger/WrittenList.tsx";
import { listText, typedList } from "../../../state/scenario/numberList.ts";
import { requestOf } from "../model/request.ts";
import { boundaryFields, boundaryParameterNames } from "../model/fields.ts";
import type { BoundaryProps } from "../model/view.ts";

/** Public. */
const stateOf = perClient<PurchaseState & { readonly text: string; readonly origin: ListOrigin }>({
  text: listText([0.03, 0.1, 0.3, 1]),
  origin: undefined,
  share: 0.2,
  said: undefined,
});

export function Section({ scenario, shown, view, client, recordsId, current, spend, set }: BoundaryProps) {
  const kept = stateOf(client);
  const { text, origin } = useStore(kept);
  if (!view) return null;
  const read = typedList(text, { name: "λ", ...boundaryFields.penalty.limits, most: 20 });
  const penalties = "values" in read ? read.values : [];
  const n = view.facts.recordCount;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const enough = penalties.length >= 2;
  return (
    <div className="section-body" data-testid="buy-penalty">
      <p className="explanation">
        A λ that was chosen by looking at the records tells of them, and no noise covers it. It can be bought. The
        exponential mechanism (Hall 2013, section 3.2) takes one of a public list. It goes by the loss on the records
        left out of five folds. Losses are cut at a public bound. The least λ of the list decides how much one record
        can move a score, so leave small ones out. Write the list without looking.
      </p>
      <Purchase
        budget={scenario}
        kept={kept}
        spend={spend}
        set={set}
        shown={shown}
        dependsOn={Object.keys(boundaryParameterNames).filter((field) => field !== "penalty")}
        parameters={() => [{ name: "values of λ", value: text }]}
        what="λ"
        entry="λ by cross-validation"
        buys="penalty,epsilon"
        written={{ what: "the list of λ", origin, onAffirm: () => kept.setState({ origin: "affirmed" }) }}
        refusal={() =>
          n > mostCrossValidatedFits
            ? `Cross-validation fits every λ five times, and is offered for up to ${countText(mostCrossValidatedFits)} records; here are ${countText(n)}.`
            : undefined
        }
        ready={enough && recordsId !== undefined && current}
        draw={(paid, job) => client.run("purchase", recordsId!, { ...parameters, penalties, epsilon: paid }, job)}
        takenOver={(penalty, left, paid) => ({
          change: { penalty },
          said: `Bought: λ = ${numberText(penalty)}. It cost ε = ${numberText(paid)}; ε is now ${numberText(left)}, what is left.`,
        })}
        terms={(paid) => {
          if (!enough || n < 5) return "";
          const { range, lossBound } = penaltyScoreTerms({ ...parameters, penalties }, n);
          const choice = { candidateCount: penalties.length, sensitivity: range / 2, epsilon: paid };
          const excess = choiceExcess({ ...choice, failure: 0.05 });
          const worth =
            excess >= lossBound
              ? "which is no better than any of them: more records, a larger share or larger λ are needed"
              : "and no more than that";
          return `With 95 %, the loss of the λ that comes out exceeds the least one by up to ${numberText(Math.min(excess, lossBound))} of ${numberText(lossBound)}, ${worth}.`;
        }}
      >
        <ListBox
          label="Values of λ to choose from"
          text={text}
          read={
            "values" in read && !enough
              ? { problem: "One λ alone would come out whatever the records are: write a second one." }
              : read
          }
          onChange={(value) => kept.setState({ text: value, origin: originOfWriting(shown) })}
        />
      </Purchase>
    </div>
  );
}
