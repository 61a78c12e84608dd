import { useMemo, useState } from "react";
import { tradeoffOf } from "../../core/privacy/accounting/privacyLoss.ts";
import { numberText, percentText } from "../../core/numberFormats.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import type { AttackedNow } from "./attackedNow.ts";

const steps = 160;

/** Two laws of ℓ with a threshold, and the errors that it makes, on the trade-off curve. */
export function AttackLaws({ law, claim, pair }: AttackedNow) {
  const [share, setShare] = useState(0);
  const threshold = share * law.reach;
  const { alarms, misses } = law.errorsAt(threshold);
  const curves = useMemo(() => {
    const { errorsAt, reach } = law;
    const half = reach / steps;
    const places = Array.from({ length: steps + 1 }, (_, i) => (2 * i - steps) * half);
    const density = (part: "alarms" | "misses") =>
      places.map((t) => [t, Math.abs(errorsAt(t + half)[part] - errorsAt(t - half)[part]) / (2 * half)] as const);
    const own = places.map(errorsAt).map((errors) => [errors.alarms, errors.misses] as const);
    const levels = Array.from({ length: 101 }, (_, i) => i / 100);
    return {
      first: density("alarms"),
      second: density("misses"),
      own: [[0, 1] as const, ...own.toReversed(), [1, 0] as const],
      claimed: levels.map((a) => [a, tradeoffOf(claim, a)] as const),
    };
  }, [law, claim]);
  const highest = Math.max(...[...curves.first, ...curves.second].map(([, y]) => y));
  return (
    <div className="columns laws">
      <div>
        <LineChart
          picture={{
            x: { domain: [-law.reach, law.reach], isLog: false, label: "ℓ, evidence for x′" },
            y: { domain: [0, 1.05 * highest], isLog: false, label: "" },
            series: [
              { points: curves.second, role: "second", as: "line" },
              { points: curves.first, role: "original", as: "line" },
              { points: [[threshold, 0], [threshold, highest]], role: "private", as: "line" }, // prettier-ignore
            ],
            description: "Laws of the best statistic under f and under f′, and the threshold",
          }}
          caption={`Laws of the best statistic, dashed with x, dotted with x′.${
            pair.law === "gaussian" ? " On the scale of their width: N(0, 1) and N(μ, 1)." : ""
          }`}
          onPick={(at) => setShare(at / law.reach)}
        />
        <label className="threshold">
          Threshold: she says x′ above it
          <input
            type="range"
            min={-100}
            max={100}
            value={Math.round(100 * share)}
            aria-valuetext={`${numberText(threshold)}: false alarms ${percentText(alarms)}, misses ${percentText(misses)}`}
            onChange={(event) => setShare(Number(event.target.value) / 100)}
          />
        </label>
        <p data-testid="attacker-errors">
          False alarms {percentText(alarms)}, misses {percentText(misses)}.
        </p>
      </div>
      <LineChart
        picture={{
          x: { domain: [0, 1], isLog: false, label: "false alarms" },
          y: { domain: [0, 1], isLog: false, label: "misses" },
          series: [
            { points: [[0, 1], [1, 0]], role: "quiet", as: "line" }, // prettier-ignore
            { points: curves.claimed, role: "original", as: "line" },
            { points: curves.own, role: "private", as: "line" },
            { points: [[alarms, misses]], role: "private", as: "dots" },
          ],
          description: "Errors of each threshold for this pair, above those that the claim allows",
        }}
        caption="The point of the threshold, on the curve of this pair. Dashed: what the claim allows for the worst pair. Straight: blind guessing."
      />
    </div>
  );
}
