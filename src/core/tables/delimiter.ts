/** Mark between cells; " " for any number of blanks and tabs. */
export type Delimiter = "," | ";" | "\t" | "|" | " ";

export const delimiters = [",", ";", "\t", "|", " "] as const;
