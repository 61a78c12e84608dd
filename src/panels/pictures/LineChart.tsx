import { useLayoutEffect, useRef } from "react";
import { letterScale } from "../../plots/frame.ts";
import { drawLines, type LinePicture } from "../../plots/small/linePlot.ts";
import "../../plots/plots.css";
import { useWidth } from "../hooks/useWidth.ts";

interface LineChartProps {
  readonly picture: LinePicture;
  readonly caption: string;
  readonly onPick?: (x: number) => void;
}

export function LineChart({ picture, caption, onPick }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const em = letterScale();
  const height = Math.round(Math.max(200 * em, Math.min(300 * em, width * 0.6)));
  useLayoutEffect(() => {
    if (width > 0) drawLines(host.current!, picture, { width, height, em }, onPick);
  }, [picture, width, height, em, onPick]);
  return (
    <figure>
      <div ref={host} style={{ minHeight: 200 }} />
      <figcaption className="source">{caption}</figcaption>
    </figure>
  );
}
