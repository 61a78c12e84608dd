import { useEffect, useRef, useState } from "react";
import { csvText } from "../../panels/csv.ts";
import { Problem } from "../../panels/Problem.tsx";
import { saveFile } from "../../panels/saveFile.ts";
import { formatNumber } from "../../panels/SliderControl.tsx";
import { numberText, percentText } from "../../panels/words.ts";
import type { Engine } from "../../engine/engine.ts";
import { calibrate } from "../../state/calibrate.ts";
import { expectedOverBudgets, mapEpsilons, mapPenalties } from "./penaltyMap.ts";
import type { MapColumn } from "./penaltyMap.ts";
import { requestKey, requestOf } from "./request.ts";
import type { StudyProps } from "./studyProps.ts";

/**
 * Expected accuracy over λ and ε, each record predicted from a fit without it: a look at the private records, so
 * that choosing by it is not covered by the guarantee.
 */
export function PenaltyMap({ scenario, session, view, set, engine }: StudyProps & { readonly engine: Engine }) {
  const [columns, setColumns] = useState<readonly MapColumn[]>([]);
  const [running, setRunning] = useState<{ readonly controller: AbortController; readonly done: number }>();
  const [problem, setProblem] = useState<string>();
  const [madeFor, setMadeFor] = useState("");
  const latest = useRef<AbortController>(undefined);
  const { answer, records } = session;
  const key = mapKey(scenario);
  const classification = view?.task === "classification";
  useEffect(() => () => latest.current?.abort(), []);

  const start = async () => {
    if (!answer || !records) return;
    const controller = new AbortController();
    latest.current = controller;
    const { signal } = controller;
    setColumns([]);
    setProblem(undefined);
    setMadeFor(key);
    setRunning({ controller, done: 0 });
    const parameters = requestOf(scenario);
    let done = 0;
    await Promise.all(
      mapPenalties.map(async (penalty) => {
        const outcome = await engine.boundaryHeldOut({ records: records.id, parameters: { ...parameters, penalty } }, { signal });
        if (signal.aborted) return;
        done++;
        setRunning({ controller, done });
        if (!outcome.ok) {
          setProblem(`λ = ${formatNumber(penalty)}: ${outcome.error.message}`);
          return;
        }
        const column = expectedOverBudgets({ ...answer, parameters: { ...answer.parameters, ...parameters, penalty } }, outcome.value, scenario);
        setColumns((before) => [...before, column].sort((a, b) => a.penalty - b.penalty));
      }),
    );
    if (!signal.aborted) setRunning(undefined);
  };
  const cancel = () => {
    running?.controller.abort();
    setRunning(undefined);
  };

  const values = columns.flatMap(({ expected }) => expected.filter(Number.isFinite));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const text = classification ? percentText : numberText;
  const better = classification ? most : least;
  const what = classification ? "expected accuracy" : scenario.loss === "pinball" ? "expected quantile loss" : "expected error";

  return (
    <details className="guarantee" data-testid="map">
      <summary>λ against ε: what would be best</summary>
      <p className="explanation">
        The {what} of the private release, each record predicted from a fit without it, in closed form over the noise. Reading λ
        off this map looks at the private records: the guarantee does not cover that choice. Pick it on public data, or declare
        it beforehand.
      </p>
      <div className="buttons">
        {running ? (
          <>
            <progress aria-label="Computing the map" max={mapPenalties.length} value={running.done} />
            <button type="button" onClick={cancel}>
              Cancel the map
            </button>
          </>
        ) : (
          <button type="button" disabled={!answer || session.computing} onClick={() => void start()}>
            {columns.length > 0 ? "Compute the map again" : "Compute the map"}
          </button>
        )}
        {columns.length > 0 && !running && (
          <button type="button" onClick={() => saveFile("boundary-map.csv", "text/csv", mapCsv(columns, what))}>
            Map (CSV)
          </button>
        )}
      </div>
      {columns.length > 0 && madeFor !== key && <p className="explanation">Made for other settings; compute it again.</p>}
      <Problem text={problem} />
      {columns.length > 0 && (
        <div className="map-scroll">
          <table className="map" aria-label={`Map of ${what}`}>
            <thead>
              <tr>
                <th scope="col">ε \ λ</th>
                {columns.map(({ penalty }) => (
                  <th scope="col" key={penalty}>
                    {formatNumber(penalty, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {mapEpsilons.map((epsilon, row) => (
                <tr key={epsilon}>
                  <th scope="row">{formatNumber(epsilon, 2)}</th>
                  {columns.map(({ penalty, expected }) => {
                    const value = expected[row]!;
                    if (!Number.isFinite(value)) return <td key={penalty}>–</td>;
                    const share = most > least ? (value - least) / (most - least) : 1;
                    const quality = classification ? share : 1 - share;
                    return (
                      <td key={penalty}>
                        <button
                          type="button"
                          data-best={value === better}
                          aria-label={`λ = ${formatNumber(penalty)}, ε = ${formatNumber(epsilon)}: ${text(value)}. Adopt.`}
                          style={{ background: `color-mix(in oklab, var(--map-high) ${Math.round(100 * quality)}%, var(--map-low))` }}
                          onClick={() => set({ penalty, epsilon, origin: "records" }, { commit: true })}
                        >
                          {classification ? Math.round(100 * value) : formatNumber(value, 2)}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {typeof calibrate(scenario) !== "number" && <p className="explanation">Rows whose ε the classical calibration refuses stay empty.</p>}
    </details>
  );
}

/** Changes when a map no longer fits the scenario: with everything but λ, ε, seed, draws and view. */
function mapKey(scenario: StudyProps["scenario"]): string {
  const { delta, calibration } = scenario;
  return JSON.stringify([requestKey({ ...scenario, penalty: 1, seed: 1, draws: 1 }), delta, calibration]);
}

function mapCsv(columns: readonly MapColumn[], what: string): string {
  const cells = columns.flatMap(({ penalty, expected }) => expected.map((value, row) => ({ penalty, epsilon: mapEpsilons[row]!, value })));
  return csvText({
    comments: [`Curveil boundary; ${what} over lambda and epsilon; computed from the private records; do not pass it on`],
    columns: [
      { name: "lambda", at: (row) => cells[row]!.penalty },
      { name: "epsilon", at: (row) => cells[row]!.epsilon },
      { name: what, at: (row) => cells[row]!.value },
    ],
    rowCount: cells.length,
  });
}
