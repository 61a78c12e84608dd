import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";

/**
 * A choice among degrees by what their sensitivity costs, where the sharp one of each would take a search: by the course of the
 * ceiling, less by what the sensitivity is below it at the degree that the ceiling would choose itself. Sensitivities are public,
 * so the choice costs nothing; the sharp one is asked for at one degree here, and of what is chosen by who uses it.
 *
 * @param of what is compared of a sensitivity: a norm, or what the law of the noise is calibrated to
 * @param choose the choice, given that of each degree
 * @param degreeOf the degree of a choice
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
