export interface CsvColumn {
  readonly name: string;
  /** A number, or the name of a class. */
  readonly at: (row: number) => number | string;
}

/**
 * CSV (RFC 4180, comma and point) after comment lines with `#`. A name that a spreadsheet would run as a formula is
 * preceded by an apostrophe.
 *
 * @param comments no foreign text, and no commas, which would split a line into cells
 */
export function csvText({
  comments,
  columns,
  rowCount,
}: {
  readonly comments: readonly string[];
  readonly columns: readonly CsvColumn[];
  readonly rowCount: number;
}): string {
  const lines = comments.map((line) => `# ${line}`);
  lines.push(columns.map(({ name }) => cell(inert(name))).join(","));
  for (let row = 0; row < rowCount; row++) lines.push(columns.map(({ at }) => valueText(at(row))).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function valueText(value: number | string): string {
  return typeof value === "number" ? String(value) : cell(inert(value));
}

// Quotes and a comma as in RFC 4180; a line break inside a cell would end a comment line in most readers.
function cell(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

// Spreadsheets skip leading spaces and control characters, and know the full-width forms too.
function inert(name: string): string {
  return /^[\s\p{C}]*[=+\-@＝＋－＠#]/u.test(name) ? `'${name}` : name;
}
