import { countText } from "../../src/core/numberFormats.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import type { ZipEntry } from "../files/zipArchive.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import type { HeldCell } from "./heldCells.ts";
import { numberCell } from "./jsonTokens.ts";
import { rowTable } from "./rowTable.ts";
import { timedCell, type NumberKind } from "./sheetFormats.ts";
import {
  kindsOfStyles,
  longestText,
  readPart,
  richText,
  sharedTexts,
  unescaped,
  workbookOf,
  type Workbook,
} from "./xlsxParts.ts";
import { attribute, type XmlTaker } from "./xmlTokens.ts";

/**
 * Opens a workbook and reads the chosen sheet, or the first that is shown. Formulas count as their last values,
 * percentages as their numbers, errors as nothing. An empty row among others has no values, as in CSV of Excel.
 *
 * @see ECMA-376, part 1, section 18.3
 */
export async function openXlsx(
  { file, entries }: { readonly file: Blob; readonly entries: readonly ZipEntry[] },
  reading: TableReading,
  checkpoint: () => Promise<void>,
): Promise<ColumnarFile> {
  const workbook = await workbookOf(new Map(entries.map((entry) => [entry.name, entry])));
  const sheet = sheetIn(workbook, reading);
  const texts = await sharedTexts(workbook.texts, checkpoint);
  const kinds = await kindsOfStyles(workbook.styles);
  const sheets = workbook.sheets.map(({ name }) => name);
  const table = rowTable(reading, undefined, { sheet: sheet.name, sheets });
  const { taker, notices } = sheetReader({
    texts,
    kinds,
    isFrom1904: workbook.isFrom1904,
    isDeclared: table.isDeclared,
    take: (row) => table.take(row),
  });
  await readPart(sheet.entry, taker, checkpoint);
  const which =
    sheets.length === 1 ? [] : [`The sheet “${sheet.name}” is read, of ${sheets.length}: ${listed(sheets)}.`];
  return table.finish(file, [...which, ...notices()]);
}

function sheetIn({ sheets }: Workbook, { schema, sheet }: TableReading): Workbook["sheets"][number] {
  const wanted = schema ? schema.rows?.sheet : sheet;
  if (wanted === undefined) return sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]!;
  const found = sheets.find(({ name }) => name === wanted);
  if (found) return found;
  throw refusal("file", `no sheet “${wanted}”`, `one of the sheets ${listed(sheets.map(({ name }) => name))}`);
}

const mostListed = 8;

function listed(names: readonly string[]): string {
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  return names.slice(0, mostListed).join(", ") + more;
}

interface SheetReading {
  readonly texts: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly isFrom1904: boolean;
  readonly isDeclared: boolean;
  readonly take: (row: readonly HeldCell[]) => void;
}

function sheetReader({ texts, kinds, isFrom1904, isDeclared, take }: SheetReading): {
  readonly taker: XmlTaker;
  readonly notices: () => readonly string[];
} {
  const counts = { hidden: 0, empty: 0, errors: 0, merged: 0, formulas: 0 };
  let row: HeldCell[] = [];
  let isFilled = false;
  let isHidden = false;
  /** Numbers of the row, and of the last one taken. */
  let number = 0;
  let taken = 0;
  let column = -1;
  let type: string | undefined;
  let kind: NumberKind = "number";
  let value = "";
  let isValue = false;
  let hasFormula = false;
  let inline: string | undefined;
  const rich = richText((text) => (inline = text), "is");

  const cell = (): HeldCell => {
    if (type === "inlineStr") return inline ?? null;
    if (value === "") {
      if (hasFormula && type !== "str") counts.formulas++;
      return null;
    }
    switch (type) {
      case "s": {
        const text = texts[Number(value)];
        if (text === undefined) throw refusal("file", "an Excel workbook that lacks some of its texts", "whole");
        return text;
      }
      case "b":
        return value.trim() === "1" || value.trim() === "true";
      case "e":
        counts.errors++;
        return null;
      case "str":
      case "d":
        return unescaped(value);
      default:
        return numberIn(value.trim());
    }
  };
  const numberIn = (text: string): HeldCell => {
    const number = numberCell(text);
    if (kind === "number" || typeof number !== "number") return number;
    const found = timedCell(number, kind, isFrom1904);
    if (found === null) counts.errors++;
    return found;
  };
  const endCell = () => {
    const found = cell();
    if (found === null || found === "") return;
    if (isDeclared && column >= tableLimits.columns) return;
    if (column >= tableLimits.columns)
      throw refusal("file", `more than ${countText(tableLimits.columns)} columns`, "a sheet with fewer columns");
    while (row.length < column) row.push(null);
    row[column] = found;
    isFilled = true;
  };
  const endRow = () => {
    if (!isFilled) return;
    for (let empty = taken + 1; taken > 0 && empty < number; empty++) {
      counts.empty++;
      take([]);
    }
    taken = number;
    if (isHidden) counts.hidden++;
    take(row);
  };

  return {
    taker: {
      open: (name, tag) => {
        switch (name) {
          case "row":
            [row, isFilled, column] = [[], false, -1];
            number = Math.max(number + 1, Number(attribute(tag, "r") ?? 0));
            if (!(number <= mostRows)) throw outOfPlace();
            isHidden = /^(?:1|true|on)$/.test(attribute(tag, "hidden") ?? "");
            break;
          case "c": {
            const place = attribute(tag, "r");
            column = place === undefined ? column + 1 : columnOf(place);
            type = attribute(tag, "t");
            kind = kinds[Number(attribute(tag, "s") ?? 0)] ?? "number";
            [value, hasFormula, inline] = ["", false, undefined];
            break;
          }
          case "v":
            isValue = true;
            break;
          case "f":
            hasFormula = true;
            break;
          case "mergeCell":
            counts.merged++;
            break;
          default:
            rich.open(name, tag);
        }
      },
      close: (name) => {
        if (name === "v") isValue = false;
        else if (name === "c") endCell();
        else if (name === "row") endRow();
        else rich.close(name);
      },
      text: (part) => {
        if (!isValue) rich.text(part);
        else if (value.length <= longestText) value += part;
      },
    },
    notices: () => sheetNotices(counts),
  };
}

function sheetNotices(counts: Readonly<Record<"hidden" | "empty" | "merged" | "errors" | "formulas", number>>) {
  const notices = [
    [counts.hidden, "hidden row is", "hidden rows are", "read as well."],
    [counts.empty, "empty row stands", "empty rows stand", "among the others."],
    [counts.merged, "merged range has its value", "merged ranges have their values", "in the first cell alone."],
    [counts.errors, "cell has an error", "cells have errors", "in place of a value, and counts as missing."],
    [counts.formulas, "formula has", "formulas have", "no stored value: open the file in Excel and save it."],
  ] as const;
  return notices
    .filter(([count]) => count > 0)
    .map(([count, one, many, rest]) => `${countText(count)} ${count === 1 ? one : many} ${rest}`);
}

/** The most that a sheet can have. */
const mostRows = 2 ** 20;

const outOfPlace = () => refusal("file", "an Excel workbook with a cell out of place", "whole");

/** The column, from 0, of a place such as AB12. */
function columnOf(place: string): number {
  let column = 0;
  let at = 0;
  for (; at < place.length; at++) {
    const letter = place.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = 26 * column + letter - 64;
  }
  if (at === 0 || at > 3) throw outOfPlace();
  return column - 1;
}
