/** The mark between the cells of a row; " " for any number of blanks and tabs. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

/** The separators of cells. */
export const delimiters = [",", ";", "\t", "|", " "] as const;
