import type { FurtherLine } from "../../../plots/furtherLines.ts";
import type { Layer } from "../model/fields.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationView } from "../model/view.ts";

const shapes = ["●", "■", "▲", "◆"];

export function legendOf(
  { layers }: FabricationScenario,
  { inside, facts }: FabricationView,
  further: readonly FurtherLine[] = [],
): string {
  const marks: Readonly<Record<Layer, string>> = {
    original: "hollow, ink: the records",
    noisy: "crosses: with noise",
    fabricated: "filled, vermilion: fabricated",
    image: "dots: the image of the machines",
  };
  const drawn = layers.filter((layer) => inside || layer !== "original").map((layer) => marks[layer]);
  if (further.some(({ kind }) => kind === "average")) drawn.push("green: the average of the draws’ noisy rows");
  const { classNames } = facts;
  const classes =
    classNames.length > 0 ? `${classNames.map((name, c) => `${shapes[c % 4]}\u00a0${name}`).join(", ")}.` : "";
  const text = drawn.join("; ");
  return [text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}.`, classes].filter(Boolean).join(" ");
}
