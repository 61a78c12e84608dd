import { useId } from "react";
import type { TableOutline } from "../../core/records/outline.ts";

interface RowsWithoutValueProps {
  readonly outline: TableOutline;
  readonly missing: "refuse" | "drop";
  readonly onChange: (missing: "refuse" | "drop") => void;
}

/** What becomes of rows without a value, where there may be some. */
export function RowsWithoutValue({ outline: { large, columns }, missing, onChange }: RowsWithoutValueProps) {
  const id = useId();
  if (large === undefined && !columns.some(({ incomplete, unread }) => incomplete || unread)) return null;
  return (
    <label htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={missing === "drop"}
        onChange={(event) => onChange(event.target.checked ? "drop" : "refuse")}
      />{" "}
      Leave out rows without a value; the number of rows that remain is public
    </label>
  );
}
