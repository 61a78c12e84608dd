import { useState } from "react";

/** The same objects while only ε moves; their ε is the given one. */
export function useStable<S extends { readonly epsilon: number }>(
  scenario: S,
  problems: ReadonlyMap<string, string>,
  epsilon: number,
): { readonly scenario: S; readonly problems: ReadonlyMap<string, string> } {
  const [stable, setStable] = useState({ scenario, problems });
  const changed =
    JSON.stringify({ ...scenario, epsilon }) !== JSON.stringify(stable.scenario) ||
    JSON.stringify([...problems]) !== JSON.stringify([...stable.problems]);
  if (!changed) return stable;
  const next = { scenario: { ...scenario, epsilon }, problems };
  setStable(next);
  return next;
}
