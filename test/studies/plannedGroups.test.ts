import { expect, test } from "vitest";
import { Declared as DensityPlan } from "../../src/studies/density/planning/plan.tsx";
import { Declared as MeanPlan } from "../../src/studies/meanCurve/planning/plan.tsx";

const declared = { open: new Set<string>(), recordCount: 100, client: {}, change: () => undefined, link: () => "" };

test.each(["", "a", "a; b"])("a plan in the declaring form waits for two groups to be named: %j", (levels) => {
  const groups = { groups: "group", levels };
  const line = { x: "hours", y: "", further: [], scale: "own", ends: "open", atom: "none", only: "", most: "public" };
  const density = { ...line, person: "", route: "gaussian", bump: "gaussian", ...groups };
  const shown = [
    DensityPlan({ ...declared, draft: density } as never),
    MeanPlan({ ...declared, draft: groups } as never),
  ];
  expect(shown.map((plan) => plan !== null)).toEqual(new Array(2).fill(levels === "a; b"));
});
