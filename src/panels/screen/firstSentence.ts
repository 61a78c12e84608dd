/** Two sentences where the first only counts groups. */
export function firstSentence(text: string): string {
  return /^.{25,}?[.:…](?= \p{Lu}|$)/u.exec(text)?.[0] ?? text;
}
