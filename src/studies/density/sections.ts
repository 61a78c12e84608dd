import type { StudySection } from "../../panels/shared/StudySections.tsx";
import { populationTitle } from "../../panels/study/releaseLook.ts";
import { isGrouped } from "../../core/grids.ts";
import { goesWith } from "../../core/combinations.ts";
import { densityCombinations, type DensityUse } from "../../core/density/densityCombinations.ts";
import { askedOptions, drawn } from "./model/options.ts";
import type { DensityProps } from "./model/view.ts";
import {
  aldaSection,
  attackerSection,
  comparisonSection,
  countsSection,
  planSection,
} from "../../panels/study/commonSections.ts";

export const densitySections: readonly StudySection<DensityProps>[] = [
  planSection("h", () => import("./planning/plan.tsx")),
  comparisonSection(() => import("./sections/comparison.tsx"), offered("comparison")),
  aldaSection(1, () => import("./sections/aldaFigure.tsx")),
  {
    id: "bandwidth",
    title: "Buy the bandwidth, or the domain’s ends, with a part of the budget",
    applies: offered("bandwidth"),
    load: () => import("./sections/Bandwidth.tsx"),
  },
  {
    id: "population",
    title: populationTitle,
    applies: ({ view }) => view !== undefined && (view.axes.length === 1 || isGrouped(view.axes)),
    load: () => import("./sections/population.tsx"),
  },
  {
    id: "choice",
    title: "Choose one of a list: the exponential mechanism",
    applies: offered("choice"),
    load: () => import("./sections/Choice.tsx"),
  },
  attackerSection(
    () => import("./sections/attacker.tsx"),
    ({ records }) => records !== undefined && !records.multiplicities && records.points.coordinates.length <= 2e5,
  ),
  {
    id: "online",
    title: "Ask point by point: an online release",
    applies: offered("online"),
    load: () => import("./sections/Online.tsx"),
  },
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
  countsSection(() => import("./sections/countsQuery.tsx")),
];

function offered(use: DensityUse) {
  return ({ shown, view }: Pick<DensityProps, "shown" | "view">): boolean => {
    const counts = view?.facts.isCounted === true ? (["counts"] as const) : [];
    return goesWith(densityCombinations, use, new Set([...askedOptions(drawn(shown)), ...counts]));
  };
}
