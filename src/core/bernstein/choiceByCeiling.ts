import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";

/**
 * A choice among degrees whose sharp sensitivities take a search: with the ceiling, then again with the ceiling times
 * sharp/ceiling at the first choice.
 *
 * @param of the compared number: a norm, or its calibration for a law
 */
export function choiceByCeiling<Choice>({
  target,
  of,
  choose,
  degreeOf,
}: {
  readonly target: LatticeTarget;
  readonly of: (sensitivity: (degree: number) => LatticeSensitivity, degree: number) => number;
  readonly choose: (sensitivity: (degree: number) => number) => Choice;
  readonly degreeOf: (choice: Choice) => number;
}): Choice {
  const exact = (degree: number) => of((k) => target.sensitivity(k), degree);
  const known = target.ceiling;
  if (!known) return choose(exact);
  const ceiling = (degree: number) => of(known, degree);
  const first = choose(ceiling);
  const share = exact(degreeOf(first)) / ceiling(degreeOf(first));
  return share < 1 ? choose((degree) => share * ceiling(degree)) : first;
}
