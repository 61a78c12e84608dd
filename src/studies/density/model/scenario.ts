import type { Values } from "../../../state/scenario/fieldLines.ts";
import { groupsShown, plainColumns, unitsOfExample } from "../../../state/scenario/sharedFields.ts";
import type { DensityExample } from "./examples.ts";
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

/** The scenario that shows an example at its best; empty for a data set that is none. */
export function exampleScenario(examples: readonly DensityExample[], id: string): Partial<DensityScenario> {
  const example = examples.find((candidate) => candidate.id === id);
  if (!example) return {};
  const { defaults } = example;
  const [domainX = [0, 1], domainY = [0, 1]] = defaults.domain;
  const [h = 0.1, hy = 0.1] = defaults.bandwidths;
  return {
    data: id,
    x: defaults.x,
    y: defaults.y ?? "",
    ...plainColumns,
    ...unitsOfExample(true, defaults.x, defaults.y ?? ""),
    domainX,
    domainY,
    h,
    hy,
    correlation: 0,
    further: defaults.further ?? [],
    ...plainFraming,
    ...groupsShown(defaults.groups),
    route: defaults.route,
    relativeRate: 1,
    epsilon: defaults.epsilon,
    delta: defaults.delta,
    seed: 1,
    draws: 1,
    provenance: {},
  };
}
