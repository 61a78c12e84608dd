import type { ReactNode } from "react";
import { deltaWithBoughtParameter, splitBudget } from "../../core/privacy/accounting/boughtParameter.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { analyticNoiseMultiplier } from "../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { BuyButton } from "./BuyButton.tsx";
import { NumberControl } from "../controls/NumberControl.tsx";
import type { Job } from "../hooks/useJob.ts";
import { Problem } from "../controls/Problem.tsx";
import type { Spend, SpendDetails } from "../study/study.ts";
import { usePurchase } from "./usePurchase.ts";
import { listOrigin, listProblem, LookedList } from "./WrittenList.tsx";
import type { ListOrigin } from "./WrittenList.tsx";

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
  /** What it costs, of the part of ε that pays for it. */
  readonly loss: (epsilon: number) => PrivacyLoss;
  /** Why nothing can be bought now; asked when the button is pressed. */
  readonly refusal?: () => string | undefined;
  readonly ready: boolean;
  readonly inside: boolean;
  readonly spend: Spend;
  /** What is shown, on which fields of it the purchase depends, and what it is drawn with besides. */
  readonly shown: SpendDetails["shown"];
  readonly dependsOn: readonly string[];
  readonly parameters: (epsilon: number) => SpendDetails["parameters"];
  /** Draws, after the cost is entered. */
  readonly draw: (epsilon: number, job: Job) => Promise<Outcome<T>>;
  /** Takes over what was bought, with what is left of ε. */
  readonly onBought: (bought: T, left: number, paid: number) => void;
  readonly said: string | undefined;
  /** How good the answer will be, from public numbers alone. */
  readonly terms: (epsilon: number) => string;
  /** What a person wrote to choose from, and where that comes from. */
  readonly written?: { readonly what: string; readonly origin: ListOrigin; readonly onAffirm: () => void };
  readonly children?: ReactNode;
}

/** Buys a parameter with a part of ε and leaves the rest to the release. What is paid is entered before anything is drawn. */
export function Purchase<T>(props: PurchaseProps<T>) {
  const { epsilon, delta, share, what, ready, inside, spend, said, terms, written, children } = props;
  const { setProblem, buy, ...underWay } = usePurchase({ spend, inside });
  const parts = share > 0 && share < 1 ? splitBudget({ epsilon, share }) : undefined;

  const start = async () => {
    if (!parts) return;
    const refused = props.refusal?.() ?? (written && listProblem(written.what, written.origin));
    if (refused !== undefined) {
      setProblem(refused);
      return;
    }
    const { parameter, release } = parts;
    const { entry, loss, shown, dependsOn, parameters, buys } = props;
    const bought = await buy({
      ...{ entry, loss: loss(parameter) },
      details: {
        ...{ shown, dependsOn, parameters: parameters(parameter), buys },
        ...(written && { besides: [listOrigin(written.what, written.origin)] }),
      },
      draw: (job) => props.draw(parameter, job),
    });
    if (bought !== undefined) props.onBought(bought, release, parameter);
  };

  return (
    <>
      {children}
      {written && <LookedList {...written} />}
      <NumberControl label="Share of the budget" value={share} min={0} max={1} onCommit={props.onShare}>
        {parts && (
          <p className="explanation" data-testid="split">
            Of ε = {numberText(epsilon)}, {numberText(parts.parameter)} buys {what}, and {numberText(parts.release)} is
            left for the release. {togetherText(parts, delta, props.loss(parts.parameter).failure)}{" "}
            {terms(parts.parameter)}
          </p>
        )}
        <Problem text={parts ? undefined : shareProblem(share)} />
      </NumberControl>
      <BuyButton {...underWay} words="Buy" ready={parts !== undefined && ready} onBuy={start} said={said} />
    </>
  );
}

/** The problem of a share of the budget. */
function shareProblem(share: number): string {
  return share === 0
    ? "With a share of 0 nothing would be bought: choose one above 0."
    : "With a share of 1 nothing would be left for the release: choose one below 1.";
}

/** Cost of purchase and release together, by the simple sum and exactly. */
function togetherText(
  parts: { readonly parameter: number; readonly release: number },
  delta: number,
  paid = 0,
): string {
  const total = parts.parameter + parts.release;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: parts.release, delta });
  const exact = deltaWithBoughtParameter({ epsilon: total, bought: { epsilon: parts.parameter, delta: paid }, mu });
  return `Together they are (${numberText(total)}, ${numberText(delta + paid)})-private by the simple sum; exactly, δ is ${numberText(exact)} at that ε.`;
}
