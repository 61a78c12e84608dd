import { useState } from "react";
import { optimalBandwidth } from "../../../core/density/estimator/bandwidthRisk.ts";
import { countText, numberText, significant } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import type { DensityProps } from "../model/view.ts";

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
  const multiplier = view.budget.multiplier;
  const plain = counts.map((n) => ({ n, ...at(n, 0) }));
  const noisy = counts.map((n) => ({ n, ...at(n, multiplier) }));
  const here = at(view.facts.recordCount, multiplier);
  const picture = (of: "bandwidth" | "risk", label: string) => {
    const values = [...plain, ...noisy].map((each) => each[of]);
    const extent = [Math.min(...values) / 1.3, Math.max(...values) * 1.3] as const;
    const line = (each: typeof plain) => each.map((one) => [one.n, one[of]] as const);
    return {
      x: { domain: [leastRecords, mostRecords] as const, isLog: true, label: "records n" },
      y: { domain: extent, isLog: true, label },
      series: [
        { points: line(plain), role: "original" as const, as: "line" as const },
        { points: line(noisy), role: "private" as const, as: "line" as const },
        { points: [[view.facts.recordCount, here[of]] as const], role: "private" as const, as: "dots" as const },
      ],
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
        caption="Dashed: without noise. Solid: with the noise of this budget. Both for a normal density with the spread above."
      />
      <LineChart
        picture={picture("risk", "mean integrated squared error")}
        caption={`The rate without noise is n^(−4/${dimension + 4}) (Hall 2013, section 4.1); the noise asks for a wider bump at small n, and is forgotten at large n. At n = ${countText(view.facts.recordCount)} and ε = ${numberText(shown.epsilon)}: h = ${numberText(here.bandwidth)}.`}
      />
    </div>
  );
}
