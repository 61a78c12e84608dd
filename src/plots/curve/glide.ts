import type { CurvePicture } from "../curvePicture.ts";
import type { Extent } from "../frame.ts";

/** Copied, since a picture's values are lent. */
export interface CurveLook {
  readonly release: Float64Array;
  readonly estimate: Float64Array | undefined;
  readonly draws: readonly Float64Array[];
  readonly halfWidths: readonly number[];
  readonly extent: Extent;
}

export function lookOf({ release, estimate, draws, bands, domain }: CurvePicture): CurveLook {
  return {
    release: release.slice(),
    estimate: estimate?.slice(),
    draws: draws.map((draw) => draw.slice()),
    halfWidths: bands.map(({ halfWidth }) => halfWidth),
    extent: domain.y,
  };
}

export function sameKind(before: CurvePicture, now: CurvePicture): boolean {
  return (
    before.release.length === now.release.length &&
    String(before.domain.x) === String(now.domain.x) &&
    before.label.x === now.label.x &&
    before.label.y === now.label.y &&
    (before.estimate === undefined) === (now.estimate === undefined)
  );
}

/** @param t from 0, the look, to 1, the picture */
export function between(from: CurveLook, to: CurvePicture, t: number): CurvePicture {
  const mixed = (a: Float64Array | undefined, b: Float64Array) =>
    a?.length === b.length ? b.map((value, i) => a[i]! + t * (value - a[i]!)) : b;
  const between = (a: number | undefined, b: number) => (a === undefined ? b : a + t * (b - a));
  const [low, high] = to.domain.y;
  return {
    ...to,
    release: mixed(from.release, to.release),
    estimate: to.estimate && mixed(from.estimate, to.estimate),
    draws: to.draws.map((draw, i) => mixed(from.draws[i], draw)),
    bands: to.bands.map((band, i) => ({ ...band, halfWidth: between(from.halfWidths[i], band.halfWidth) })),
    domain: { x: to.domain.x, y: [between(from.extent[0], low), between(from.extent[1], high)] },
  };
}
