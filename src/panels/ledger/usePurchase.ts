import { useState } from "react";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { cancelledPurchase, nothingCame } from "./paidForNothing.ts";
import type { Spend, SpendDetails } from "../study/study.ts";
import { useJob, type Job } from "../hooks/useJob.ts";

interface Wanted<T> {
  readonly entry: string;
  readonly loss: PrivacyLoss;
  readonly details: SpendDetails;
  readonly draw: (job: Job) => Promise<Outcome<T>>;
  /** Values of fields by the draw; the ledger keeps those that it buys. */
  readonly values?: (drawn: T) => Readonly<Record<string, unknown>>;
}

/** The cost is entered before the draw; a failed draw leaves its problem. */
export function usePurchase({
  spend,
  inside,
  done = "bought",
}: {
  readonly spend: Spend;
  readonly inside: boolean;
  readonly done?: "bought" | "chosen";
}) {
  const [problem, setProblem] = useState<string>();
  const [entering, setEntering] = useState(false);
  const { progress, cancel, run } = useJob();

  /** @returns undefined after a failure */
  const buy = async <T>({ entry, loss, details, draw, values }: Wanted<T>): Promise<T | undefined> => {
    setProblem(undefined);
    setEntering(true);
    const paid = await spend(entry, loss, details);
    setEntering(false);
    if (!paid.ok) {
      setProblem(paid.error.message);
      return undefined;
    }
    const outcome = await run(draw);
    if (outcome?.ok) {
      const fields = details.buys?.split(",") ?? [];
      const bought = Object.entries(values?.(outcome.value) ?? {}).filter(([field]) => fields.includes(field));
      const unkept = bought.length > 0 ? await paid.value.bought(Object.fromEntries(bought)) : undefined;
      if (unkept === undefined) return outcome.value;
      setProblem(nothingCame(done, unkept, inside));
      return undefined;
    }
    setProblem(outcome ? nothingCame(done, outcome.error.message, inside) : cancelledPurchase);
    return undefined;
  };

  return { problem, setProblem, busy: entering || progress !== undefined, progress, cancel, buy };
}
