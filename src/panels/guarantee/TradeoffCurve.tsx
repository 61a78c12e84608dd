import { useEffect, useRef } from "react";
import { tradeoffOf, type PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { approximateTradeoff, hallPowerBound } from "../../core/privacy/accounting/tradeoff.ts";
import type { PrivacyParameters } from "../../core/privacy/calibration/gaussian.ts";
import { drawTradeoff } from "../../plots/small/tradeoffPlot.ts";
import "../../plots/plots.css";
import "./tradeoffCurve.css";

const levels = Array.from({ length: 101 }, (_, i) => i / 100);

export function TradeoffCurve({ loss, epsilon, delta }: PrivacyParameters & { readonly loss: PrivacyLoss }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const curve = (missed: (typeOneError: number) => number) => levels.map((a) => [a, missed(a)] as const);
    drawTradeoff(host.current!, {
      best: curve((typeOneError) => tradeoffOf(loss, typeOneError)),
      promised: curve((typeOneError) => approximateTradeoff({ epsilon, delta, typeOneError })),
      hall: curve((typeOneError) => 1 - hallPowerBound({ epsilon, delta, typeOneError })),
    });
  }, [loss, epsilon, delta]);
  return (
    <figure>
      <div ref={host} />
      <figcaption className="source">
        An attacker who knows all records but one guesses which of two values the last one has. Solid:{" "}
        {loss.kind === "composed"
          ? "nobody makes fewer errors with this noise"
          : "the fewest errors possible for this noise"}
        . Dashed: what (ε, δ) promises. Dotted: Hall’s Proposition 4. Straight: blind guessing.
      </figcaption>
    </figure>
  );
}
