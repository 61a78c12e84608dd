import type { StudySection } from "../../panels/StudySections.tsx";
import type { DensityProps } from "./view.ts";

/** What else can be done with a density, below its picture. */
export const densitySections: readonly StudySection<DensityProps>[] = [
  {
    id: "bandwidth",
    title: "Buy the bandwidth, or the domain’s ends, with a part of the budget",
    load: () => import("./sections/Bandwidth.tsx"),
  },
];
