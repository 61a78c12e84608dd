import { numberText, percentText } from "../../../core/numberFormats.ts";
import { protectedWords } from "../../../panels/guarantee/personWords.ts";
import { polynomialGuarantee } from "../../../panels/guarantee/polynomialGuarantee.tsx";
import type { Guarantee } from "../../../panels/study/study.ts";
import { heldText } from "../../../state/scenario/furtherInputs.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import { noiseShare } from "./noiseShare.ts";
import type { DensityScenario } from "../model/scenario.ts";
import type { BernsteinFacts, DensityInside } from "../model/view.ts";

export function bernsteinGuaranteeOf(
  shown: DensityScenario,
  view: StudyView<BernsteinFacts, DensityInside>,
): Guarantee {
  const { inside, facts } = view;
  const { person, perPerson, further } = shown;
  const ofPerson = person !== "" && perPerson > 1;
  return {
    ...protectedWords(shown, ""),
    receipt: [["noise/mean height", percentText(noiseShare(view, shown))]],
    ...polynomialGuarantee(view, {
      pointwise: `${ofPerson ? String.raw`${perPerson}\cdot` : ""}${pointwiseOf[facts.polynomial.dimension] ?? ""}`,
      letters: `q is the squared distance of opposite corners of the domain, in bandwidths.${ofPerson ? ` A person may have ${perPerson} records, and Δ is so many times that of one.` : ""}`,
    }),
    otherRows: [
      ...(further.length > 0 ? [["Columns that are not drawn", heldText(shown)] as const] : []),
      ...(inside?.ofPolynomial
        ? [
            [
              "Polynomial without noise against the original, at most (private)",
              numberText(inside.ofPolynomial.approximationError),
            ] as const,
          ]
        : []),
    ],
    declared: "Bandwidth, domain, and k and h where they are set by hand",
  };
}

/** TeX of S by number of columns. */
const pointwiseOf: Readonly<Partial<Record<number, string>>> = {
  1: String.raw`\frac{1 - e^{-q/2}}{n\sqrt{2\pi}\,h}`,
  2: String.raw`\frac{1 - e^{-q/2}}{n\,2\pi\,|H|^{1/2}}`,
  3: String.raw`\frac{1 - e^{-q/2}}{n\,(2\pi)^{3/2}\,|H|^{1/2}}`,
};
