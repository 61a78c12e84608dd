/** The first answer (`writtenFirstAnswer`) of a built site, put here by scripts/firstPicture.mjs; empty elsewhere. */
export const text = "";
