/** V8 heeds it in the first line of a file alone. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Vite plugin: asks V8 to compile all functions of the files that the first picture runs while they come, on another thread.
 * Left alone, it looks through each function without keeping what it finds, and compiles it on the page's thread when it is
 * first called. Other engines read a comment. The bundler puts a line of its own in front of files when they are made, so this
 * comes after that, and before their digests are taken (offlineCopy).
 */
export function compileHints() {
  return {
    name: "compile-hints",
    apply: "build",
    // A file's name tells its content.
    augmentChunkHash: (chunk) => (isFirst(chunk) ? hint : undefined),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && isFirst(chunk)) chunk.code = hint + chunk.code;
      },
    },
  };
}

/** The page around a study, what several studies need, and each study (chunks.mjs). */
const isFirst = ({ name, moduleIds }) =>
  ["page", "studies"].includes(name) || moduleIds.some((id) => /[\\/]definition\.ts$/.test(id));

/** The same script without its hint. */
export const withoutHint = (code) => (code.startsWith(hint) ? code.slice(hint.length) : code);
