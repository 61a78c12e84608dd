import type { Frame } from "../frame.ts";

/** Where things stand in the frame of a curve; what needs no scale, so that the first picture has it before any library. */
type Sized = Pick<Frame, "width" | "height" | "em">;

/** The edges of a plane, in pixels of its frame. */
interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param room what labels of the vertical axis take, at letters of 16 pixels to the em */
export function planeEdges({ width, height, em = 1 }: Sized, room: number): Edges {
  const low = isLow({ height, em });
  return {
    left: em * room,
    right: width - em * (!low && hasNamesBeside({ width, em }) ? 76 : 12),
    top: em * (low ? 6 : 26),
    bottom: height - em * (low ? 20 : 38),
  };
}

/** Whether a frame is too low for names over and under its plane: one of several that stand small, in the large one's colours. */
export function isLow({ height, em = 1 }: Pick<Sized, "height" | "em">): boolean {
  return height < 112 * em;
}

/** Whether the names of curves have room at their ends; they stand above the plane elsewhere. */
function hasNamesBeside({ width, em = 1 }: Pick<Sized, "width" | "em">): boolean {
  return width >= 480 * em;
}

/** About how many ticks the vertical axis has, if the plane is not too low for them. */
export const ticksUp = 4;

/** About how many ticks the axes have. */
export function tickCounts({ width, em = 1 }: Sized, { top, bottom }: Edges) {
  return {
    across: Math.max(3, Math.min(8, Math.floor(width / (110 * em)))),
    up: Math.max(1, Math.min(ticksUp, Math.floor((bottom - top) / (20 * em)))),
  };
}

/** The name of a curve, and where it stands. */
interface PlacedName {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/**
 * Names at the curves' ends, kept apart; on a narrow screen above the plane; none in a low frame.
 *
 * @param ends heights of the ends, in pixels of the frame; undefined for a curve that is not drawn
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
  return entries.map(({ name, y }, i) => ({
    name,
    ...(beside
      ? { x: right + 8, y: Math.round(y + 4 * em), anchor: "start" }
      : { x: right - 72 * em * (entries.length - 1 - i), y: 12 * em, anchor: "end" }),
  }));
}
