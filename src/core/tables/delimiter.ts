/** The mark between the cells of a row. */
export type Delimiter = "," | ";" | "\t" | "|";

/** What may stand between the cells of a row. */
export const delimiters = [",", ";", "\t", "|"] as const;
