import { useCallback, useContext } from "react";
import { FurtherLines, useFurtherLines } from "../../../panels/pictures/furtherLines.ts";
import { planeRoom } from "../../../panels/pictures/SidePlane.tsx";
import { useDrawn, usePicture, type FollowedPicture } from "../../../panels/pictures/usePicture.ts";
import { usePictureHeight } from "../../../panels/pictures/usePictureHeight.ts";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { PlotHost } from "../../../panels/pictures/PlotHost.tsx";
import { Readout } from "../../../panels/pictures/Readout.tsx";
import { pointerHeld } from "../../../panels/hooks/pointerHeld.ts";
import { usePointerHeld } from "../../../panels/hooks/usePointerHeld.ts";
import { usePlot, type HostedPlot } from "../../../panels/pictures/usePlot.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { createBoundaryPlot, type BoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import { createCurvePlot, type CurvePlot } from "../../../plots/curve/curvePlot.ts";
import type { FurtherLine } from "../../../plots/furtherLines.ts";
import { frameOf } from "../../../plots/frame.ts";
import { onAxes, type PlaneWindow } from "../../../plots/zoom.ts";
import { useZoom } from "../../../panels/pictures/useZoom.ts";
import { ZoomReset } from "../../../panels/pictures/ZoomReset.tsx";
import { useDebounced } from "../../../panels/hooks/useDebounced.ts";
import { useShallowly } from "../../../panels/hooks/useShallowly.ts";
import { later } from "../../../panels/shared/Later.tsx";
import { levelsOf } from "../../../core/grids.ts";
import { BoundaryGroups } from "./BoundaryGroups.tsx";
import { BoundarySidePicture } from "./BoundarySidePicture.tsx";
import { LineLabels } from "./LineLabels.tsx";
import { legendOf } from "./legend.ts";
import { boundaryPictureOf, regressionPictureOf } from "./pictures.ts";
import { boundaryReadout, gridIndex, planeOf } from "./reading.ts";
import { changedBy } from "./changedBy.ts";
import { usePointEditing, type PointEditing } from "./usePointEditing.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryPictureProps, BoundaryProps, BoundaryView } from "../model/view.ts";
import "./boundaryPicture.css";

export function BoundaryPicture(props: BoundaryPictureProps) {
  const { view } = props;
  if (!view) return <PicturePlace />;
  return levelsOf(view.axes).length > 0 ? (
    <BoundaryGroups {...props} view={view} />
  ) : (
    <OnePicture {...props} view={view} />
  );
}

function OnePicture(props: BoundaryPictureProps & { readonly view: BoundaryView }) {
  const { scenario, shown, data, view, theme } = props;
  const classification = shown.task === "classification";
  const plot = usePlot<BoundaryPlot | CurvePlot>(classification ? createBoundaryPlot : createCurvePlot);
  const { host } = plot;
  const width = useWidth(host);
  // A dragged point is drawn before its boundary; other data wait for theirs.
  const edited = data.edited ? props.records : undefined;
  const records = edited ?? view.inside?.records;
  const { influence } = useContext(FurtherLines);
  const further = useFurtherLines(view.released.length);
  const changed = changedBy(influence, records);
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
  const editing = usePointEditing(props, { plot, records, zoom });
  const { tool, editable, cursor } = editing;
  const drawn = usePicture(props, shownTogether);
  useDrawnBoundary(plot, {
    drawn,
    theme,
    edited,
    width,
    plotWidth,
    height,
    editing,
    further,
    part: zoom.shown,
  });

  const { recordsId, current, computing } = props;
  const atRest = useDebounced(
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
          {...editing.listeners}
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
          <BoundarySidePicture
            shown={shown}
            view={view}
            theme={theme}
            changed={changed}
            left={room?.left}
            hasRoom={room?.isWide === true || height >= leastForWords}
          >
            {room?.isWide && (
              <SideMap {...atRest} lipschitz={view.facts.lipschitz} client={props.client} set={props.set} />
            )}
          </BoundarySidePicture>
        )}
      </div>
      <Readout text={cursor ? boundaryReadout(shown, view, cursor) : legendOf(shown, view)} />
    </>
  );
}

const SideMap = later(async () => (await import("./SideMap.tsx")).SideMap, null);

interface Drawn {
  readonly shown: BoundaryScenario;
  readonly view: BoundaryView;
}

function shownTogether(shown: BoundaryScenario, view: BoundaryView): Drawn {
  return { shown, view };
}

function useDrawnBoundary(
  { host, made }: HostedPlot<BoundaryPlot | CurvePlot>,
  {
    drawn,
    theme,
    edited,
    width,
    plotWidth,
    height,
    editing: { tool, cursor, held },
    further,
    part,
  }: Pick<BoundaryProps, "theme"> & {
    readonly drawn: FollowedPicture<Drawn>;
    readonly edited: BoundaryProps["records"];
    readonly width: number;
    readonly plotWidth: number;
    readonly height: number;
    readonly editing: Pick<PointEditing, "tool" | "cursor" | "held">;
    readonly further: readonly FurtherLine[];
    readonly part: PlaneWindow | undefined;
  },
) {
  const moving = usePointerHeld();
  const draw = useCallback(
    ({ shown, view }: Drawn) => {
      if (width === 0) return;
      const frame = frameOf(host.current!, { width: plotWidth, height }, theme);
      const isMoving = moving || pointerHeld.getState();
      const records = edited ?? view.inside?.records;
      const influential = tool === "influential" ? view.inside?.influential?.record : undefined;
      const marks = { cursor, chosen: held ?? influential };
      if (shown.task === "classification") {
        const picture = { ...boundaryPictureOf(shown, view, records, marks), window: part, further };
        (made() as BoundaryPlot).update(picture, frame, isMoving);
      } else {
        const curve = made() as CurvePlot;
        const picture = { ...regressionPictureOf(shown, view, records, marks), further };
        curve.update(onAxes(picture, part ?? {}), frame, isMoving);
        curve.showCursor(cursor && gridIndex(view, cursor));
      }
    },
    [host, made, theme, edited, width, plotWidth, height, cursor, held, further, tool, moving, part],
  );
  useDrawn(drawn, draw);
}

/** Narrow columns below this height hold only the key. */
const leastForWords = 420;

function ariaLabel({ shown: { x, y, response } }: BoundaryProps, editable: boolean): string {
  const what = y === "" ? `${response} on ${x}.` : `Boundary of ${response} over ${x} and ${y}.`;
  return `${what} Arrow keys read values${editable ? "; Enter does what the tool does, M picks up the nearest and puts it down, Delete removes it" : ""}.`;
}
