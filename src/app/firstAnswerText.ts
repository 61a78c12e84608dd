/** The first answer (`writtenFirstAnswer`), which scripts/firstPicture.mjs puts here when the site is built; else there is none. */
export const text = "";
