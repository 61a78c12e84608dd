import { useState, type KeyboardEvent, type PointerEvent } from "react";

export interface GridCursor {
  /** The first axis varies fastest. */
  readonly index: number | undefined;
  readonly point: (index: number | undefined) => void;
  readonly onHost: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

/** With Shift, a step is a grid point. */
const stepsAcross = { line: 100, plane: 40 };

/**
 * Chosen by pointer or arrow keys.
 *
 * @param counts points along one or two axes
 * @param onKey true if it handled a further key
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
      // A lifted finger leaves its reading.
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
