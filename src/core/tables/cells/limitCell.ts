const beyond = /^(?:(?:[<>]=?|[≤≥⩽⩾＜＞]|=[<>])\s*(\S.*)|(.*[\d٠-٩۰-۹０-９]\D{0,12}?)\s*\+)$/u;

/** Limit in a trimmed cell: "0.5" of <0.5, ≤ 0.5 and >=0.5, "90" of 90+; else undefined. */
export function limitOf(cell: string): string | undefined {
  const first = cell.charCodeAt(0);
  // Most cells begin with a digit and end without "+".
  if (first >= 48 && first <= 57 && !cell.endsWith("+")) return undefined;
  const found = cell.length > longest ? null : beyond.exec(cell);
  return found?.[1] ?? found?.[2];
}

const longest = 60;

/** Count of cells, with the first three different ones. */
export function notedCells(): {
  readonly add: (text: string) => void;
  readonly finish: () => { readonly count: number; readonly examples: readonly string[] } | undefined;
} {
  let count = 0;
  const examples = new Set<string>();
  return {
    add: (text) => {
      count++;
      if (examples.size < 3) examples.add(text.slice(0, 40));
    },
    finish: () => (count === 0 ? undefined : { count, examples: [...examples] }),
  };
}
