import { useState } from "react";

/** The same scenario and problems while only ε moves; their ε is the given one. */
export function useStable<S extends { readonly epsilon: number }>(
  scenario: S,
  problems: ReadonlyMap<string, string>,
  epsilon: number,
): { readonly scenario: S; readonly problems: ReadonlyMap<string, string> } {
  const [steady, setSteady] = useState({ scenario, problems });
  const changed =
    JSON.stringify({ ...scenario, epsilon }) !== JSON.stringify(steady.scenario) ||
    JSON.stringify([...problems]) !== JSON.stringify([...steady.problems]);
  if (!changed) return steady;
  const next = { scenario: { ...scenario, epsilon }, problems };
  setSteady(next);
  return next;
}
