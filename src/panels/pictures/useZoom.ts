import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { Edges } from "../../plots/frame.ts";
import { isWhole, magnified, shifted, type PlaneWindow } from "../../plots/zoom.ts";

interface ZoomedPlane extends Edges {
  readonly whole: PlaneWindow;
}

export interface Zoom {
  readonly shown: PlaneWindow | undefined;
  readonly reset: () => void;
  /** + and − magnify about the middle, 0 shows all. @returns if it was one */
  readonly onKey: (key: string) => boolean;
}

const wheelRate = 0.0015;
const keyFactor = 0.8;

/**
 * Display only: it computes nothing and costs no budget. The wheel scrolls the page until the picture is clicked, or
 * with Ctrl held.
 *
 * @param of names the data; others begin unmagnified
 */
export function useZoom(
  host: RefObject<HTMLElement | null>,
  of: string,
  plane: (target: Element | null) => ZoomedPlane | undefined,
): Zoom {
  const [state, setState] = useState<{ readonly of: string; readonly shown: PlaneWindow }>();
  const shown = state && state.of === of ? state.shown : undefined;
  const fingers = useRef(new Map<number, readonly [x: number, y: number]>());

  const show = (next: PlaneWindow, { whole }: ZoomedPlane) =>
    setState(isWhole(whole, next) ? undefined : { of, shown: next });
  const magnify = (now: ZoomedPlane, [px, py]: readonly [number, number], factor: number) => {
    const part = shown ?? now.whole;
    const across = (px - now.left) / (now.right - now.left);
    const up = (now.bottom - py) / (now.bottom - now.top);
    const at = [part.x[0] + across * (part.x[1] - part.x[0]), part.y[0] + up * (part.y[1] - part.y[0])] as const;
    show(magnified(now.whole, part, at, factor), now);
  };
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }): readonly [number, number] => {
    const { left, top } = host.current!.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const now = plane(elementOf(event));
    const isWanted = event.ctrlKey || event.metaKey || host.current!.contains(document.activeElement);
    if (!now || !isWanted) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (shown && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
      const by = (lines * (event.deltaX || event.deltaY)) / (now.right - now.left);
      show(shifted(now.whole, shown, [by, 0]), now);
    } else magnify(now, placeOf(event), Math.exp(Math.min(1, Math.max(-1, wheelRate * lines * event.deltaY))));
  });
  const onFinger = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== "touch") return;
    const known = fingers.current;
    const before = [...known.values()];
    const place = placeOf(event);
    if (event.type === "pointerdown") known.set(event.pointerId, place);
    else if (event.type !== "pointermove") known.delete(event.pointerId);
    else if (known.has(event.pointerId)) {
      known.set(event.pointerId, place);
      const now = plane(elementOf(event));
      if (known.size !== 2 || !now) return;
      const [from, to] = [spanOf(before), spanOf([...known.values()])];
      magnify(now, to.middle, Math.min(2, Math.max(0.5, from.length / to.length)));
    }
  });
  useEffect(() => {
    const element = host.current!;
    element.addEventListener("wheel", onWheel, { passive: false });
    const events = ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const;
    for (const name of events) element.addEventListener(name, onFinger);
    return () => {
      element.removeEventListener("wheel", onWheel);
      for (const name of events) element.removeEventListener(name, onFinger);
    };
  }, [host]);

  return {
    shown,
    reset: () => setState(undefined),
    onKey: (key) => {
      const now = plane(document.activeElement);
      if (key === "0" && shown) setState(undefined);
      else if (now && (key === "+" || key === "=" || key === "-")) {
        const middle = [(now.left + now.right) / 2, (now.top + now.bottom) / 2] as const;
        magnify(now, middle, key === "-" ? 1 / keyFactor : keyFactor);
      } else return false;
      return true;
    },
  };
}

function elementOf({ target }: Event): Element | null {
  return target instanceof Element ? target : null;
}

function spanOf([a, b]: readonly (readonly [number, number])[]) {
  const length = Math.max(8, Math.hypot(a![0] - b![0], a![1] - b![1]));
  return { length, middle: [(a![0] + b![0]) / 2, (a![1] + b![1]) / 2] as const };
}
