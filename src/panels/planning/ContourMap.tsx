import { useLayoutEffect, useRef } from "react";
import { letterScale } from "../../plots/frame.ts";
import { drawContourMap, type ContourPicture } from "../../plots/small/contourPlot.ts";
import "../../plots/plots.css";
import { useWidth } from "../hooks/useWidth.ts";

interface ContourMapProps {
  readonly picture: ContourPicture;
  readonly caption: string;
  readonly onPick: (x: number, y: number) => void;
}

export function ContourMap({ picture, caption, onPick }: ContourMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const em = letterScale();
  const height = Math.round(Math.max(200 * em, Math.min(280 * em, width * 0.7)));
  useLayoutEffect(() => {
    if (width > 0) drawContourMap(host.current!, picture, { width, height, em }, onPick);
  }, [picture, width, height, em, onPick]);
  return (
    <figure>
      <div ref={host} style={{ minHeight: 200 }} />
      <figcaption className="source">{caption}</figcaption>
    </figure>
  );
}
