import { useState } from "react";
import { achievedEpsilon } from "../../core/privacy/calibration/gaussian.ts";
import { composeGaussian } from "../../core/privacy/accounting/composition.ts";
import { gridPoints } from "../../core/grids.ts";
import { clipAndNormalise, scaleRelease } from "../../core/releases/scale.ts";
import { Problem } from "../../panels/Problem.tsx";
import { saveFile } from "../../panels/saveFile.ts";
import { curveSvg, fieldSvg } from "../../plots/exportSvg.ts";
import { numberText } from "./describe.ts";
import { exportRows } from "./outside.ts";
import { curvePictureOf, fieldPicturesOf } from "./pictures.ts";
import { ownData } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityConductor } from "./session.ts";
import type { DensityView } from "./useDensityView.ts";

interface ReleasePanelProps {
  readonly scenario: DensityScenario;
  readonly view: DensityView | undefined;
  readonly density: DensityConductor;
  readonly theme: "light" | "dark";
}

/** Exports of what is shown, and real releases: fresh cryptographic noise, entered in the session's ledger. */
export function ReleasePanel({ scenario, view, density }: ReleasePanelProps) {
  const [spent, setSpent] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<string>();
  const secure = scenario.seed === "secure";

  // A secure draw leaves the page at most once: scaled twice, one draw would reveal the original.
  const afterExport = () => {
    if (!secure || !view) return;
    setSpent([...spent, 1 / view.noiseMultiplier]);
    density.redraw();
  };

  const release = async () => {
    if (!view) return;
    const outcome = await density.freshRelease();
    if (!outcome.ok) {
      setProblem(outcome.error.message);
      return;
    }
    setProblem(undefined);
    const fresh = scaleRelease(outcome.value, 0, view.noiseMultiplier, new Float64Array(outcome.value.estimate.length));
    if (scenario.post === "density") clipAndNormalise(fresh, cellVolume(view));
    const released = { ...view, released: fresh, original: undefined };
    saveFile("private-density.csv", "text/csv", rowsOf({ ...scenario, seed: "secure", view: "outside" }, released));
    setSpent([...spent, 1 / view.noiseMultiplier]);
  };

  return (
    <section className="group" aria-label="Release">
      <h2>Take away</h2>
      <div className="buttons">
        <button type="button" disabled={!view} onClick={() => void release()}>
          Release with fresh noise
        </button>{" "}
        <button
          type="button"
          disabled={!view}
          onClick={() => {
            saveFile(`density-${scenario.view}.csv`, "text/csv", rowsOf(scenario, view!));
            afterExport();
          }}
        >
          Shown values (CSV)
        </button>{" "}
        <button
          type="button"
          disabled={!view}
          onClick={() => {
            saveFile(`density-${scenario.view}.svg`, "image/svg+xml", drawingOf(scenario, view!));
            afterExport();
          }}
        >
          Picture (SVG)
        </button>
      </div>
      <p className="explanation">
        A release is drawn anew from the cryptographic source, saved once, and entered below. The other two save what the{" "}
        {scenario.view} view shows.
      </p>
      {spent.length > 0 && (
        <p className="explanation" data-testid="ledger">
          Ledger of this session: {spent.length} {spent.length === 1 ? "release" : "releases"}, together ε ={" "}
          {numberText(achievedEpsilon({ delta: scenario.delta, noiseMultiplier: 1 / composeGaussian(spent) }))} at δ ={" "}
          {numberText(scenario.delta)}.
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}

function cellVolume({ axes }: DensityView): number {
  return axes.reduce((volume, { lower, upper, count }) => volume * ((upper - lower) / count), 1);
}

function rowsOf(scenario: DensityScenario, view: DensityView): string {
  const { epsilon, delta, calibration, post, seed, data } = scenario;
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
      seed,
      ownData: data === ownData,
    },
  };
  return view.original
    ? exportRows({ ...rows, view: "inside", original: view.original })
    : exportRows({ ...rows, view: "outside" });
}

function drawingOf(scenario: DensityScenario, view: DensityView): string {
  return view.axes.length === 1
    ? curveSvg(curvePictureOf(scenario, view))
    : fieldSvg(fieldPicturesOf(scenario, view));
}
