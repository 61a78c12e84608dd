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
  /** Called after the cost is entered. */
  readonly draw: (job: Job) => Promise<Outcome<T>>;
}

/** A purchase whose cost is entered before the draw; a failed draw leaves its problem. */
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

  /** @returns the drawn value; undefined after a failure */
  const buy = async <T>({ entry, loss, details, draw }: Wanted<T>): Promise<T | undefined> => {
    setProblem(undefined);
    setEntering(true);
    const paid = await spend(entry, loss, details);
    setEntering(false);
    if (!paid.ok) {
      setProblem(paid.error.message);
      return undefined;
    }
    const outcome = await run(draw);
    if (outcome?.ok) return outcome.value;
    setProblem(outcome ? nothingCame(done, outcome.error.message, inside) : cancelledPurchase);
    return undefined;
  };

  return { problem, setProblem, busy: entering || progress !== undefined, progress, cancel, buy };
}
