import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Table } from "../core/datasets/table.ts";
import { ownData } from "../state/conductor.ts";
import { ChoiceControl } from "./ChoiceControl.tsx";
import { Problem } from "./Problem.tsx";

interface DataPanelProps {
  readonly examples: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  /** Id of the chosen example, or "own". */
  readonly data: string;
  readonly table: Table | undefined;
  /** Fraction read so far; undefined when nothing is being read. */
  readonly loading: number | undefined;
  readonly failure: string | undefined;
  readonly missing: {
    readonly choice: "refuse" | "drop";
    /** Rows left out; undefined where the study tells it elsewhere. */
    readonly droppedCount: number | undefined;
    readonly offered: boolean;
  };
  readonly conductor: {
    readTable(source: File | string, name: string): Promise<void>;
    cancelReading(): void;
    setMissing(choice: "refuse" | "drop"): void;
  };
  readonly onExample: (id: string) => void;
  /** The controls of the columns, given the names of those with a number in them; absent where there is no choice. */
  readonly children: (numeric: readonly string[]) => ReactNode;
}

// A sentence about a cell may quote it, so the outside view has it without the cell.
export const dataNeedsInside = "The data cannot be drawn as they are; the inside view says why.";

/** Choice of data: an example, a file, or pasted text; then the columns. */
export function DataPanel(props: DataPanelProps) {
  const { examples, data, table, loading, conductor } = props;
  const own = data === ownData;
  const description = examples.find(({ id }) => id === data)?.description;
  const numeric =
    table?.columns.filter(({ missingCount }) => missingCount < table.rowCount).map(({ name }) => name) ?? [];
  const onSource = (source: File | string, name: string) => void conductor.readTable(source, name);
  useFileDrop(onSource);

  return (
    <section className="group" aria-label="Data">
      <h2>Data</h2>
      <ChoiceControl
        label="Data set"
        {...(description === undefined ? {} : { explanation: description })}
        value={data}
        choices={[
          ...examples.map(({ id, title }) => ({ value: id, label: title })),
          { value: ownData, label: "Your own file" },
        ]}
        onChange={props.onExample}
      />
      {own && !table && loading === undefined && (
        <p className="problem" role="status">
          This scenario is about a file of your own, which a link never contains. Load the file to see its picture.
        </p>
      )}
      <FileSource onSource={onSource} />
      {loading !== undefined && (
        <div>
          <progress aria-label="Reading the data" max={1} value={loading} />
          <button type="button" onClick={() => conductor.cancelReading()}>
            Cancel reading
          </button>
        </div>
      )}
      <Problem text={props.failure} />
      {props.missing.offered && (
        <MissingChoice
          choice={props.missing.choice}
          droppedCount={props.missing.droppedCount}
          onChange={(choice) => conductor.setMissing(choice)}
        />
      )}
      {table && numeric.length > 0 && (own || table.columns.length > 1) && props.children(numeric)}
      {own && table && (
        <p className="explanation source">
          {table.rowCount.toLocaleString("en")} rows, {table.columns.length} columns. {table.notices.join(" ")}
        </p>
      )}
    </section>
  );
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
        aria-label="CSV or TSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
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
            }}
          >
            Read these rows
          </button>
        </>
      )}
      <p>Or drop a CSV or TSV file anywhere. It is read here and goes nowhere.</p>
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

function useFileDrop(onSource: (source: File | string, name: string) => void): void {
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
