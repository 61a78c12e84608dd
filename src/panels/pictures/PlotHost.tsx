import type { ComponentProps, PointerEvent } from "react";
import "../../plots/plots.css";
import "./curveHost.css";

interface PlotHostProps extends ComponentProps<"div"> {
  readonly label: string;
  /** Hears where a pointer moves or presses. */
  readonly onRead?: (event: PointerEvent) => void;
}

/** The element that a plot is drawn in, which takes the focus: it is read under a pointer, a touch or the arrow keys. */
export function PlotHost({ label, onRead, ...element }: PlotHostProps) {
  return (
    <div
      className="curve-host"
      role="application"
      aria-roledescription="plot"
      aria-label={label}
      tabIndex={0}
      onPointerMove={onRead}
      onPointerDown={onRead}
      {...element}
    />
  );
}
