import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { totalOf } from "../../core/privacy/accounting/ledgerTotal.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { ReleaseView } from "../../state/presented/releaseView.ts";
import { ShareBar } from "../shared/ShareBar.tsx";
import { costOfLoss } from "./spend.ts";
import "./drawCount.css";

interface DrawCountProps {
  readonly count: number;
  readonly of: Pick<ReleaseView, "budget" | "sigma" | "shapes">;
  /** For an average that is not at a point. */
  readonly said?: ((within: number) => string) | undefined;
}

/** Precision of several draws together, and their cost. */
export function DrawCount({ count, of, said = averageWords }: DrawCountProps) {
  const { delta, loss } = of.budget;
  if (!(delta > 0 && delta < 1)) return null;
  const costOf = (draws: number) => totalOf(new Array(draws).fill(costOfLoss(loss)), delta).epsilonIfFixedInAdvance;
  const [total, addedUp] = [costOf(count), count * costOf(1)];
  return (
    <div className="draw-count" role="status" data-testid="draw-count">
      <p>
        {count} draws: {said(averageWithin(count, of))} (95 %); together they cost ε = {numberText(total)}, by the
        ledger.
      </p>
      <ShareBar
        label={`ε together, of ${numberText(addedUp)} added up`}
        value={total}
        most={addedUp}
        tone="private"
        title={`Added up, ε would be ${numberText(addedUp)}.`}
      />
    </div>
  );
}

function averageWords(within: number): string {
  return `at a point their average is within ± ${numberText(within)}`;
}

/**
 * Deviations that hold 95 % of an average's noise: 1.96, at most ln 20/√2 for Laplace noise, and √20, by Chebyshev, for
 * a staircase.
 */
export function deviationsWithin({ mechanism: { name } }: ReleaseView["budget"]): number {
  if (name === "Gaussian") return pointwise95;
  return name === "staircase" ? Math.sqrt(20) : Math.log(20) / Math.SQRT2;
}

/** Bound on an average's noise with 95 % at each point: σ/√k times `deviationsWithin`. */
export function averageWithin(count: number, { budget, sigma, shapes }: DrawCountProps["of"]): number {
  const widest = shapes ? shapes.deviation.reduce((most, value) => Math.max(most, value), 0) : 1;
  return (deviationsWithin(budget) * widest * sigma) / Math.sqrt(count);
}
