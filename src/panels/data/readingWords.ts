import { schemaOfText } from "../../core/tables/schemaText.ts";
import { shortNames } from "../../core/tables/shortName.ts";
import type { TableSchema } from "../../core/tables/schema.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";

/** @param wasProposed whether these data showed a proposal before */
export function readingWords(
  { schema, isProposal }: TableReading,
  { from }: TableSchema,
  { wasProposed, isAccepted }: { readonly wasProposed: boolean; readonly isAccepted: boolean },
): string {
  if (!schema || isProposal === true) {
    return `${isAccepted ? "The file is read so, and each row by itself" : "This is what the file itself tells, all its cells together: a proposal. Once you say “Read it so”, each row is read by itself"}: a cell that does not fit its column is missing in its row and changes no other one. What you declare here is public: kinds, units, classes, and names of the columns that you use. You looked at the file for it, and releases say so.`;
  }
  if (from === "elsewhere" && wasProposed) {
    return "The file is read by a schema that was given before it was opened. But these data showed before what they propose, and the schema may come from that: releases say that it was chosen after looking.";
  }
  return from === "file"
    ? "The file is read by the schema of the link, which was declared after looking at what a file proposes. Nothing here was told by the cells of this one."
    : "The file is read by a schema that was given before it was opened. Nothing here was told by its cells.";
}

export const unprotectedReading = "how the file is read, which was declared: its schema";

export const readingNote =
  "The file was read by a declared schema, row by row: no cell changes how another row is read. The schema is public.";

/** Origin of declarations between opening and the first picture. */
export const afterOpening = "Declared after looking at what the file proposes, before any picture of it.";

/** Rules for cells beyond a limit and in other units. */
export function limitRule(schema: string): string {
  const columns = schemaOfText(schema)?.columns ?? [];
  const limited = columns.filter(({ beyond }) => beyond).map(({ name }) => name);
  const converted = columns
    .filter(({ others }) => others)
    .map(({ name, unit }) => `${shortNames([name]).join("")}${unit === "" ? "" : ` (${unit})`}`);
  return [
    limited.length > 0 ? ` A cell of ${shortNames(limited).join(", ")} such as <0.5 or 90+ counts as its limit.` : "",
    converted.length > 0
      ? ` Of ${converted.slice(0, 12).join(", ")} a cell in another unit of the same kind is converted exactly and rounded once.`
      : "",
  ].join("");
}
