import { useMemo } from "react";
import { numberText, pixelText } from "../../core/numberFormats.ts";
import type { PlotArea } from "../../plots/curve/curveArea.ts";
import type { CurvePicture } from "../../plots/curvePicture.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { largestDifference } from "./largestDifference.ts";
import { stripHeight } from "./pictureHeight.ts";

const inner = { top: 18, bottom: stripHeight - 4 };

/** Curves nearer than this share of the axis look the same. */
const coinciding = 0.015;

/** Undefined if the curves look different. */
export function hiddenDifference({ release, estimate, domain, columns }: CurvePicture): number | undefined {
  if (columns || !estimate || estimate.length !== release.length) return undefined;
  const most = largestDifference(release, estimate);
  return most > 0 && most < coinciding * (domain.y[1] - domain.y[0]) ? most : undefined;
}

interface DifferenceStripProps {
  readonly picture: CurvePicture;
  readonly area: PlotArea;
  readonly most: number;
}

export function DifferenceStrip({ picture, area, most }: DifferenceStripProps) {
  const { release, estimate, x, domain } = picture;
  const upper = niceUpper(most);
  const path = useMemo(() => {
    const middle = (inner.top + inner.bottom) / 2;
    const scale = (inner.bottom - inner.top) / 2 / upper;
    const stride = Math.max(1, Math.floor(x.length / (area.right - area.left)));
    let text = "";
    for (let i = 0; i < x.length; i += stride) {
      const height = middle - scale * (release[i]! - estimate![i]!);
      text += `${i === 0 ? "M" : "L"}${pixelText(area.x(x[i]!))},${pixelText(height)}`;
    }
    return text;
  }, [x, release, estimate, area, upper]);
  const times = Math.round((domain.y[1] - domain.y[0]) / (2 * upper));
  const label = `Private minus original, magnified ${times} times: at most ${numberText(most)} apart`;
  const middle = (inner.top + inner.bottom) / 2;
  return (
    <svg className="difference" height={stripHeight} role="img" aria-label={label}>
      <text className="axis-name" x={area.left} y={12}>
        private − original, magnified × {times}; ± {numberText(upper)}
      </text>
      <path className="axis-line" d={`M${area.left},${middle}H${area.right}`} />
      <path className="release" d={path} />
    </svg>
  );
}
