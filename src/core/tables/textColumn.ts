import { growingNumbers } from "./cells/growingNumbers.ts";
import type { Categories } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";

export interface TextColumn {
  /** Text of the next row; undefined where missing. */
  add(text: string | undefined): void;
  /** Different texts and each row's; `texts` where too many to list. */
  finish(): { readonly categories?: Categories; readonly texts?: Categories };
}

/**
 * Column of no texts. Texts are compared whole: no two are taken for one.
 *
 * @param longest texts are cut to this length
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
