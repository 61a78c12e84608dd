import { bumpKernel } from "../../../core/kernels/bumpKernel.ts";
import { numberText, pixelText, significant } from "../../../core/numberFormats.ts";
import { Handle } from "../../../panels/pictures/Handle.tsx";
import type { PlotArea } from "../../../plots/curve/curveArea.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { bandwidthLimits, smoothedDomain } from "../model/bandwidthRange.ts";
import { smoothingScale } from "../model/smoothingScale.ts";
import { bandwidthWords } from "../model/sliderWords.ts";
import "./handles.css";

const [bumpHeight, place] = [44, 0.1];

interface BumpHandleProps {
  readonly area: PlotArea;
  readonly scenario: DensityScenario;
  readonly onMove: (h: number, commit: boolean) => void;
}

export function BumpHandle({ area, scenario, onMove }: BumpHandleProps) {
  const { h, x, bump } = scenario;
  const smoothed = smoothedDomain(scenario);
  const { min, max } = bandwidthLimits(smoothed);
  const { forward, inverse } = smoothingScale(scenario);
  const centre = forward(area.x.invert(area.left + place * (area.right - area.left)));
  if (!(smoothed[0] < smoothed[1]) || !Number.isFinite(centre)) return null;
  const within = (wanted: number) => Math.min(max, Math.max(min, significant(wanted, 3)));
  const { profile } = bumpKernel({ name: bump === "epanechnikov" ? "gaussian" : bump, bandwidths: [1] });
  const height = (u: number) => area.bottom - bumpHeight * profile(u * u);
  // The plane may show a part of the domain, or the old one.
  const onPlane = (px: number) => Math.min(area.right, Math.max(area.left, px));
  const across = (u: number) => onPlane(area.x(inverse(Math.min(smoothed[1], Math.max(smoothed[0], centre + u * h)))));
  const points = Array.from({ length: 81 }, (_, i) => (i - 40) / 10);
  const path = points.map((u, i) => `${i === 0 ? "M" : "L"}${pixelText(across(u))},${pixelText(height(u))}`).join("");
  // A triangle ends at h, where there is nothing to drag.
  const flank = bump === "triangular" ? 0.5 : 1;
  const left = across(flank);
  return (
    <>
      <svg className="bump" aria-hidden="true">
        <path d={path} />
      </svg>
      <Handle
        className="bump-handle"
        label="Width of the bump h"
        title="How wide each person’s bump is: drag it"
        value={h}
        limits={[min, max]}
        valueText={bandwidthWords({ h, domain: smoothed, axis: x })}
        left={left}
        top={height(flank)}
        at={(px) => within(Math.abs(forward(area.x.invert(px)) - centre) / flank)}
        stepped={(steps) => within(h * 1.1 ** steps)}
        onMove={onMove}
      >
        <span
          style={{
            left: area.x(inverse(centre)) - left + 14,
            top: area.bottom - height(flank),
            transform: "translateX(-50%)",
          }}
        >
          h {numberText(h)}
        </span>
      </Handle>
    </>
  );
}
