import { expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { choiceOf } from "../../../src/studies/density/model/columns.ts";
import { densityDeclaration } from "../../../src/studies/density/model/declaration.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { studyWorker } from "../../../workers/studies/density.ts";

const rows = Array.from({ length: 40 }, (_, i) => i);
const table = tableOf([
  { name: "kg", values: Float64Array.from(rows, (i) => 50 + ((7 * i) % 40)) },
  { name: "cm", values: Float64Array.from(rows, (i) => 150 + ((11 * i) % 50)) },
  { name: "sex", values: rows.map((i) => (i % 3 === 0 ? "f" : "m")) },
]);
const outline = outlineOf(table);
const start: DensityScenario = {
  ...study.links.decode("").values,
  ...{ data: "own", x: "kg", y: "", domainX: [0, 200] as const, h: 5, provenance: {} },
};
const within = [0, 500] as const;

const drafts: readonly (readonly [string, Partial<DensityScenario>, boolean])[] = [
  ["all rows", {}, true],
  ["a missing value that counts as a number", { fill: 70 }, true],
  ["groups", { groups: "sex", levels: "f, m" }, false],
  ["a filter", { only: "sex", onlyValue: "f" }, false],
  ["a further column", { further: [{ name: "cm", domain: [100, 250], at: 170 }] }, false],
];

test.each(drafts)(
  "the ends of the domain of %s are offered for sale where they can be drawn, and nowhere else",
  (...args) => {
    const [, change, isDrawn] = args;
    const draft = { ...start, ...change };
    const question = densityDeclaration
      .questions(draft, outline)
      .find((one) => one.kind === "interval" && one.field === "domainX");
    const buys = question?.kind === "interval" ? question.buys : undefined;
    expect(buys !== undefined).toBe(isDrawn);
    const wide = { ...draft, domainX: within };
    const choice = choiceOf(wide, outline)!;
    const { purchase } = studyWorker.tasksOn(studyWorker.recordsFrom(table, choice));
    const parameters = { kind: "ends", epsilon: 1, domain: [within], tail: 0.01 } as const;
    const draw = () => {
      const steps = purchase.run(parameters, () => new Float64Array(0)) as Generator<number, unknown>;
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      return step.value;
    };
    if (isDrawn) expect(draw()).toMatchObject({ kind: "domain" });
    else expect(draw).toThrow();
  },
);
