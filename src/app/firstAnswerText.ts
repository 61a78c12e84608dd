/** The first answer of the built page (`writtenFirstAnswer`), which scripts/firstPicture.mjs puts here; elsewhere there is none. */
export const text = "";
