import type { LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import { firstShown, tableLinks } from "../../../state/scenario/tableLinks.ts";
import type { FabricationExample } from "./examples.ts";
import { fabricationFields, fabricationRoles, type KnownTable } from "./fields.ts";
import type { FabricationScenario } from "./scenario.ts";

export function fabricationLinks(
  examples: readonly FabricationExample[],
  start = "moons",
): LinkCodec<FabricationScenario> {
  return tableLinks<FabricationScenario, KnownTable>({
    study: "fabrication",
    fields: fabricationFields,
    roles: fabricationRoles,
    dataSets: examples,
    start,
    knownOf: (data) => {
      const { columns, defaults } = examples.find(({ id }) => id === data) ?? {};
      const { domain: [domainX, domainY] = [], ...usual } = defaults ?? {};
      return {
        known: { isOwn: data === ownData, ...(columns && { columns }), defaults },
        usual: { ...usual, domainX, domainY },
      };
    },
    ofDataInWords: "Columns and ranges",
  });
}

export function exampleScenario(examples: readonly FabricationExample[], id: string): Partial<FabricationScenario> {
  if (!examples.some((example) => example.id === id)) return {};
  return firstShown(fabricationLinks(examples), id, ["testEvery", "field", "layers"]);
}
