import { boundarySvg } from "../plane/boundarySvg.ts";
import type { BoundaryPicture } from "../plane/boundaryPicture.ts";
import { curveSvg } from "../curve/curveSvg.ts";
import type { CurvePicture } from "../curvePicture.ts";
import { svgDocument, text } from "../svgParts.ts";

/** All groups have the same axes. */
export interface PictureOfGroup<P> {
  readonly title: string;
  readonly picture: P;
}

export type GroupPicture = PictureOfGroup<CurvePicture>;

export type GroupPlane = PictureOfGroup<BoundaryPicture>;

const width = 960;
const gap = 16;
const titleHeight = 40;

/** Groups on the same axes, up to three in a row. */
export function curvesSvg(groups: readonly GroupPicture[]): string {
  const columns = Math.min(3, groups.length);
  const size = { width: (width - (columns - 1) * gap) / columns, height: columns === 1 ? 500 : 340 };
  return besideEachOther(
    groups.map(({ title, picture }) => ({ title, svg: curveSvg(picture, size) })),
    size,
  );
}

export function boundariesSvg(groups: readonly GroupPlane[]): string {
  const side = (width - (Math.min(3, groups.length) - 1) * gap) / Math.min(3, groups.length);
  return besideEachOther(
    groups.map(({ title, picture }) => ({ title, svg: boundarySvg(picture) })),
    { width: side, height: 0.9 * side },
  );
}

function besideEachOther(
  drawings: readonly { readonly title: string; readonly svg: string }[],
  size: { readonly width: number; readonly height: number },
): string {
  const columns = Math.min(3, drawings.length);
  const rowHeight = titleHeight + size.height + gap;
  const parts = drawings.map(({ title, svg }, k) => {
    const [x, y] = [(k % columns) * (size.width + gap), Math.floor(k / columns) * rowHeight];
    // Ids must differ inside the whole drawing.
    const own = svg
      .replaceAll(/(id="|#)plane/g, `$1plane${k}`)
      .replace("<svg ", `<svg x="${x}" y="${y + titleHeight}" width="${size.width}" height="${size.height}" `);
    return `${text(x + 6, y + 30, "start", title)}${own}`;
  });
  return svgDocument(width, Math.ceil(drawings.length / columns) * rowHeight, ...parts);
}
