import type { Column } from "./table.ts";

/** A count of the cells of a column that lie beyond a limit, with the first three different ones. */
export function limitCount(): {
  readonly add: (text: string) => void;
  readonly finish: () => Pick<NonNullable<Column["reading"]>, "limits">;
} {
  let count = 0;
  const examples = new Set<string>();
  return {
    add: (text) => {
      count++;
      if (examples.size < 3) examples.add(text.slice(0, 40));
    },
    finish: () => (count === 0 ? {} : { limits: { count, examples: [...examples] } }),
  };
}
