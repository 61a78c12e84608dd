import { useLayoutEffect, useRef } from "react";
import { letterScale } from "../../plots/frame.ts";
import { drawParts, type PartsPicture } from "../../plots/small/partsPlot.ts";
import "../../plots/plots.css";
import { useWidth } from "../hooks/useWidth.ts";

interface ErrorPartsProps {
  readonly picture: PartsPicture;
  readonly caption: string;
  readonly onPick?: ((at: number) => void) | undefined;
}

/** Parts of an error along ε, n or another parameter, with the target as a line. */
export function ErrorParts({ picture, caption, onPick }: ErrorPartsProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const em = letterScale();
  const height = Math.round(Math.max(180 * em, Math.min(240 * em, width * 0.6)));
  useLayoutEffect(() => {
    if (width > 0) drawParts(host.current!, picture, { width, height, em }, onPick);
  }, [picture, width, height, em, onPick]);
  return (
    <figure>
      <div ref={host} style={{ minHeight: 180 }} />
      <figcaption className="source">{caption}</figcaption>
    </figure>
  );
}
