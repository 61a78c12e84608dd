import { useCallback } from "react";
import { valuesOf } from "../../../core/release/scale.ts";
import { CurveHost } from "../../../panels/pictures/CurveHost.tsx";
import { usePicture } from "../../../panels/pictures/usePicture.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { PlaneHandles } from "./PlaneHandles.tsx";
import { YouTick } from "./YouTick.tsx";
import { curvePictureOf } from "./pictures.ts";
import { curveReadout, restReadout } from "./curveReadout.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { useYou } from "./useYou.ts";
import type { DensityPictureProps, DensityView } from "../model/view.ts";

export function DensityCurve(props: DensityPictureProps & { readonly view: DensityView; readonly draw: number }) {
  const { shown, view, draw, theme, reducedMotion } = props;
  const [x] = coordinatesOf(view.axes) as [Float64Array];
  const { x: name } = shown;
  const drawn = withDraw(view, draw);
  const pictureOf = useCallback(
    (now: DensityScenario, of: DensityView) => curvePictureOf(now, withDraw(of, draw)),
    [draw],
  );
  const you = useYou(props);
  return (
    <CurveHost
      {...usePicture(props, pictureOf)}
      theme={theme}
      reducedMotion={reducedMotion}
      label={`Density of ${name}. Arrow keys read values.`}
      over={(area, axis) => (
        <>
          <PlaneHandles scenario={props.scenario} set={props.set} area={area} axis={axis} />
          {you && <YouTick area={area} unit={name} domain={shown.domainX} {...you} />}
        </>
      )}
      readout={(at) => {
        if (you?.sentence !== undefined) return you.sentence;
        if (at !== undefined) return curveReadout(shown, x[at]!, at, drawn);
        return restReadout(shown, drawn, you !== undefined);
      }}
    />
  );
}

function withDraw(view: DensityView, draw: number): DensityView {
  const other = view.others[draw - 1];
  return other ? { ...view, released: valuesOf(other) } : view;
}
