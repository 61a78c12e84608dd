import type { BelowNames } from "./headWords.ts";
import { isMissing } from "../cells/missingCell.ts";
import { hasOtherUnits } from "../cells/unitFactor.ts";
import { isMeasured } from "./measuredCell.ts";

export function headLength({ header, below }: { readonly header: boolean; readonly below?: BelowNames }): number {
  return header ? 1 + (below === undefined ? 0 : below === "remarks" ? 2 : 1) : 0;
}

/**
 * Names in the rows of a header, without a log's mark "~"; the upper of two rows goes on to the right, as over merged
 * cells.
 */
export function namesOf(head: readonly (readonly string[])[], below: BelowNames | undefined): readonly string[] {
  const [marked = [], second = []] = head;
  const first = marked.map((name, j) => (j === 0 ? name.replace(/^\s*~+(?=.)/, "") : name));
  if (below !== "names") return first;
  let group = "";
  return Array.from({ length: Math.max(first.length, second.length) }, (_, j) => {
    group = first[j]?.trim() || group;
    const own = second[j]?.trim() ?? "";
    return own === "" || own === group ? group : `${group} ${own}`.trim();
  });
}

const longestUnit = 24;

/** Units in a row below the names, "" for none. */
export function unitsOf(row: readonly string[]): readonly string[] {
  return row.map((cell) => {
    const unit = cell.trim().replace(/^[[(](.*)[\])]$/u, "$1");
    return unit.length > longestUnit || isMissing(unit) || /[\p{Cc}]/u.test(unit) ? "" : unit;
  });
}

/** Unit with a prefix and a power, such as "km" or "s-1". */
const unit =
  "(?:[pnuµμmcdkhMGT]?(?:m|g|s|A|V|W|N|K|Pa|J|Hz|[lL]|mol|bar|eV|[ΩF]|C|T|B|cal|lx|rad|dB|Wh|M|osm)|h|d|a|%|°[CFK]?|mmHg|bpm|ppm|U|IU)(?:\\^?-?\\d|[²³])?";
const unitWords = new RegExp(
  `^(?:[[(].*[\\])]|\\p{Sc}|‰|(?:1/)?${unit}(?:[/·*. ]${unit})*|sec(?:onds?)?|min(?:utes?)?|hours?|days?|weeks?|months?|years?|yrs?|celsius|kelvin|volts?|amps?|amperes?|watts?|met(?:er|re)s?|grams?|degrees?|counts?|inch(?:es)?|feet|ft|lbs?|miles?|mph)$`,
  "u",
);

/** "kg" for "weight (kg)"; "" for none. */
export function unitInName(name: string): string {
  const [, inner = ""] = /[[(]([^[\]()]{1,24})[\])]$/.exec(name) ?? [];
  return isUnit(inner) ? inner.trim() : "";
}

/** True for a unit of measurement or of money. */
export const isUnit = (text: string): boolean => unitWords.test(text) || hasOtherUnits(text) || /^[A-Z]{3}$/.test(text);

/**
 * Content of the rows below the names; undefined where they are records. A row is none if it has text in all columns
 * that are measured below.
 *
 * @param names the first row
 * @param rows those below it
 */
export function foundBelow(names: readonly string[], rows: readonly (readonly string[])[]): BelowNames | undefined {
  const measured = names.flatMap((_, j) => {
    const cells = rows.slice(2).flatMap((row) => (row[j] && !isMissing(row[j]) ? [row[j]] : []));
    return cells.length >= 2 && cells.filter(isMeasured).length >= 0.9 * cells.length ? [j] : [];
  });
  const isText = (row: readonly string[] | undefined) =>
    row !== undefined &&
    row.some((cell) => cell !== "") &&
    measured.every((j) => !isMeasured(row[j] ?? "")) &&
    measured.filter((j) => !isMissing(row[j] ?? "")).length >= 0.5 * measured.length;
  const [first, second] = rows;
  if (measured.length === 0 || !first || !isText(first)) return undefined;
  const told = measured.map((j) => first[j] ?? "").filter((cell) => !isMissing(cell));
  const isOfUnits = told.filter((cell) => unitWords.test(cell)).length >= 0.6 * told.length;
  if (isOfUnits && told.length > 0) return "units";
  // A single text above numbers may be a cell.
  if (measured.length < 2 && told.length < 2) return undefined;
  const isGrouped = names.some((name) => name === "") || new Set(names).size < names.length;
  if (isGrouped && first.every((cell, j) => cell !== "" || names[j] !== "")) return "names";
  if (measured.length < 2 || told.length < measured.length) return undefined;
  const isImport = second?.some((cell) => /^\{"ImportId"/.test(cell)) === true;
  return isImport ? "remarks" : "remark";
}
