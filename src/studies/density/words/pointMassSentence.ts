import { isGrouped } from "../../../core/grids.ts";
import { percentText, shareRangeText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import type { DensityView } from "../model/view.ts";

/** True numbers are added in the inside view. */
export function pointMassSentence({ extra = [], axes, facts }: Pick<DensityView, "extra" | "axes" | "facts">): string {
  if (extra.length === 0) return "";
  const said = extra.map(({ name, released, original, deviation }) => {
    const truth = original === undefined ? "" : ` (in truth ${percentText(original)})`;
    return `${name}: ${shareRangeText(released, pointwise95 * deviation)}${truth}`;
  });
  const curve = "mostRecords" in facts ? "The curve has the share of the others" : "The curve is of the others";
  const rest = isGrouped(axes) ? "" : ` ${curve}.`;
  return ` Counted apart, with 95 %: ${said.join("; ")}.${rest}`;
}
