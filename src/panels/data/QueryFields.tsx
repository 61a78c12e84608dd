import { engines, type CountingEngine } from "../../core/records/queries/engineDialects.ts";
import type { Interval } from "../../core/grids.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";
import "./countsQuery.css";

const engineLabels: Record<CountingEngine, string> = {
  duckdb: "DuckDB",
  postgresql: "PostgreSQL",
  spark: "Spark SQL",
  bigquery: "BigQuery",
  polars: "Polars (Python)",
};

export function EngineChoice({
  value,
  onChange,
}: {
  readonly value: CountingEngine;
  readonly onChange: (engine: CountingEngine) => void;
}) {
  return (
    <ChoiceControl
      label="Engine"
      value={value}
      choices={engines.map((engine) => ({ value: engine, label: engineLabels[engine] }))}
      onChange={onChange}
    />
  );
}

export function WrittenQuery({ text }: { readonly text: string }) {
  return <textarea readOnly rows={12} aria-label="The query" value={text} className="query" spellCheck={false} />;
}

export interface Side {
  readonly column: string;
  readonly ends: Interval;
}

export function SideBoxes({
  name,
  side,
  onChange,
}: {
  readonly name: string;
  readonly side: Side;
  readonly onChange: (side: Side) => void;
}) {
  const [lower, upper] = side.ends;
  const box = (which: "lower" | "upper") => (
    <DeclaredNumber
      label={`${name}, ${which} end of its domain`}
      value={which === "lower" ? lower : upper}
      unit=""
      min={-1e15}
      max={1e15}
      onChange={(end) =>
        end !== undefined && onChange({ ...side, ends: which === "lower" ? [end, upper] : [lower, end] })
      }
    />
  );
  return (
    <>
      <TextBox label={name} value={side.column} onChange={(column) => onChange({ ...side, column })} />
      <div className="control">
        <div className="line">
          <span>Declared domain</span>
          <span className="pair">
            {box("lower")}
            <span>to</span>
            {box("upper")}
          </span>
        </div>
      </div>
    </>
  );
}

export function TextBox({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="control">
      <span className="line">
        <span>{label}</span>
        <input type="text" value={value} maxLength={300} onChange={(event) => onChange(event.target.value)} />
      </span>
    </label>
  );
}
