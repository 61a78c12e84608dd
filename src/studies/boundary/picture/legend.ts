import { numberText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { isZero } from "./noLine.ts";
import type { BoundaryView } from "../model/view.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

export function legendOf(scenario: BoundaryScenario, view: BoundaryView): string {
  const further = view.others.length > 0 ? " Thin: further draws." : "";
  const meanings = scenario.task === "classification" ? planeLegend(scenario, view) : curveLegend(scenario, view);
  const ringed = view.inside && scenario.records === "support" ? " Ringed: support vectors, whose loss pulls." : "";
  return `${meanings}${further}${ringed}`;
}

function planeLegend(scenario: BoundaryScenario, { inside, facts, original }: BoundaryView): string {
  const [negative, positive] = facts.classNames!;
  const hasOriginal = original !== undefined && !isZero(original);
  const lines = hasOriginal ? "Boundaries: private solid, original dashed." : "Line: the private boundary.";
  const names = inside
    ? `□\u00a0violet: ${negative}; ●\u00a0green: ${positive}.`
    : `Violet: ${negative}; green: ${positive}.`;
  if (scenario.field === "none") return inside ? `${lines} ${names}` : lines;
  const colour =
    inside && scenario.field === "certainty"
      ? "how sure the private label is, over the noise"
      : `the ${inside && scenario.field === "original" ? "original" : "private"} decision function`;
  return `${lines} Colour: ${colour}. ${names}`;
}

function curveLegend({ band }: BoundaryScenario, { inside, sigma, simultaneous }: BoundaryView): string {
  const lines = inside ? "Private solid, original dashed." : "Line: the private curve.";
  const pointwise = `± ${numberText(pointwise95 * sigma)} at each point`;
  const whole = `± ${numberText(simultaneous ?? NaN)} on the whole curve`;
  const shown = { none: undefined, pointwise, simultaneous: whole, both: `${pointwise}, ${whole}` }[band];
  return shown === undefined ? lines : `${lines} Shaded: noise of the release alone, ${shown}, with 95 %.`;
}
