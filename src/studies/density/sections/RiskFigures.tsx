import { useState } from "react";
import { optimalBandwidth } from "../../../core/density/estimator/bandwidthRisk.ts";
import { countText, numberText, significant } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { axisOver } from "../../../plots/small/linePlot.ts";
import { isPolynomial, type DensityProps, type DensityView } from "../model/view.ts";

const leastRecords = 10;
const mostRecords = 1e6;

export function RiskFigures({ shown, view }: DensityProps) {
  const side = Math.max(...(view?.axes.map(({ lower, upper }) => upper - lower) ?? [1]));
  const [spread, setSpread] = useState<number>();
  if (!view) return null;
  const scale = spread ?? significant(side / 6, 2);
  const dimension = view.axes.length;
  const volume = view.axes.reduce((product, { lower, upper }) => product * (upper - lower), 1);
  const counts = Array.from({ length: 41 }, (_, k) =>
    Math.round(leastRecords * (mostRecords / leastRecords) ** (k / 40)),
  );
  const at = (recordCount: number, noiseMultiplier: number) =>
    optimalBandwidth({ recordCount, dimension, scale, noiseMultiplier, volume });
  const isNoisy = !isPolynomial(view);
  const multiplier = isNoisy ? multiplierOf(view, shown) : 0;
  const plain = counts.map((n) => ({ n, ...at(n, 0) }));
  const noisy = counts.map((n) => ({ n, ...at(n, multiplier) }));
  const here = at(view.facts.recordCount, multiplier);
  const picture = (of: "bandwidth" | "risk", label: string) => {
    const values = [...plain, ...noisy].map((each) => each[of]);
    const extent = [Math.min(...values) / 1.3, Math.max(...values) * 1.3] as const;
    const line = (each: typeof plain) => each.map((one) => [one.n, one[of]] as const);
    return {
      x: axisOver("records n", counts),
      y: { domain: extent, isLog: true, label },
      series: [
        { points: line(plain), role: "original" as const, as: "line" as const },
        { points: line(noisy), role: "private" as const, as: "line" as const },
        { points: [[view.facts.recordCount, here[of]] as const], role: "private" as const, as: "dots" as const },
      ],
      read: (k: number) =>
        `n ${countText(counts[k]!)}: ${numberText(plain[k]![of])} without noise, ${numberText(noisy[k]![of])} with it`,
      description: `${label} against the number of records, with and without the noise of this budget, on log scales`,
    };
  };
  return (
    <div>
      <NumberControl
        label="Spread that you expect"
        beside="Spread that you expect, s"
        value={scale}
        min={side / 1000}
        max={side * 10}
        onCommit={setSpread}
      />
      <LineChart
        picture={picture("bandwidth", "best bandwidth")}
        caption={`Dashed: without noise. Solid: ${isNoisy ? "with the noise of this budget and route" : "the same, since the noise of a polynomial follows no rule in h; compare mechanisms instead"}. Both for one normal density with the spread above: two peaks need a smaller h, which the plan finds.`}
      />
      <LineChart
        picture={picture("risk", "mean integrated squared error")}
        caption={`The rate without noise is n^(−4/${dimension + 4}) (Hall 2013, section 4.1); ${isNoisy ? "the noise asks for a wider bump at small n, and is forgotten at large n." : "that of a polynomial comes on top."} For one such peak at n = ${countText(view.facts.recordCount)}${isNoisy ? ` and ε = ${numberText(shown.epsilon)}` : ", without it"}: h = ${numberText(here.bandwidth)}.`}
      />
    </div>
  );
}

/** σ over the Δ of Gaussian-process noise: both are const/(n ∏ h), whatever the route and a person's records. */
function multiplierOf({ sigma, facts }: DensityView, { y, h, hy }: DensityProps["shown"]): number {
  const heights = y === "" ? h * Math.sqrt(2 * Math.PI) : h * hy * 2 * Math.PI;
  return (sigma * facts.recordCount * heights) / Math.SQRT2;
}
