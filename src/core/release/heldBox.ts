import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";

/** The box of a function, and where it is shown: over the first axes, the last ones held. All of it is public. */
export interface HeldBox {
  /** One interval per coordinate, in units of the records. */
  readonly domain: readonly Interval[];
  /** Where the function is shown on the last axes, in units of the records; none if absent. */
  readonly held?: readonly number[] | undefined;
}

/** An axis that is not drawn, and where it is held. */
interface HeldAxis {
  readonly lower: number;
  readonly upper: number;
  readonly at: number;
}

/** The intervals of the axes that are drawn. */
export function drawnDomain({ domain, held = [] }: HeldBox): readonly Interval[] {
  return domain.slice(0, Math.max(0, domain.length - held.length));
}

/** The axes that are held. */
export function heldAxes({ domain, held = [] }: HeldBox): readonly HeldAxis[] {
  return held.map((at, j) => {
    const [lower, upper] = domain[domain.length - held.length + j] ?? [NaN, NaN];
    return { lower, upper, at };
  });
}

/**
 * Where each of the other axes is held, as a share of its interval; beyond an end, at that end.
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
