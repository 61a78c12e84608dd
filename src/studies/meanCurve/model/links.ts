import type { LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { firstShown, tableLinks } from "../../../state/scenario/tableLinks.ts";
import type { MeanCurveExample } from "./example.ts";
import { meanCurveFields, meanCurveRoles, type KnownCurves } from "./fields.ts";
import { exampleOf, settingsOf, type MeanCurveScenario } from "./scenario.ts";

/** Nothing is guessed from own curves. */
const ownCurves = { layout: { shape: "wide", times: [] }, range: 0.02 } as const;

/** @param start the example without a link, and for an unknown one */
export function meanCurveLinks(
  examples: readonly MeanCurveExample[],
  start = "chick-weight",
): LinkCodec<MeanCurveScenario> {
  const ids = examples.flatMap(({ id, variations }) => [id, ...variations.flatMap(({ data = [] }) => data)]);
  return tableLinks<MeanCurveScenario, KnownCurves>({
    study: "meanCurve",
    fields: meanCurveFields,
    roles: meanCurveRoles,
    dataSets: ids.map((id) => ({ id })),
    start,
    knownOf: (data) => {
      const defaults = exampleOf(examples, data)?.defaults;
      return {
        known: { isOwn: !defaults, ...(defaults ?? ownCurves) },
        usual: settingsOf(defaults ?? {}),
      };
    },
    ofDataInWords: "Columns, domain and bounds",
  });
}

/** Takes nothing from own curves. */
export function exampleScenario(examples: readonly MeanCurveExample[], data: string): Partial<MeanCurveScenario> {
  return firstShown(meanCurveLinks(examples), data, ["band", "records", "show", "weight"]);
}
