import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { smallDigits } from "../core/examples/smallDigits.ts";
import { countText, numberText } from "../core/numberFormats.ts";
import { entryNoiseQuantile } from "../core/privacy/mechanisms/entryNoise.ts";
import { seededSource } from "../core/random/seededSource.ts";
import { SliderControl } from "../panels/controls/SliderControl.tsx";
import { paletteOf } from "../plots/frame.ts";
import { drawDigitStrip } from "../plots/small/digitStrip.ts";
import type { LessonPicture } from "./lesson.ts";

interface DigitPictureProps {
  readonly of: LessonPicture & { readonly kind: "digit" };
  readonly isGuessed: boolean;
  readonly theme: "light" | "dark";
}

const shown = 3;
/** In pixels of the page. */
const edge = 160;
/** Its noise is middling. */
const pixel = 53;

/** A pixel and its digit, before and after noise on each pixel. */
export function DigitPicture({ of, isGuessed, theme }: DigitPictureProps) {
  const [epsilon, setEpsilon] = useState(of.epsilon);
  const digit = useMemo(() => {
    const { entries, dimension } = smallDigits();
    return Float64Array.from(entries.subarray(shown * dimension, (shown + 1) * dimension));
  }, []);
  const noisy = useMemo(() => {
    const random = seededSource(1);
    const at = Array.from(digit, () => random.uniform());
    const noise = entryNoiseQuantile({ at, epsilon, delta: 0, adjacency: 1 });
    return digit.map((value, i) => value + noise[i]!);
  }, [digit, epsilon]);
  const one = (values: Float64Array) => values.subarray(pixel, pixel + 1);
  return (
    <figure className="digit-picture">
      <div className="digit-row">
        <Squares title="One pixel" before={one(digit)} after={one(noisy)} side={1} theme={theme} />
        <Squares title="One digit, 64 pixels" before={digit} after={noisy} side={8} theme={theme} />
      </div>
      {isGuessed && (
        <>
          <p>{`A pixel is protected at ε = ${numberText(epsilon)}, the digit at ε = ${countText(Math.round(64 * epsilon))}.`}</p>
          <SliderControl
            label="ε of a pixel"
            symbol=""
            explanation=""
            value={epsilon}
            min={0.01}
            max={100}
            scale="log"
            valueText={numberText(epsilon)}
            onChange={setEpsilon}
          />
        </>
      )}
    </figure>
  );
}

function Squares({
  title,
  before,
  after,
  side,
  theme,
}: {
  readonly title: string;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly side: number;
  readonly theme: "light" | "dark";
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const pixels = Float64Array.from([...before, ...after]);
    const palette = paletteOf(canvas.current!, theme);
    drawDigitStrip(canvas.current!, { pixels, height: side, width: side }, { count: 2, side: edge, palette });
  }, [before, after, side, theme]);
  return (
    <div>
      <p>{`${title}: as it was, and as published`}</p>
      <canvas ref={canvas} role="img" aria-label={`${title}: as it was, and as published`} />
    </div>
  );
}
