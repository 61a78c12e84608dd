export const quote = 34;
export const carriageReturn = 13;
/** Last byte that is a character in every encoding. */
export const lastASCII = 127;
/** The space. */
export const blank = 32;
