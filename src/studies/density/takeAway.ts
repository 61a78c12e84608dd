import { gridPoints } from "../../core/grids.ts";
import { clipAndNormalise, scaleRelease } from "../../core/releases/scale.ts";
import type { TakeAway } from "../../panels/ReleasePanel.tsx";
import { curveSvg, fieldSvg } from "../../plots/exportSvg.ts";
import { ownData } from "../../state/conductor.ts";
import { exportRows } from "./outside.ts";
import { curvePictureOf, fieldPicturesOf } from "./pictures.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityConductor } from "./session.ts";
import type { DensityView } from "./useDensityView.ts";

/** What can be taken away from a density. */
export function takeAwayOf(scenario: DensityScenario, view: DensityView, density: DensityConductor): TakeAway {
  return {
    noiseMultiplier: view.noiseMultiplier,
    pictureDraws: 1 + (scenario.display === "fan" ? view.others.length : 0),
    takeOut: view.answer.parameters.seed === "secure" ? () => density.takeOut(view.answer) : undefined,
    csv: () => rowsOf(scenario, view),
    svg: () =>
      view.axes.length === 1 ? curveSvg(curvePictureOf(scenario, view)) : fieldSvg(fieldPicturesOf(scenario, view)),
    fresh: async () => {
      const outcome = await density.freshRelease();
      if (!outcome.ok) return outcome;
      const { value } = outcome;
      const released = scaleRelease(value, 0, view.noiseMultiplier, new Float64Array(value.estimate.length));
      if (scenario.post === "density") clipAndNormalise(released, cellVolume(view));
      const answer = { ...view.answer, parameters: { ...view.answer.parameters, seed: "secure" as const } };
      const csv = rowsOf({ ...scenario, view: "outside" }, { ...view, answer, released, original: undefined });
      return { ok: true, csv };
    },
  };
}

function cellVolume({ axes }: DensityView): number {
  return axes.reduce((volume, { lower, upper, count }) => volume * ((upper - lower) / count), 1);
}

function rowsOf(scenario: DensityScenario, view: DensityView): string {
  const { epsilon, delta, calibration, post, data } = scenario;
  const { parameters, release } = view.answer;
  const points = gridPoints({ axes: view.axes });
  const names = scenario.y === "" ? [scenario.x] : [scenario.x, scenario.y];
  const rows = {
    coordinates: names.map((name, j) => ({
      name,
      values: points.coordinates.filter((_, i) => i % points.dimension === j),
    })),
    released: view.released,
    standardDeviation: view.standardDeviation,
    guarantee: {
      epsilon,
      delta,
      calibration,
      sensitivity: release.sensitivity,
      noiseMultiplier: view.noiseMultiplier,
      achievedDelta: view.deltaAchieved,
      recordCount: release.recordCount,
      route: parameters.route,
      relativeRate: parameters.relativeRate,
      domain: parameters.domain,
      bandwidths: parameters.bandwidths,
      correlation: parameters.correlation,
      post,
      seed: parameters.seed,
      ownData: data === ownData,
    },
  };
  return view.original
    ? exportRows({ ...rows, view: "inside", original: view.original })
    : exportRows({ ...rows, view: "outside" });
}
