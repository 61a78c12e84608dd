import type { Interval } from "../../../core/grids.ts";
import type { LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { linkedName } from "../../../state/scenario/linkFields.ts";
import { firstShown, tableLinks } from "../../../state/scenario/tableLinks.ts";
import type { DensityExample } from "./examples.ts";
import { densityFields, densityRoles, type KnownDensity } from "./fields.ts";
import type { DensityScenario } from "./scenario.ts";

type LinkExample = Pick<DensityExample, "id" | "columns" | "defaults">;

/** Usual domain and bandwidth of an example's column; `undefined` for own data, of which nothing is public. */
export function columnDefaults(
  examples: readonly LinkExample[],
  data: string,
  column: string,
): { readonly domain: Interval; readonly bandwidth: number } | undefined {
  const example = examples.find(({ id }) => id === data);
  if (!example) return undefined;
  const alike = examples.filter(({ columns }) => columns.join("\n") === example.columns.join("\n"));
  for (const { defaults } of [example, ...alike]) {
    const axis = defaults.x === column ? 0 : defaults.y === column ? 1 : -1;
    const domain = defaults.domain[axis];
    const bandwidth = defaults.bandwidths[axis];
    if (domain && bandwidth !== undefined) return { domain, bandwidth };
    const held = defaults.further?.find(({ name }) => name === column);
    const [first, width] = [defaults.domain[0], defaults.bandwidths[0]];
    if (held && first && width !== undefined) {
      const [lower, upper] = held.domain;
      return { domain: held.domain, bandwidth: (width / (first[1] - first[0])) * (upper - lower) };
    }
  }
  return undefined;
}

/** @param start the example without a link, and for an unknown one */
export function densityLinks(examples: readonly LinkExample[], start = "sleep"): LinkCodec<DensityScenario> {
  return tableLinks<DensityScenario, KnownDensity>({
    study: "density",
    fields: densityFields,
    roles: densityRoles,
    dataSets: examples,
    start,
    knownOf: (data) => {
      const { columns, defaults } = examples.find(({ id }) => id === data) ?? {};
      const { x, y, route, epsilon, delta, groups } = defaults ?? {};
      const columnOf = (name: string) => columnDefaults(examples, data, name);
      return {
        known: { isOwn: !defaults, ...(columns && { columns }), defaults, groups, columnOf },
        usual: defaults ? { x, y, route, epsilon, delta, levels: groups?.levels } : {},
      };
    },
    ofDataInWords: "Columns, domain and bandwidths",
    written: (scenario) => ({ ...scenario, y: linkedName(scenario.y) }),
    mended: (values) => {
      if (values.y === "" || values.y !== values.x) return { values, problems: [] };
      const sentence = `y names the same column as x; the density of ${values.x || "one column"} alone is shown.`;
      return { values: { ...values, y: "", unitY: "" }, problems: [{ key: "y", text: "", sentence }] };
    },
  });
}

export function exampleScenario(examples: readonly LinkExample[], id: string): Partial<DensityScenario> {
  return examples.some((example) => example.id === id) ? firstShown(densityLinks(examples), id, staying) : {};
}

const staying = [
  ...(["bump", "size", "degree", "iterations"] as const),
  ...(["post", "display", "band", "records", "layout"] as const),
];
