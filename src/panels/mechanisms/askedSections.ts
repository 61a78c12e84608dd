import type { ComponentType } from "react";
import type { StudySection } from "../shared/StudySections.tsx";

/** The function that is chosen from a list, and the one that is asked point by point. */
export function askedSections<P>(
  offered: (use: "choice" | "online") => (props: P) => boolean,
  load: () => Promise<Readonly<Record<"Choice" | "Online", ComponentType<P>>>>,
): readonly StudySection<P>[] {
  const section = (id: "choice" | "online", name: "Choice" | "Online", title: string) => ({
    ...{ id, title, applies: offered(id) },
    load: async () => ({ Section: (await load())[name] }),
  });
  return [
    section("choice", "Choice", "Choose one of a list: the exponential mechanism"),
    section("online", "Online", "Ask point by point: an online release"),
  ];
}
