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
  /** False for what is no function, whose draws have no average. */
  readonly hasAverage: boolean;
}

/** Precision of several draws together, and their cost by the ledger. */
export function DrawCount({ count, of, hasAverage }: DrawCountProps) {
  const { delta, loss } = of.budget;
  if (!(delta > 0 && delta < 1)) return null;
  const costOf = (draws: number) => totalOf(new Array(draws).fill(costOfLoss(loss)), delta).epsilonIfFixedInAdvance;
  const [total, addedUp] = [costOf(count), count * costOf(1)];
  const within = hasAverage
    ? ` at a point their average is within ± ${numberText(averageWithin(count, of))} (95 %);`
    : "";
  return (
    <div className="draw-count" role="status" data-testid="draw-count">
      <p>
        {count} draws:{within} together they cost ε = {numberText(total)}, by the ledger.
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

/** Noise of the average of k draws, at most with 95 % at each point: σ/√k times 1.96, or ln 20/√2 for Laplace noise. */
export function averageWithin(count: number, { budget, sigma, shapes }: DrawCountProps["of"]): number {
  const isGaussian = budget.mechanism.name === "Gaussian";
  const factor = isGaussian ? pointwise95 : Math.log(20) / Math.SQRT2;
  const widest = shapes ? shapes.deviation.reduce((most, value) => Math.max(most, value), 0) : 1;
  return (factor * widest * sigma) / Math.sqrt(count);
}
