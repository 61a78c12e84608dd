import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { numberText } from "../core/numberFormats.ts";
import type { PlotArea } from "../plots/curve/curveArea.ts";
import { between, raised, startOf } from "./drawnValues.ts";

/** In pixels of the lesson's picture. */
export interface DrawingPlace {
  readonly area: PlotArea;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface DrawnCurveProps {
  readonly place: DrawingPlace;
  readonly label: string;
  readonly values: readonly number[] | undefined;
  /** Absent after the guess. */
  readonly onChange: ((values: readonly number[]) => void) | undefined;
}

/** Drawn over a picture's axes by pointer, or by keys: left and right choose a place, up and down move the curve. */
export function DrawnCurve({ place: { area, ...box }, label, values, onChange }: DrawnCurveProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number>();
  const held = useRef<{ readonly index: number; readonly value: number }>(undefined);
  const [lower, upper] = area.y.domain() as [number, number];
  const start = startOf(lower, upper);
  const shown = values ?? start;
  const last = shown.length - 1;
  const placeAt = (i: number) => area.left + (i / last) * (area.right - area.left);
  const path = shown.map((value, i) => `${i === 0 ? "M" : "L"}${placeAt(i)},${area.y(value)}`).join("");
  const curve = (
    <svg ref={svg} width={box.width} height={box.height} aria-hidden="true">
      {(values || onChange) && <path d={path} data-begun={values !== undefined} />}
      {values && (
        <text x={placeAt(0) + 4} y={area.y(shown[0]!) - 8}>
          yours
        </text>
      )}
      {onChange && at !== undefined && <circle cx={placeAt(at)} cy={area.y(shown[at]!)} r={6} />}
    </svg>
  );
  if (!onChange) {
    return (
      <div className="drawn-curve" style={box} role="img" aria-label={`Your guess: ${spoken(shown)}`}>
        {curve}
      </div>
    );
  }

  const chosen = at ?? Math.round(last / 2);
  const draw = (event: PointerEvent) => {
    const rect = svg.current!.getBoundingClientRect();
    const x = ((event.clientX - rect.left) / rect.width) * box.width;
    const y = ((event.clientY - rect.top) / rect.height) * box.height;
    const share = Math.min(1, Math.max(0, (x - area.left) / (area.right - area.left)));
    const now = { index: Math.round(share * last), value: Math.min(upper, Math.max(lower, area.y.invert(y))) };
    onChange(between(shown, held.current ?? now, now));
    held.current = now;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (upper - lower) / (event.shiftKey ? 200 : 40);
    const rise = { ArrowUp: step, ArrowDown: -step, PageUp: 5 * step, PageDown: -5 * step }[event.key];
    const next = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: last }[event.key];
    if (rise === undefined && next === undefined) return;
    event.preventDefault();
    if (next !== undefined) setAt(Math.min(last, Math.max(0, next)));
    else {
      setAt(chosen);
      onChange(raised(shown, chosen, rise!, [lower, upper]));
    }
  };
  return (
    <div
      className="drawn-curve"
      style={box}
      role="slider"
      tabIndex={0}
      aria-label={`${label}: draw it. Left and right choose a place, up and down move the curve there.`}
      aria-orientation="vertical"
      aria-valuemin={lower}
      aria-valuemax={upper}
      aria-valuenow={shown[chosen]}
      aria-valuetext={`at ${numberText(area.x.invert(placeAt(chosen)))}: ${numberText(shown[chosen]!)}`}
      onFocus={() => setAt(chosen)}
      onBlur={() => setAt(undefined)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = undefined;
        draw(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && draw(event)}
    >
      {curve}
    </div>
  );
}

function spoken(values: readonly number[]): string {
  return `a curve of at most ${numberText(Math.max(...values))}`;
}
