import { isGrouped } from "../../../core/grids.ts";
import { finePercentText, numberText } from "../../../core/numberFormats.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { CurveHost } from "../../../panels/pictures/CurveHost.tsx";
import { FurtherLines, noFurtherLines } from "../../../panels/pictures/furtherLines.ts";
import { GroupCurve } from "../../../panels/pictures/groups/GroupCurve.tsx";
import { GroupMultiples } from "../../../panels/pictures/groups/GroupMultiples.tsx";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { usePicture } from "../../../panels/pictures/usePicture.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import type { GroupPicture } from "../../../plots/small/curvesSvg.ts";
import type { ColumnRange } from "../../../core/columnRanges.ts";
import { columnMeanText, rangeText } from "../../../panels/inference/columnMeans.ts";
import { separateColumns } from "../model/separateColumns.ts";
import { groupPicturesOf } from "./groups.ts";
import type { MeanCurvePictureProps, MeanCurveView } from "../model/view.ts";
import { meanCurvePictureOf } from "./pictures.ts";
import { stripHeightOf } from "./SmallMultiples.tsx";

export function MeanCurvePicture(props: MeanCurvePictureProps) {
  const { view } = props;
  if (!view) return <PicturePlace />;
  if (isGrouped(view.axes)) return <Groups {...props} view={view} />;
  const curve = <Curve {...props} view={view} />;
  // Averages and earlier originals are no slopes.
  return props.shown.show === "slope" ? <FurtherLines value={noFurtherLines}>{curve}</FurtherLines> : curve;
}

function Curve(props: MeanCurvePictureProps & { readonly view: MeanCurveView }) {
  const { shown, view, theme, reducedMotion } = props;
  const drawn = usePicture(props, meanCurvePictureOf);
  const columns = separateColumns(shown);
  const { picture } = drawn;
  return (
    <CurveHost
      {...drawn}
      theme={theme}
      reducedMotion={reducedMotion}
      above={stripHeightOf(view, shown)}
      label={`${picture.label.y} over ${picture.label.x}: mean. Arrow keys read values.`}
      readout={(at) =>
        at === undefined ? legend(picture) : columns ? columnReadout(columns[at]!, picture, at) : readout(picture, at)
      }
    />
  );
}

function Groups(props: MeanCurvePictureProps & { readonly view: MeanCurveView }) {
  const { shown, theme, reducedMotion } = props;
  const drawn = usePicture(props, groupPicturesOf);
  const { picture: groups } = drawn;
  const [{ picture: first }] = groups as readonly [GroupPicture];
  return (
    <GroupMultiples
      groups={drawn}
      Part={GroupCurve}
      counts={[first.x.length]}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`${first.label.y} over ${first.label.x}: a mean for each ${shown.groups}. Arrow keys read values.`}
      readout={(at) =>
        at === undefined
          ? groupLegend(groups)
          : [placeIn(first, at), ...groups.map((group) => groupReadout(group, at))].join(" · ")
      }
    />
  );
}

function groupReadout({ title, picture: { release, estimate, bands } }: GroupPicture, at: number): string {
  const pointwise = bands.find(({ name }) => name === "pointwise");
  const noise = pointwise ? ` ± ${numberText(pointwise.halfWidth)}` : "";
  return `${title} ${numberText(release[at]!)}${noise}${estimate ? ` (original ${numberText(estimate[at]!)})` : ""}`;
}

function placeIn({ x, label, units, domain }: CurvePicture, at: number): string {
  return `${label.x} = ${placeText(x[at]!, units?.x, domain.x[1] - domain.x[0])}`;
}

function groupLegend(groups: readonly GroupPicture[]): string {
  const [{ picture: first }] = groups as readonly [GroupPicture];
  const widest = first.bands.map(({ name }, k) => {
    const widths = groups.map(({ picture }) => picture.bands[k]!.halfWidth);
    return `${name} 95 % band ± ${Math.min(...widths) < Math.max(...widths) ? "at most " : ""}${numberText(Math.max(...widths))}`;
  });
  const cloud = first.records ? "Grey: the curves of the group; dotted: their plain mean." : "";
  const shaded = widest.length > 0 ? `Shaded: ${widest.join("; ")}, of the noise alone.` : "";
  const text = [cloud, shaded].filter((part) => part !== "").join(" ");
  return text === "" ? "Point at a curve, or press the arrow keys, to read them." : text;
}

function readout(picture: CurvePicture, at: number): string {
  const { release, estimate, records, bands } = picture;
  const pointwise = bands.find(({ name }) => name === "pointwise");
  const parts = [
    placeIn(picture, at),
    `private ${numberText(release[at]!)}${pointwise ? ` ± ${numberText(pointwise.halfWidth)}` : ""}`,
  ];
  if (estimate) parts.push(`original ${numberText(estimate[at]!)}`);
  if (records?.kind === "curves") parts.push(`plain mean ${numberText(records.mean[at]!)}`);
  return parts.join(" · ");
}

function columnReadout(column: ColumnRange, { release, estimate, bands }: CurvePicture, at: number): string {
  const halfWidth = bands.find(({ name }) => name === "pointwise")?.halfWidth;
  const original = estimate ? ` · original ${columnMeanText(column, estimate[at]!)}` : "";
  return `${column.name} · private ${columnMeanText(column, release[at]!, halfWidth)}${original} · of ${rangeText(column)}`;
}

function legend({ records, bands, columns }: CurvePicture): string {
  const cloud = records ? `Grey: the ${columns ? "records" : "curves"}; dotted: their plain mean.` : "";
  const widthText = (width: number) => (columns ? `${finePercentText(width)} of each range` : numberText(width));
  const shaded = bands.map(({ name, halfWidth }) => `${name} 95 % band ± ${widthText(halfWidth)}`);
  const text = [cloud, shaded.length > 0 ? `Shaded: ${shaded.join("; ")}, of the noise alone.` : ""]
    .filter((part) => part !== "")
    .join(" ");
  return text === "" ? "Point at the curve, or press the arrow keys, to read it." : text;
}
