import type { CurvePreview } from "../../../core/records/curves/curvePreview.ts";
import { counted, countText, exactText } from "../../../core/numberFormats.ts";
import type { FirstLook } from "../../../panels/study/declaration.ts";
import { onDomain } from "./columns.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export function firstLookAt(found: CurvePreview, draft: MeanCurveScenario): FirstLook<MeanCurveScenario> {
  const { curves, curveCount, emptyCount, repeatedCount, lengths, whole, common } = found;
  const [shortest, longest] = lengths;
  const text = (value: number) => exactText(value);
  const isTogether = common[0] < common[1];
  const isUneven = whole[0] < common[0] || whole[1] > common[1];
  const points =
    shortest === longest ? counted(longest, "value") : `${countText(shortest)} to ${counted(longest, "value")}`;
  const repeats = {
    mean: "the mean of its values counts there",
    first: "the first one counts",
    none: "it counts as empty",
  };
  const sentences = [
    `${countText(curves.length)} of ${counted(curveCount, "curve")}, as the file has them${curves.length > 0 ? `: ${points} each` : ""}.`,
    ...(isUneven
      ? [
          `They have values from ${text(whole[0])} to ${text(whole[1])}, all of them ${isTogether ? `from ${text(common[0])} to ${text(common[1])}` : "at no time"}. Beyond its ends a curve is held constant.`,
        ]
      : []),
    ...(longest > draft.points ? [`They are thinned to the ${counted(draft.points, "point")} of the grid.`] : []),
    ...(repeatedCount > 0 ? [`${counted(repeatedCount, "curve")} with a time twice: ${repeats[draft.repeats]}.`] : []),
    ...(emptyCount > 0 ? [`${counted(emptyCount, "curve")} without a number: it counts as the centre, or as 0.`] : []),
    ...(curves.length > 0 && longest === 1 ? ["A curve of one value is constant: is another layout meant?"] : []),
  ];
  const offers = [
    { label: "All times", domain: whole, isOffered: whole[0] < whole[1] },
    { label: "Times that all curves have", domain: common, isOffered: isUneven && isTogether },
  ].flatMap(({ label, domain, isOffered }) =>
    isOffered
      ? [
          {
            label: `${label}: ${text(domain[0])} to ${text(domain[1])}`,
            field: "domain",
            change: onDomain(domain, draft.kernel),
          },
        ]
      : [],
  );
  return { curves, sentences, offers };
}
