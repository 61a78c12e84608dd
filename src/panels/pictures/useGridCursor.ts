import { useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";

export interface GridCursor {
  /** Index of the grid point, the first axis varying fastest. */
  readonly index: number | undefined;
  readonly point: (index: number | undefined) => void;
  /** Listeners for the focused element. */
  readonly onHost: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

/** Number of arrow steps across a line and a plane; with Shift, a step is a grid point. */
const stepsAcross = { line: 100, plane: 40 };

/**
 * A grid point chosen by a pointer or by arrow keys, which start in the middle; Escape lets it go.
 *
 * @param counts numbers of points along the grid's one or two axes
 * @param onKey handles further keys, such as those of a zoom; true if it did
 */
export function useGridCursor(counts: readonly number[], onKey?: (key: string) => boolean): GridCursor {
  const [pointed, point] = useState<number>();
  const [nx, ny = 1] = counts as readonly [number, number?];
  const index = pointed === undefined ? undefined : Math.min(pointed, nx * ny - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") point(undefined);
    if (onKey?.(event.key)) event.preventDefault();
    const [right, up] = arrows[event.key] ?? [0, 0];
    if (right === 0 && (up === 0 || ny === 1)) return;
    event.preventDefault();
    const stride = event.shiftKey ? 1 : Math.max(1, Math.round(nx / (ny === 1 ? stepsAcross.line : stepsAcross.plane)));
    const at = index ?? Math.floor((nx - 1) / 2) + Math.floor((ny - 1) / 2) * nx;
    const moved = (from: number, by: number, count: number) => Math.min(count - 1, Math.max(0, from + by * stride));
    point(moved(at % nx, right, nx) + moved(Math.floor(at / nx), up, ny) * nx);
  };
  return {
    index,
    point,
    onHost: {
      onKeyDown,
      onBlur: () => point(undefined),
      // A lifted finger leaves its reading behind.
      onPointerLeave: ({ pointerType }) => pointerType === "mouse" && point(undefined),
    },
  };
}

const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
