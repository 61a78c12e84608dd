import { zipSync, strToU8 } from "fflate";

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";

interface Workbook {
  /** What stands in `sheetData` of each sheet, and after it. */
  readonly sheets: readonly {
    readonly name: string;
    readonly rows: string;
    readonly after?: string;
    readonly state?: string;
  }[];
  readonly texts?: string;
  /** Codes of formats; style k + 1 has the k-th of them, style 0 none. */
  readonly formats?: readonly (string | number)[];
  readonly isFrom1904?: boolean;
}

/** The bytes of an Excel workbook. */
export function workbookBytes(workbook: Workbook): Uint8Array<ArrayBuffer> {
  return zipSync(workbookParts(workbook)) as Uint8Array<ArrayBuffer>;
}

/** Its parts, by their paths. */
export function workbookParts({
  sheets,
  texts,
  formats = [],
  isFrom1904 = false,
}: Workbook): Record<string, Uint8Array> {
  const part = (text: string) => strToU8(head + text);
  const ids = formats.map((format, k) => (typeof format === "number" ? format : 164 + k));
  const styles = `<styleSheet xmlns="${main}"><numFmts>${formats
    .map((format, k) =>
      typeof format === "number"
        ? ""
        : `<numFmt numFmtId="${164 + k}" formatCode="${format.replaceAll('"', "&quot;")}"/>`,
    )
    .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids
    .map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
    .join("")}</cellXfs></styleSheet>`;
  const related = [
    ...sheets.map(
      (_, k) => `<Relationship Id="rId${k + 1}" Type="${office}/worksheet" Target="worksheets/sheet${k + 1}.xml"/>`,
    ),
    `<Relationship Id="rId90" Type="${office}/styles" Target="styles.xml"/>`,
    ...(texts === undefined
      ? []
      : [`<Relationship Id="rId91" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`]),
  ];
  return {
    "[Content_Types].xml": part(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`),
    "_rels/.rels": part(
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": part(
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${isFrom1904 ? ' date1904="1"' : ""}/><sheets>${sheets
        .map(
          ({ name, state }, k) =>
            `<sheet name="${name}" sheetId="${k + 1}"${state ? ` state="${state}"` : ""} r:id="rId${k + 1}"/>`,
        )
        .join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": part(`<Relationships xmlns="${relations}">${related.join("")}</Relationships>`),
    "xl/styles.xml": part(styles),
    ...(texts !== undefined && { "xl/sharedStrings.xml": part(`<sst xmlns="${main}">${texts}</sst>`) }),
    ...Object.fromEntries(
      sheets.map(({ rows, after = "" }, k) => [
        `xl/worksheets/sheet${k + 1}.xml`,
        part(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
      ]),
    ),
  };
}

/** Rows of texts and numbers, as a sheet has them; null for no cell. */
export function sheetRows(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows
    .map((row, i) => {
      const cells = row.map((cell, j) => {
        const place = `r="${letters(j)}${i + 1}"`;
        if (cell === null) return "";
        if (typeof cell === "number") return `<c ${place}><v>${cell}</v></c>`;
        if (typeof cell === "boolean") return `<c ${place} t="b"><v>${Number(cell)}</v></c>`;
        return `<c ${place} t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
      });
      return `<row r="${i + 1}">${cells.join("")}</row>`;
    })
    .join("");
}

function letters(column: number): string {
  return (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));
}
