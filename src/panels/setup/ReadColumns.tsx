import type { ColumnType } from "../../core/tables/cells/columnFormat.ts";
import type { Delimiter } from "../../core/tables/dialect.ts";
import type { ColumnOutline, TableOutline } from "../../core/records/outline.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { countText, exactText } from "../../core/numberFormats.ts";
import { readingNote } from "../data/readingWords.ts";
import { dateText } from "../controls/words.ts";

interface ReadColumnsProps {
  readonly outline: TableOutline;
  /** What was said so far of how to read the file. */
  readonly reading: TableReading;
  /** Whether cells may be quoted. */
  readonly inside: boolean;
  readonly onType: (column: number, type: ColumnType) => void;
  readonly onHeader: (isHeader: boolean) => void;
  /** Nothing is said if undefined. */
  readonly onDelimiter: (delimiter: Delimiter | undefined) => void;
  readonly onDecimal: (decimal: "." | "," | undefined) => void;
}

const delimiterNames: Record<Delimiter, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };
const decimalNames = { ".": "point", ",": "comma" } as const;

const typeLabels: Record<ColumnType, string> = {
  point: "Number, 1,234.5",
  comma: "Number, 1.234,5",
  dayFirst: "Date, 2024-12-31 or 31.12.2024",
  monthFirst: "Date, 2024-12-31 or 12/31/2024",
  time: "Time of day",
  category: "Category",
  id: "Tells rows apart",
  text: "Text",
};

/** What was read: names, kinds and counts, none of the values; each kind can be changed. */
export function ReadColumns({ outline, reading, inside, onType, onHeader, onDelimiter, onDecimal }: ReadColumnsProps) {
  const { columns, header, written } = outline;
  return (
    <>
      {header && (
        <div className="written">
          {written && (
            <>
              <AsFound
                label="Separator"
                names={delimiterNames}
                found={written.delimiter}
                said={reading.delimiter}
                onChange={onDelimiter}
              />
              <AsFound
                label="Decimal mark"
                names={decimalNames}
                found={written.decimal}
                said={reading.decimal}
                onChange={onDecimal}
              />
            </>
          )}
          <label className="line">
            <span>The first row</span>{" "}
            <select value={header.isHeader ? "names" : "record"} onChange={(e) => onHeader(e.target.value === "names")}>
              <option value="names">has the names of the columns</option>
              <option value="record">is a record</option>
            </select>
          </label>
        </div>
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

interface AsFoundProps<T extends string> {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly found: T;
  readonly said: T | undefined;
  readonly onChange: (said: T | undefined) => void;
}

/** How a file is written: as its cells say, or as a person does. */
function AsFound<T extends string>({ label, names, found, said, onChange }: AsFoundProps<T>) {
  const marks = Object.keys(names) as T[];
  return (
    <label className="line">
      <span>{label}</span>{" "}
      <select
        aria-label={label}
        value={said ?? ""}
        onChange={({ target }) => onChange(marks.find((mark) => mark === target.value))}
      >
        <option value="">{said === undefined ? `as found: ${names[found]}` : "as found"}</option>
        {marks.map((mark) => (
          <option key={mark} value={mark}>
            {names[mark]}
          </option>
        ))}
      </select>
    </label>
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
