import { useLayoutEffect, useRef } from "react";
import type { DigitPictures } from "../../../core/affineHull/digits/digitPictures.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { drawDigitStrip } from "../../../plots/small/digitStrip.ts";
import { paletteOf } from "../../../plots/frame.ts";

interface DigitStripProps {
  readonly title: string;
  readonly pixels: Float64Array;
  readonly of: DigitPictures;
  readonly most: number;
  readonly theme: "light" | "dark";
}

export function DigitStrip({ title, pixels, of: { height, width }, most, theme }: DigitStripProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useWidth(host);
  const shown = Math.min(most, pixels.length / (height * width));
  const count = room < 480 ? Math.min(5, shown) : shown;
  const side = Math.floor(Math.min(76, room / Math.max(1, count) - 4));
  useLayoutEffect(() => {
    if (room === 0) return;
    const element = canvas.current!;
    const palette = paletteOf(element, theme);
    drawDigitStrip(element, { pixels, height, width }, { count, side, palette });
    element.style.width = `${count * (side + 4)}px`;
    element.style.height = `${side}px`;
  }, [room, pixels, height, width, count, side, theme]);
  return (
    <div ref={host} className="digit-strip">
      <h2>{title}</h2>
      <canvas ref={canvas} role="img" aria-label={`${title}: ${count} digits`} />
    </div>
  );
}
