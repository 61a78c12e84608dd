import { boundarySvg } from "./boundarySvg.ts";
import { curveSvg } from "./curveSvg.ts";
import type { GroupPicture, GroupPlane } from "./groupPicture.ts";
import { svgDocument, text } from "./svgParts.ts";

/** Curves of groups below each other on the same axes, each under its name. */
export function curvesSvg(groups: readonly GroupPicture[]): string {
  const drawn = groups.map(({ title, picture }) => ({ title, svg: curveSvg(picture) }));
  return belowEachOther(drawn, { width: 960, height: 500 });
}

/** Boundaries of groups, likewise. */
export function boundariesSvg(groups: readonly GroupPlane[]): string {
  const drawn = groups.map(({ title, picture }) => ({ title, svg: boundarySvg(picture) }));
  return belowEachOther(drawn, { width: 690, height: 620 });
}

const titleRoom = 50;

function belowEachOther(
  drawings: readonly { readonly title: string; readonly svg: string }[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const partHeight = height + titleRoom;
  const parts = drawings.map(({ title, svg }, k) => {
    // Each is a drawing of its own, inside the whole one; its names must be its own, too.
    const own = svg
      .replaceAll(/(id="|#)plane/g, `$1plane${k}`)
      .replace("<svg ", `<svg y="${40 + k * partHeight}" width="${width}" height="${height}" `);
    return `${text(6, 30 + k * partHeight, "start", title)}${own}`;
  });
  return svgDocument(width, drawings.length * partHeight + 10, ...parts);
}
