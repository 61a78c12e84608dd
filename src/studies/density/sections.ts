import type { StudySection } from "../../panels/shared/StudySections.tsx";
import { isBernstein } from "./model/bernsteinScenario.ts";
import { atomOf, framingOf, groupsOf } from "./model/request.ts";
import type { DensityProps } from "./model/view.ts";

/** What else can be done with a density, below its picture. */
export const densitySections: readonly StudySection<DensityProps>[] = [
  {
    id: "comparison",
    title: "Compare mechanisms",
    inside: true,
    // The mechanisms that are compared release Gaussian bumps.
    applies: ({ shown }) => isUnframed(shown) && (shown.route !== "gaussian" || shown.bump === "gaussian"),
    load: () => import("./sections/comparison.tsx"),
  },
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
    applies: eachByItself,
    load: () => import("./sections/Bandwidth.tsx"),
  },
  {
    id: "choice",
    title: "Choose one of a list: the exponential mechanism",
    applies: (props) => eachByItself(props) && props.shown.y === "" && props.shown.route === "gaussian",
    load: () => import("./sections/Choice.tsx"),
  },
  {
    id: "neighbour",
    title: "What one person changes, and what an attacker sees of it",
    applies: (props) => eachAPerson(props) && props.shown.y === "" && !isBernstein(props.shown.route),
    load: () => import("./sections/Neighbour.tsx"),
  },
  {
    id: "online",
    title: "Ask point by point: an online release",
    applies: (props) => eachByItself(props) && !isBernstein(props.shown.route),
    load: () => import("./sections/Online.tsx"),
  },
  {
    id: "synthetic",
    title: "Synthetic records from a release",
    applies: ({ shown }) => isPlain(shown),
    load: () => import("./sections/Synthetic.tsx"),
  },
  {
    id: "spectral",
    title: "Term by term: function and noise in coefficients",
    applies: ({ shown }) => shown.y === "" && !isBernstein(shown.route) && isPlain(shown),
    load: () => import("./sections/Spectral.tsx"),
  },
  {
    id: "counts",
    title: "Data of any size: count them where they are",
    inside: true,
    load: () => import("./sections/countsQuery.tsx"),
  },
];

/** What is bought or asked point by point takes each record by itself. */
function eachByItself(props: Pick<DensityProps, "shown" | "view">): boolean {
  return eachAPerson(props) && props.view?.facts.isCounted !== true;
}

/** It has the sensitivity of one record, on its own scale. */
function eachAPerson({ shown }: Pick<DensityProps, "shown">): boolean {
  return shown.person === "" && isPlain(shown);
}

/** Whether the grid that is shown is that of the noise, and all of it. */
function isPlain(shown: DensityProps["shown"]): boolean {
  return isUnframed(shown) && shown.further.length === 0;
}

/** Whether all records have a bump, on their own scale. */
function isUnframed(shown: DensityProps["shown"]): boolean {
  const { scale, ends } = framingOf(shown);
  const isApart = atomOf(shown) !== "none" || shown.only !== "" || groupsOf(shown) !== undefined;
  return scale === "own" && ends === "open" && !isApart;
}
