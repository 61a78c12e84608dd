const unspeakable = /NaN|undefined|Infinity|\[object/;

/** The first place in a text, with what stands around it, that says what nothing of ours may; undefined if none does. */
export function unspeakableIn(text: string): string | undefined {
  const found = unspeakable.exec(text);
  return found ? text.slice(Math.max(0, found.index - 40), found.index + 50) : undefined;
}
