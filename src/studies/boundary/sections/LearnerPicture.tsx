import { useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { planeOf, type GridAxis, type Interval } from "../../../core/grids.ts";
import { CurveHost } from "../../../panels/pictures/CurveHost.tsx";
import type { PolynomialFacts } from "../../../core/bernstein/polynomialContract.ts";
import { valuesOf } from "../../../core/release/scale.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { usePlot } from "../../../panels/pictures/usePlot.ts";
import { createBoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import { clampedLevel, type BoundaryPicture } from "../../../plots/plane/boundaryPicture.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { coordinatesOf, type ReleaseView } from "../../../state/presented/releaseView.ts";
import { classPoints, decisionRamp, rampGradient } from "../../../plots/ramps.ts";
import "./learnerKey.css";

export interface LearnerView extends Pick<ReleaseView, "axes" | "original" | "released" | "others" | "sigma"> {
  readonly facts: { readonly polynomial: Pick<PolynomialFacts, "pointwiseFactor" | "shape"> };
}

interface LearnerPictureProps {
  readonly view: LearnerView;
  readonly names: { readonly x: string; readonly y: string };
  readonly range: Interval | undefined;
  readonly records: BoundaryRecords | undefined;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  /** The value of full colour. */
  readonly level: number;
  /** Absent on a line. */
  readonly classNames: readonly [string, string] | undefined;
}

export function LearnerPicture(props: LearnerPictureProps) {
  const { view, records, theme, level, classNames } = props;
  const plane = view.axes.length > 1;
  return (
    <>
      {plane ? <Plane {...props} /> : <Curve {...props} />}
      <LearnerKey
        plane={plane ? { classNames: classNames ?? ["−1", "+1"], level } : undefined}
        hasOriginal={view.original !== undefined}
        hasRecords={records !== undefined}
        hasDraws={view.others.length > 0}
        theme={theme}
      />
    </>
  );
}

function Curve({ view, names, range = [-1, 1], records, theme, reducedMotion }: LearnerPictureProps) {
  const [axis] = view.axes as [GridAxis];
  const [low, high] = range;
  const margin = 0.15 * (high - low);
  const { pointwiseFactor, shape } = view.facts.polynomial;
  const picture = useMemo<CurvePicture>(
    () => ({
      x: coordinatesOf(view.axes)[0]!,
      release: view.released,
      estimate: view.original,
      draws: view.others.map(valuesOf),
      bands: [{ name: "pointwise", halfWidth: pointwiseFactor * view.sigma, shape }],
      records: records && {
        kind: "scatter",
        x: records.points.coordinates,
        y: records.responses,
        to: undefined,
        support: undefined,
        chosen: undefined,
      },
      domain: { x: [axis.lower, axis.upper], y: [low - margin, high + margin] },
      label: names,
    }),
    [view, axis, low, high, margin, names, records, pointwiseFactor, shape],
  );
  return (
    <CurveHost
      picture={picture}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Private regression of ${names.y} on ${names.x}. Arrow keys read values.`}
      readout={(at) =>
        at === undefined
          ? ""
          : `${names.x} = ${numberText(picture.x[at]!)} · private ${numberText(view.released[at]!)} ± ${numberText(pointwiseFactor * view.sigma * shape[at]!)}${view.original ? ` · original ${numberText(view.original[at]!)}` : ""}`
      }
    />
  );
}

function Plane({ view, names, records, theme, level }: LearnerPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const { host, made } = usePlot(createBoundaryPlot);
  const width = useWidth(box);
  const side = Math.min(width, 520);
  const height = Math.round(side * 0.92);
  useLayoutEffect(() => {
    if (side === 0) return;
    const picture: BoundaryPicture = {
      ...planeOf(view.axes),
      label: names,
      field: { values: view.released, scale: 1 / level, level: clampedLevel },
      boundaries: [
        ...view.others.map((values) => ({ values, kind: "draw" as const })),
        { values: view.released, kind: "private" as const },
        ...(view.original ? [{ values: view.original, kind: "original" as const }] : []),
      ],
      points: records && {
        coordinates: records.points.coordinates,
        labels: records.responses,
        support: undefined,
        chosen: undefined,
      },
      cursor: undefined,
    };
    made().update(picture, frameOf(host.current!, { width: side, height }, theme));
  }, [host, made, view, names, records, theme, level, side, height]);
  return (
    <div ref={box}>
      <div
        ref={host}
        role="img"
        aria-label={`Private decision function over ${names.x} and ${names.y}`}
        style={{ inlineSize: side, blockSize: height }}
      />
    </div>
  );
}

interface LearnerKeyProps {
  /** `level` has full colour; absent on a line. */
  readonly plane: { readonly classNames: readonly [string, string]; readonly level: number } | undefined;
  readonly hasOriginal: boolean;
  readonly hasRecords: boolean;
  readonly hasDraws: boolean;
  readonly theme: "light" | "dark";
}

function LearnerKey({ plane, hasOriginal, hasRecords, hasDraws, theme }: LearnerKeyProps) {
  const line = plane ? "boundary, where the function is 0" : "curve";
  return (
    <ul className="learner-key" data-testid="learner-key" aria-label="Key of the picture">
      {plane && (
        <Entry
          sign={<span className="field-ramp" style={{ background: rampGradient(decisionRamp, theme, "right") }} />}
        >
          Private function, from {numberText(-plane.level)}, {plane.classNames[0]}, to {numberText(plane.level)},{" "}
          {plane.classNames[1]}
        </Entry>
      )}
      <Entry sign={<Line className="private" />}>Private {line}</Entry>
      {hasDraws && <Entry sign={<Line className="private thin" />}>Further draws</Entry>}
      {hasOriginal && (
        <Entry sign={<Line className="original" />}>Original {plane ? "boundary" : line}, not private</Entry>
      )}
      {!plane && <Entry sign={<span className="band" />}>95 % at each point, of the noise alone</Entry>}
      {hasRecords &&
        (plane ? (
          plane.classNames.map((name, k) => (
            <Entry key={name} sign={<Point isFilled={k === 1} colour={classPoints[theme][k]!} />}>
              Record of {name}
            </Entry>
          ))
        ) : (
          <Entry sign={<Point isFilled colour="var(--data)" />}>Record</Entry>
        ))}
    </ul>
  );
}

function Entry({ sign, children }: { readonly sign: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <span className="sign" aria-hidden="true">
        {sign}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Line({ className }: { readonly className: string }) {
  return (
    <svg width="24" height="8" className={className}>
      <path d="M0,4H24" />
    </svg>
  );
}

function Point({ isFilled, colour }: { readonly isFilled: boolean; readonly colour: string }) {
  return (
    <svg width="10" height="10">
      {isFilled ? (
        <circle cx="5" cy="5" r="4" fill={colour} />
      ) : (
        <rect x="1.5" y="1.5" width="7" height="7" fill="none" stroke={colour} strokeWidth="1.3" />
      )}
    </svg>
  );
}
