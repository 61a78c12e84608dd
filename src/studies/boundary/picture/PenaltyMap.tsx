import { csvText } from "../../../core/release/file/csv.ts";
import { MapPanel } from "../../../panels/pictures/MapPanel.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { mapEpsilons, mapJobs, mapKey, mapPenalties, type MapColumn } from "../model/penaltyMap.ts";
import { offered } from "../model/options.ts";
import type { BoundaryProps, BoundaryView } from "../model/view.ts";
import { PenaltyPicture } from "./PenaltyPicture.tsx";

/** The guarantee does not cover a choice by this look. */
export function PenaltyMap(props: BoundaryProps) {
  return props.view?.inside && offered("map")(props) ? <Map {...props} view={props.view} /> : null;
}

function Map(props: BoundaryProps & { readonly view: BoundaryView }) {
  const { scenario, view, records, recordsId, current, computing, problems, client, set } = props;
  const map = useMapColumns<MapColumn>(mapKey(scenario, recordsId));
  const { columns } = map;
  const classification = scenario.task === "classification";
  const what = classification
    ? "expected accuracy"
    : scenario.loss === "pinball"
      ? "expected quantile loss"
      : "expected error";

  const start = () => {
    if (!records || recordsId === undefined) return;
    const { lipschitz } = view.facts;
    map.start(mapJobs({ scenario, recordsId, responses: records.responses, lipschitz, client }, mapPenalties));
  };

  return (
    <MapPanel
      title="λ against ε: what would be best"
      explanation={`The ${what} of the private release${classification ? ", in percent" : ""}. Each record is predicted from a fit without it, in closed form over the noise. Reading λ off this map looks at the private records: the guarantee does not cover that choice. Pick it on public data, or declare it beforehand.`}
      map={map}
      ready={current && !computing}
      onStart={start}
      onSave={() => saveFile("boundary-map.csv", "text/csv", mapCsv(columns, what))}
    >
      <PenaltyPicture
        {...{ columns, scenario, set }}
        label={`Map of ${what}`}
        caption={`Darker is better; ringed: the best λ for each ε, of equals the smallest; lines: 1 and 5 ${classification ? "percentage points" : "%"} from it. The dot is where you are. A click, or Enter, takes over both.`}
      />
      {problems.has("calibration") && (
        <p className="explanation">Rows whose ε the classical calibration refuses stay empty.</p>
      )}
    </MapPanel>
  );
}

function mapCsv(columns: readonly MapColumn[], what: string): string {
  const cells = columns.flatMap(({ penalty, expected }) =>
    expected.map((value, row) => ({ penalty, epsilon: mapEpsilons[row]!, value })),
  );
  return csvText({
    comments: [
      `Curveil boundary; ${what} over lambda and epsilon; computed from the private records; do not pass it on`,
    ],
    columns: [
      { name: "lambda", at: (row) => cells[row]!.penalty },
      { name: "epsilon", at: (row) => cells[row]!.epsilon },
      { name: what, at: (row) => cells[row]!.value },
    ],
    rowCount: cells.length,
  });
}
