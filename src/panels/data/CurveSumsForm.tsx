import { useState } from "react";
import { curveSumsQuery } from "../../core/records/queries/curveSumsQuery.ts";
import type { CurveSumsTerms } from "../../core/records/curveSums.ts";
import type { CountingEngine } from "../../core/records/queries/engineDialects.ts";
import { ParameterError } from "../../core/errors.ts";
import { perPersonLimits } from "../../state/scenario/sharedFields.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";
import type { NumberBoxProps } from "../controls/NumberBox.tsx";
import { EngineChoice, SideBoxes, TextBox, WrittenQuery, type Side } from "./QueryFields.tsx";
import "../controls/controls.css";
import "../shared/declare.css";

interface CurveSumsFormProps {
  readonly start: Pick<CurveSumsTerms, "normBound" | "rule" | "centre"> & {
    readonly domain: readonly [number, number];
    readonly points: number;
  };
}

/** Clips and adds curves where they are, for data of any size. */
export function CurveSumsForm({ start }: CurveSumsFormProps) {
  const { domain, points, centre: startCentre, normBound: startBound, rule } = start;
  const reach = 4 * startBound;
  const [engine, setEngine] = useState<CountingEngine>("duckdb");
  const [table, setTable] = useState("readings");
  const [curve, setCurve] = useState("person");
  const [time, setTime] = useState<Side>({ column: "time", ends: domain });
  const [value, setValue] = useState<Side>({ column: "value", ends: [startCentre - reach, startCentre + reach] });
  const [count, setCount] = useState(points);
  const [centre, setCentre] = useState(startCentre);
  const [normBound, setNormBound] = useState(startBound);
  const [person, setPerson] = useState("");
  const [group, setGroup] = useState("");
  const [perPerson, setPerPerson] = useState(1);
  const written = () => {
    try {
      return curveSumsQuery({
        ...{ engine, table, curve, time: time.column, value: value.column, centre, normBound, rule },
        times: { lower: time.ends[0], upper: time.ends[1], cells: count },
        values: { lower: value.ends[0], upper: value.ends[1] },
        ...(person !== "" && { person, perPerson }),
        ...(group !== "" && { group }),
      });
    } catch (error) {
      if (error instanceof ParameterError) return `Nothing can be added so: ${error.message}.`;
      throw error;
    }
  };

  return (
    <div className="declare-go">
      <p className="explanation">
        For curves that do not fit in a page, one row for each reading. This query moves times to a grid and rounds
        values to a millionth of their domain. It shrinks each curve to τ around the centre and adds whole numbers. Each
        curve is changed by itself, so the sensitivity is that of clipped curves; the sums are private and stay with
        you. Save them as CSV or Parquet and drop them here. A curve without a value at some time is left out. Each
        curve is taken for a person, unless a column says whose it is. Then so many of each are added, the first ones by
        name, and the sensitivity is that many times as large. With a column of groups each label has sums of its own;
        which labels are groups is declared here.
      </p>
      <EngineChoice value={engine} onChange={setEngine} />
      <TextBox label="Table, or what stands for it" value={table} onChange={setTable} />
      <TextBox label="Column that says whose curve a row is of" value={curve} onChange={setCurve} />
      <TextBox
        label="Column that says which person has it (empty: each curve is a person)"
        value={person}
        onChange={setPerson}
      />
      {person !== "" && (
        <Number
          label="Curves of one person, at most"
          value={perPerson}
          {...perPersonLimits}
          integer
          onChange={setPerPerson}
        />
      )}
      <TextBox label="Column of groups (empty: one mean)" value={group} onChange={setGroup} />
      <SideBoxes name="Column of times" side={time} onChange={setTime} />
      <Number label="Times" value={count} min={2} max={1000} integer onChange={setCount} />
      <SideBoxes name="Column of values" side={value} onChange={setValue} />
      <Number label="Centre" value={centre} min={-1e15} max={1e15} onChange={setCentre} />
      <Number label="Largest size of a curve, τ" value={normBound} min={1e-12} max={1e15} onChange={setNormBound} />
      <WrittenQuery text={written()} />
    </div>
  );
}

function Number({
  label,
  value,
  onChange,
  ...limits
}: Omit<NumberBoxProps, "disabled" | "onCommit"> & { readonly onChange: (value: number) => void }) {
  return (
    <div className="control">
      <div className="line">
        <span>{label}</span>
        <DeclaredNumber
          label={`${label}, in the query`}
          value={value}
          unit=""
          {...limits}
          onChange={(next) => next !== undefined && onChange(next)}
        />
      </div>
    </div>
  );
}
