import type { StudySection } from "./StudySections.tsx";

const known = {
  comparison: { title: "Compare mechanisms", inside: true },
  attacker: { title: "The attacker: x or x′?", inside: true },
  choice: { title: "Choose one of a list: the exponential mechanism", inside: false },
  online: { title: "Ask point by point: an online release", inside: false },
  counts: { title: "Data of any size: count them where they are", inside: true },
} as const;

export function sharedSection<P>(
  id: keyof typeof known,
  load: StudySection<P>["load"],
  applies: (props: P) => boolean = () => true,
): StudySection<P> {
  return { id, ...known[id], load, applies };
}
