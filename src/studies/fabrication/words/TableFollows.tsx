import { useMemo } from "react";
import type { EntryLaw } from "../../../core/affineHull/fabrication/entrySums.ts";
import type { FollowedTable } from "../../../panels/postProcessing/tableFollows.ts";
import { WhatFollows } from "../../../panels/postProcessing/WhatFollows.tsx";
import { columnNames, requestOf } from "../model/request.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationProps, FabricationView } from "../model/view.ts";

export function TableFollows({ shown, view }: FabricationProps) {
  const of = useMemo(() => view && followedTable(shown, view), [shown, view]);
  return of ? <WhatFollows of={of} what="table" /> : null;
}

function followedTable(shown: FabricationScenario, view: FabricationView): FollowedTable {
  const { ranges } = requestOf(shown);
  const { noisy, classOf, classNames } = view.facts;
  return {
    columns: columnNames(shown).map((name, j) => ({ name, lower: ranges[j]![0], upper: ranges[j]![1] })),
    ...{ fabricated: view.released, noisy: noisy.coordinates, original: view.original },
    ...{ classOf, classes: classNames, law: entryLaw(shown, view) },
  };
}

function entryLaw(shown: FabricationScenario, { sigma, budget: { epsilon } }: FabricationView): EntryLaw {
  const { protection, delta, adjacency, staircase } = requestOf(shown);
  if (protection === "record") return { kind: "gaussian", deviation: sigma };
  return staircase ? { kind: "staircase", epsilon } : { kind: "laplace", scale: adjacency / epsilon, delta };
}
