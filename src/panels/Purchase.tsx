import { useState } from "react";
import type { ReactNode } from "react";
import { deltaWithBoughtParameter, splitBudget } from "../core/privacy/accounting/boughtParameter.ts";
import { analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import type { Outcome } from "../engine/outcome.ts";
import { cancelledPurchase } from "./cancelledPurchase.ts";
import { PaidProgressLine } from "./PaidProgress.tsx";
import { usePaidJob } from "./usePaidJob.ts";
import type { PaidJob } from "./usePaidJob.ts";
import { Problem } from "./Problem.tsx";
import { NumberBox } from "./SliderControl.tsx";
import type { Spend } from "./study.ts";
import { numberText } from "./words.ts";

interface PurchaseProps<T> {
  /** The budget that is divided. */
  readonly epsilon: number;
  readonly delta: number;
  readonly share: number;
  readonly onShare: (share: number) => void;
  /** What is bought, as in "buys λ". */
  readonly what: string;
  /** The entry in the ledger, and the fields of the scenario that it pays for. */
  readonly entry: string;
  readonly buys: string;
  /** Why nothing can be bought now; asked when the button is pressed. */
  readonly refusal: () => string | undefined;
  readonly ready: boolean;
  readonly inside: boolean;
  readonly spend: Spend;
  /** Draws, after the cost is entered. */
  readonly draw: (epsilon: number, job: PaidJob) => Promise<Outcome<T>>;
  /** Takes over what was bought, with what is left of ε. */
  readonly onBought: (bought: T, left: number, paid: number) => void;
  readonly said: string | undefined;
  /** How good the answer will be, from public numbers alone. */
  readonly terms: (epsilon: number) => string;
  readonly children?: ReactNode;
}

/** Buys a parameter with a part of ε and leaves the rest to the release. What is paid is entered before anything is drawn. */
export function Purchase<T>(props: PurchaseProps<T>) {
  const { epsilon, delta, share, onShare, what, ready, inside, said, terms, children } = props;
  const [problem, setProblem] = useState<string>();
  const [entering, setEntering] = useState(false);
  const { progress, cancel, run } = usePaidJob();
  const busy = entering || progress !== undefined;
  const parts = share > 0 && share < 1 ? splitBudget({ epsilon, share }) : undefined;

  const buy = async () => {
    if (!parts) return;
    const refused = props.refusal();
    setProblem(refused);
    if (refused !== undefined) return;
    setEntering(true);
    const loss = { kind: "pure", epsilon: parts.parameter } as const;
    const unpaid = await props.spend(props.entry, loss, { buys: props.buys });
    setEntering(false);
    if (unpaid !== undefined) {
      setProblem(unpaid);
      return;
    }
    const outcome = await run((job) => props.draw(parts.parameter, job));
    if (outcome === undefined) setProblem(cancelledPurchase);
    else if (outcome.ok) props.onBought(outcome.value, parts.release, parts.parameter);
    else {
      const why = inside ? outcome.error.message : "the inside view says why.";
      setProblem(`Nothing was bought, though its cost is entered: ${why}`);
    }
  };

  return (
    <>
      {children}
      <div className="control">
        <div className="line">
          <span>Share of the budget</span>
          <NumberBox label="Share of the budget" value={share} min={0} max={1} onCommit={onShare} />
        </div>
        {parts && (
          <p className="explanation" data-testid="split">
            Of ε = {numberText(epsilon)}, {numberText(parts.parameter)} buys {what}, and {numberText(parts.release)} is
            left for the release. {togetherText(parts, delta)} {terms(parts.parameter)}
          </p>
        )}
        <Problem text={parts ? undefined : shareProblem(share)} />
      </div>
      <div className="buttons">
        <button type="button" className="filled" disabled={!parts || !ready || busy} onClick={() => void buy()}>
          {busy ? "Buying …" : "Buy"}
        </button>
      </div>
      <PaidProgressLine progress={progress} onCancel={cancel} />
      <Problem text={problem} />
      {said !== undefined && (
        <p role="status" data-testid="bought">
          {said}
        </p>
      )}
    </>
  );
}

/** Why a share of the budget is none. */
export function shareProblem(share: number): string {
  return share === 0
    ? "With a share of 0 nothing would be bought: choose one above 0."
    : "With a share of 1 nothing would be left for the release: choose one below 1.";
}

/** What purchase and release cost together, by the simple sum and exactly. */
export function togetherText(
  parts: { readonly parameter: number; readonly release: number },
  delta: number,
  paid = 0,
): string {
  const total = parts.parameter + parts.release;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: parts.release, delta });
  const exact = deltaWithBoughtParameter({ epsilon: total, bought: { epsilon: parts.parameter, delta: paid }, mu });
  return `Together they are (${numberText(total)}, ${numberText(delta + paid)})-private by the simple sum; exactly, δ is ${numberText(exact)} at that ε.`;
}
