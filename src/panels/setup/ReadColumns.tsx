import type { ColumnType } from "../../core/tables/cells/columnFormat.ts";
import type { Delimiter } from "../../core/tables/delimiter.ts";
import type { ColumnOutline, TableOutline } from "../../core/records/outline.ts";
import type { SchemaColumn, TableSchema, TextLayout } from "../../core/tables/schema.ts";
import type { SaidDialect } from "../../core/tables/dialect.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { countText, exactText } from "../../core/numberFormats.ts";
import { dateText } from "../controls/words.ts";
import { useSearch } from "../hooks/useSearch.tsx";
import { ColumnDetails, retyped } from "./ColumnDetails.tsx";
import { HeadFields } from "./HeadFields.tsx";
import { WrittenChoice } from "./WrittenChoice.tsx";

interface ReadColumnsProps {
  readonly outline: TableOutline;
  readonly schema: TableSchema;
  readonly onSchema: (schema: TableSchema) => void;
  /** The file proposes anew. */
  readonly onPropose: (said: TableReading) => void;
}

const delimiterNames: Record<Delimiter, string> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
  " ": "blanks",
};
const decimalNames = { ".": "point", ",": "comma" } as const;
const encodingNames: Record<TextLayout["encoding"], string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows (Western)",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16, big-endian",
  "iso-8859-15": "ISO 8859-15 (Western)",
  "iso-8859-2": "ISO 8859-2 (Central European)",
  "windows-1250": "Windows (Central European)",
  "windows-1251": "Windows (Cyrillic)",
  "koi8-r": "KOI8-R (Cyrillic)",
  "windows-1253": "Windows (Greek)",
  "windows-1254": "Windows (Turkish)",
  "windows-1255": "Windows (Hebrew)",
  "windows-1256": "Windows (Arabic)",
  "windows-1257": "Windows (Baltic)",
  macintosh: "Mac OS Roman",
  shift_jis: "Shift JIS (Japanese)",
  "euc-jp": "EUC-JP (Japanese)",
  "euc-kr": "EUC-KR (Korean)",
  gb18030: "GB 18030 (Chinese)",
  big5: "Big5 (Chinese)",
};
const recordNames = { row: "a row", column: "a column" } as const;
const timeNames = { names: "has times or names", record: "is a record" } as const;
const headerNames = { names: "has the names of the columns", record: "is a record" } as const;

const typeLabels: Record<ColumnType, string> = {
  point: "Number, 1,234.5",
  comma: "Number, 1.234,5",
  whole: "Whole number",
  count: "Count of records like the row",
  dayFirst: "Date, 2024-12-31 or 31.12.2024",
  monthFirst: "Date, 2024-12-31 or 12/31/2024",
  serial: "Day of a spreadsheet, as 45292",
  time: "Time of day",
  hours: "Hours, as 25:10:00, 1:30 or PT1H30M",
  minutes: "Minutes, as 1:30 or 1:10:00",
  seconds: "Seconds, as 1:30 or 1:10:00",
  category: "Category",
  id: "Id, as it is written",
  text: "Text",
};

export function ReadColumns({ outline, schema, onSchema, onPropose: onReading }: ReadColumnsProps) {
  const { text, rows, columns } = schema;
  const onPropose = (said: TableReading) => onReading({ ...(text && { encoding: text.encoding }), ...said });
  const { sample = [] } = outline.found ?? {};
  const sheets = outline.foundRows?.sheets ?? [];
  const decimal = columns.find(({ type }) => type === "point" || type === "comma")?.type === "comma" ? "," : ".";
  const place = text ?? rows;
  const comment = text && text.delimiter !== " " ? (text.comment ?? "none") : undefined;
  const said: SaidDialect = {
    ...(text && { delimiter: text.delimiter }),
    ...(place && { header: place.header, preamble: place.preamble, below: place.below ?? "none" }),
    ...(comment && { comment }),
    ...(text?.turned && { turned: true }),
  };
  const onHead = (changed: SaidDialect) =>
    onPropose({ ...(text && { delimiter: text.delimiter }), ...(comment && { comment }), ...changed });
  const onColumn = (j: number, column: SchemaColumn) => onSchema({ ...schema, columns: columns.with(j, column) });
  const places = new Map(columns.map((column, j) => [column, j]));
  const { shown, field } = useSearch("columns", columns, ({ name }) => name);
  return (
    <>
      {text && (
        <div className="written">
          <WrittenChoice
            label="Encoding"
            names={encodingNames}
            value={text.encoding}
            onChange={(encoding) => onPropose({ ...said, encoding })}
          />
          <WrittenChoice
            label="Separator"
            names={delimiterNames}
            value={text.delimiter}
            onChange={(delimiter) => onPropose({ delimiter })}
          />
          <WrittenChoice
            label="Decimal mark"
            names={decimalNames}
            value={decimal}
            onChange={(mark) => onPropose({ ...said, decimal: mark })}
          />
          <WrittenChoice
            label="A record is"
            names={recordNames}
            value={text.turned ? "column" : "row"}
            onChange={(record) => onHead({ preamble: text.preamble, turned: record === "column" })}
          />
          <WrittenChoice
            label={text.turned ? "The first column" : "The first row"}
            names={text.turned ? timeNames : headerNames}
            value={text.header ? "names" : "record"}
            onChange={(first) => onPropose({ ...said, header: first === "names" })}
          />
        </div>
      )}
      {sample.length > 0 && (
        <p className="explanation">{`In this encoding the file has ${quoted({ examples: sample })}. If its letters are wrong, choose another one.`}</p>
      )}
      {rows && (
        <div className="written">
          {sheets.length > 1 && (
            <WrittenChoice
              label="Sheet"
              names={Object.fromEntries(sheets.map((sheet) => [sheet, sheet]))}
              value={rows.sheet ?? sheets[0]!}
              onChange={(sheet) => onPropose({ sheet })}
            />
          )}
          <WrittenChoice
            label="The first row"
            names={headerNames}
            value={rows.header ? "names" : "record"}
            onChange={(first) => onPropose({ ...said, header: first === "names" })}
          />
        </div>
      )}
      {place && text?.delimiter !== " " && text?.turned !== true && (
        <HeadFields {...{ comment, ...place, below: place.below }} onChange={onHead} />
      )}
      {(outline.found ?? outline.foundRows)?.isHeaderInDoubt === true && (
        <p className="explanation">The file does not say which: names of columns are public, records are not.</p>
      )}
      {outline.notices.length > 0 && <p className="explanation">{outline.notices.join(" ")}</p>}
      {field}
      <div className="read-columns">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Read as</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => (
              <ReadRow
                key={column.name}
                {...{ column, found: outline.columns[places.get(column)!] }}
                onChange={(changed) => onColumn(places.get(column)!, changed)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ReadRowProps {
  readonly column: SchemaColumn;
  readonly found: ColumnOutline | undefined;
  readonly onChange: (column: SchemaColumn) => void;
}

function ReadRow({ column, found, onChange }: ReadRowProps) {
  return (
    <tr>
      <th scope="row">
        {column.name}
        {noticed(found).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </th>
      <td>
        <select
          aria-label={`${column.name} is read as`}
          value={column.type}
          onChange={(event) => onChange(retyped(column, event.target.value as ColumnType))}
        >
          {Object.entries(typeLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ColumnDetails column={column} onChange={onChange} />
      </td>
    </tr>
  );
}

/** Findings in a column’s cells. */
function noticed(column: ColumnOutline | undefined): readonly string[] {
  if (!column) return [];
  const { kind, unread, limits, converted, otherUnits, hasZones, leftOut, ambiguous, incomplete, unit } = column;
  const words: string[] = [];
  if (unread) words.push(`${countText(unread.count)} not understood, so missing: ${quoted(unread)}`);
  if (limits) words.push(`${countText(limits.count)} beyond a limit, such as ${quoted(limits)}`);
  if (converted) words.push(`${countText(converted.count)} converted: ${quoted(converted)}`);
  if (otherUnits)
    words.push(
      `numbers in several units, ${otherUnits.slice(0, 4).join(", ")}, that no factor converts: as a number in one of them, others are missing`,
    );
  if (hasZones) words.push("times with names of zones are not read as times: write offsets, such as +01:00, instead");
  if (leftOut) words.push(`in no class: ${quoted(leftOut)}${leftOut.count > leftOut.examples.length ? ", …" : ""}`);
  if (ambiguous && kind === "time") words.push(`cells like “${ambiguous.text}” are times of day, or durations`);
  else if (ambiguous) {
    const value = kind === "date" ? dateText(ambiguous.value) : exactText(ambiguous.value);
    const isPlain = converted !== undefined && unit === "";
    words.push(
      `cells like “${ambiguous.text}”, which ${isPlain ? "stay" : "would be"} ${value}${unit ? ` ${unit}` : ""}`,
    );
  }
  if (incomplete && !unread) words.push("some cells are empty");
  return words;
}

const quoted = ({ examples }: { readonly examples: readonly string[] }) =>
  examples.map((text) => `“${text}”`).join(", ");
