/** Marks of lines that are no records. */
export const commentMarks = ["#", "##", "//", "%", "!"] as const;

export type CommentMark = (typeof commentMarks)[number];

/** Rows between names and first record: units, more names, or one or two of remarks. */
export const belowNames = ["units", "names", "remark", "remarks"] as const;

export type BelowNames = (typeof belowNames)[number];
