import { loadExample } from "../../src/core/examples/examples.ts";
import {
  simulationGrid,
  simulationNormBound,
  standardSimulation,
} from "../../src/core/examples/meanCurveSimulation.ts";
import { scaleSuffix } from "../../src/core/examples/meanCurveVariants.ts";
import { analyticNoiseMultiplier, classicalNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";

const notes = `Mirshani, Reimherr & Slavković 2019, section 5, scenario 1 and Figure 1: N = 25, p = 4, ε = 1, δ = 0.1, C1 with ρ = 0.001.
Root mean squared error of the release against μ, the noise in closed form, with both scales of the eigenfunctions (errata M14).
The zero curve's error is the norm of μ; τ is the public bound (errata M3).`;

const penalties = [1e-6, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1];

const calibrations = [
  ["classical", classicalNoiseMultiplier],
  ["exact", analyticNoiseMultiplier],
];

export function reproduce() {
  console.log(notes);
  const mu = simulationGrid.map(standardSimulation.mean);
  const rms = (values) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  console.log(["\nφ".padEnd(25), ...penalties.map((penalty) => String(penalty).padStart(9))].join(""));
  for (const scale of ["meanSquare", "euclidean"]) {
    const { columns, rowCount } = loadExample(`mirshani-1${scaleSuffix[scale]}`);
    const m = columns.length;
    const curves = Float64Array.from({ length: rowCount * m }, (_, at) => columns[at % m].values[Math.floor(at / m)]);
    const plan = planMeanCurve({ curves, pointCount: m });
    const releases = penalties.map((penalty) =>
      plan.release({
        domain: [0, 1],
        rule: "uniform",
        kernel: "gaussian",
        noiseKernel: "gaussian",
        range: 0.001,
        penalty,
        power: 1,
        normBound: simulationNormBound({ ...standardSimulation, scale }),
        curvesPerPerson: 1,
        seed: 1,
        drawCount: 1,
      }),
    );
    for (const [calibration, multiplierOf] of calibrations) {
      const multiplier = multiplierOf({ epsilon: 1, delta: 0.1 });
      const cells = releases.map(({ estimate, sensitivity }) => {
        const bias = rms(estimate.map((value, j) => value - mu[j]));
        return Math.hypot(bias, sensitivity * multiplier)
          .toFixed(4)
          .padStart(9);
      });
      console.log([`${scale}, ${calibration}`.padEnd(24), ...cells].join(""));
    }
  }
  console.log(`zero curve ${rms(mu).toFixed(4)}`);
}
