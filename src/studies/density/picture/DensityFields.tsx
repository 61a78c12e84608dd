import { useCallback, useMemo, useRef, type PointerEvent } from "react";
import { numberText } from "../../../core/numberFormats.ts";
import { ContourKey } from "../../../panels/pictures/FieldKey.tsx";
import { createFieldPlot, type FieldPicture } from "../../../plots/plane/fieldPlot.ts";
import { frameOf } from "../../../plots/frame.ts";
import { useDrawn, useEachPicture, usePicture, type FollowedPicture } from "../../../panels/pictures/usePicture.ts";
import { usePictureHeight } from "../../../panels/pictures/usePictureHeight.ts";
import { useZoom } from "../../../panels/pictures/useZoom.ts";
import { ZoomReset } from "../../../panels/pictures/ZoomReset.tsx";
import type { PlaneWindow } from "../../../plots/zoom.ts";
import { Readout } from "../../../panels/pictures/Readout.tsx";
import { useGridCursor, type GridCursor } from "../../../panels/pictures/useGridCursor.ts";
import { pointerHeld } from "../../../panels/hooks/pointerHeld.ts";
import { usePointerHeld } from "../../../panels/hooks/usePointerHeld.ts";
import { useFurtherLines } from "../../../panels/pictures/furtherLines.ts";
import { PlotHost } from "../../../panels/pictures/PlotHost.tsx";
import { usePlot } from "../../../panels/pictures/usePlot.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { fieldPicturesOf, pointwiseHalfWidth } from "./pictures.ts";
import { recordsSentence } from "./shownRecords.ts";
import type { DensityPictureProps, DensityView } from "../model/view.ts";

export function DensityFields(props: DensityPictureProps & { readonly view: DensityView }) {
  const { shown, view, theme } = props;
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { x, y, unitX, unitY, records } = shown;
  const drawn = usePicture(props, fieldPicturesOf);
  const { picture: pictures } = drawn;
  const each = useEachPicture(drawn, itself);
  const all = usePictureHeight(host, width, { under: keyHeight });
  // Units of the axes differ, so planes need not be square.
  const columns = pictures.length > 1 && (width >= 620 || width > 1.6 * all) ? 2 : 1;
  const side = columns === 2 ? Math.floor((width - 12) / 2) : width;
  const height = Math.round(Math.min(all, (columns === 2 ? 1.6 : 1.2) * side));
  const whole = pictures[0]!.domain;
  const [sideX, sideY] = [whole.x[1] - whole.x[0], whole.y[1] - whole.y[0]];
  const zoom = useZoom(host, JSON.stringify(whole), (target) => {
    const field = target?.closest<HTMLElement>(".curve-host");
    const plane = field?.querySelector("canvas");
    if (!field || !plane) return undefined;
    const [left, top] = [field.offsetLeft + plane.offsetLeft, field.offsetTop + plane.offsetTop];
    return { whole, left, top, right: left + plane.offsetWidth, bottom: top + plane.offsetHeight };
  });
  const [xs, ys] = coordinatesOf(view.axes) as [Float64Array, Float64Array];
  const { index: cursor, point, onHost } = useGridCursor([xs.length, ys.length], zoom.onKey);
  const place = useMemo(
    () =>
      cursor === undefined ? undefined : ([xs[cursor % xs.length]!, ys[Math.floor(cursor / xs.length)]!] as const),
    [cursor, xs, ys],
  );

  return (
    <>
      <div ref={host} className="fields" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {width > 0 &&
          each.map((field, i) => (
            <Field
              key={`${pictures.length}-${i}`}
              drawn={field}
              part={zoom.shown}
              cursor={place}
              width={side}
              height={height}
              theme={theme}
              onCursor={point}
              onHost={onHost}
            />
          ))}
      </div>
      <ZoomReset zoom={zoom} />
      <ContourKey of="density" upper={pictures[0]!.colourUpper} theme={theme} />
      <Readout
        text={
          cursor === undefined || !place
            ? `Contours: private solid, original dashed. Point at the field, or press the arrow keys, to read it.${recordsSentence(records, view)}`
            : [
                `${x} = ${placeText(place[0], unitX, sideX)}, ${y} = ${placeText(place[1], unitY, sideY)}`,
                `private ${numberText(view.released[cursor]!)} ± ${numberText(pointwiseHalfWidth(view, cursor))}`,
                ...(view.original ? [`original ${numberText(view.original[cursor]!)}`] : []),
              ].join(" · ")
        }
      />
    </>
  );
}

const itself = (picture: FieldPicture): FieldPicture => picture;

const keyHeight = 22;

interface FieldProps {
  readonly drawn: FollowedPicture<FieldPicture>;
  readonly part: PlaneWindow | undefined;
  readonly cursor: readonly [x: number, y: number] | undefined;
  readonly width: number;
  readonly height: number;
  readonly theme: "light" | "dark";
  readonly onCursor: (index: number | undefined) => void;
  readonly onHost: GridCursor["onHost"];
}

function Field({ drawn, part, cursor, width, height, theme, onCursor, onHost }: FieldProps) {
  const { host, plotRef, made } = usePlot(createFieldPlot);
  const held = usePointerHeld();
  const { picture } = drawn;
  const lines = useFurtherLines(picture.values.length);
  const draw = useCallback(
    (next: FieldPicture) => {
      const frame = frameOf(host.current!, { width, height }, theme);
      // The plane beside the original shows only the average.
      const further = lines.filter(({ kind }) => next.over || (kind === "average") !== (next.contour === "original"));
      made().update({ ...next, window: part, cursor, further }, frame, held || pointerHeld.getState());
    },
    [host, made, part, cursor, theme, width, height, held, lines],
  );
  useDrawn(drawn, draw);
  const read = (event: PointerEvent) => onCursor(plotRef.current?.indexAt(event.clientX, event.clientY));
  return (
    <PlotHost
      ref={host}
      label={`${picture.title}: density of ${picture.label.x} and ${picture.label.y}. Arrow keys read values.`}
      style={{ height }}
      onRead={read}
      {...onHost}
    />
  );
}
