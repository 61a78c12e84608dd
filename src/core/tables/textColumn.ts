import type { Categories } from "./table.ts";
import { textKey } from "./cells/textKey.ts";

/** A growing column of texts. */
export interface TextColumn {
  /** Takes the text of the next row; undefined where it is missing. */
  add(text: string | undefined): void;
  /** The texts, or keys of them where there are more than 1000. */
  finish(): { readonly categories?: Categories; readonly keys?: Float64Array };
}

/** A column keeps so many different texts; beyond, keys of them. */
const mostCategories = 1000;
/** Texts are kept up to this length. */
const longestText = 200;

/** A column of no texts. */
export function textColumn(): TextColumn {
  const codeOf = new Map<string, number>();
  let codes: number[] | undefined = [];
  let keys = new Float64Array(0);
  let length = 0;
  const addKey = (key: number) => {
    if (length === keys.length) {
      const larger = new Float64Array(Math.max(2048, 2 * length));
      larger.set(keys);
      keys = larger;
    }
    keys[length++] = key;
  };
  return {
    add: (given) => {
      const text = given?.slice(0, longestText);
      if (!codes) {
        addKey(text === undefined ? NaN : textKey(text));
        return;
      }
      const code = text === undefined ? -1 : (codeOf.get(text) ?? codeOf.size);
      if (code === mostCategories) {
        const keyOf = Float64Array.from(codeOf.keys(), textKey);
        for (const earlier of codes) addKey(earlier < 0 ? NaN : keyOf[earlier]!);
        addKey(textKey(text!));
        codes = undefined;
        codeOf.clear();
        return;
      }
      if (code === codeOf.size) codeOf.set(text!, code);
      codes.push(code);
    },
    finish: () =>
      codes
        ? { categories: { names: [...codeOf.keys()], codes: Int32Array.from(codes) } }
        : { keys: keys.slice(0, length) },
  };
}
