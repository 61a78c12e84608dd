import { levelsOf } from "../../../core/grids.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { DecisionKey } from "../../../panels/pictures/FieldKey.tsx";
import { GroupCurve } from "../../../panels/pictures/groups/GroupCurve.tsx";
import { GroupMultiples } from "../../../panels/pictures/groups/GroupMultiples.tsx";
import { GroupPlane } from "../../../panels/pictures/groups/GroupPlane.tsx";
import { usePicture } from "../../../panels/pictures/usePicture.ts";
import type { GroupPicture } from "../../../plots/small/curvesSvg.ts";
import { planePlace } from "../../../plots/plane/planeIndex.ts";
import { groupCurvesOf, groupPlanesOf, groupsOf } from "./groups.ts";
import { legendOf } from "./legend.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryPictureProps, BoundaryView } from "../model/view.ts";

type GroupsProps = BoundaryPictureProps & { readonly view: BoundaryView };

export function BoundaryGroups(props: GroupsProps) {
  return props.shown.task === "classification" ? <Planes {...props} /> : <Curves {...props} />;
}

function Planes(props: GroupsProps) {
  const { shown, view, theme, reducedMotion } = props;
  const drawn = usePicture(props, groupPlanesOf);
  const { picture: groups } = drawn;
  const [{ picture }] = groups as [(typeof groups)[number]];
  const { x, y, response, field } = shown;
  const [negative, positive] = view.facts.classNames!;
  const isCertainty = view.inside !== undefined && field === "certainty";
  return (
    <>
      <GroupMultiples
        groups={drawn}
        Part={GroupPlane}
        counts={picture.counts}
        theme={theme}
        reducedMotion={reducedMotion}
        label={`Boundaries of ${response} over ${x} and ${y}, one for each ${shown.groups}. Arrow keys read values.`}
        readout={(at) => {
          if (at === undefined) return legendOf(shown, view);
          const [px, py] = planePlace(picture, at);
          return [`${x} = ${numberText(px)}, ${y} = ${numberText(py)}`, ...valuesAt(shown, view, at)].join(" · ");
        }}
      />
      {field !== "none" && (
        <DecisionKey
          ends={isCertainty ? [`surely ${negative}`, `surely ${positive}`] : [`−1, ${negative}`, `1, ${positive}`]}
          theme={theme}
        />
      )}
    </>
  );
}

function Curves(props: GroupsProps) {
  const { shown, view, theme, reducedMotion } = props;
  const drawn = usePicture(props, groupCurvesOf);
  const { picture: groups } = drawn;
  const [{ picture }] = groups as [(typeof groups)[number]];
  return (
    <GroupMultiples
      groups={drawn}
      Part={GroupCurve}
      counts={[picture.x.length]}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`${shown.response} on ${shown.x}, a curve for each ${shown.groups}. Arrow keys read values.`}
      readout={(at) =>
        at === undefined
          ? curveLegend(shown, groups, view.inside !== undefined)
          : [`${shown.x} = ${numberText(picture.x[at]!)}`, ...valuesAt(shown, view, at)].join(" · ")
      }
    />
  );
}

function valuesAt(shown: BoundaryScenario, view: BoundaryView, at: number): readonly string[] {
  const size = view.released.length / levelsOf(view.axes).length;
  return groupsOf(shown, view).map(({ title, values, sigma }, k) => {
    const original = view.original ? ` (original ${numberText(view.original[k * size + at]!)})` : "";
    return `${title} ${numberText(values[at]!)} ± ${numberText(pointwise95 * sigma)}${original}`;
  });
}

function curveLegend({ band }: BoundaryScenario, groups: readonly GroupPicture[], isInside: boolean): string {
  const lines = isInside ? "Private solid, original dashed." : "Lines: the private curves.";
  if (band === "none") return lines;
  const [{ picture: first }] = groups as readonly [GroupPicture];
  const widest = first.bands.map(({ name }, j) => {
    const widths = groups.map(({ picture }) => picture.bands[j]!.halfWidth);
    const most = Math.max(...widths);
    return `${name} ± ${Math.min(...widths) < most ? "at most " : ""}${numberText(most)}`;
  });
  return `${lines} Shaded: noise of the release alone, ${widest.join(", ")}, with 95 %.`;
}
