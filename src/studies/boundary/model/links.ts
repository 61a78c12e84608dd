import type { LinkCodec } from "../../../state/scenario/linkCodec.ts";
import { firstShown, tableLinks } from "../../../state/scenario/tableLinks.ts";
import type { BoundaryExample } from "./examples.ts";
import { boundaryFields, boundaryRoles, type KnownBoundary } from "./fields.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function boundaryLinks(examples: readonly BoundaryExample[], start = "alda-2"): LinkCodec<BoundaryScenario> {
  return tableLinks<BoundaryScenario, KnownBoundary>({
    study: "boundary",
    fields: boundaryFields,
    roles: boundaryRoles,
    dataSets: examples,
    start,
    knownOf: (data) => {
      const { columns, defaults } = examples.find(({ id }) => id === data) ?? {};
      const { domain = [], responseRange, groups, ...usual } = defaults ?? {};
      return {
        known: { isOwn: !defaults, ...(columns && { columns }), defaults, groups },
        usual: { ...usual, domainX: domain[0], domainY: domain[1], range: responseRange, levels: groups?.levels },
      };
    },
    ofDataInWords: "Columns, domain and range",
  });
}

export function exampleScenario(
  examples: readonly BoundaryExample[],
  id: string,
): Partial<BoundaryScenario> | undefined {
  if (!examples.some((example) => example.id === id)) return undefined;
  return firstShown(boundaryLinks(examples), id, ["field", "band", "records"]);
}
