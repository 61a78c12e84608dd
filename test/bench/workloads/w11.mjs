import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { riskOfPlan } from "../../../src/core/planning/planTarget.ts";

const steps = (from, to) => Float64Array.from({ length: 20 }, (_, j) => from * (to / from) ** (j / 19));

/** Mean integrated squared error of a planned density over h and ε, nothing kept from the map before. */
export function* cases() {
  const domain = [0, 110];
  const parts = [
    { weight: 0.6, mean: 35, deviation: 6 },
    { weight: 0.4, mean: 62, deviation: 5 },
  ];
  const [tunings, epsilons] = [steps(0.5, 20), steps(0.05, 20)];
  const release = { recordCount: 800, recordsPerPerson: 1, delta: 1e-5 };
  yield {
    name: "W11 the map of a plan, density of two normals",
    size: "20 × 20",
    ours: () => {
      const truth = { kind: "normals", parts };
      const errors = densityErrors({ truth, domain, route: "gaussian", relativeRate: 1 });
      const risks = Array.from(tunings, (tuning) =>
        Array.from(epsilons, (epsilon) => riskOfPlan(errors, { ...release, tuning, epsilon })),
      );
      return risks[7][11];
    },
    python: () => ({
      "numpy, the same quadrature": [
        "plan_map",
        {
          parts: parts.map(Object.values),
          domain,
          tunings,
          epsilons,
          count: release.recordCount,
          delta: release.delta,
        },
      ],
    }),
    targets: [{ ratio: 1, against: ["numpy, the same quadrature"] }],
  };
}
