/** The same as in docs/glossary.md. */
export const terms: Readonly<Record<string, string>> = {
  slack:
    "δ: any outcome may be this much more probable than e^ε allows. It is no chance that the promise fails, and a tiny part of 1/n",
  visible: "rises above its valleys by more than noise makes in 95 of 100 releases",
  sensitivity: "Δ: how far one replaced record can move an estimate, in a norm that is named",
  noise: "σ: the standard deviation of what is added at a point, so that one record does not show",
};

/** Cut at its first term: before, term, after. */
export function cutAtTerm(
  text: string,
  known = terms,
): readonly [before: string, term: string, after: string] | undefined {
  const found = new RegExp(String.raw`(?<!\p{L})(${Object.keys(known).join("|")})(?!\p{L})`, "iu").exec(text);
  return found ? [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)] : undefined;
}
