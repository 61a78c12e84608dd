import type { KeyboardEvent, PointerEvent } from "react";
import { numberText } from "../../panels/words.ts";
import type { PlotArea } from "../../plots/curveArea.ts";
import "./youTick.css";

interface YouTickProps {
  /** The plane, in pixels of the element that this lies in. */
  readonly area: PlotArea;
  readonly value: number;
  readonly domain: readonly [number, number];
  readonly unit: string;
  readonly onTake: () => void;
  readonly onMove: (value: number) => void;
  readonly onLetGo: () => void;
  /** Puts it back where it was in the data. */
  readonly onBack: () => void;
}

const tickHeight = 40;

/** One tick of the rug, which can be moved: what one person's answer does to the curve. */
export function YouTick({ area, value, domain, unit, onTake, onMove, onLetGo, onBack }: YouTickProps) {
  const [low, high] = domain;
  const within = (wanted: number) => Math.min(high, Math.max(low, wanted));
  const onPointerMove = (event: PointerEvent) => {
    event.stopPropagation();
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      const { left } = event.currentTarget.parentElement!.getBoundingClientRect();
      onMove(within(area.x.invert(event.clientX - left)));
    }
  };
  const onPointerDown = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    onTake();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (direction === undefined && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (direction === undefined) {
      onBack();
      return;
    }
    onTake();
    onMove(within(value + (direction * (high - low)) / (event.shiftKey ? 500 : 50)));
  };
  return (
    <div
      className="you"
      role="slider"
      tabIndex={0}
      data-moves-picture
      aria-label={`You: one of the people. Your ${unit}`}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={value}
      aria-valuetext={numberText(value)}
      title="This is you: drag it. Escape puts you back."
      style={{ left: area.x(within(value)), top: area.bottom - tickHeight }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onLetGo}
      onPointerCancel={onLetGo}
      onBlur={onLetGo}
      onKeyDown={onKeyDown}
    >
      <span>you</span>
    </div>
  );
}
