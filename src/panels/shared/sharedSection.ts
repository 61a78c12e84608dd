import type { ComponentType } from "react";
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

export function askedSections<P>(
  load: () => Promise<Readonly<Record<"Choice" | "Online", ComponentType<P>>>>,
  offered: (use: "choice" | "online") => (props: P) => boolean,
): readonly StudySection<P>[] {
  return [
    sharedSection("choice", async () => ({ Section: (await load()).Choice }), offered("choice")),
    sharedSection("online", async () => ({ Section: (await load()).Online }), offered("online")),
  ];
}
