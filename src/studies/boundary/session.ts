import { labelClasses, labelledRecordsFrom } from "../../core/datasets/labelledRecords.ts";
import { responseRecordsFrom } from "../../core/datasets/responseRecords.ts";
import type { Table } from "../../core/datasets/table.ts";
import type { Points } from "../../core/points.ts";
import type { BoundaryParameters, BoundaryRelease } from "../../core/releases/boundary.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { createConductor, ownData } from "../../state/conductor.ts";
import type { Answer, Conductor, OwnTable, Session } from "../../state/conductor.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { scenarioProblems } from "./problems.ts";
import { recordsKey, requestKey, requestOf } from "./request.ts";
import { lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

export interface BoundaryRecords {
  /** Columns of the inputs and of the label or response; y is "" in a regression. */
  readonly names: Pick<BoundaryScenario, "x" | "y" | "response">;
  readonly points: Points;
  /** Labels ±1, or responses in their own units. */
  readonly responses: Float64Array;
  /** Names of the classes −1 and +1; absent in a regression. */
  readonly classNames: readonly [string, string] | undefined;
  readonly droppedCount: number;
}

/** What is measured once a boundary rests; of the inside view only. */
export interface BoundaryMeasured {
  /** f at each record from a fit without it. */
  readonly heldOut: Float64Array;
  /** max |f − f_exact| relative to max |f_exact|; absent for the exact fit, or where that takes too long. */
  readonly landmarkError: number | undefined;
}

export type BoundaryAnswer = Answer<BoundaryRecords, BoundaryParameters, BoundaryRelease>;
export type BoundarySession = Session<BoundaryRecords, BoundaryParameters, BoundaryRelease, BoundaryMeasured>;
export type BoundaryConductor = Conductor<BoundaryRecords, BoundaryParameters, BoundaryRelease, BoundaryMeasured>;

/** Beyond this many records the exact fit is not made beside the one on landmarks. */
const comparedRecords = 5000;

export function createBoundaryConductor(
  engine: Engine,
  scenarios: ScenarioStore<BoundaryScenario>,
  own: OwnTable,
): BoundaryConductor {
  const sizes = new Map<number, number>();
  return createConductor(engine, scenarios, own, {
    recordsKey,
    recordsFrom: boundaryRecordsFrom,
    hold: ({ points, responses }: BoundaryRecords) => {
      const id = engine.holdRecords({ points, responses });
      sizes.set(id, responses.length);
      return id;
    },
    requestKey,
    requestOf,
    blocked: (scenario) => scenarioProblems(scenario).some(({ blocks }) => blocks),
    ask: (records, parameters, onProgress) => engine.boundary({ records, parameters, onProgress }),
    giveBack: (release) => engine.giveBack(release),
    measure: async (records, parameters, signal): Promise<Outcome<BoundaryMeasured>> => {
      const heldOut = await engine.boundaryHeldOut({ records, parameters }, { signal });
      if (!heldOut.ok) return heldOut;
      const compare = parameters.solver === "landmarks" && (sizes.get(records) ?? 0) <= comparedRecords;
      const error = compare ? await engine.boundaryLandmarkError({ records, parameters }, { signal }) : undefined;
      return { ok: true, value: { heldOut: heldOut.value, landmarkError: error?.ok ? error.value : undefined } };
    },
    chooseOwn,
  });
}

function boundaryRecordsFrom(table: Table, scenario: BoundaryScenario, missing: "refuse" | "drop"): BoundaryRecords {
  const { task, x, y, response, positive } = scenario;
  return task === "classification"
    ? {
        names: { x, y, response },
        ...labelledRecordsFrom({ table, columns: [x, y], label: response, positive, missing }),
      }
    : { names: { x, y: "", response }, ...responseRecordsFrom({ table, x, response, missing }), classNames: undefined };
}

/** Columns by their kinds alone: a column of text is the label, the first columns of numbers the inputs. */
function chooseOwn(table: Table, { data, x, y, response }: BoundaryScenario): Partial<BoundaryScenario> {
  const known = (column: string) => column === "" || table.columns.some(({ name }) => name === column);
  if (data === ownData && x !== "" && known(x) && known(y) && known(response)) return {};
  const numeric = table.columns.filter(({ missingCount }) => missingCount < table.rowCount).map(({ name }) => name);
  const label = table.columns.find(({ categories }) => categories !== undefined)?.name ?? numeric[2];
  const shared = { data: ownData, x: numeric[0] ?? "", seed: "secure", draws: 1 } as const;
  if (numeric.length >= 2 && label !== undefined) {
    const choice = { y: numeric[1]!, response: label, positive: positiveOf(table, label) };
    return {
      ...shared,
      task: "classification",
      loss: "hinge",
      lossParameter: lossParameterOf("hinge").usual,
      ...choice,
    };
  }
  return {
    ...shared,
    task: "regression",
    loss: "huber",
    lossParameter: lossParameterOf("huber").usual,
    y: "",
    response: numeric[1] ?? "",
    positive: "",
  };
}

/** The class that counts as positive to begin with: the last of the names in alphabetical order; "" if there are none. */
export function positiveOf(table: Table, label: string): string {
  try {
    return (
      labelClasses(table, label)
        .map(({ name }) => name)
        .sort()
        .at(-1) ?? ""
    );
  } catch {
    return "";
  }
}
