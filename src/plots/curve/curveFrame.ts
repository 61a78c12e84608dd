import type { Edges, Frame } from "../frame.ts";

/** No scale, so that the first picture has it before any library. */
type Sized = Pick<Frame, "width" | "height" | "em">;

/** @param room for the vertical axis's labels, at 16 pixels to the em */
export function planeEdges({ width, height, em = 1 }: Sized, room: number): Edges {
  const low = isLow({ height, em });
  return {
    left: em * room,
    right: width - em * (!low && hasNamesBeside({ width, em }) ? 76 : 12),
    top: em * (low ? 6 : 26),
    bottom: height - em * (low ? 20 : 38),
  };
}

export function isLow({ height, em = 1 }: Pick<Sized, "height" | "em">): boolean {
  return height < 112 * em;
}

function hasNamesBeside({ width, em = 1 }: Pick<Sized, "width" | "em">): boolean {
  return width >= 480 * em;
}

export const ticksUp = 4;

export function tickCounts({ width, em = 1 }: Sized, { top, bottom }: Edges) {
  return {
    across: Math.max(3, Math.min(8, Math.floor(width / (110 * em)))),
    up: Math.max(1, Math.min(ticksUp, Math.floor((bottom - top) / (20 * em)))),
  };
}

interface PlacedName {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/**
 * Names at the curves' ends, without overlap; on a narrow screen above the plane; none in a low frame.
 *
 * @param ends heights in pixels; undefined for a curve that is not drawn
 */
export function placedNames(
  ends: { readonly release: number; readonly estimate: number | undefined },
  { right, top, bottom }: Edges,
  { width, height, em = 1 }: Sized,
): readonly PlacedName[] {
  if (isLow({ height, em })) return [];
  const within = (y: number) => Math.min(bottom - 4, Math.max(top + 4, y));
  const entries = [{ name: "private", y: within(ends.release) }];
  if (ends.estimate !== undefined) entries.push({ name: "original", y: within(ends.estimate) });
  const [release, estimate] = entries;
  if (release && estimate && Math.abs(release.y - estimate.y) < 16 * em) {
    const middle = Math.min(bottom - 12 * em, (release.y + estimate.y) / 2);
    const above = release.y <= estimate.y ? release : estimate;
    above.y = middle - 8 * em;
    (above === release ? estimate : release).y = middle + 8 * em;
  }
  const beside = hasNamesBeside({ width, em });
  return entries.map(({ name, y }, i) => {
    if (beside) return { name, x: right + 8, y: Math.round(y + 4 * em), anchor: "start" };
    const x = entries[i + 1] ? Math.max(54 * em, right - 72 * em) : Math.max(right, 112 * em * i);
    return { name, x, y: 12 * em, anchor: "end" };
  });
}
