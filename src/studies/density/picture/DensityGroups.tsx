import { useMemo } from "react";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { GroupCurve } from "../../../panels/pictures/groups/GroupCurve.tsx";
import { GroupMultiples } from "../../../panels/pictures/groups/GroupMultiples.tsx";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { groupPicturesOf } from "./groups.ts";
import { perOf, pointwiseHalfWidth } from "./pictures.ts";
import { bandLegend } from "./curveReadout.ts";
import { recordsSentence } from "./shownRecords.ts";
import type { DensityProps, DensityView } from "../model/view.ts";

/** Each group's curve under its name; the read-out is of all of them at one place. */
export function DensityGroups({ shown, view, theme, reducedMotion }: DensityProps & { readonly view: DensityView }) {
  const { x: name, unitX, band, records, display, atom, further, groups } = shown;
  const pictures = useMemo(
    () => groupPicturesOf({ x: name, unitX, band, records, display, atom, further }, view),
    [name, unitX, band, records, display, atom, further, view],
  );
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  return (
    <GroupMultiples
      groups={pictures}
      Part={GroupCurve}
      counts={[places.length]}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Densities of ${name}, one for each ${groups}. Arrow keys read values.`}
      readout={(at) => {
        if (at === undefined) return `${bandLegend(shown, view)}${recordsSentence(records, view)}`;
        const times = perOf(shown, view);
        const said = pictures.map(
          ({ title, picture }) =>
            `${title} ${numberText(times * picture.release[at]!)}${originalText(picture, at, times)}`,
        );
        const many = times === 1 ? "" : `, per ${countText(times)}`;
        return `${name} = ${placeText(places[at]!, unitX)} · ${said.join(" · ")}, ± ${numberText(times * pointwiseHalfWidth(view, at))}${many}`;
      }}
    />
  );
}

function originalText({ estimate }: CurvePicture, at: number, times: number): string {
  return estimate ? ` (original ${numberText(times * estimate[at]!)})` : "";
}
