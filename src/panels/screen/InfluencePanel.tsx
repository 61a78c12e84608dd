import { useMemo } from "react";
import { axisPlaces } from "../../core/grids.ts";
import { numberText, timesText } from "../../core/numberFormats.ts";
import type { ReleaseView } from "../../state/presented/releaseView.ts";
import { deviationsWithin } from "../ledger/DrawCount.tsx";
import type { InfluenceOfOne } from "../pictures/furtherLines.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { ShareBar } from "../shared/ShareBar.tsx";
import "./influencePanel.css";

/** Longer rows, such as curves, are not written. */
const longestRow = 6;

interface InfluencePanelProps {
  readonly influence: InfluenceOfOne;
  readonly of: Pick<ReleaseView, "axes" | "budget" | "sigma" | "shapes">;
  /** Unit of σ; 1 if absent. */
  readonly unitAt?: ((index: number) => number) | undefined;
  readonly names: readonly string[];
}

/** Change by an edited record, or by several, against the noise that hides it. Inside only. */
export function InfluencePanel({
  influence,
  of: { axes, budget, sigma, shapes },
  unitAt = () => 1,
  names,
}: InfluencePanelProps) {
  const { kind, from, to } = influence;
  const { most, distance, line, at } = useMemo(() => lensOf(influence, axes), [influence, axes]);
  const noise = deviationsWithin(budget) * sigma * (shapes?.deviation[most] ?? 1) * unitAt(most);
  const row = (values: readonly number[]) => values.map(numberText).join(", ");
  const where = kind === "moved" ? ` from ${row(from)} to ${row(to)}` : `, at ${row(kind === "added" ? to : from)},`;
  const isShort = Math.max(from.length, to.length) <= longestRow;
  const one = `The record that ${kind === "moved" ? kind : `was ${kind}`}${isShort ? where : ""}`;
  const who = kind === "several" ? "Together, the records edited last" : one;
  if (distance === 0) {
    return (
      <p role="status" data-testid="influence">
        {who} changed nothing of the original that is drawn here.
      </p>
    );
  }
  const hidden =
    noise > distance
      ? `the noise that hides it is ±\u00a0${numberText(noise)}, ${timesText(noise / distance)} as much`
      : `the noise, ±\u00a0${numberText(noise)}, does not hide it`;
  const high = 1.2 * distance;
  return (
    <div className="influence columns" data-testid="influence">
      <div>
        <p role="status">
          {who} changed the original by at most {numberText(distance)}; {hidden}.
        </p>
        <ShareBar
          label="Change, as a share of the noise at that point"
          value={Math.round(Math.min(100, (100 * distance) / noise))}
          most={100}
          tone="ink"
        />
      </div>
      <LineChart
        picture={{
          x: { domain: [line[0]![0], line.at(-1)![0]], isLog: false, label: names[0] ?? "" },
          y: { domain: [-high, high], isLog: false, label: "change" },
          series: [{ points: line, role: "original", as: "line" }],
          description: "What changed, enlarged",
        }}
        caption={`What changed, enlarged${at === "" ? "" : `, where ${names[1] ?? "the second axis"} is ${at}`}.`}
      />
    </div>
  );
}

/** Along the first axis, where the change is largest. */
export function lensOf({ before, after }: Pick<InfluenceOfOne, "before" | "after">, axes: ReleaseView["axes"]) {
  let most = 0;
  const change = after.map((value, i) => value - before[i]!);
  change.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(change[most]!)) most = i;
  });
  const [first, ...others] = axes;
  const places = axisPlaces(first!);
  let row = Math.floor(most / places.length);
  const start = row * places.length;
  const at = others.map((axis) => {
    const here = row % axis.count;
    row = Math.floor(row / axis.count);
    return axis.levels?.[here] ?? numberText(axisPlaces(axis)[here]!);
  });
  return {
    most,
    distance: Math.abs(change[most]!),
    line: Array.from(places, (x, i) => [x, change[start + i]!] as const),
    at: at.join(", "),
  };
}
