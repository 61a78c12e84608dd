import { useEffect, useState } from "react";
import { isGrouped } from "../../../core/grids.ts";
import { PicturePlace } from "../../../panels/pictures/PicturePlace.tsx";
import { DensityCurve } from "./DensityCurve.tsx";
import { DensityFields } from "./DensityFields.tsx";
import { DensityGroups } from "./DensityGroups.tsx";
import type { DensityScenario } from "../model/scenario.ts";
import type { DensityPictureProps } from "../model/view.ts";
import "../../../plots/plots.css";

export function DensityPicture(props: DensityPictureProps) {
  const { shown, view, reducedMotion } = props;
  const draw = useAnimatedDraw(shown, reducedMotion);
  if (!view) return <PicturePlace />;
  if (isGrouped(view.axes)) return <DensityGroups {...props} view={view} />;
  return view.axes.length === 1 ? (
    <DensityCurve {...props} view={view} draw={draw} />
  ) : (
    <DensityFields {...props} view={view} />
  );
}

const secondsPerDraw = 0.7;

function useAnimatedDraw({ display, draws }: DensityScenario, reducedMotion: boolean): number {
  const [draw, setDraw] = useState(0);
  const moving = display === "animation" && draws > 1 && !reducedMotion;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setDraw((shown) => (shown + 1) % draws), secondsPerDraw * 1000);
    return () => clearInterval(timer);
  }, [moving, draws]);
  return moving ? draw % draws : 0;
}
