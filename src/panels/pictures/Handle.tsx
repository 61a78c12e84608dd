import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";

interface HandleProps {
  readonly className: string;
  readonly label: string;
  readonly title: string;
  readonly value: number;
  readonly limits: readonly [least: number, most: number];
  readonly valueText: string;
  readonly left: number;
  readonly top: number;
  readonly height?: number;
  /** At a horizontal place in the parent element. */
  readonly at: (place: number) => number;
  /** After 1 or −1 steps, a tenth with Shift. */
  readonly stepped: (steps: number) => number;
  readonly onTake?: () => void;
  readonly onMove: (value: number, commit: boolean) => void;
  readonly onLetGo?: () => void;
  readonly onBlur?: () => void;
  readonly onEscape?: () => void;
  readonly children?: ReactNode;
}

export function Handle({
  label,
  value,
  limits,
  valueText,
  at,
  stepped,
  onTake,
  onMove,
  onLetGo,
  onEscape,
  children,
  left,
  top,
  height,
  ...rest
}: HandleProps) {
  // A press alone moves nothing.
  const taken = useRef<{ readonly offset: number; readonly clientX: number; moved: boolean }>(undefined);
  const placeOf = ({ currentTarget, clientX }: PointerEvent) =>
    clientX - currentTarget.parentElement!.getBoundingClientRect().left;
  const moved = (event: PointerEvent, commit: boolean) => {
    const now = taken.current;
    if (!now) return;
    now.moved ||= Math.abs(event.clientX - now.clientX) > 2;
    if (now.moved) onMove(at(placeOf(event) - now.offset), commit);
  };
  const isHeld = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId);
  return (
    <div
      {...rest}
      style={{ left, top, height }}
      role="slider"
      tabIndex={0}
      data-moves-picture
      aria-label={label}
      aria-valuemin={limits[0]}
      aria-valuemax={limits[1]}
      aria-valuenow={value}
      aria-valuetext={valueText}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        taken.current = { offset: placeOf(event) - left, clientX: event.clientX, moved: false };
        onTake?.();
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (isHeld(event)) moved(event, false);
      }}
      onPointerUp={(event) => {
        if (isHeld(event)) moved(event, true);
        taken.current = undefined;
        onLetGo?.();
      }}
      onPointerCancel={onLetGo}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape" && onEscape) {
          event.stopPropagation();
          onEscape();
        }
        const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        const end = { Home: limits[0], End: limits[1] }[event.key];
        if (direction === undefined && end === undefined) return;
        event.preventDefault(); // End scrolls a page.
        event.stopPropagation();
        onMove(end ?? stepped(event.shiftKey ? direction! / 10 : direction!), true);
      }}
    >
      {children}
    </div>
  );
}
