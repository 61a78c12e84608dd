import { useEffect, useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from "react";
import type { HostedPlot } from "../../../panels/pictures/usePlot.ts";
import type { Zoom } from "../../../panels/pictures/useZoom.ts";
import type { BoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import type { CurvePlot } from "../../../plots/curve/curvePlot.ts";
import { nearestTo, withFlipped, withMoved, withoutPoint, withPoint, type Place } from "../model/editing.ts";
import { isOnGrid, sidesOf } from "./reading.ts";
import { activeTool } from "./tools.ts";
import type { BoundaryProps, Tool } from "../model/view.ts";

export interface PointEditing {
  readonly tool: Tool;
  readonly editable: boolean;
  readonly cursor: Place | undefined;
  readonly held: number | undefined;
  readonly listeners: HTMLAttributes<HTMLElement>;
}

export function usePointEditing(
  { scenario, shown, view, records: current, tool: chosen, act }: BoundaryProps,
  {
    plot: { host, plotRef },
    records,
    zoom,
  }: {
    readonly plot: HostedPlot<BoundaryPlot | CurvePlot>;
    readonly records: BoundaryProps["records"];
    readonly zoom: Zoom;
  },
): PointEditing {
  const tool = activeTool(chosen, scenario);
  const [pointed, setCursor] = useState<Place>();
  const [grabbed, setGrabbed] = useState<{ readonly record: number; readonly data: string }>();
  const cursor = view && pointed && isOnGrid(view, pointed) ? pointed : undefined;
  const editable = tool !== "read" && tool !== "influential" && records !== undefined && records === current;
  const held = editable && grabbed?.data === scenario.data ? grabbed.record : undefined;
  const hold = (record: number) => setGrabbed({ record, data: scenario.data });
  const letGo = () => setGrabbed(undefined);
  useGrabbingFinger({ host, plotRef }, tool);

  const add = (place: Place) => {
    if (!records) return;
    const heldValues = scenario.further.map(({ at }) => at);
    act.editRecords(withPoint(records, place, tool === "negative" ? -1 : 1, heldValues));
  };
  const removeOrFlip = (what: "remove" | "flip", at: number) => {
    if (!records) return;
    act.editRecords(what === "flip" ? withFlipped(records, at) : withoutPoint(records, at));
  };

  const onPointerDown = (event: PointerEvent) => {
    const place = plotRef.current?.placeAt(event.clientX, event.clientY);
    setCursor(undefined);
    if (!editable || !place) return;
    const at = plotRef.current!.pointAt(event.clientX, event.clientY);
    if (tool === "remove" || tool === "flip") {
      if (at !== undefined) removeOrFlip(tool, at);
      return;
    }
    if (at === undefined && tool === "grab") {
      setCursor(place);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    if (at === undefined) add(place);
    hold(at ?? records.responses.length);
  };
  const onPointerMove = (event: PointerEvent) => {
    const place = plotRef.current?.placeAt(event.clientX, event.clientY);
    if (held !== undefined && records && place) act.editRecords(withMoved(records, held, place));
    else if (event.pointerType === "mouse" || tool === "read" || tool === "grab") setCursor(place);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (zoom.onKey(event.key)) {
      event.preventDefault();
      return;
    }
    const sides = sidesOf(shown, view);
    const next = placeAfter(event, cursor, sides);
    if (next) {
      event.preventDefault();
      setCursor(next);
      if (held !== undefined && records) act.editRecords(withMoved(records, held, next));
      return;
    }
    if (event.key === "Escape") {
      letGo();
      setCursor(undefined);
    }
    if (!editable || !cursor) return;
    const nearest = () => nearestTo(records, cursor, [sides[0][1] - sides[0][0], sides[1][1] - sides[1][0]]);
    const pickUp = () => {
      hold(nearest());
      act.editRecords(withMoved(records, nearest(), cursor));
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (held !== undefined) letGo();
      else if (tool === "remove" || tool === "flip") removeOrFlip(tool, nearest());
      else if (tool === "grab") pickUp();
      else add(cursor);
    } else if (event.key === "m" || event.key === "M") {
      if (held === undefined) pickUp();
      else letGo();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      letGo();
      removeOrFlip("remove", held ?? nearest());
    }
  };

  const listeners = {
    onPointerDown,
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onPointerLeave: () => held === undefined && setCursor(undefined),
    onKeyDown,
    onBlur: () => {
      setCursor(undefined);
      letGo();
    },
  };
  return { tool, editable, cursor, held, listeners };
}

/** A finger that grabs a point does not scroll the page. */
function useGrabbingFinger(
  { host, plotRef }: Pick<HostedPlot<BoundaryPlot | CurvePlot>, "host" | "plotRef">,
  tool: Tool,
) {
  useEffect(() => {
    const element = host.current!;
    const onTouchStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (tool === "grab" && touch && plotRef.current?.pointAt(touch.clientX, touch.clientY) !== undefined)
        event.preventDefault();
    };
    element.addEventListener("touchstart", onTouchStart, { passive: false });
    return () => element.removeEventListener("touchstart", onTouchStart);
  }, [host, plotRef, tool]);
}

/** Starts in the middle; smaller steps with Shift. */
function placeAfter(
  { key, shiftKey }: KeyboardEvent,
  from: Place | undefined,
  sides: ReturnType<typeof sidesOf>,
): Place | undefined {
  const step = shiftKey ? 0.005 : 0.025;
  const move = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[key];
  if (!move) return undefined;
  return sides.map(([lower, upper], k) => {
    const at = from?.[k] ?? lower + (upper - lower) / 2;
    return Math.min(upper, Math.max(lower, at + move[k]! * (upper - lower)));
  }) as unknown as Place;
}
