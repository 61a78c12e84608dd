/** The entries of a table of choices, with the type of its keys. */
export function oneOfChoices<T extends string>(choices: Partial<Record<T, string>>): [T, string][] {
  return Object.entries(choices) as [T, string][];
}
