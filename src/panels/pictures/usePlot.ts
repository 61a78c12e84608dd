import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";

export interface HostedPlot<P> {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly plotRef: RefObject<P | undefined>;
  readonly made: () => P;
}

/** Made at its first drawing, destroyed with the component. */
export function usePlot<P extends { destroy(): void }>(create: (host: HTMLElement) => P): HostedPlot<P> {
  const host = useRef<HTMLDivElement>(null);
  const plotRef = useRef<P>(undefined);
  const made = useCallback(() => (plotRef.current ??= create(host.current!)), [create]);
  useLayoutEffect(
    () => () => {
      plotRef.current?.destroy();
      plotRef.current = undefined;
    },
    [create],
  );
  return { host, plotRef, made };
}
