import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { deltaWithBoughtParameter, splitBudget } from "../../core/privacy/accounting/boughtParameter.ts";
import { pureLoss, type PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { analyticNoiseMultiplier } from "../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { Change } from "../../state/scenario/scenarioStore.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { BuyButton } from "./BuyButton.tsx";
import { NumberControl } from "../controls/NumberControl.tsx";
import type { Job } from "../hooks/useJob.ts";
import { Problem } from "../controls/Problem.tsx";
import type { Spend, SpendDetails } from "../study/study.ts";
import { usePurchase } from "./usePurchase.ts";
import { listOrigin, listProblem, LookedList, type ListOrigin } from "./WrittenList.tsx";

export interface PurchaseState {
  readonly share: number;
  readonly said: string | undefined;
}

interface PurchaseProps<T, K extends PurchaseState, S extends CommonScenario> {
  readonly budget: Pick<CommonScenario, "epsilon" | "delta">;
  readonly kept: StoreApi<K>;
  /** As in "buys λ". */
  readonly what: string;
  readonly entry: string;
  readonly buys: string;
  /** Pure if absent. */
  readonly loss?: (epsilon: number) => PrivacyLoss;
  /** True if the coming release needs no δ. */
  readonly isPure?: boolean;
  readonly refusal?: () => string | undefined;
  readonly ready: boolean;
  readonly spend: Spend;
  readonly shown: SpendDetails["shown"] & Pick<CommonScenario, "view">;
  readonly dependsOn: readonly string[];
  readonly parameters: (epsilon: number) => SpendDetails["parameters"];
  /** Called after the cost is entered. */
  readonly draw: (epsilon: number, job: Job) => Promise<Outcome<T>>;
  /** Change by the bought value, with a sentence; `left` is the rest of ε. */
  readonly takenOver: (bought: T, left: number, paid: number) => { readonly change: Partial<S>; readonly said: string };
  readonly set: (change: Change<S>, options: { readonly commit: boolean }) => void;
  /** Quality of the answer. Public. */
  readonly terms: (epsilon: number) => string;
  readonly written?: { readonly what: string; readonly origin: ListOrigin; readonly onAffirm: () => void };
  readonly children?: ReactNode;
}

/**
 * Buys parameters with a part of ε. The cost is entered before the draw; bought parameters and the rest of ε, which
 * follows from the purchase, count as bought.
 */
export function Purchase<T, K extends PurchaseState, S extends CommonScenario>(props: PurchaseProps<T, K, S>) {
  const { budget, kept, what, buys, loss = pureLoss, shown, spend, written } = props;
  const { share, said } = useStore(kept);
  const { setProblem, buy, ...underWay } = usePurchase({ spend, inside: shown.view === "inside" });
  const { epsilon, delta } = budget;
  const parts = share > 0 && share < 1 ? splitBudget({ epsilon, share }) : undefined;

  const start = async () => {
    if (!parts) return;
    const refused = props.refusal?.() ?? (written && listProblem(written.what, written.origin));
    if (refused !== undefined) {
      setProblem(refused);
      return;
    }
    const { parameter, release } = parts;
    const details = { shown, dependsOn: props.dependsOn, parameters: props.parameters(parameter), buys };
    const bought = await buy({
      entry: props.entry,
      loss: loss(parameter),
      details: written ? { ...details, besides: [listOrigin(written.what, written.origin)] } : details,
      draw: (job) => props.draw(parameter, job),
      values: (drawn) => ({ ...props.takenOver(drawn, release, parameter).change, epsilon: release }),
    });
    if (bought === undefined) return;
    const { change, said: sentence } = props.takenOver(bought, release, parameter);
    kept.setState({ said: sentence } as Partial<K>);
    const fields = buys.split(",").filter((field) => field === "epsilon" || field in change);
    const origins = Object.fromEntries(fields.map((field) => [field, "bought"] as const));
    props.set((now) => ({ ...change, epsilon: release, provenance: { ...now.provenance, ...origins } }), {
      commit: true,
    });
  };

  return (
    <>
      {props.children}
      {written && <LookedList {...written} />}
      <NumberControl
        label="Share of the budget"
        value={share}
        min={0}
        max={1}
        onCommit={(value) => kept.setState({ share: value } as Partial<K>)}
      >
        {parts && (
          <p className="explanation" data-testid="split">
            Of ε = {numberText(epsilon)}, {numberText(parts.parameter)} buys {what}, and {numberText(parts.release)} is
            left for the release. {togetherText(parts, props.isPure ? 0 : delta, loss(parts.parameter).failure)}{" "}
            {props.terms(parts.parameter)}
          </p>
        )}
        <Problem text={parts ? undefined : shareProblem(share)} />
      </NumberControl>
      <BuyButton {...underWay} words="Buy" ready={parts !== undefined && props.ready} onBuy={start} said={said} />
    </>
  );
}

function shareProblem(share: number): string {
  return share === 0
    ? "With a share of 0 nothing would be bought: choose one above 0."
    : "With a share of 1 nothing would be left for the release: choose one below 1.";
}

function togetherText(
  parts: { readonly parameter: number; readonly release: number },
  delta: number,
  paid = 0,
): string {
  const total = parts.parameter + parts.release;
  if (delta + paid === 0) return `Together they are ε = ${numberText(total)}, purely private.`;
  if (delta === 0) return `Together they are (${numberText(total)}, ${numberText(paid)})-private.`;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: parts.release, delta });
  const exact = deltaWithBoughtParameter({ epsilon: total, bought: { epsilon: parts.parameter, delta: paid }, mu });
  return `Together they are (${numberText(total)}, ${numberText(delta + paid)})-private by the simple sum; exactly, δ is ${numberText(exact)} at that ε.`;
}
