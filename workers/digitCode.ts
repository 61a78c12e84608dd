/** Loaded with the first digits. */
export { measuringDigits } from "../src/core/affineHull/digits/digitDistances.ts";
export { picturingDigits } from "../src/core/affineHull/digits/digitPictures.ts";
export { assembledImages, releasingDigits } from "../src/core/affineHull/digits/digitRelease.ts";
export { digitOutline, digitsOf } from "../src/core/affineHull/digits/digits.ts";
export { smallDigits } from "../src/core/examples/smallDigits.ts";
export { digitArchive } from "../src/core/release/file/digitArchive.ts";
