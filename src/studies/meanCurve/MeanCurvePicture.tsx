import { useMemo } from "react";
import { numberText } from "../../core/numberFormats.ts";
import { CurveHost } from "../../panels/CurveHost.tsx";
import type { CurvePicture } from "../../plots/curvePicture.ts";
import type { MeanCurveProps } from "./view.ts";
import { meanCurvePictureOf } from "./pictures.ts";
import { multiplesHeight } from "./SmallMultiples.tsx";

/** The picture: the mean, or its slope, with a read-out under the pointer or the arrow keys. */
export function MeanCurvePicture({ shown, view, theme, reducedMotion }: MeanCurveProps) {
  const picture = useMemo(() => view && meanCurvePictureOf(shown, view), [shown, view]);
  if (!picture) return <div className="plot plot-empty" />;
  return (
    <CurveHost
      picture={picture}
      theme={theme}
      reducedMotion={reducedMotion}
      above={view?.inside && multiplesHeight}
      label={`${picture.label.y} over ${picture.label.x}: mean. Arrow keys read values.`}
      readout={(at) => (at === undefined ? legend(picture) : readout(picture, at))}
    />
  );
}

function readout({ x, release, estimate, records, label, bands }: CurvePicture, at: number): string {
  const pointwise = bands.find(({ name }) => name === "pointwise");
  const parts = [
    `${label.x} = ${numberText(x[at]!)}`,
    `private ${numberText(release[at]!)}${pointwise ? ` ± ${numberText(pointwise.halfWidth)}` : ""}`,
  ];
  if (estimate) parts.push(`original ${numberText(estimate[at]!)}`);
  if (records?.kind === "curves") parts.push(`plain mean ${numberText(records.mean[at]!)}`);
  return parts.join(" · ");
}

function legend({ records, bands }: CurvePicture): string {
  const cloud = records ? "Grey: the curves; dotted: their plain mean." : "";
  const shaded = bands.map(({ name, halfWidth }) => `${name} 95 % band ± ${numberText(halfWidth)}`);
  const text = [cloud, shaded.length > 0 ? `Shaded: ${shaded.join("; ")}, of the noise alone.` : ""]
    .filter((part) => part !== "")
    .join(" ");
  return text === "" ? "Point at the curve, or press the arrow keys, to read it." : text;
}
