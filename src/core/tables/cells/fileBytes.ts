/** The double quote. */
export const quote = 34;
/** The carriage return. */
export const carriageReturn = 13;
/** The last byte that is a character in every encoding that is read. */
export const lastASCII = 127;
/** The space. */
export const blank = 32;
