/** The mark between the cells of a row. */
export type Delimiter = "," | ";" | "\t" | "|";

/** Separators of cells. */
export const delimiters = [",", ";", "\t", "|"] as const;
