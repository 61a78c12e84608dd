import { memo, useRef } from "react";
import type { HeldAxis } from "../../../panels/pictures/CurveHost.tsx";
import type { PlotArea } from "../../../plots/curve/curveArea.ts";
import { BumpHandle } from "./BumpHandle.tsx";
import { DomainEnds } from "./DomainEnds.tsx";
import { ownData } from "../../../state/scenario/ownData.ts";
import { bandwidthLimits, smoothedDomain } from "../model/bandwidthRange.ts";
import type { DensityProps } from "../model/view.ts";

interface PlaneHandlesProps extends Pick<DensityProps, "scenario" | "set"> {
  readonly area: PlotArea;
  readonly axis: HeldAxis;
}

/** All that the marks depend on: they do not redraw while ε moves. */
const drawnOf = ["data", "h", "x", "y", "domainX", "unitX", "route", "bump", "scale", "ends"] as const;

function isSame(before: PlaneHandlesProps, now: PlaneHandlesProps): boolean {
  const settings = drawnOf.every((field) => before.scenario[field] === now.scenario[field]);
  return settings && before.area === now.area && before.axis.isPart === now.axis.isPart && before.set === now.set;
}

export const PlaneHandles = memo(function PlaneHandles({ scenario, set, area, axis }: PlaneHandlesProps) {
  const { h, x, domainX, unitX } = scenario;
  const held = useRef<number>(undefined);
  return (
    <>
      {!axis.isPart && (
        <DomainEnds
          area={area}
          name={x}
          unit={unitX}
          domain={domainX}
          // Another domain may read a large file again.
          isLive={scenario.data !== ownData}
          hold={(kept) => {
            held.current = kept && h;
            axis.hold(kept);
          }}
          onMove={(domain, commit) => {
            const { min, max } = bandwidthLimits(smoothedDomain({ ...scenario, domainX: domain }));
            set({ domainX: domain, h: Math.min(max, Math.max(min, held.current ?? h)) }, { commit });
          }}
        />
      )}
      <BumpHandle area={area} scenario={scenario} onMove={(value, commit) => set({ h: value }, { commit })} />
    </>
  );
}, isSame);
