import type { Extent } from "./frame.ts";

export interface PlaneWindow {
  readonly x: Extent;
  readonly y: Extent;
}

const mostMagnified = 50;

/**
 * About a fixed place, never beyond the whole.
 *
 * @param at in units of the plane
 * @param factor of the shown lengths: below 1 magnifies
 */
export function magnified(
  whole: PlaneWindow,
  shown: PlaneWindow,
  at: readonly [x: number, y: number],
  factor: number,
): PlaneWindow {
  return {
    x: alongAxis(whole.x, shown.x, at[0], factor),
    y: alongAxis(whole.y, shown.y, at[1], factor),
  };
}

function alongAxis([least, most]: Extent, [low, high]: Extent, at: number, factor: number): Extent {
  const length = Math.min(most - least, Math.max((most - least) / mostMagnified, (high - low) * factor));
  const share = Math.min(1, Math.max(0, (at - low) / (high - low)));
  return within([least, most], at - share * length, length);
}

/** Moves by a share of its own lengths, never beyond the whole. */
export function shifted(whole: PlaneWindow, { x, y }: PlaneWindow, by: readonly [x: number, y: number]): PlaneWindow {
  const along = (ends: Extent, [low, high]: Extent, share: number) =>
    within(ends, low + share * (high - low), high - low);
  return { x: along(whole.x, x, by[0]), y: along(whole.y, y, by[1]) };
}

function within([least, most]: Extent, low: number, length: number): Extent {
  const start = Math.min(most - length, Math.max(least, low));
  return [start, start + length];
}

/** Up to rounding. */
export function isWhole(whole: PlaneWindow, { x, y }: PlaneWindow): boolean {
  const all = ([least, most]: Extent, [low, high]: Extent) => high - low >= (1 - 1e-9) * (most - least);
  return all(whole.x, x) && all(whole.y, y);
}

/** A picture whose axes show other ends. */
export function onAxes<P extends { readonly domain: PlaneWindow; readonly uneven?: boolean | undefined }>(
  picture: P,
  { x, y }: Partial<PlaneWindow>,
): P {
  if (!x && !y) return picture;
  const domain = { x: x ?? picture.domain.x, y: y ?? picture.domain.y };
  return { ...picture, domain, uneven: picture.uneven === true || x !== undefined };
}
