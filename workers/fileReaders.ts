/** What a worker loads with its first file. */
export { fileKeys, unlessRefused } from "./fileKeys.ts";
export { openTableFile, readTableFile } from "./tableFile.ts";
