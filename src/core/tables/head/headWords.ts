/** Marks at the beginning of a line that is no record. */
export const commentMarks = ["#", "##", "//", "%", "!"] as const;

/** The mark of comment lines. */
export type CommentMark = (typeof commentMarks)[number];

/** Rows between the names of the columns and the first record: units, more of the names, or one or two of remarks. */
export const belowNames = ["units", "names", "remark", "remarks"] as const;

/** The rows between the names of the columns and the first record. */
export type BelowNames = (typeof belowNames)[number];
