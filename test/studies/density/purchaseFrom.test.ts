import { expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { calibrate } from "../../../src/state/presented/budgetInForce.ts";
import type { BudgetInForce } from "../../../src/state/presented/budgetInForce.ts";
import { choiceOf } from "../../../src/studies/density/model/columns.ts";
import { study } from "../../../src/studies/density/definition.ts";
import { densityParameterNames } from "../../../src/studies/density/model/fields.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { purchaseFields, purchaseFrom } from "../../../src/studies/density/sections/purchaseFrom.ts";

const outline = outlineOf(
  tableOf(["kg", "cm", "whose"].map((name) => ({ name, values: Float64Array.of(1.5, 2.5, 3.5, NaN) }))),
);
const start: DensityScenario = {
  ...study.links.decode("").values,
  ...{ data: "own", x: "kg", y: "", domainX: [0, 200] as const, h: 5, epsilon: 0.5, delta: 1e-6, provenance: {} },
};
/** Another value of each parameter with which something can still be bought. */
const others: Partial<DensityScenario> = {
  ...{ x: "cm", y: "cm", person: "whose", perPerson: 3, domainX: [0, 100], domainY: [0, 9], fill: 2 },
  ...{ h: 7, hy: 8, correlation: 0.4, route: "bernsteinLaplace", bump: "epanechnikov", relativeRate: 2 },
  ...{ size: "byHand", degree: 9, iterations: 3, epsilon: 0.7, delta: 1e-5, calibration: "classical" },
};

test.each(["interquartileRange", "proposeTestRelease", "crossValidation", "ends", "polynomial"] as const)(
  "a purchase of the kind %s depends on every field that its records or its question follow from",
  (way) => {
    const asked = (scenario: DensityScenario) => {
      const { multiplier } = calibrate(scenario, study.views.mechanismOf(scenario)) as BudgetInForce;
      const question = purchaseFrom(scenario, { plan: way, rule: "reference", tail: 0.01, multiplier, epsilon: 0.1 });
      return JSON.stringify([choiceOf(scenario, outline), question]);
    };
    const bases = [start, { ...start, y: "cm" }, { ...start, person: "whose" }];
    const following = Object.keys(others).filter((field) =>
      bases.some((base) => asked({ ...base, [field]: others[field as keyof DensityScenario] }) !== asked(base)),
    );
    expect(following.filter((field) => !(field in densityParameterNames))).toEqual([]);
    expect(following.filter((field) => !purchaseFields(way).includes(field))).toEqual([]);
    expect(following).toEqual(expect.arrayContaining(["x", "domainX", "fill"]));
  },
);
