import { useEffect } from "react";
import type { RefObject } from "react";

/** Destroys a plot when the component that made it goes. */
export function useDestroyed(plot: RefObject<{ destroy(): void } | undefined>): void {
  useEffect(
    () => () => {
      plot.current?.destroy();
      plot.current = undefined;
    },
    [plot],
  );
}
