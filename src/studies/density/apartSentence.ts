import { isGrouped } from "../../core/grids.ts";
import { numberText, percentText, significant } from "../../core/numberFormats.ts";
import type { DensityView } from "./view.ts";

/** How many records are counted apart, in words: of the release, and inside of the records too. Empty where none are. */
export function apartSentence({ beside = [], axes }: Pick<DensityView, "beside" | "axes">): string {
  if (beside.length === 0) return "";
  const said = beside.map(({ name, released, original, deviation }) => {
    const truth = original === undefined ? "" : `, in truth ${percentText(original)}`;
    const noise = numberText(significant(196 * deviation, 2));
    return `${name}: ${numberText(significant(100 * released, 3))} % ± ${noise}${truth}`;
  });
  return ` Counted apart, ± the noise in 95 of 100 releases: ${said.join("; ")}. ${isGrouped(axes) ? "The curves are" : "The curve is"} of the others and ${isGrouped(axes) ? "hold" : "holds"} their share.`;
}
