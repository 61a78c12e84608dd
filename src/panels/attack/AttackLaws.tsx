import { useMemo, useState } from "react";
import { tradeoffOf } from "../../core/privacy/accounting/privacyLoss.ts";
import { numberText, percentText } from "../../core/numberFormats.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import type { AttackedNow } from "./attackedNow.ts";
import "./attacker.css";

const steps = 160;

type Laws = Pick<AttackedNow, "law">;

/** Laws of ℓ under f and under f′. */
export function LossLaws({
  law,
  at,
  caption,
  onPick,
}: Laws & { readonly at: number; readonly caption: string; readonly onPick?: (threshold: number) => void }) {
  const { first, second } = useMemo(() => {
    const { errorsAt, reach } = law;
    const half = reach / steps;
    const density = (part: "alarms" | "misses") =>
      placesOf(law).map(
        (t) => [t, Math.abs(errorsAt(t + half)[part] - errorsAt(t - half)[part]) / (2 * half)] as const,
      );
    return { first: density("alarms"), second: density("misses") };
  }, [law]);
  const highest = Math.max(...[...first, ...second].map(([, y]) => y));
  return (
    <LineChart
      picture={{
        x: { domain: [-law.reach, law.reach], isLog: false, label: "ℓ, evidence for x′" },
        y: { domain: [0, 1.05 * highest], isLog: false, label: "" },
        series: [
          { points: second, role: "second", as: "line" },
          { points: first, role: "original", as: "line" },
          { points: [[at, 0], [at, highest]], role: "private", as: "line" }, // prettier-ignore
        ],
        description: "Laws of the best statistic under f and under f′, and the threshold",
      }}
      caption={caption}
      {...(onPick && { onPick })}
    />
  );
}

const placesOf = ({ reach }: Laws["law"]) =>
  Array.from({ length: steps + 1 }, (_, i) => ((2 * i - steps) * reach) / steps);

export function AttackLaws({ law, claim, pair }: AttackedNow) {
  const [share, setShare] = useState(0);
  const threshold = share * law.reach;
  const { alarms, misses } = law.errorsAt(threshold);
  const curves = useMemo(() => {
    const own = placesOf(law)
      .map(law.errorsAt)
      .map((errors) => [errors.alarms, errors.misses] as const);
    const levels = Array.from({ length: 101 }, (_, i) => i / 100);
    return {
      own: [[0, 1] as const, ...own.toReversed(), [1, 0] as const],
      claimed: levels.map((a) => [a, tradeoffOf(claim, a)] as const),
    };
  }, [law, claim]);
  return (
    <div className="columns laws">
      <div>
        <LossLaws
          law={law}
          at={threshold}
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
