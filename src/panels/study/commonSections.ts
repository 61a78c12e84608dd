import type { StudySection } from "../shared/StudySections.tsx";

type Load<P> = StudySection<P>["load"];
type Applies<P> = (props: P) => boolean;

const insideSection =
  (id: string, title: string) =>
  <P>(load: Load<P>, applies: Applies<P> = () => true): StudySection<P> => ({ id, title, inside: true, applies, load });

/** Sections that several studies have, each under one title. */
export const attackerSection = insideSection("attacker", "The attacker: x or x′?");
export const comparisonSection = insideSection("comparison", "Compare mechanisms");
export const countsSection = insideSection("counts", "Data of any size: count them where they are");

/** @param tuning symbol of the parameter that is planned with ε and n */
export function planSection<P>(tuning: string, load: Load<NoInfer<P>>): StudySection<P> {
  return { id: "plan", title: `Plan: which ε, n and ${tuning} reach a target`, load };
}

/** A figure of the paper, beside its data. */
export function aldaSection<P extends { readonly shown: { readonly data: string } }>(
  figure: 1 | 2,
  load: Load<P>,
): StudySection<P> {
  const title = `Figure ${figure} of Aldà & Rubinstein`;
  return insideSection("aldaFigure", title)(load, ({ shown }) => shown.data === `alda-${figure}`);
}
