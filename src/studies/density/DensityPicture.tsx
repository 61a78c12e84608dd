import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { isGrouped } from "../../core/grids.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import { CurveHost } from "../../panels/CurveHost.tsx";
import { ContourKey } from "../../panels/FieldKey.tsx";
import { GroupMultiples } from "../../panels/GroupMultiples.tsx";
import type { CurvePicture } from "../../plots/curvePicture.ts";
import { createFieldPlot } from "../../plots/fieldPlot.ts";
import type { FieldPicture, FieldPlot } from "../../plots/fieldPlot.ts";
import { frameOf } from "../../plots/frame.ts";
import { usePictureHeight } from "../../panels/pictureHeight.ts";
import { useZoom } from "../../panels/useZoom.ts";
import { ZoomReset } from "../../panels/ZoomReset.tsx";
import type { PlaneWindow } from "../../plots/zoom.ts";
import { Readout } from "../../panels/Readout.tsx";
import { useHeld } from "../../panels/useHeld.ts";
import { useWidth } from "../../panels/useWidth.ts";
import "../../plots/plots.css";
import { placeText } from "../../panels/words.ts";
import { ownData } from "../../state/ownData.ts";
import { coordinatesOf } from "../../state/releaseView.ts";
import { groupPicturesOf } from "./groups.ts";
import { curvePictureOf, fieldPicturesOf, pointwiseHalfWidth, unitsPerShare } from "./pictures.ts";
import { recordsSentence } from "./shownRecords.ts";
import { isPolynomial } from "./view.ts";
import type { DensityProps, DensityView } from "./view.ts";
import type { DensityScenario } from "./scenario.ts";
import { PlaneHandles } from "./PlaneHandles.tsx";
import { YouTick } from "./YouTick.tsx";
import { largestDifference } from "../../panels/largestDifference.ts";
import { useDestroyed } from "../../panels/useDestroyed.ts";

/** The picture: a curve in one dimension, fields in two, with a read-out under the pointer or the arrow keys. */
export function DensityPicture(props: DensityProps) {
  const { shown, view, theme, reducedMotion } = props;
  const draw = useAnimatedDraw(shown, reducedMotion);
  if (!view) return <div className="plot plot-empty" />;
  if (isGrouped(view.axes)) return <Groups {...props} view={view} />;
  return view.axes.length === 1 ? (
    <Curve {...props} view={view} draw={draw} />
  ) : (
    <Fields shown={shown} view={view} theme={theme} />
  );
}

const secondsPerDraw = 0.7;

/** Steps through the draws while they are animated; stands still under reduced motion. */
function useAnimatedDraw({ display, draws }: DensityScenario, reducedMotion: boolean): number {
  const [draw, setDraw] = useState(0);
  const moving = display === "animation" && draws > 1 && !reducedMotion;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setDraw((shown) => (shown + 1) % draws), secondsPerDraw * 1000);
    return () => clearInterval(timer);
  }, [moving, draws]);
  return moving ? draw % draws : 0;
}

interface DrawnProps {
  readonly shown: DensityScenario;
  readonly view: DensityView;
  readonly theme: "light" | "dark";
}

function Curve(props: DensityProps & { readonly view: DensityView; readonly draw: number }) {
  const { shown, view, draw, theme, reducedMotion } = props;
  const [x] = coordinatesOf(view.axes) as [Float64Array];
  const { x: name, unitX, band, records, display, atom } = shown;
  const drawn = useMemo(() => withDraw(view, draw), [view, draw]);
  const picture = useMemo(
    () => curvePictureOf({ x: name, unitX, band, records, display, atom }, drawn),
    [name, unitX, band, records, display, atom, drawn],
  );
  const you = useYou(props);
  return (
    <CurveHost
      picture={picture}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Density of ${name}. Arrow keys read values.`}
      over={(area, axis) => (
        <>
          <PlaneHandles scenario={props.scenario} set={props.set} area={area} axis={axis} />
          {you && <YouTick area={area} unit={name} domain={shown.domainX} {...you} />}
        </>
      )}
      readout={(at) => {
        if (you?.sentence !== undefined) return you.sentence;
        if (at !== undefined) return readout(shown, x[at]!, at, drawn);
        return `${bandLegend(shown, drawn)}${you ? " One tick is you: drag it." : ""}${recordsSentence(records, drawn)}`;
      }}
    />
  );
}

/** Each group's curve under its name; the read-out is of all of them at one place. */
function Groups({ shown, view, theme, reducedMotion }: DensityProps & { readonly view: DensityView }) {
  const { x: name, unitX, band, records, display, atom, groups } = shown;
  const pictures = useMemo(
    () => groupPicturesOf({ x: name, unitX, band, records, display, atom }, view),
    [name, unitX, band, records, display, atom, view],
  );
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  return (
    <GroupMultiples
      groups={pictures}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Densities of ${name}, one for each ${groups}. Arrow keys read values.`}
      readout={(at) => {
        if (at === undefined) return `${bandLegend(shown, view)}${recordsSentence(records, view)}`;
        const times = perOf(shown, view);
        const said = pictures.map(
          ({ title, picture }) =>
            `${title} ${numberText(times * picture.release[at]!)}${originalText(picture, at, times)}`,
        );
        const many = times === 1 ? "" : `, per ${countText(times)}`;
        return `${name} = ${placeText(places[at]!, unitX)} · ${said.join(" · ")}, ± ${numberText(times * pointwiseHalfWidth(view, at))}${many}`;
      }}
    />
  );
}

function originalText({ estimate }: CurvePicture, at: number, times: number): string {
  return estimate ? ` (original ${numberText(times * estimate[at]!)})` : "";
}

/** The record that is you. */
const yourRecord = 0;

/** What a person's own answer does to the curve; of examples only, whose people are made up or long known. */
function useYou({ scenario, shown, view, records, data, act }: DensityProps) {
  const [taken, setTaken] = useState<{ readonly value: number; readonly original: Float64Array }>();
  if (!records || !view?.original || scenario.data === ownData || shown.records !== "rug") return undefined;
  if (records.points.dimension !== 1) return undefined;
  const { coordinates } = records.points;
  const value = coordinates[yourRecord]!;
  const { original } = view;
  const take = () => setTaken((before) => before ?? { value, original: original.slice() });
  const move = (to: number) => {
    const moved = coordinates.slice();
    moved[yourRecord] = to;
    act.editRecords({ ...records, points: { ...records.points, coordinates: moved } });
  };
  const letGo = () => setTaken(undefined);
  const back = () => {
    setTaken(undefined);
    if (data.edited) act.editRecords(undefined);
  };
  const sentence =
    taken && taken.value !== value && taken.original.length === original.length
      ? `You moved from ${numberText(taken.value)} to ${numberText(value)}: the curve moved by at most ${numberText(largestDifference(taken.original, original))}; the noise that hides it is ± ${numberText(1.96 * view.sigma)}.`
      : undefined;
  return { value, sentence, onTake: take, onMove: move, onLetGo: letGo, onBack: back };
}

/** The view with another of its draws as the release. */
function withDraw(view: DensityView, draw: number): DensityView {
  const released = view.others[draw - 1];
  return released ? { ...view, released } : view;
}

/** Of how many units of the axis the numbers beside the curve are shares. */
function perOf({ unitX }: DensityScenario, { axes }: DensityView): number {
  return unitX === "time" ? 1 : unitsPerShare(axes[0]!);
}

function readout(shown: DensityScenario, at: number, index: number, view: DensityView): string {
  const { x, unitX } = shown;
  const times = perOf(shown, view);
  const many = times === 1 ? "" : ` per ${countText(times)}`;
  const parts = [
    `${x} = ${placeText(at, unitX)}`,
    `private ${numberText(times * view.released[index]!)} ± ${numberText(times * pointwiseHalfWidth(view, index))}${many}`,
  ];
  if (view.original) parts.push(`original ${numberText(times * view.original[index]!)}`);
  return parts.join(" · ");
}

function bandLegend(scenario: DensityScenario, view: DensityView): string {
  const { band } = scenario;
  const { shapes } = view;
  const times = perOf(scenario, view);
  const most = (shape: Float64Array | undefined) => shape?.reduce((a, b) => Math.max(a, b), 0) ?? 1;
  const atMost = isPolynomial(view) || shapes ? "at most " : "";
  const pointwise = `pointwise 95 % band ± ${atMost}${numberText(times * pointwiseHalfWidth(view) * most(shapes?.deviation))}`;
  const whole = `simultaneous 95 % band ± ${shapes ? atMost : ""}${numberText(times * (view.simultaneous ?? NaN) * most(shapes?.simultaneous))}`;
  if (band === "none") return "Point at the curve, or press the arrow keys, to read it.";
  const shown = band === "both" ? `${pointwise}; ${whole}` : band === "pointwise" ? pointwise : whole;
  return `Shaded: ${shown}, of the noise alone.`;
}

function Fields({ shown, view, theme }: DrawnProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { x, y, unitX, unitY, records, layout } = shown;
  const pictures = useMemo(
    () => fieldPicturesOf({ x, y, unitX, unitY, records, layout }, view),
    [x, y, unitX, unitY, records, layout, view],
  );
  const [cursor, setCursor] = useState<number>();
  const all = usePictureHeight(host, width, { under: keyHeight });
  // Side by side where there is more width than height; the axes have units of their own, so the planes need not be square.
  const columns = pictures.length > 1 && (width >= 620 || width > 1.6 * all) ? 2 : 1;
  const side = columns === 2 ? Math.floor((width - 12) / 2) : width;
  const height = Math.round(Math.min(all, (columns === 2 ? 1.6 : 1.2) * side));
  const whole = pictures[0]!.domain;
  const zoom = useZoom(host, JSON.stringify(whole), (target) => {
    const field = target?.closest<HTMLElement>(".curve-host");
    const plane = field?.querySelector("canvas");
    if (!field || !plane) return undefined;
    const [left, top] = [field.offsetLeft + plane.offsetLeft, field.offsetTop + plane.offsetTop];
    return { whole, left, top, right: left + plane.offsetWidth, bottom: top + plane.offsetHeight };
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (zoom.onKey(event.key)) event.preventDefault();
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Escape") setCursor(undefined);
    if (!step) return;
    event.preventDefault();
    const stride = event.shiftKey ? 1 : Math.max(1, Math.round(xs.length / 40));
    const at = cursor ?? (xs.length >> 1) + (ys.length >> 1) * xs.length;
    const along = (place: number, by: number, count: number) => Math.min(count - 1, Math.max(0, place + by * stride));
    const column = along(at % xs.length, step[0]!, xs.length);
    setCursor(column + along(Math.floor(at / xs.length), step[1]!, ys.length) * xs.length);
  };
  const [xs, ys] = coordinatesOf(view.axes) as [Float64Array, Float64Array];
  const place = useMemo(
    () =>
      cursor === undefined ? undefined : ([xs[cursor % xs.length]!, ys[Math.floor(cursor / xs.length)]!] as const),
    [cursor, xs, ys],
  );

  return (
    <>
      <div ref={host} className="fields" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {width > 0 &&
          pictures.map((picture, i) => (
            <Field
              key={`${pictures.length}-${i}`}
              picture={picture}
              part={zoom.shown}
              cursor={place}
              width={side}
              height={height}
              theme={theme}
              onCursor={setCursor}
              onKeyDown={onKeyDown}
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
                `${x} = ${placeText(place[0], unitX)}, ${y} = ${placeText(place[1], unitY)}`,
                `private ${numberText(view.released[cursor]!)} ± ${numberText(pointwiseHalfWidth(view, cursor))}`,
                ...(view.original ? [`original ${numberText(view.original[cursor]!)}`] : []),
              ].join(" · ")
        }
      />
    </>
  );
}

/** In pixels. */
const keyHeight = 22;

interface FieldProps {
  readonly picture: FieldPicture;
  /** The part of the plane that is shown. */
  readonly part: PlaneWindow | undefined;
  readonly cursor: readonly [x: number, y: number] | undefined;
  readonly width: number;
  readonly height: number;
  readonly theme: "light" | "dark";
  readonly onCursor: (index: number | undefined) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ picture, part, cursor, width, height, theme, onCursor, onKeyDown }: FieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<FieldPlot>(undefined);
  const held = useHeld();
  useLayoutEffect(() => {
    const element = host.current!;
    plot.current ??= createFieldPlot(element);
    plot.current.update({ ...picture, window: part, cursor }, frameOf(element, { width, height }, theme), held);
  }, [picture, part, cursor, theme, width, height, held]);
  useDestroyed(plot);
  const read = (event: PointerEvent) => onCursor(plot.current?.indexAt(event.clientX, event.clientY));
  return (
    <div
      ref={host}
      className="curve-host"
      role="application"
      aria-roledescription="plot"
      tabIndex={0}
      aria-label={`${picture.title}: density of ${picture.label.x} and ${picture.label.y}. Arrow keys read values.`}
      style={{ height }}
      onPointerMove={read}
      onPointerDown={read}
      // A finger that is lifted leaves its reading behind.
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onCursor(undefined)}
      onKeyDown={onKeyDown}
      onBlur={() => onCursor(undefined)}
    />
  );
}
