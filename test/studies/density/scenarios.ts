import type { TableOutline } from "../../../src/core/records/outline.ts";
import { budgetProblems } from "../../../src/state/scenario/problems.ts";
import { study } from "../../../src/studies/density/definition.ts";
import { densityProblems } from "../../../src/studies/density/model/problems.ts";
import { densityLinks } from "../../../src/studies/density/model/links.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { askedOf } from "../presenting.ts";

export const examples: Parameters<typeof densityLinks>[0] = [
  {
    id: "hall-1",
    columns: ["x"],
    defaults: {
      x: "x",
      domain: [[0, 1]],
      bandwidths: [0.1],
      route: "gaussian",
      epsilon: 1,
      delta: 0.1,
    },
  },
  {
    id: "hall-2",
    columns: ["x"],
    defaults: { x: "x", domain: [[0, 1]], bandwidths: [0.1], route: "sobolev", epsilon: 1, delta: 0.1 },
  },
  {
    id: "faithful-2d",
    columns: ["eruptions", "waiting"],
    defaults: {
      x: "eruptions",
      y: "waiting",
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      bandwidths: [0.3, 5],
      route: "gaussian",
      epsilon: 2,
      delta: 1e-5,
    },
  },
];
export const links = densityLinks(examples, "hall-1");
export const start = links.decode("#/density?data=hall-1&seed=3&draws=5").values;
export const own: DensityScenario = { ...start, data: "own", x: "height", seed: "secure" };
export const plane = links.decode("#/density?v=1&data=faithful-2d&correlation=0.5").values;
export const sentences = (hash: string) => links.decode(hash).problems.map(({ sentence }) => sentence);
export const problemsOf = (change: Partial<DensityScenario>, base = start) => scenarioProblems({ ...base, ...change });
export const scenarioProblems = (scenario: DensityScenario) => [
  ...densityProblems(scenario),
  ...budgetProblems(scenario),
];
export const noColumns: TableOutline = { columns: [], rowCount: 0, notices: [] };
export const requested = (scenario: DensityScenario) => askedOf(study, scenario, noColumns);
