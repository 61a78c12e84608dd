import { countText, numberText } from "../../../core/numberFormats.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { perOf, pointwiseHalfWidth } from "./pictures.ts";
import { recordsSentence } from "./shownRecords.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { isPolynomial, type DensityView } from "../model/view.ts";

export function curveReadout(shown: DensityScenario, at: number, index: number, view: DensityView): string {
  const { x, unitX } = shown;
  const [axis] = view.axes as [DensityView["axes"][number]];
  const times = perOf(shown, view);
  const many = times === 1 ? "" : ` per ${countText(times)}`;
  const parts = [
    `${x} = ${placeText(at, unitX, axis.upper - axis.lower)}`,
    `private ${numberText(times * view.released[index]!)} ± ${numberText(times * pointwiseHalfWidth(view, index))}${many}`,
  ];
  if (view.original) parts.push(`original ${numberText(times * view.original[index]!)}`);
  return parts.join(" · ");
}

export function bandLegend(scenario: DensityScenario, view: DensityView): string {
  const { band } = scenario;
  const { shapes } = view;
  const times = perOf(scenario, view);
  const most = (shape: Float64Array | undefined) => shape?.reduce((a, b) => Math.max(a, b), 0) ?? 1;
  const atMost = isPolynomial(view) || shapes ? "at most " : "";
  const pointwise = `pointwise 95 % band ± ${atMost}${numberText(times * pointwiseHalfWidth(view) * most(shapes?.deviation))}`;
  const whole = `simultaneous 95 % band ± ${shapes ? atMost : ""}${numberText(times * (view.simultaneous ?? NaN) * most(shapes?.simultaneous))}`;
  if (band === "none") return "Point at the curve, or press the arrow keys, to read it.";
  const shown = band === "both" ? `${pointwise}; ${whole}` : band === "pointwise" ? pointwise : whole;
  return `Shaded: ${shown}, of the noise alone.`;
}

export function restReadout(scenario: DensityScenario, view: DensityView, hasYou: boolean): string {
  const you = hasYou ? " One tick is you: drag it." : "";
  return `${bandLegend(scenario, view)}${you}${recordsSentence(scenario.records, view)}`;
}
