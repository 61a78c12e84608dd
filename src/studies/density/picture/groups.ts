import { isGrouped } from "../../../core/grids.ts";
import { integralFunctional } from "../../../core/release/curveFunctionals.ts";
import { pointsAt } from "../../../core/points.ts";
import type { GroupPicture } from "../../../plots/small/curvesSvg.ts";
import { countText, numberText, percentText } from "../../../core/numberFormats.ts";
import { groupView, onceForEachGroup } from "../../../state/presented/groupView.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { curvePictureOf, perOf } from "./pictures.ts";
import type { DensityInside, DensityView } from "../model/view.ts";
import type { DensityScenario } from "../model/scenario.ts";

type Shown = Parameters<typeof curvePictureOf>[0];

export function groupPicturesOf(shown: Shown, view: DensityView): readonly GroupPicture[] {
  if (!isGrouped(view.axes)) return [];
  const [line, { levels }] = view.axes;
  const { domain } = curvePictureOf({ ...shown, records: "none", atom: "none" }, { ...view, axes: [line] });
  return levels.map((title, k) => ({
    title,
    picture: withoutSpikes({
      ...curvePictureOf(
        shown,
        groupView(view, k, (inside) => recordsOf(inside, k)),
      ),
      domain,
    }),
  }));
}

/** Spikes would cover the curve of a small picture. */
function withoutSpikes(picture: CurvePicture): CurvePicture {
  const { records } = picture;
  return records?.kind === "rug" ? { ...picture, records: { ...records, spikes: [] } } : picture;
}

type Records = Pick<DensityInside, "points" | "multiplicities">;
const ofGroup = onceForEachGroup<Records>();

function recordsOf({ points, multiplicities, groupOf }: DensityInside, k: number): Records {
  if (!groupOf) return { points, multiplicities };
  return ofGroup(groupOf, k, (rows) => ({
    points: pointsAt(points, rows),
    multiplicities: multiplicities && Float64Array.from(rows, (row) => multiplicities[row]!),
  }));
}

function groupShares(view: DensityView): readonly GroupShare[] {
  if (!isGrouped(view.axes)) return [];
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  const weights = integralFunctional(places, [places[0]!, places.at(-1)!]);
  const size = places.length;
  const integral = (values: Float64Array, k: number) =>
    weights.reduce((sum, weight, i) => sum + weight * values[k * size + i]!, 0);
  return view.axes[1].levels.map((name, k) => ({
    name,
    released: integral(view.released, k),
    original: view.original && integral(view.original, k),
  }));
}

interface GroupShare {
  readonly name: string;
  readonly released: number;
  readonly original: number | undefined;
}

export function groupSentence(shown: Pick<DensityScenario, "groups" | "unitX" | "further">, view: DensityView): string {
  const shares = groupShares(view);
  const said = shares.map(({ name, released, original }) => {
    const truth = original === undefined ? "" : ` (in truth ${percentText(original)})`;
    return `${name} ${percentText(Math.max(0, released))}${truth}`;
  });
  const per = perOf(shown, view);
  const many = per === 1 ? "" : ` per ${countText(per)}`;
  const within =
    view.simultaneous === undefined || view.shapes
      ? ""
      : ` The noise of all is within ± ${numberText(per * view.simultaneous)}${many}, with ${view.facts.isBandProved ? "" : "about "}95 %.`;
  return `${shares.length} groups by ${shown.groups}. The area under a curve is its group’s share: ${said.join(", ")}.${within}`;
}
