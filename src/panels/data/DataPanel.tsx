import type { ReactNode } from "react";
import type { Interval } from "../../core/grids.ts";
import type { ColumnOutline } from "../../core/records/outline.ts";
import { bytesText, counted, countText } from "../../core/numberFormats.ts";
import { hasCryptography, withoutCryptography } from "../../state/cryptography.ts";
import type { FurtherInput } from "../../state/scenario/furtherInputs.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { UsualGroups } from "../../state/scenario/sharedFields.ts";
import type { DataState } from "../../state/presented/dataState.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { FileSource } from "./FileSource.tsx";
import { Problem } from "../controls/Problem.tsx";
import { missingWords } from "./missingValues.ts";
import { NotRead, Reading } from "./Reading.tsx";

export interface OfferedExample {
  readonly id: string;
  readonly title: string;
  /** Absent for people: "eruptions". */
  readonly who?: string;
  readonly description: string;
}

/** Columns of an example: the first, and perhaps a second. */
export interface UsualColumns {
  readonly x: string;
  readonly y?: string;
  readonly domain: readonly Interval[];
  readonly further?: readonly FurtherInput[];
  readonly groups?: UsualGroups;
  readonly epsilon: number;
  readonly delta: number;
}

export interface DataActions {
  readonly readTable: (source: File | string, name: string) => void;
  readonly cancelReading: () => void;
  readonly dismissFailure: () => void;
  readonly showOwn: () => void;
  readonly declareAnew: (change: object, reopens: readonly string[]) => void;
}

interface DataPanelProps {
  readonly examples: readonly OfferedExample[];
  /** An id, or "own". */
  readonly chosen: string;
  readonly data: DataState;
  readonly problem: string | undefined;
  /** Undefined if shown elsewhere. */
  readonly missing: {
    readonly offered: boolean;
    readonly droppedCount: number | undefined;
    /** Cells that were not understood. */
    readonly unread?:
      | readonly { readonly column: string; readonly count: number; readonly first: string }[]
      | undefined;
  };
  readonly act: DataActions;
  readonly onExample: (id: string) => void;
  readonly children: (columns: readonly ColumnOutline[]) => ReactNode;
}

/** An example, a file, or pasted text; then the columns. */
export function DataPanel({ examples, chosen, data, problem, missing, act, onExample, children }: DataPanelProps) {
  const { columns, reading, loading, fileProblem } = data;
  const own = chosen === ownData;
  const description = examples.find(({ id }) => id === chosen)?.description;

  return (
    <section className="group" aria-label="Data">
      <h2>Data</h2>
      <ChoiceControl
        label="Data set"
        below
        {...(description === undefined ? {} : { explanation: description })}
        value={chosen}
        choices={[
          ...examples.map(({ id, title }) => ({ value: id, label: title })),
          { value: ownData, label: "Your own file" },
        ]}
        onChange={(id) => (id === ownData ? act.showOwn() : onExample(id))}
      />
      {own && !columns && loading === undefined && (
        <p className="problem" role="status">
          This scenario is about a file of your own, which a link never contains. Load the file to see its picture.
        </p>
      )}
      <Problem text={hasCryptography() ? undefined : withoutCryptography} />
      <FileSource onSource={act.readTable} />
      {loading !== undefined && (
        <div>
          <Reading read={loading} onCancel={act.cancelReading} />
        </div>
      )}
      {data.readBytes && (
        <div>
          <Reading read={data.readBytes.read} of={data.readBytes.all} onCancel={act.cancelReading} />
          <p className="explanation">
            {`${bytesText(data.readBytes.read)} of ${bytesText(data.readBytes.all)} are read and counted; the picture is of these. Nothing of it leaves before the end.`}
          </p>
        </div>
      )}
      {fileProblem !== undefined && <NotRead problem={fileProblem} onDismiss={act.dismissFailure} />}
      <Problem text={problem} />
      {own && data.problem !== undefined && (
        <p className="explanation" role="note">
          That the data cannot be drawn depends on the records: it tells of them, and no noise covers it. Keep it to
          yourself, and what you choose because of it.
        </p>
      )}
      {missing.offered && <p className="explanation">{`${missingWords}${leftOutWords(missing.droppedCount ?? 0)}`}</p>}
      {missing.unread?.map(({ column, count, first }) => (
        <p key={column} className="explanation" role="note">
          {`${countText(count)} ${count === 1 ? "cell" : "cells"} of ${column} ${count === 1 ? "was" : "were"} not understood, such as “${first}”; ${count === 1 ? "it counts" : "they count"} as missing.`}
        </p>
      ))}
      {columns?.some(({ numeric }) => numeric) && (own || columns.length > 1) && children(columns)}
      {own && columns && reading && (
        <button type="button" onClick={() => act.declareAnew({}, [])}>
          Change what is declared
        </button>
      )}
      {own && columns && reading && (
        <p className="explanation source">
          {countText(reading.rowCount)} rows, {counted(columns.length, "column")}. {reading.notices.join(" ")}
        </p>
      )}
    </section>
  );
}

interface ColumnControlProps {
  readonly label: string;
  readonly value: string;
  readonly columns: readonly string[];
  /** The name of no column. */
  readonly none?: string;
  readonly problem?: string | undefined;
  readonly onChange: (column: string) => void;
}

export function ColumnControl({ label, value, columns, none, problem, onChange }: ColumnControlProps) {
  const nothing = none !== undefined || value === "" ? [{ value: "", label: none ?? "Choose …" }] : [];
  const unknown = value !== "" && !columns.includes(value) ? [{ value, label: value }] : [];
  return (
    <ChoiceControl
      label={label}
      value={value}
      choices={[...nothing, ...unknown, ...columns.map((name) => ({ value: name, label: name }))]}
      problem={problem}
      onChange={onChange}
    />
  );
}

function leftOutWords(count: number): string {
  if (count === 0) return "";
  return ` ${counted(count, "row")} left out: beyond the bound on rows of a person, or of no person.`;
}
