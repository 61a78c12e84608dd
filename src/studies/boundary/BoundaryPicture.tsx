import { useEffect, useLayoutEffect, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { planeRoom } from "../../panels/BesidePlane.tsx";
import { usePictureHeight } from "../../panels/pictureHeight.ts";
import { PlotHost } from "../../panels/PlotHost.tsx";
import { Readout } from "../../panels/Readout.tsx";
import { useHeld } from "../../panels/useHeld.ts";
import { usePlot } from "../../panels/usePlot.ts";
import { useWidth } from "../../panels/useWidth.ts";
import { createBoundaryPlot } from "../../plots/boundaryPlot.ts";
import type { BoundaryPlot } from "../../plots/boundaryPlot.ts";
import { createCurvePlot } from "../../plots/curvePlot.ts";
import type { CurvePlot } from "../../plots/curvePlot.ts";
import { frameOf } from "../../plots/frame.ts";
import { onAxes } from "../../plots/zoom.ts";
import { useZoom } from "../../panels/useZoom.ts";
import { ZoomReset } from "../../panels/ZoomReset.tsx";
import { useSettled } from "../../panels/useSettled.ts";
import { useShallowly } from "../../panels/useShallowly.ts";
import { levelsOf } from "../../core/grids.ts";
import { BoundaryGroups } from "./BoundaryGroups.tsx";
import { BesideMap } from "./BesideMap.tsx";
import { BesidePicture } from "./BesidePicture.tsx";
import type { Change } from "./BesidePicture.tsx";
import { LineLabels } from "./LineLabels.tsx";
import { nearestTo, withFlipped, withMoved, withoutPoint, withPoint } from "./editing.ts";
import type { Place } from "./editing.ts";
import { legendOf } from "./legend.ts";
import { boundaryPictureOf, regressionPictureOf } from "./pictures.ts";
import { boundaryReadout, gridIndex, isOnGrid, planeOf, sidesOf } from "./reading.ts";
import { toolInHand } from "./tools.ts";
import { useChange } from "./useChange.ts";
import type { BoundaryProps, Tool } from "./view.ts";
import "./boundaryPicture.css";

/** The picture: one for each group side by side, or one of all that can be changed by hand. */
export function BoundaryPicture(props: BoundaryProps) {
  const { view } = props;
  return view && levelsOf(view.axes).length > 0 ? <BoundaryGroups {...props} view={view} /> : <OnePicture {...props} />;
}

/** The plane with its boundaries, or the curve, with points that can be added, moved and removed. */
function OnePicture(props: BoundaryProps) {
  const { scenario, shown, data, view, theme, act } = props;
  const tool = toolInHand(props.tool, scenario);
  const classification = shown.task === "classification";
  const create: (host: HTMLElement) => BoundaryPlot | CurvePlot = classification ? createBoundaryPlot : createCurvePlot;
  const { host, plotRef, made, destroy } = usePlot(create);
  const width = useWidth(host);
  const moving = useHeld();
  const [pointed, setCursor] = useState<Place>();
  const [grabbed, setGrabbed] = useState<{ readonly record: number; readonly data: string }>();
  // Points under the hand run ahead of their boundary; those of other data wait for theirs.
  const records = (data.edited ? props.records : undefined) ?? view?.inside?.records;
  const { changed, changing, ghost } = useChange(shown, view);
  const onEdit = (edited: NonNullable<typeof records>, change: Change) => {
    changing(change);
    act.editRecords(edited);
  };
  const tall = usePictureHeight(host, width);
  const height = classification ? Math.round(Math.min(width * 1.15, tall)) : tall;
  const room = classification ? planeRoom(width, height, view?.inside !== undefined) : undefined;
  const plotWidth = room?.plane ?? width;
  const cursor = view && pointed && isOnGrid(view, pointed) ? pointed : undefined;
  const editable = tool !== "read" && tool !== "influential" && records !== undefined && records === props.records;
  const held = editable && grabbed?.data === scenario.data ? grabbed.record : undefined;
  const setHeld = (record: number | undefined) =>
    setGrabbed(record === undefined ? undefined : { record, data: scenario.data });

  const whole = view && planeOf(shown, view);
  const zoom = useZoom(host, JSON.stringify(whole ?? null), () => {
    const plane = host.current?.querySelector("canvas");
    if (!plane || !whole) return undefined;
    const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = plane;
    return { whole, left, top, right: left + offsetWidth, bottom: top + offsetHeight };
  });
  const part = zoom.shown;

  useLayoutEffect(() => {
    if (!view) destroy();
    if (width === 0 || !view) return;
    const frame = frameOf(host.current!, { width: plotWidth, height }, theme);
    const influential = tool === "influential" ? view.inside?.influential?.record : undefined;
    const hand = { cursor, chosen: held ?? influential, ghost: held === undefined ? undefined : ghost };
    if (classification) {
      const picture = { ...boundaryPictureOf(shown, view, records, hand), window: part };
      (made() as BoundaryPlot).update(picture, frame, moving);
    } else {
      const curve = made() as CurvePlot;
      curve.update(onAxes(regressionPictureOf(shown, view, records, hand), part ?? {}), frame, moving);
      curve.showCursor(cursor && gridIndex(view, cursor));
    }
  }, [
    host,
    made,
    destroy,
    shown,
    classification,
    view,
    records,
    theme,
    width,
    plotWidth,
    height,
    cursor,
    held,
    ghost,
    tool,
    moving,
    part,
  ]);

  const heldValues = scenario.further.map(({ at }) => at);
  const labelOf = (chosen: Tool) => (chosen === "negative" ? -1 : 1);
  const change = (wanted: "remove" | "flip", at: number) => {
    if (!records) return;
    if (wanted === "flip") onEdit(withFlipped(records, at), "flipped");
    else onEdit(withoutPoint(records, at), "removed");
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = plotRef.current?.placeAt(event.clientX, event.clientY);
    setCursor(undefined);
    if (!editable || !place) return;
    const at = plotRef.current!.pointAt(event.clientX, event.clientY);
    if (tool === "remove" || tool === "flip") {
      if (at !== undefined) change(tool, at);
      return;
    }
    if (at === undefined && tool === "grab") {
      setCursor(place);
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    if (at === undefined) onEdit(withPoint(records, place, labelOf(tool), heldValues), "added");
    else changing("moved");
    setHeld(at ?? records.responses.length);
  };
  const onPointerMove = (event: PointerEvent) => {
    const place = plotRef.current?.placeAt(event.clientX, event.clientY);
    if (held !== undefined && records && place) act.editRecords(withMoved(records, held, place));
    else if (event.pointerType === "mouse" || tool === "read" || tool === "grab") setCursor(place);
  };
  // A finger that grabs a point does not scroll the page; any other does.
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

  const pickUp = (at: Place, extents: readonly [number, number]) => {
    if (!records) return;
    const nearest = nearestTo(records, at, extents);
    setHeld(nearest);
    onEdit(withMoved(records, nearest, at), "moved");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (zoom.onKey(event.key)) {
      event.preventDefault();
      return;
    }
    const [horizontal, vertical] = sidesOf(shown, view);
    const lower = [horizontal[0], vertical[0]] as const;
    const extents = [horizontal[1] - horizontal[0], vertical[1] - vertical[0]] as const;
    const at: Place = cursor ?? [lower[0] + extents[0] / 2, lower[1] + extents[1] / 2];
    const step = event.shiftKey ? 0.005 : 0.025;
    const move = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (move) {
      event.preventDefault();
      const place = [0, 1].map((k) =>
        Math.min(lower[k]! + extents[k]!, Math.max(lower[k]!, at[k]! + move[k]! * extents[k]!)),
      ) as [number, number];
      setCursor(place);
      if (held !== undefined && records) act.editRecords(withMoved(records, held, place));
      return;
    }
    if (event.key === "Escape") {
      setHeld(undefined);
      setCursor(undefined);
    }
    if (!editable || !cursor) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (held !== undefined) setHeld(undefined);
      else if (tool === "remove" || tool === "flip") change(tool, nearestTo(records, cursor, extents));
      else if (tool === "grab") pickUp(cursor, extents);
      else onEdit(withPoint(records, cursor, labelOf(tool), heldValues), "added");
    } else if (event.key === "m" || event.key === "M") {
      if (held === undefined) pickUp(cursor, extents);
      else setHeld(undefined);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      setHeld(undefined);
      change("remove", held ?? nearestTo(records, cursor, extents));
    }
  };

  const { recordsId, current, computing } = props;
  const atRest = useSettled(
    useShallowly({ scenario, records: props.records, recordsId, isReady: current && !computing }),
  );
  return (
    <>
      <div className="plane-stage">
        <PlotHost
          ref={host}
          data-tool={editable ? tool : "read"}
          label={ariaLabel(props, editable)}
          style={{ height: view ? height : 420, touchAction: editable && tool !== "grab" ? "none" : "pan-y" }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => setHeld(undefined)}
          onPointerCancel={() => setHeld(undefined)}
          onPointerLeave={() => held === undefined && setCursor(undefined)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setCursor(undefined);
            setHeld(undefined);
          }}
        />
        <ZoomReset zoom={zoom} />
        {view && whole && width > 0 && classification && !part && (
          <LineLabels
            words={{ domain: whole, label: shown, units: { x: shown.unitX, y: shown.unitY } }}
            view={view}
            width={plotWidth}
            height={height}
          />
        )}
        {view && width > 0 && (
          <BesidePicture
            shown={shown}
            view={view}
            theme={theme}
            changed={changed}
            left={room?.left}
            hasRoom={room?.isWide === true || height >= leastForWords}
          >
            {room?.isWide && (
              <BesideMap {...atRest} lipschitz={view.facts.lipschitz} client={props.client} set={props.set} />
            )}
          </BesidePicture>
        )}
      </div>
      <Readout text={view ? (cursor ? boundaryReadout(shown, view, cursor) : legendOf(shown, view)) : ""} />
    </>
  );
}

/** In a narrow column beside a picture lower than this, only the key is whole. */
const leastForWords = 420;

function ariaLabel({ shown: { x, y, response } }: BoundaryProps, editable: boolean): string {
  const what = y === "" ? `${response} on ${x}.` : `Boundary of ${response} over ${x} and ${y}.`;
  return `${what} Arrow keys read values${editable ? "; Enter does what the tool does, M picks up the nearest and puts it down, Delete removes it" : ""}.`;
}
