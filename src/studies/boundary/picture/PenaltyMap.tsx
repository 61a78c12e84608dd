import { percentText, shortText } from "../../../core/numberFormats.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { HeatMap } from "../../../panels/pictures/HeatMap.tsx";
import { MapPanel } from "../../../panels/pictures/MapPanel.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { adopt, mapEpsilons, mapJobs, mapKey, mapPenalties, mapQuality, type MapColumn } from "../model/penaltyMap.ts";
import { offered } from "../model/options.ts";
import type { BoundaryProps, BoundaryView } from "../model/view.ts";

/** Choosing by this look at the records is not covered by the guarantee. */
export function PenaltyMap(props: BoundaryProps) {
  return props.view?.inside && offered("map")(props) ? <Map {...props} view={props.view} /> : null;
}

function Map(props: BoundaryProps & { readonly view: BoundaryView }) {
  const { scenario, view, records, recordsId, current, computing, problems, client } = props;
  const map = useMapColumns<MapColumn>(mapKey(scenario, recordsId));
  const { columns } = map;
  const classification = scenario.task === "classification";
  const what = classification
    ? "expected accuracy"
    : scenario.loss === "pinball"
      ? "expected quantile loss"
      : "expected error";
  const rounded = (value: number) => shortText(value, 2);
  const text = classification ? percentText : rounded; // A cell's value is part of its accessible name.

  const start = () => {
    if (!records || recordsId === undefined) return;
    const { lipschitz } = view.facts;
    map.start(mapJobs({ scenario, recordsId, responses: records.responses, lipschitz, client }, mapPenalties));
  };

  const at = (column: number, row: number) => columns[column]!.expected[row]!;
  const { quality, bestOf } = mapQuality(columns, classification);

  return (
    <MapPanel
      title="λ against ε: what would be best"
      explanation={`The ${what} of the private release${classification ? ", in percent" : ""}. Each record is predicted from a fit without it, in closed form over the noise. The best λ for each ε is ringed, of equals the smallest; a dot is where you are. Reading λ off this map looks at the private records: the guarantee does not cover that choice. Pick it on public data, or declare it beforehand.`}
      map={map}
      ready={current && !computing}
      onStart={start}
      onSave={() => saveFile("boundary-map.csv", "text/csv", mapCsv(columns, what))}
    >
      <HeatMap
        label={`Map of ${what}`}
        corner="ε \ λ"
        columns={columns.map(({ penalty }) => penalty)}
        rows={mapEpsilons}
        valueAt={at}
        quality={quality}
        text={(value) => (classification ? String(Math.round(100 * value)) : rounded(value))}
        describe={(column, row) =>
          `λ = ${shortText(columns[column]!.penalty)}, ε = ${shortText(mapEpsilons[row]!)}: ${text(at(column, row))}. Adopt.`
        }
        now={{ column: scenario.penalty, row: scenario.epsilon }}
        markAt={(column, row) => (column === bestOf[row] ? "best" : undefined)}
        onChoose={(column, row) => adopt(props, columns[column]!.penalty, row)}
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
