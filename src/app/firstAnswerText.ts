/** The first answer of a built site, inserted by scripts/firstPicture.mjs; empty elsewhere. */
export const text = "";
