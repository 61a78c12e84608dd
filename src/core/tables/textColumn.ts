import { growingNumbers } from "./cells/growingNumbers.ts";
import type { Categories } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";

/** A growing column of texts. */
export interface TextColumn {
  /** Takes the text of the next row; undefined where it is missing. */
  add(text: string | undefined): void;
  /** The different texts and which of them each row has; `texts` where they are too many to be listed. */
  finish(): { readonly categories?: Categories; readonly texts?: Categories };
}

/**
 * A column of no texts. Texts are compared whole, so that no two are taken for one.
 *
 * @param longest texts are cut to this length; none is if absent
 */
export function textColumn(longest = Infinity): TextColumn {
  const codeOf = new Map<string, number>();
  const codes = growingNumbers((length) => new Int32Array(length));
  return {
    add: (given) => {
      const text = given?.slice(0, longest);
      const code = text === undefined ? -1 : (codeOf.get(text) ?? codeOf.size);
      if (code === codeOf.size) codeOf.set(text!, code);
      codes.add(code);
    },
    finish: () => {
      const found = { names: Array.from(codeOf.keys()), codes: codes.finish() };
      return found.names.length <= tableLimits.categories ? { categories: found } : { texts: found };
    },
  };
}
