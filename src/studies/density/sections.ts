import type { StudySection } from "../../panels/shared/StudySections.tsx";
import { isBernstein } from "./model/bernsteinScenario.ts";
import { atomOf, framingOf, groupsOf } from "./model/request.ts";
import type { DensityProps } from "./model/view.ts";

export const densitySections: readonly StudySection<DensityProps>[] = [
  {
    id: "comparison",
    title: "Compare mechanisms",
    inside: true,
    // The compared mechanisms release Gaussian bumps.
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

/** Purchases and answers take each record by itself. */
function eachByItself(props: Pick<DensityProps, "shown" | "view">): boolean {
  return eachAPerson(props) && props.view?.facts.isCounted !== true;
}

/** Sensitivity of one record, on its own scale. */
function eachAPerson({ shown }: Pick<DensityProps, "shown">): boolean {
  return shown.person === "" && isPlain(shown);
}

/** The drawn grid is all of the noise's grid. */
function isPlain(shown: DensityProps["shown"]): boolean {
  return isUnframed(shown) && shown.further.length === 0;
}

/** All records have a bump, on their own scale. */
function isUnframed(shown: DensityProps["shown"]): boolean {
  const { scale, ends } = framingOf(shown);
  const isApart = atomOf(shown) !== "none" || shown.only !== "" || groupsOf(shown) !== undefined;
  return scale === "own" && ends === "open" && !isApart;
}
