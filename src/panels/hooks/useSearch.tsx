import { useState, type ReactNode } from "react";
import { countText } from "../../core/numberFormats.ts";

const mostShown = 100;

/**
 * Found items of a long list, and the search field; a short list is whole, without field.
 *
 * @param textOf is searched
 * @param isKept true if always shown
 */
export function useSearch<T>(
  label: string,
  all: readonly T[],
  textOf: (item: T) => string,
  isKept: (item: T) => boolean = () => false,
): { readonly shown: readonly T[]; readonly field: ReactNode } {
  const [typed, setTyped] = useState("");
  if (all.length <= mostShown) return { shown: all, field: null };
  const wanted = typed.trim().toLowerCase();
  const found = all.filter((item) => textOf(item).toLowerCase().includes(wanted));
  const first = new Set(found.slice(0, mostShown));
  const more = found.length - first.size;
  return {
    shown: all.filter((item) => first.has(item) || isKept(item)),
    field: (
      <label className="line search">
        <input
          type="search"
          aria-label={`Search ${label}`}
          placeholder={`Search ${countText(all.length)}`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {more > 0 && <span className="explanation">{`${countText(more)} more: search for them`}</span>}
      </label>
    ),
  };
}
