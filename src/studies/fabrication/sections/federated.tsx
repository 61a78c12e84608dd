import { useEffect, useMemo, useState } from "react";
import type { Federation } from "../../../core/releases/federation.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/Problem.tsx";
import { WholeNumberControl } from "../../../panels/WholeNumberControl.tsx";
import { columnNames, requestOf } from "../request.ts";
import { fabricationLimits } from "../scenario.ts";
import type { FabricationProps } from "../view.ts";
import "./federated.css";
import "../tables.css";

/**
 * Who decides what where several parties have the records: distances of a point by party and class, and how well each
 * does alone.
 */
export function Section({ shown, view, recordsId, client, set }: FabricationProps) {
  const { ranges } = requestOf(shown);
  const [place, setPlace] = useState<readonly [number, number]>([0.5, 0.5]);
  const [server, setServer] = useState(false);
  const asked = useMemo(() => {
    const request = requestOf(shown);
    const at = request.ranges.map(([lower, upper], j) =>
      j < 2 ? lower + place[j]! * (upper - lower) : shown.further[j - 2]!.at,
    );
    return { ...request, fieldCount: 0, frames: false, at };
  }, [shown, place]);
  const key = JSON.stringify([recordsId, asked]);
  const [answer, setAnswer] = useState<{
    readonly of: typeof asked;
    readonly key: string;
    readonly found: Federation;
  }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (recordsId === undefined || asked.parties < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void client.run("federating", recordsId, asked, { signal: stop.signal }).then((outcome) => {
        if (stop.signal.aborted) return;
        setProblem(outcome.ok ? undefined : outcome.error.message);
        if (outcome.ok) setAnswer({ of: asked, key, found: outcome.value });
      });
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, recordsId, asked, key]);

  const names = view && view.facts.classNames.length > 0 ? view.facts.classNames : ["all rows"];
  const [x, y] = columnNames(shown);
  if (asked.parties < 2) {
    return (
      <>
        <p>
          Hospitals that may not hand records to one another can still classify together: each publishes
          noise-protected, fabricated rows, or only answers how far a point is from its machines.
        </p>
        <div className="buttons">
          <button type="button" onClick={() => set({ parties: 3, sharing: "halves" }, { commit: true })}>
            Share the records among three parties
          </button>
        </div>
      </>
    );
  }
  const found = answer?.found.rowCounts.length === asked.parties ? answer.found : undefined;
  return (
    <>
      <div className="control-grid">
        {([x, y] as const).map((name, j) => (
          <WholeNumberControl
            key={j}
            label={`Point at, % of the range of ${name ?? ""}`}
            explanation={`${name ?? ""} = ${numberText(asked.at[j]!)}, from ${numberText(ranges[j]![0])} to ${numberText(ranges[j]![1])}.`}
            value={Math.round(100 * place[j]!)}
            min={0}
            max={100}
            problem={undefined}
            onChange={(value) => setPlace(j === 0 ? [value / 100, place[1]] : [place[0], value / 100])}
          />
        ))}
        <WholeNumberControl
          label="Parties of the classifier"
          symbol="Q"
          explanation="Which has which records is chosen under Machines."
          value={shown.parties}
          {...fabricationLimits.parties}
          problem={undefined}
          onChange={(parties) => set({ parties }, { commit: true })}
        />
      </div>
      <Problem text={problem} />
      {!found && problem === undefined && <p className="explanation">Asking the parties …</p>}
      {found && (
        <div className="scrolling" aria-busy={answer?.key !== key}>
          <table className="numbers" data-testid="federated">
            <thead>
              <tr>
                <th scope="col">Party</th>
                {names.map((name) => (
                  <th scope="col" key={name}>
                    distance from {name} (rows)
                  </th>
                ))}
                <th scope="col">alone right in</th>
              </tr>
            </thead>
            <tbody>
              {found.distances.map((own, q) => (
                <tr key={q}>
                  <th scope="row">{q + 1}</th>
                  {own.map((distance, c) => (
                    <td key={c}>
                      {found.rowCounts[q]![c] === 0 ? (
                        "∞ (none)"
                      ) : (
                        <>
                          {distance === found.least[c] ? <strong>{numberText(distance)}</strong> : numberText(distance)}{" "}
                          ({found.rowCounts[q]![c]})
                        </>
                      )}
                    </td>
                  ))}
                  <td>{shareText(found.alone[q]!)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">all: the least</th>
                {found.least.map((distance, c) => (
                  <td key={c}>
                    <strong>{numberText(distance)}</strong>
                  </td>
                ))}
                <td>
                  <strong>{shareText(found.together)}</strong>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
      {found && (
        <p data-testid="federated-decision">
          The point is called <strong>{names[found.label]}</strong>. Together the parties find the class of{" "}
          {shareText(found.together)} of the records kept for the test; the same noisy rows in one place{" "}
          {shareText(found.central)}.
          {found.rowCounts.some((row) => row.includes(0)) &&
            " A party without rows of a class reports an infinite distance, so others decide about it; that it has none is told by that, and is not protected."}
        </p>
      )}
      <fieldset className="plain-choice">
        <legend>Where the point goes</legend>
        <label>
          <input type="radio" name="passing" checked={!server} onChange={() => setServer(false)} /> to every party
        </label>
        <label>
          <input type="radio" name="passing" checked={server} onChange={() => setServer(true)} /> to one server that has
          all machines
        </label>
      </fieldset>
      <p className="explanation">
        {server
          ? `The ${asked.parties} parties hand their machines to a server once: they are made of noisy rows, so that costs nothing more. Whoever asks tells the point to the server alone, and no party learns it (Remark 6 of the paper). The answer is the same.`
          : `All ${asked.parties} parties learn the point, and answer with their distances. The noise protects their records; nothing protects the point of whoever asks. Whoever asks often learns the machines, which are made of noisy rows.`}
      </p>
      <p className="explanation">
        Accuracies read the records kept apart: for you alone. A person whose records several parties have is protected
        less, as each party’s noise counts on its own records only.
      </p>
    </>
  );
}

function shareText(share: number): string {
  return Number.isNaN(share) ? "–" : percentText(share);
}
