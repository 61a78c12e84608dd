import { useEffect, useMemo, useState } from "react";
import type { FabricationAnswer, FabricationRequest } from "../../../core/releases/fabricationContract.ts";
import { recordNoiseLevels } from "../../../core/privacy/mechanisms/recordNoise.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/Problem.tsx";
import type { RowCloud } from "../../../plots/tablePlot.ts";
import { inPlane, tablePictureOf } from "../pictures.ts";
import { columnCount, entriesOfPerson, requestOf } from "../request.ts";
import { TableHost } from "../../../panels/TableHost.tsx";
import type { FabricationProps, FabricationView } from "../view.ts";
import "../tables.css";

/** The same ε for one entry and for a whole record, side by side. */
export function Section({ shown, view, client, recordsId, theme }: FabricationProps) {
  const request = useMemo(() => requestOf(shown), [shown]);
  const asked = useMemo(
    (): readonly FabricationRequest[] =>
      (["entry", "record"] as const).map((protection) => ({
        ...request,
        protection,
        delta: protection === "record" ? shown.delta : request.protection === "entry" ? request.delta : 0,
        adjacency: protection === "entry" ? shown.adjacency : 1,
        fieldCount: 0,
        frames: false,
      })),
    [request, shown.delta, shown.adjacency],
  );
  const key = JSON.stringify([recordsId, asked]);
  const [answer, setAnswer] = useState<{ readonly key: string; readonly tables: readonly FabricationAnswer[] }>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (recordsId === undefined) return;
    const stop = new AbortController();
    const job = { signal: stop.signal };
    void Promise.all(asked.map((parameters) => client.run("release", recordsId, parameters, job))).then((outcomes) => {
      if (stop.signal.aborted) return;
      const failed = outcomes.find((outcome) => !outcome.ok);
      setProblem(failed?.ok === false ? failed.error.message : undefined);
      setAnswer({ key, tables: outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])) });
    });
    return () => stop.abort();
  }, [client, recordsId, asked, key]);

  const [entry, record] = answer?.key === key ? answer.tables : [];
  if (!view || problem !== undefined) return <Problem text={problem} />;
  if (!entry || !record) return <p className="explanation">Fabricating both …</p>;
  const { epsilon, delta } = shown;
  const p = entriesOfPerson(shown);
  const levels = recordNoiseLevels({
    epsilon,
    delta,
    lower: new Float64Array(p),
    upper: new Float64Array(p).fill(1),
  });
  const person = shown.person !== "";
  const panels = [
    { title: "One entry", kind: "fabricated", table: entry },
    { title: "A whole record", kind: "second", table: record },
  ] as const;
  return (
    <>
      <div className="fields in-turn">
        {panels.map(({ title, kind, table }) => (
          <TableHost
            key={title}
            picture={{
              ...base(view, shown),
              title: `${title} at ε = ${numberText(epsilon)}`,
              clouds: cloudsOf(kind, table),
            }}
            theme={theme}
            label={`${title}: fabricated rows over the records`}
          />
        ))}
      </div>
      <p>
        The paper’s promise is about <strong>one number</strong> of the table: whoever knows all others learns little
        about it. A person owns{" "}
        {person ? `up to ${shown.perPerson} rows of ${columnCount(shown)}` : `all ${columnCount(shown)} of a row`}, and
        for all of them together the same table has ε = {numberText((p * epsilon) / shown.adjacency)}. To protect the
        person at ε = {numberText(epsilon)}, each number needs more noise:
      </p>
      <div className="scrolling">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Noise on each number</th>
              <th scope="col">Size, of the range</th>
              <th scope="col">ε of one entry</th>
              <th scope="col">ε of a {person ? "person" : "record"}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Laplace, for one entry</th>
              <td>{percentText(entry.deviation)}</td>
              <td>{numberText(epsilon)}</td>
              <td>{numberText((p * epsilon) / shown.adjacency)}</td>
            </tr>
            <tr>
              <th scope="row">Laplace, for a record</th>
              <td>{percentText(levels.laplaceDeviation)}</td>
              <td>{numberText(epsilon / p)}</td>
              <td>{numberText(epsilon)}</td>
            </tr>
            <tr>
              <th scope="row">Gaussian, for a record</th>
              <td>{percentText(levels.gaussianDeviation)}</td>
              <td>less than {numberText(epsilon)}</td>
              <td>
                {numberText(epsilon)} at δ = {numberText(delta)}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="explanation">
        With p numbers a record, Laplace noise for the record grows as p and Gaussian noise as √p: for two numbers
        Laplace is often the smaller, for the 784 pixels of a digit Gaussian noise is by far.
      </p>
    </>
  );
}

function base(view: FabricationView, shown: FabricationProps["shown"]) {
  return tablePictureOf({ ...shown, field: "none", layers: [] }, view);
}

function cloudsOf(kind: RowCloud["kind"], { estimate, draws, noisy, classOf }: FabricationAnswer): readonly RowCloud[] {
  return [
    { kind: "original", coordinates: inPlane(estimate, noisy.dimension), classOf },
    { kind, coordinates: inPlane(draws[0]!, noisy.dimension), classOf },
  ];
}
