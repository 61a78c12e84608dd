import { useCallback, useLayoutEffect } from "react";
import { planeRoom } from "../../../panels/pictures/BesidePlane.tsx";
import { useAhead } from "../../../panels/pictures/live/useAhead.ts";
import { useFollowing } from "../../../panels/pictures/live/useFollowing.ts";
import type { Ahead } from "../../../panels/pictures/live/useFollowing.ts";
import { usePictureHeight } from "../../../panels/pictures/usePictureHeight.ts";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { PlotHost } from "../../../panels/pictures/PlotHost.tsx";
import { Readout } from "../../../panels/pictures/Readout.tsx";
import { useHeld } from "../../../panels/hooks/useHeld.ts";
import { usePlot } from "../../../panels/pictures/usePlot.ts";
import type { HostedPlot } from "../../../panels/pictures/usePlot.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { createBoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import type { BoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import { createCurvePlot } from "../../../plots/curve/curvePlot.ts";
import type { CurvePlot } from "../../../plots/curve/curvePlot.ts";
import { frameOf } from "../../../plots/frame.ts";
import type { Frame } from "../../../plots/frame.ts";
import { samePicture } from "../../../plots/samePicture.ts";
import { onAxes } from "../../../plots/zoom.ts";
import type { PlaneWindow } from "../../../plots/zoom.ts";
import { useZoom } from "../../../panels/pictures/useZoom.ts";
import { ZoomReset } from "../../../panels/pictures/ZoomReset.tsx";
import { useSettled } from "../../../panels/hooks/useSettled.ts";
import { useShallowly } from "../../../panels/hooks/useShallowly.ts";
import { levelsOf } from "../../../core/grids.ts";
import { BoundaryGroups } from "./BoundaryGroups.tsx";
import { BesideMap } from "./BesideMap.tsx";
import { BesidePicture } from "./BesidePicture.tsx";
import { LineLabels } from "./LineLabels.tsx";
import { legendOf } from "./legend.ts";
import { boundaryPictureOf, regressionPictureOf } from "./pictures.ts";
import { boundaryReadout, gridIndex, planeOf } from "./reading.ts";
import { useChange } from "./useChange.ts";
import { usePointEditing } from "./usePointEditing.ts";
import type { PointEditing } from "./usePointEditing.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryPictureProps, BoundaryProps, BoundaryView } from "../model/view.ts";
import "./boundaryPicture.css";

/** The picture: one for each group side by side, or one of all that can be changed by hand. */
export function BoundaryPicture(props: BoundaryPictureProps) {
  const { view } = props;
  if (!view) return <PicturePlace />;
  return levelsOf(view.axes).length > 0 ? (
    <BoundaryGroups {...props} view={view} />
  ) : (
    <OnePicture {...props} view={view} />
  );
}

/** The plane with its boundaries, or the curve, with points that can be added, moved and removed. */
function OnePicture(props: BoundaryPictureProps & { readonly view: BoundaryView }) {
  const { scenario, shown, data, view, theme } = props;
  const classification = shown.task === "classification";
  const plot = usePlot<BoundaryPlot | CurvePlot>(classification ? createBoundaryPlot : createCurvePlot);
  const { host } = plot;
  const width = useWidth(host);
  // Points under the hand run ahead of their boundary; those of other data wait for theirs.
  const edited = data.edited ? props.records : undefined;
  const records = edited ?? view.inside?.records;
  const { changed, changing, ghost } = useChange(shown, view);
  const tall = usePictureHeight(host, width);
  const height = classification ? Math.round(Math.min(width * 1.15, tall)) : tall;
  const room = classification ? planeRoom(width, height, view.inside !== undefined) : undefined;
  const plotWidth = room?.plane ?? width;

  const whole = planeOf(shown, view);
  const zoom = useZoom(host, JSON.stringify(whole), () => {
    const plane = host.current?.querySelector("canvas");
    if (!plane) return undefined;
    const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = plane;
    return { whole, left, top, right: left + offsetWidth, bottom: top + offsetHeight };
  });
  const hand = usePointEditing(props, { plot, records, zoom, changing });
  const { tool, editable, cursor } = hand;
  const following = useFollowing(props, shownTogether);
  useDrawn(plot, { ...following, whole, theme, edited, width, plotWidth, height, hand, ghost, part: zoom.shown });

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
          style={{ height, touchAction: editable && tool !== "grab" ? "none" : "pan-y" }}
          {...hand.listeners}
        />
        <ZoomReset zoom={zoom} />
        {width > 0 && classification && !zoom.shown && (
          <LineLabels
            words={{ domain: whole, label: shown, units: { x: shown.unitX, y: shown.unitY } }}
            view={view}
            width={plotWidth}
            height={height}
          />
        )}
        {width > 0 && (
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
      <Readout text={cursor ? boundaryReadout(shown, view, cursor) : legendOf(shown, view)} />
    </>
  );
}

/** What a plot is made of, besides what the hand and the window do. */
interface Drawn {
  readonly shown: BoundaryScenario;
  readonly view: BoundaryView;
}

function shownTogether(shown: BoundaryScenario, view: BoundaryView): Drawn {
  return { shown, view };
}

/** Draws the plot, and draws it again when something of it has changed; the moves of a hand ahead of React. */
function useDrawn(
  { host, made }: HostedPlot<BoundaryPlot | CurvePlot>,
  drawn: Pick<BoundaryProps, "theme"> & {
    readonly picture: Drawn;
    readonly ahead: Ahead<Drawn>;
    /** The plane that stays while a hand moves. */
    readonly whole: PlaneWindow;
    /** Records that a hand has changed, drawn in place of those that the function is of. */
    readonly edited: BoundaryProps["records"];
    readonly width: number;
    readonly plotWidth: number;
    readonly height: number;
    readonly hand: Pick<PointEditing, "tool" | "cursor" | "held">;
    /** The function before the last change by hand. */
    readonly ghost: Float64Array | undefined;
    /** The part of the plane that is drawn. */
    readonly part: PlaneWindow | undefined;
  },
) {
  const { picture: now, ahead, whole, theme, edited, width, plotWidth, height, ghost, part } = drawn;
  const { tool, cursor, held } = drawn.hand;
  const moving = useHeld();
  const update = useCallback(
    (plot: BoundaryPlot | CurvePlot, { shown, view }: Drawn, frame: Frame) => {
      const records = edited ?? view.inside?.records;
      const influential = tool === "influential" ? view.inside?.influential?.record : undefined;
      const marks = { cursor, chosen: held ?? influential, ghost: held === undefined ? undefined : ghost };
      if (shown.task === "classification") {
        const picture = { ...boundaryPictureOf(shown, view, records, marks), window: part };
        (plot as BoundaryPlot).update(picture, frame, moving);
      } else {
        const curve = plot as CurvePlot;
        curve.update(onAxes(regressionPictureOf(shown, view, records, marks), part ?? {}), frame, moving);
        curve.showCursor(cursor && gridIndex(view, cursor));
      }
    },
    [edited, cursor, held, ghost, tool, moving, part],
  );
  const newer = useAhead(now, ahead, (next) => {
    if (width === 0 || !moving || !samePicture(planeOf(next.shown, next.view), whole)) return false;
    update(made(), next, frameOf(host.current!, { width: plotWidth, height }, theme));
    return true;
  });
  useLayoutEffect(() => {
    if (width === 0) return;
    update(made(), newer.current?.picture ?? now, frameOf(host.current!, { width: plotWidth, height }, theme));
  }, [host, made, update, newer, now, theme, width, plotWidth, height]);
}

/** In a narrow column beside a picture lower than this, only the key is whole. */
const leastForWords = 420;

function ariaLabel({ shown: { x, y, response } }: BoundaryProps, editable: boolean): string {
  const what = y === "" ? `${response} on ${x}.` : `Boundary of ${response} over ${x} and ${y}.`;
  return `${what} Arrow keys read values${editable ? "; Enter does what the tool does, M picks up the nearest and puts it down, Delete removes it" : ""}.`;
}
