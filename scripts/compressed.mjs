import { readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Encodings of a response, the smaller one first, with the end of the compressed file's name. */
export const encodings = { br: ".br", gzip: ".gz" };

const compress = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

const isText = (path) => /\.(js|css|html|svg|json|csv|txt|webmanifest)$/.test(path);

/** In bytes: a response below it fits one packet anyway. */
const least = 1000;

/**
 * Vite plugin: writes each file of text once more with brotli and once with gzip, for hosts that send files as they are.
 * The offline copy never sees them: it is made before, of the plain files.
 */
export function compressed() {
  return {
    name: "compressed",
    apply: "build",
    writeBundle: { order: "post", sequential: true, handler: ({ dir }) => compressFolder(dir) },
  };
}

/** Writes the compressed files of a folder. */
export async function compressFolder(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

async function compressFile(path) {
  const content = readFileSync(path);
  await Promise.all(
    Object.entries(encodings).map(async ([encoding, end]) => {
      const packed = content.length < least ? content : await compress[encoding](content);
      // A file of an earlier build would be sent in place of this one.
      if (packed.length < content.length) await writeFile(path + end, packed);
      else await rm(path + end, { force: true });
    }),
  );
}
