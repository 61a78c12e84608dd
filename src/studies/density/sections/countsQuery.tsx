import { useState } from "react";
import { countsQuery, engines } from "../../../core/datasets/countsQuery.ts";
import type { CountingEngine } from "../../../core/datasets/countsQuery.ts";
import { usualCells } from "../../../core/datasets/latticeCounts.ts";
import { ChoiceControl } from "../../../panels/ChoiceControl.tsx";
import { DeclaredNumber } from "../../../panels/declare/DeclaredNumber.tsx";
import { perPersonLimits } from "../../../state/sharedFields.ts";
import type { DensityProps } from "../view.ts";
import "./countsQuery.css";

const engineLabels: Record<CountingEngine, string> = {
  duckdb: "DuckDB",
  postgresql: "PostgreSQL",
  spark: "Spark SQL",
  bigquery: "BigQuery",
  polars: "Polars (Python)",
};

/** The query that counts records where they are, for data of any size. */
export function Section({ scenario }: DensityProps) {
  const [engine, setEngine] = useState<CountingEngine>("duckdb");
  const [table, setTable] = useState("my_table");
  const [column, setColumn] = useState("income");
  const [ends, setEnds] = useState(scenario.domainX);
  const [person, setPerson] = useState("");
  const [bound, setBound] = useState(1);
  const [lower, upper] = ends;
  const query =
    lower < upper
      ? countsQuery({
          ...{ engine, table, column, lattice: { lower, upper, cells: usualCells } },
          ...(person !== "" && { person: { column: person, bound } }),
        })
      : "The domain must end above where it begins.";
  const text = (label: string, value: string, set: (value: string) => void) => (
    <label className="control">
      <span className="line">
        <span>{label}</span>
        <input type="text" value={value} maxLength={300} onChange={(event) => set(event.target.value)} />
      </span>
    </label>
  );
  return (
    <div className="declare-go">
      <p className="explanation">
        For data that do not fit in a page: this query rounds each record to one of {usualCells.toLocaleString("en")}{" "}
        points between the bounds that you declare, and counts. Save its result as CSV or Parquet and drop it here.
        Rounding is done to each record by itself, so the sensitivity is that of the records; the counts themselves are
        private, and stay with you.
      </p>
      <ChoiceControl
        label="Engine"
        value={engine}
        choices={engines.map((value) => ({ value, label: engineLabels[value] }))}
        onChange={setEngine}
      />
      {text("Table, or what stands for it", table, setTable)}
      {text("Column of numbers", column, setColumn)}
      <div className="control">
        <div className="line">
          <span>Declared domain</span>
          <span className="pair">
            <DeclaredNumber
              label="Domain of the counts, lower end"
              value={lower}
              unit=""
              min={-1e15}
              max={1e15}
              onChange={(end) => end !== undefined && setEnds([end, upper])}
            />
            <span>to</span>
            <DeclaredNumber
              label="Domain of the counts, upper end"
              value={upper}
              unit=""
              min={-1e15}
              max={1e15}
              onChange={(end) => end !== undefined && setEnds([lower, end])}
            />
          </span>
        </div>
      </div>
      {text("Column that says whose a row is (empty: each row is a person)", person, setPerson)}
      {person !== "" && (
        <div className="control">
          <div className="line">
            <span>At most so many rows of one person</span>
            <DeclaredNumber
              label="At most so many rows of one person, in the query"
              value={bound}
              unit=""
              {...perPersonLimits}
              integer
              onChange={(value) => value !== undefined && setBound(value)}
            />
          </div>
        </div>
      )}
      <textarea readOnly rows={12} aria-label="The query" value={query} className="query" spellCheck={false} />
    </div>
  );
}
