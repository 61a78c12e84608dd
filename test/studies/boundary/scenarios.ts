import type { BoundaryExample } from "../../../src/studies/boundary/model/examples.ts";
import type { TableOutline } from "../../../src/core/records/outline.ts";
import { budgetProblems } from "../../../src/state/scenario/problems.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { boundaryProblems } from "../../../src/studies/boundary/model/problems.ts";
import { boundaryLinks } from "../../../src/studies/boundary/model/links.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { askedOf } from "../presenting.ts";

export const examples: readonly BoundaryExample[] = [
  {
    id: "clouds",
    title: "Clouds",
    description: "",
    columns: ["x", "y", "class"],
    defaults: {
      task: "classification",
      x: "x",
      y: "y",
      response: "class",
      positive: "b",
      domain: [
        [0, 1],
        [0, 1],
      ],
      kernel: "gaussian",
      lengthScale: 0.3,
      penalty: 0.01,
      loss: "hinge",
      epsilon: 1,
      delta: 1e-5,
    },
  },
  {
    id: "cars",
    title: "Cars",
    description: "",
    columns: ["speed", "distance"],
    defaults: {
      task: "regression",
      x: "speed",
      response: "distance",
      domain: [[0, 30]],
      responseRange: [0, 120],
      kernel: "matern52",
      lengthScale: 0.3,
      penalty: 0.05,
      loss: "pinball",
      lossParameter: 0.75,
      epsilon: 5,
      delta: 1e-3,
    },
  },
];
export const links = boundaryLinks(examples, "clouds");
export const start = links.decode("").values;
export const curve = links.decode("#/boundary?v=1&data=cars").values;
export const own: BoundaryScenario = {
  ...start,
  data: "own",
  x: "length",
  y: "width",
  response: "kind",
  positive: "late",
  seed: "secure",
};
export const sentences = (hash: string) => links.decode(hash).problems.map(({ sentence }) => sentence);
export const scenarioProblems = (scenario: BoundaryScenario) => [
  ...boundaryProblems(scenario, undefined),
  ...budgetProblems(scenario),
];
export const wrongIn = (change: Partial<BoundaryScenario>, base = start) => scenarioProblems({ ...base, ...change });
export const noColumns: TableOutline = { columns: [], rowCount: 0, notices: [] };
export const requested = (scenario: BoundaryScenario) => askedOf(study, scenario, noColumns);
