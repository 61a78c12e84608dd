import { polynomialGuarantee } from "../../panels/polynomialGuarantee.tsx";
import type { Guarantee } from "../../panels/study.ts";
import { numberText, percentText } from "../../panels/words.ts";
import type { StudyView } from "../../state/presented.ts";
import { noiseShare } from "./noiseShare.ts";
import type { BernsteinFacts, DensityInside } from "./view.ts";

/** What is guaranteed of a density that is released as a polynomial. */
export function bernsteinGuaranteeOf(view: StudyView<BernsteinFacts, DensityInside>): Guarantee {
  const { axes, inside } = view;
  return {
    knows: "all records but one",
    neighbours:
      "Neighbours differ by the replacement of one record; if a person owns several rows, the promise is for each row, not for the person.",
    receipt: [["noise/mean height", percentText(noiseShare(view))]],
    ...polynomialGuarantee(view, {
      pointwise:
        axes.length === 1
          ? String.raw`\frac{1 - e^{-q/2}}{n\sqrt{2\pi}\,h}`
          : String.raw`\frac{1 - e^{-q/2}}{n\,2\pi\,|H|^{1/2}}`,
      letters: "q is the squared distance of opposite corners of the domain, in bandwidths.",
    }),
    otherRows: inside?.ofPolynomial
      ? [
          [
            "Polynomial without noise against the original, at most (private)",
            numberText(inside.ofPolynomial.approximationError),
          ],
        ]
      : [],
    declared: "Bandwidth, domain, and k and h where they are set by hand",
  };
}
