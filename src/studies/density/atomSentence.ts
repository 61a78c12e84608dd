import { numberText, percentText, placeText } from "../../panels/words.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityView } from "./view.ts";

/** How many records are at the atom, in words: of the release, and inside of the records too. Empty where there is none. */
export function atomSentence({ x, unitX, atom }: DensityScenario, { beside }: DensityView): string {
  const counted = beside?.[0];
  if (!counted || atom === "none") return "";
  const { released, original, deviation } = counted;
  const truth = original === undefined ? "" : `; in truth ${percentText(original)}`;
  const noise = `± ${numberText(Number((196 * deviation).toPrecision(2)))}`;
  return ` ${numberText(Number((100 * released).toPrecision(3)))} % ${noise} of the records have ${x} = ${placeText(atom, unitX)} (95 %, noise only${truth}); the curve is of the others, and holds their share.`;
}
