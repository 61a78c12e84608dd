import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { deltaWithBoughtParameter, splitBudget } from "../core/privacy/accounting/boughtParameter.ts";
import { analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import type { Outcome } from "../engine/outcome.ts";
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
  readonly draw: (
    epsilon: number,
    job: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
  ) => Promise<Outcome<T>>;
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
  const [done, setDone] = useState<number>();
  const job = useRef<AbortController>(undefined);
  const parts = share > 0 && share < 1 ? splitBudget({ epsilon, share }) : undefined;

  const buy = async () => {
    if (!parts) return;
    const refused = props.refusal();
    setProblem(refused);
    if (refused !== undefined) return;
    setDone(0);
    const loss = { kind: "pure", epsilon: parts.parameter } as const;
    const unpaid = await props.spend(props.entry, loss, { buys: props.buys });
    if (unpaid !== undefined) {
      setDone(undefined);
      setProblem(unpaid);
      return;
    }
    const controller = new AbortController();
    job.current = controller;
    const outcome = await props.draw(parts.parameter, { signal: controller.signal, onProgress: setDone });
    setDone(undefined);
    if (outcome.ok) props.onBought(outcome.value, parts.release, parts.parameter);
    else if (controller.signal.aborted) setProblem("Cancelled: nothing was bought, though its cost is entered.");
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
        <button
          type="button"
          className="filled"
          disabled={!parts || !ready || done !== undefined}
          onClick={() => void buy()}
        >
          {done === undefined ? "Buy" : `Buying … ${Math.round(100 * done)} %`}
        </button>{" "}
        {done !== undefined && (
          <button type="button" onClick={() => job.current?.abort()}>
            Cancel the purchase
          </button>
        )}
      </div>
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
