import { useCallback, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/** An element of the page, and the plot in it. */
export interface HostedPlot<P> {
  readonly host: RefObject<HTMLDivElement | null>;
  /** Undefined until it is first drawn. */
  readonly plotRef: RefObject<P | undefined>;
  /** The plot, which is made now if there is none yet. */
  readonly made: () => P;
  /** Leaves the element empty, until the plot is made again. */
  readonly destroy: () => void;
}

/**
 * A plot that is made in its element when it is first drawn, and destroyed with the component.
 *
 * @param create another function makes another plot, in place of the one before
 */
export function usePlot<P extends { destroy(): void }>(create: (host: HTMLElement) => P): HostedPlot<P> {
  const host = useRef<HTMLDivElement>(null);
  const plotRef = useRef<P>(undefined);
  const made = useCallback(() => (plotRef.current ??= create(host.current!)), [create]);
  const destroy = useCallback(() => {
    plotRef.current?.destroy();
    plotRef.current = undefined;
  }, []);
  useLayoutEffect(() => destroy, [destroy, create]);
  return { host, plotRef, made, destroy };
}
