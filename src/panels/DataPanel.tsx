import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { ColumnOutline } from "../core/datasets/outline.ts";
import { ownData } from "../state/ownData.ts";
import type { DataState } from "../state/presented.ts";
import { ChoiceControl } from "./ChoiceControl.tsx";
import { Problem } from "./Problem.tsx";

/** A data set that comes with the page, as it is offered. */
export interface OfferedExample {
  readonly id: string;
  readonly title: string;
  /** What it is and where it comes from, in a sentence or two. */
  readonly description: string;
}

interface DataPanelProps {
  readonly examples: readonly OfferedExample[];
  /** Id of the chosen example, or "own". */
  readonly chosen: string;
  readonly data: DataState;
  /** The sentence about the records that belongs to no other control. */
  readonly problem: string | undefined;
  /** Whether rows without a number are a matter here, and how many were left out; undefined where it is told elsewhere. */
  readonly missing: { readonly offered: boolean; readonly droppedCount: number | undefined };
  readonly act: {
    readonly readTable: (source: File | string, name: string) => void;
    readonly cancelReading: () => void;
    readonly dismissFailure: () => void;
    readonly showOwn: () => void;
    readonly setMissing: (choice: "refuse" | "drop") => void;
  };
  readonly onExample: (id: string) => void;
  /** The controls of the columns, given the outlines; absent where there is no choice. */
  readonly children: (columns: readonly ColumnOutline[]) => ReactNode;
}

/** Choice of data: an example, a file, or pasted text; then the columns. */
export function DataPanel({ examples, chosen, data, problem, missing, act, onExample, children }: DataPanelProps) {
  const { columns, reading, loading, fileProblem } = data;
  const own = chosen === ownData;
  const description = examples.find(({ id }) => id === chosen)?.description;
  useFileDrop(act.readTable);

  return (
    <section className="group" aria-label="Data">
      <h2>Data</h2>
      <ChoiceControl
        label="Data set"
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
      <FileSource onSource={act.readTable} />
      {loading !== undefined && (
        <div>
          <progress aria-label="Reading the data" max={1} value={loading} />
          <button type="button" onClick={act.cancelReading}>
            Cancel reading
          </button>
        </div>
      )}
      {fileProblem !== undefined && (
        <div className="dismissible">
          <Problem text={fileProblem} />
          <p className="explanation">
            What was open before is still shown.{" "}
            <button type="button" onClick={act.dismissFailure}>
              Dismiss
            </button>
          </p>
        </div>
      )}
      <Problem text={problem} />
      {missing.offered && (
        <MissingChoice choice={data.missing} droppedCount={missing.droppedCount} onChange={act.setMissing} />
      )}
      {columns?.some(({ numeric }) => numeric) && (own || columns.length > 1) && children(columns)}
      {own && columns && reading && (
        <p className="explanation source">
          {reading.rowCount.toLocaleString("en")} rows, {columns.length} columns. {reading.notices.join(" ")}
        </p>
      )}
    </section>
  );
}

/** The names of the columns with a number in them. */
export function numericNames(columns: readonly ColumnOutline[]): readonly string[] {
  return columns.filter(({ numeric }) => numeric).map(({ name }) => name);
}

interface ColumnControlProps {
  readonly label: string;
  readonly value: string;
  readonly columns: readonly string[];
  /** The name of choosing no column, where that is a choice. */
  readonly none?: string;
  readonly problem?: string | undefined;
  readonly onChange: (column: string) => void;
}

/** One of the table's columns. */
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

function FileSource({ onSource }: { readonly onSource: (source: File | string, name: string) => void }) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  return (
    <div className="drop">
      <div className="buttons">
        <button type="button" onClick={() => picker.current?.click()}>
          Open a file
        </button>
        <button type="button" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          Paste
        </button>
      </div>
      <input
        ref={picker}
        id={id}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label="CSV or TSV file, or a release"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,.json,.zip,.svg,.png"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onSource(file, file.name);
          event.target.value = "";
        }}
      />
      {pasting && (
        <>
          <textarea aria-label="Rows to read" value={text} onChange={(event) => setText(event.target.value)} />
          <button
            type="button"
            onClick={() => {
              onSource(text, "Pasted text");
              setPasting(false);
              setText("");
            }}
          >
            Read these rows
          </button>
        </>
      )}
      <p>Or drop a CSV or TSV file anywhere. It is read here and goes nowhere.</p>
      <p>A release file, or a picture that was saved here, opens as it was seen.</p>
    </div>
  );
}

function MissingChoice({
  choice,
  droppedCount,
  onChange,
}: {
  readonly choice: "refuse" | "drop";
  readonly droppedCount: number | undefined;
  readonly onChange: (choice: "refuse" | "drop") => void;
}) {
  return (
    <div className="control">
      <label>
        <input
          type="checkbox"
          checked={choice === "drop"}
          onChange={(event) => onChange(event.target.checked ? "drop" : "refuse")}
        />{" "}
        Leave out rows without a number
      </label>
      <p className="explanation">
        {choice === "drop"
          ? `${droppedCount === undefined ? "Incomplete ones are" : `${droppedCount.toLocaleString("en")} rows`} left out. The guarantee treats the number of rows that remain as public.`
          : "The guarantee treats the number of records as public, so you decide whether incomplete rows count."}
      </p>
    </div>
  );
}

/** Gives the file that is dropped anywhere on the page. */
export function useFileDrop(onSource: (source: File | string, name: string) => void): void {
  const handler = useRef(onSource);
  useEffect(() => {
    handler.current = onSource;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.dataset["dragging"] = "true";
    };
    const leave = () => {
      delete document.body.dataset["dragging"];
    };
    const drop = (event: DragEvent) => {
      leave();
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      handler.current(file, file.name);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
