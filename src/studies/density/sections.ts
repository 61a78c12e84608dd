import { sharedSection } from "../../panels/shared/sharedSection.ts";
import type { StudySection } from "../../panels/shared/StudySections.tsx";
import { populationTitle } from "../../panels/study/releaseLook.ts";
import { goesWith } from "../../core/combinations.ts";
import { densityCombinations, type DensityUse } from "../../core/density/densityCombinations.ts";
import { askedOptions, drawn } from "./model/options.ts";
import type { DensityProps } from "./model/view.ts";

export const densitySections: readonly StudySection<DensityProps>[] = [
  {
    id: "plan",
    title: "Plan: which ε, n and h reach a target",
    load: () => import("./planning/plan.tsx"),
  },
  sharedSection("comparison", () => import("./sections/comparison.tsx"), offered("comparison")),
  {
    id: "aldaFigure",
    title: "Figure 1 of Aldà & Rubinstein",
    inside: true,
    applies: ({ shown }) => shown.data === "alda-1",
    load: () => import("./sections/aldaFigure.tsx"),
  },
  {
    id: "bandwidth",
    title: "Buy the bandwidth, or the domain’s ends, with a part of the budget",
    applies: offered("bandwidth"),
    load: () => import("./sections/Bandwidth.tsx"),
  },
  {
    id: "population",
    title: populationTitle,
    applies: ({ view }) => view !== undefined,
    load: () => import("./sections/population.tsx"),
  },
  sharedSection("choice", async () => ({ Section: (await import("./sections/asked.tsx")).Choice }), offered("choice")),
  sharedSection(
    "attacker",
    () => import("./sections/attacker.tsx"),
    ({ records }) => records !== undefined && !records.multiplicities && records.points.coordinates.length <= 2e5,
  ),
  sharedSection("online", async () => ({ Section: (await import("./sections/asked.tsx")).Online }), offered("online")),
  {
    id: "synthetic",
    title: "Synthetic records from a release",
    applies: offered("synthetic"),
    load: () => import("./sections/Synthetic.tsx"),
  },
  {
    id: "spectral",
    title: "Term by term: function and noise in coefficients",
    applies: offered("spectral"),
    load: () => import("./sections/Spectral.tsx"),
  },
  sharedSection("counts", () => import("./sections/countsQuery.tsx")),
];

function offered(use: DensityUse) {
  return ({ shown, view }: Pick<DensityProps, "shown" | "view">): boolean => {
    const counts = view?.facts.isCounted === true ? (["counts"] as const) : [];
    return goesWith(densityCombinations, use, new Set([...askedOptions(drawn(shown)), ...counts]));
  };
}
