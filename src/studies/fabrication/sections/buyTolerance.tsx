import { useStore } from "zustand";
import { numberText } from "../../../core/numberFormats.ts";
import { pureLoss } from "../../../core/privacy/accounting/privacyLoss.ts";
import { toleranceError, toleranceTerms } from "../../../core/affineHull/fabrication/tolerancePurchase.ts";
import { BuyButton } from "../../../panels/ledger/BuyButton.tsx";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { usePurchase } from "../../../panels/ledger/usePurchase.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import { requestOf } from "../model/request.ts";
import type { FabricationProps } from "../model/view.ts";

/** Public. */
const stateOf = perClient<{ readonly epsilon: number; readonly said: string | undefined }>({
  epsilon: 1,
  said: undefined,
});

const purchaseFields = [
  ...["x", "y", "label", "person", "perPerson", "most", "domainX", "domainY", "further"],
  ...["origin", "subspaceDimension", "testEvery"],
];

export function Section({ scenario, shown, view, client, recordsId, current, spend, set }: FabricationProps) {
  const kept = stateOf(client);
  const { epsilon, said } = useStore(kept);
  const { buy, ...underWay } = usePurchase({ spend, inside: shown.view === "inside" });
  if (!view) return null;
  const { classOf, noisy } = view.facts;
  const { seed, drawCount, frames, fieldCount, ...parameters } = requestOf(shown);
  const { recordsPerPerson } = parameters;
  const terms = toleranceTerms({ classOf, dimension: noisy.dimension, recordsPerPerson });
  const { blockCount, sensitivity, distanceBound, least } = terms;
  const error = Math.max(least, toleranceError({ sensitivity, epsilon, failure: 0.05 }));

  const start = async () => {
    if (recordsId === undefined) return;
    const request = { ...parameters, epsilon };
    const bought = await buy({
      entry: "r, where smoothing ends",
      loss: pureLoss(epsilon),
      details: {
        shown,
        dependsOn: purchaseFields,
        buys: "tolerance",
        parameters: [
          { name: "epsilon of r", value: String(epsilon) },
          { name: "blocks", value: String(blockCount) },
          { name: "most distance", value: String(distanceBound) },
        ],
      },
      draw: (job) => client.run("purchase", recordsId, request, job),
      values: (tolerance) => ({ tolerance }),
    });
    if (bought === undefined) return;
    kept.setState({
      said: `Bought: r = ${numberText(bought)} of the ranges, for ε = ${numberText(epsilon)} of a record. Smoothing ends there now, or after ${scenario.steps} steps.`,
    });
    set(({ provenance }) => ({ tolerance: bought, provenance: { ...provenance, tolerance: "bought" } }), {
      commit: true,
    });
  };

  return (
    <div className="section-body" data-testid="buy-tolerance">
      <p className="explanation">
        The paper smooths until the error is that of the records themselves. It takes that number from them as if it
        were public, and it is not. Take two small tables that differ in one record, at ε = 1: what one gives in 60 of
        60 draws comes of the other in 12 of 8,000. Smooth for a fixed number of steps, to an r that you declare, or to
        one that is bought here.
      </p>
      <p className="explanation" data-testid="tolerance-terms">
        The rows of each class are cut into blocks of about 25 at random, {blockCount} in all; how far a block’s rows
        are from their own machine on average counts up to {numberText(distanceBound)} of the ranges. A person can move
        the average over blocks by {numberText(sensitivity)}. It comes out with Laplace noise of that size over ε, and
        is held between {numberText(least)} and {numberText(distanceBound)}; with 95 % it is off by no more than{" "}
        {numberText(Math.min(error, distanceBound))}
        {error < distanceBound ? "." : ", which is all there is: more records or a larger ε are needed."}
      </p>
      <NumberControl
        label="Privacy loss of r"
        beside="ε of r, for a record"
        value={epsilon}
        {...budgetLimits.epsilon}
        onCommit={(value) => kept.setState({ epsilon: value })}
      >
        <p className="explanation">It adds to what the table costs a record, and is entered in the ledger.</p>
      </NumberControl>
      <BuyButton
        {...underWay}
        words={`Buy r for ε = ${numberText(epsilon)}`}
        ready={recordsId !== undefined && current}
        onBuy={start}
        said={said}
      />
    </div>
  );
}
