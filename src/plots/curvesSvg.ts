import { curveSvg } from "./curveSvg.ts";
import type { GroupPicture } from "./groupPicture.ts";
import { svgDocument, text } from "./svgParts.ts";

const partHeight = 550;

/** Curves of groups below each other on the same axes, each under its name. */
export function curvesSvg(groups: readonly GroupPicture[]): string {
  const parts = groups.map(({ title, picture }, k) => {
    // Each is a drawing of its own, inside the whole one; its names must be its own, too.
    const own = curveSvg(picture)
      .replaceAll(/(id="|#)plane/g, `$1plane${k}`)
      .replace("<svg ", `<svg y="${40 + k * partHeight}" width="960" height="500" `);
    return `${text(6, 30 + k * partHeight, "start", title)}${own}`;
  });
  return svgDocument(960, groups.length * partHeight + 10, ...parts);
}
