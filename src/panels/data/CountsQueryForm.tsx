import { useState } from "react";
import { usualCellsOf } from "../../core/records/latticeAccumulation.ts";
import type { CountedColumn } from "../../core/records/countColumns.ts";
import { countsQuery } from "../../core/records/queries/countsQuery.ts";
import type { CountingEngine } from "../../core/records/queries/engineDialects.ts";
import { ParameterError } from "../../core/errors.ts";
import { countText } from "../../core/numberFormats.ts";
import { perPersonLimits } from "../../state/scenario/sharedFields.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";
import { EngineChoice, SideBoxes, TextBox, WrittenQuery, type Side } from "./QueryFields.tsx";
import "../controls/controls.css";
import "../shared/declare.css";

/** The counted columns besides the first. */
type CountedShape = "line" | "groups" | "plane" | "labels" | "response";

const shapeLabels: Record<CountedShape, string> = {
  line: "One column: a curve",
  groups: "One column and groups: a curve for each",
  plane: "Two columns: a surface",
  labels: "Two columns and a label: a boundary",
  response: "A column and a response: a regression",
};

const responseCells = 512;

interface CountsQueryFormProps {
  readonly shapes: readonly CountedShape[];
  readonly first: Side;
  readonly second: Side;
  readonly label: string;
}

/** Counts records where they are, for data of any size. */
export function CountsQueryForm({ shapes, ...begun }: CountsQueryFormProps) {
  const [engine, setEngine] = useState<CountingEngine>("duckdb");
  const [shape, setShape] = useState<CountedShape>(shapes[0]!);
  const [table, setTable] = useState("my_table");
  const [first, setFirst] = useState(begun.first);
  const [second, setSecond] = useState(begun.second);
  const [label, setLabel] = useState(begun.label);
  const [atom, setAtom] = useState<number>();
  const [person, setPerson] = useState("");
  const [bound, setBound] = useState(1);

  const isLine = shape === "line" || shape === "groups";
  const isLabelled = shape === "labels" || shape === "groups";
  const cells = usualCellsOf(isLine ? 1 : 2);
  const counted = ({ column, ends: [lower, upper] }: Side, count: number): CountedColumn => ({
    of: column,
    axis: { lower, upper, cells: count },
  });
  const isPlane = shape === "plane" || shape === "labels";
  const written = () => {
    try {
      return countsQuery({
        ...{ engine, table, inputs: [counted(first, cells), ...(isPlane ? [counted(second, cells)] : [])] },
        ...(shape === "response" && { response: counted(second, responseCells) }),
        ...(isLabelled && { label: { of: label } }),
        ...(shape === "line" && atom !== undefined && { pointMass: atom }),
        ...(person !== "" && { person: { column: person, bound } }),
      });
    } catch (error) {
      if (error instanceof ParameterError) return `Nothing can be counted so: ${error.message}.`;
      throw error;
    }
  };
  const places = isLine ? countText(cells) : `${cells}${shape === "response" ? ` × ${responseCells}` : "²"}`;

  return (
    <div className="declare-go">
      <p className="explanation">
        {`For data that do not fit in a page. This query rounds each record to one of ${places} points between the bounds that you declare, and counts. Save its result as CSV or Parquet and drop it here. Rounding is done to each record by itself, so the sensitivity is that of the records. The counts themselves are private, and stay with you.`}
      </p>
      <EngineChoice value={engine} onChange={setEngine} />
      {shapes.length > 1 && (
        <ChoiceControl
          label="What is counted"
          value={shape}
          choices={shapes.map((value) => ({ value, label: shapeLabels[value] }))}
          onChange={setShape}
        />
      )}
      <TextBox label="Table, or what stands for it" value={table} onChange={setTable} />
      <SideBoxes name={isLine ? "Column of numbers" : "First column"} side={first} onChange={setFirst} />
      {!isLine && (
        <SideBoxes name={shape === "response" ? "Response" : "Second column"} side={second} onChange={setSecond} />
      )}
      {isLabelled && (
        <TextBox
          label={shape === "groups" ? "Column of the groups" : "Column of labels"}
          value={label}
          onChange={setLabel}
        />
      )}
      {shape === "line" && (
        <div className="control">
          <div className="line">
            <span>Counted apart: a value that many share (empty: none)</span>
            <DeclaredNumber
              label="Value that the query counts apart"
              value={atom}
              unit=""
              min={-1e15}
              max={1e15}
              onChange={setAtom}
            />
          </div>
        </div>
      )}
      <TextBox
        label="Column that says whose a row is (empty: each row is a person)"
        value={person}
        onChange={setPerson}
      />
      {person !== "" && (
        <div className="control">
          <div className="line">
            <span>Rows of one person, at most</span>
            <DeclaredNumber
              label="Rows of one person, at most, in the query"
              value={bound}
              unit=""
              {...perPersonLimits}
              integer
              onChange={(value) => value !== undefined && setBound(value)}
            />
          </div>
        </div>
      )}
      <WrittenQuery text={written()} />
    </div>
  );
}
