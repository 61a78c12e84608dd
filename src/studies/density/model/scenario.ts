import type { Values } from "../../../state/scenario/fieldLines.ts";
import { groupsShown } from "../../../state/scenario/sharedFields.ts";
import type { densityFields } from "./fields.ts";

/** Everything a density picture is made from, except the records. */
export type DensityScenario = Values<typeof densityFields>;

/** A density of all rows on their own scale, with nothing counted apart. */
export const plainFraming = {
  scale: "own",
  ends: "open",
  atom: "none",
  fill: "none",
  only: "",
  onlyValue: "",
  ...groupsShown(undefined),
} as const;
