import type { ComponentProps, PointerEvent } from "react";
import "../../plots/plots.css";
import "./curveHost.css";

interface PlotHostProps extends ComponentProps<"div"> {
  readonly label: string;
  readonly onRead?: (event: PointerEvent) => void;
}

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
