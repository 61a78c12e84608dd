import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";

/** Box of a function, and its shown slice, with the last axes fixed; public. */
export interface HeldBox {
  /** One per coordinate, in units of the records. */
  readonly domain: readonly Interval[];
  /** Fixed values of the last axes. */
  readonly held?: readonly number[] | undefined;
}

interface HeldAxis {
  readonly lower: number;
  readonly upper: number;
  readonly at: number;
}

export function drawnDomain({ domain, held = [] }: HeldBox): readonly Interval[] {
  return domain.slice(0, Math.max(0, domain.length - held.length));
}

export function heldAxes({ domain, held = [] }: HeldBox): readonly HeldAxis[] {
  return held.map((at, j) => {
    const [lower, upper] = domain[domain.length - held.length + j] ?? [NaN, NaN];
    return { lower, upper, at };
  });
}

/**
 * Fixed values as shares of their intervals, moved inside.
 *
 * @throws {ParameterError} unless one or two axes are drawn, and the shares of the others are finite
 */
export function heldPlaces(box: HeldBox): readonly Float64Array[] {
  const drawn = drawnDomain(box).length;
  if (!(drawn >= 1 && drawn <= 2)) {
    throw new ParameterError("held", box.held?.length ?? 0, `all but one or two of ${box.domain.length}`);
  }
  return heldAxes(box).map(({ lower, upper, at }, j) => {
    const share = (at - lower) / (upper - lower);
    if (!Number.isFinite(share)) throw new ParameterError(`held[${j}]`, at, "finite, on an axis of finite length");
    return Float64Array.of(Math.min(1, Math.max(0, share)));
  });
}
