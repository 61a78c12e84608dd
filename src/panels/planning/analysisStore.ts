import { useSyncExternalStore } from "react";
import { analysisTotal, bestShares, type AnalysisPlan, type AnalysisRow } from "../../core/planning/analysisPlan.ts";

let plan: AnalysisPlan = { budget: { epsilon: 1, delta: 1e-5 }, rows: [] };
const listeners = new Set<() => void>();

/** Shared by all studies while the page is open. */
export function useAnalysis(): AnalysisPlan {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => plan,
  );
}

export function setAnalysis(changed: AnalysisPlan): void {
  plan = changed;
  for (const listener of listeners) listener();
}

export function setShares(shares: readonly number[]): void {
  setAnalysis({ ...plan, rows: plan.rows.map((row, j) => ({ ...row, share: shares[j]! })) });
}

/** Adds a row with an even share, which shrinks those not kept; the best split if that is too much. */
export function addRow(row: Omit<AnalysisRow, "share">, budget: AnalysisPlan["budget"]): void {
  const count = plan.rows.length;
  const rows = plan.rows.map((other) =>
    other.kept ? other : { ...other, share: (other.share * count) / (count + 1) },
  );
  setAnalysis({ budget: count === 0 ? budget : plan.budget, rows: [...rows, { ...row, share: 100 / (count + 1) }] });
  if (analysisTotal(plan).epsilon <= plan.budget.epsilon * (1 + 1e-9)) return;
  try {
    setShares(bestShares(plan));
  } catch {
    // The total says so.
  }
}
