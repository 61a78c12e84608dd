/** A built site's first answer, inserted by scripts/firstPicture.mjs; else empty. */
export const text = "";
