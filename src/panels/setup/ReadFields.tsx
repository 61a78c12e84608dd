import { useStore } from "zustand";
import type { TableOutline } from "../../core/records/outline.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import type { OwnTable } from "../../state/scenario/ownData.ts";
import { ReadColumns } from "./ReadColumns.tsx";
import { RowsWithoutValue } from "./RowsWithoutValue.tsx";

interface ReadFieldsProps {
  readonly outline: TableOutline;
  readonly own: OwnTable;
  readonly conductor: { readonly readAgain: (reading: TableReading) => Promise<void> };
  readonly missing: "refuse" | "drop";
  readonly setMissing: (missing: "refuse" | "drop") => void;
}

/** What was read of a file, and how to read it otherwise. */
export function ReadFields({ outline, own, conductor, missing, setMissing }: ReadFieldsProps) {
  const reading = useStore(own, (state) => (state.pending ?? state).reading);
  const readAgain = (change: TableReading) => void conductor.readAgain({ ...reading, ...change });
  const readWithout = (key: keyof TableReading) => {
    const { [key]: _, ...rest } = reading;
    void conductor.readAgain(rest);
  };
  return (
    <fieldset>
      <legend>1 · What was read</legend>
      <ReadColumns
        outline={outline}
        reading={reading}
        inside
        onType={(column, type) => readAgain({ types: { ...reading.types, [column]: type } })}
        onHeader={(header) => readAgain({ header })}
        // With another separator, columns have other places.
        onDelimiter={(delimiter) => (delimiter ? readAgain({ delimiter, types: {} }) : readWithout("delimiter"))}
        onDecimal={(decimal) => (decimal ? readAgain({ decimal }) : readWithout("decimal"))}
      />
      {outline.notices.length > 0 && <p className="explanation">{outline.notices.join(" ")}</p>}
      <RowsWithoutValue outline={outline} missing={missing} onChange={setMissing} />
    </fieldset>
  );
}
