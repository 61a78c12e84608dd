import { useEffect, useState } from "react";
import { isGrouped } from "../../../core/grids.ts";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { DensityCurve } from "./DensityCurve.tsx";
import { DensityFields } from "./DensityFields.tsx";
import type { DensityScenario } from "../model/scenario.ts";
import type { DensityPictureProps, DensityView } from "../model/view.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { GroupCurve } from "../../../panels/pictures/groups/GroupCurve.tsx";
import { GroupMultiples } from "../../../panels/pictures/groups/GroupMultiples.tsx";
import { usePicture } from "../../../panels/pictures/usePicture.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { groupPicturesOf } from "./groups.ts";
import { perOf, pointwiseHalfWidth } from "./pictures.ts";
import { bandLegend } from "./curveReadout.ts";
import { recordsSentence } from "./shownRecords.ts";
import "../../../plots/plots.css";

export function DensityPicture(props: DensityPictureProps) {
  const { shown, view, reducedMotion } = props;
  const draw = useAnimatedDraw(shown, reducedMotion);
  if (!view) return <PicturePlace />;
  if (isGrouped(view.axes)) return <DensityGroups {...props} view={view} />;
  return view.axes.length === 1 ? (
    <DensityCurve {...props} view={view} draw={draw} />
  ) : (
    <DensityFields {...props} view={view} />
  );
}

const secondsPerDraw = 0.7;

function useAnimatedDraw({ display, draws }: DensityScenario, reducedMotion: boolean): number {
  const [draw, setDraw] = useState(0);
  const moving = display === "animation" && draws > 1 && !reducedMotion;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setDraw((shown) => (shown + 1) % draws), secondsPerDraw * 1000);
    return () => clearInterval(timer);
  }, [moving, draws]);
  return moving ? draw % draws : 0;
}

function DensityGroups(props: DensityPictureProps & { readonly view: DensityView }) {
  const { shown, view, theme, reducedMotion } = props;
  const { x: name, unitX, records, groups } = shown;
  const drawn = usePicture(props, groupPicturesOf);
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  return (
    <GroupMultiples
      groups={drawn}
      Part={GroupCurve}
      counts={[places.length]}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Densities of ${name}, one for each ${groups}. Arrow keys read values.`}
      readout={(at) => {
        if (at === undefined) return `${bandLegend(shown, view)}${recordsSentence(records, view)}`;
        const times = perOf(shown, view);
        const said = drawn.picture.map(
          ({ title, picture }) =>
            `${title} ${numberText(times * picture.release[at]!)}${originalText(picture, at, times)}`,
        );
        const many = times === 1 ? "" : `, per ${countText(times)}`;
        return `${name} = ${placeText(places[at]!, unitX, places.at(-1)! - places[0]!)} · ${said.join(" · ")}, ± ${numberText(times * pointwiseHalfWidth(view, at))}${many}`;
      }}
    />
  );
}

function originalText({ estimate }: CurvePicture, at: number, times: number): string {
  return estimate ? ` (original ${numberText(times * estimate[at]!)})` : "";
}
