import type { ColumnType } from "../../core/datasets/columnFormat.ts";
import type { ColumnOutline, TableOutline } from "../../core/datasets/outline.ts";
import { countText, exactText } from "../../core/numberFormats.ts";
import { readingNote } from "../readingWords.ts";
import { dateText } from "../words.ts";

interface ReadColumnsProps {
  readonly outline: TableOutline;
  /** Whether cells may be quoted. */
  readonly inside: boolean;
  readonly onType: (column: number, type: ColumnType) => void;
  readonly onHeader: (isHeader: boolean) => void;
}

const typeLabels: Record<ColumnType, string> = {
  point: "Number, 1,234.5",
  comma: "Number, 1.234,5",
  dayFirst: "Date, 31.12.2024",
  monthFirst: "Date, 2024-12-31 or 12/31/2024",
  time: "Time of day",
  category: "Category",
  id: "Tells rows apart",
  text: "Text",
};

/** What was read: names, kinds and counts, none of the values; each kind can be changed. */
export function ReadColumns({ outline, inside, onType, onHeader }: ReadColumnsProps) {
  const { columns, header } = outline;
  return (
    <>
      {header && (
        <label className="line">
          <span>The first row</span>{" "}
          <select value={header.isHeader ? "names" : "record"} onChange={(e) => onHeader(e.target.value === "names")}>
            <option value="names">has the names of the columns</option>
            <option value="record">is a record</option>
          </select>
        </label>
      )}
      {header?.inDoubt && (
        <p className="explanation">The file does not say which: names of columns are public, records are not.</p>
      )}
      {header && <p className="explanation">{readingNote} What you say here holds whatever the cells say.</p>}
      <div className="read-columns">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Read as</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, j) => (
              <tr key={column.name}>
                <th scope="row">
                  {column.name}
                  <span>{noticed(column, inside)}</span>
                </th>
                <td>
                  <select
                    aria-label={`${column.name} is read as`}
                    value={column.type}
                    onChange={(event) => onType(j, event.target.value as ColumnType)}
                  >
                    {Object.entries(typeLabels).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function noticed({ kind, unit, unread, ambiguous, incomplete }: ColumnOutline, inside: boolean): string {
  const words: string[] = [];
  if (unit !== "") words.push(`in ${unit}`);
  if (kind === "integer") words.push("whole numbers");
  if (unread && inside) {
    const examples = unread.examples.map((text) => `“${text}”`).join(", ");
    words.push(`${countText(unread.count)} not understood, such as ${examples}`);
  }
  if (ambiguous && inside) {
    const value = kind === "date" ? dateText(ambiguous.value) : exactText(ambiguous.value);
    words.push(`cells like “${ambiguous.text}”, which would be ${value}`);
  }
  if (incomplete && !unread && inside) words.push("some cells are empty");
  return words.join("; ");
}
