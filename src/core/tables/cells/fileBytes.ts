/** The double quote. */
export const quote = 34;
/** The carriage return. */
export const carriageReturn = 13;
/** The last byte that is a character in every encoding that is read. */
export const lastASCII = 127;
/** The blank, which is no tab. */
export const blank = 32;
