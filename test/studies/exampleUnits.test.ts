import { expect, test } from "vitest";
import { loadExample } from "../../src/core/examples/examples.ts";
import { exampleUnit } from "../../src/core/examples/exampleUnits.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readTable } from "../support/readTable.ts";
import { axisUnit } from "../../src/panels/study/declaration.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { boundaryExamples } from "../../src/studies/boundary/model/examples.ts";
import { exampleScenario as boundaryScenario } from "../../src/studies/boundary/model/links.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { chooseColumn } from "../../src/studies/density/model/columnChange.ts";
import { densityExamples } from "../../src/studies/density/model/examples.ts";
import { exampleScenario as densityScenario } from "../../src/studies/density/model/links.ts";
import type { DensityScenario } from "../../src/studies/density/model/scenario.ts";
import type { DensityProps } from "../../src/studies/density/model/view.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { fabricationExamples } from "../../src/studies/fabrication/model/examples.ts";
import { exampleScenario as fabricationScenario } from "../../src/studies/fabrication/model/links.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";

/** Columns that measure something in a unit that their sources state. */
const measured = ["hours", "eruptions", "waiting", "petal length", "petal width", "speed", "distance", "weight"];

test("an example's axes have the units of their columns, from a link and from the list, and a link changes none", () => {
  let named = 0;
  for (const [study, examples, ofList] of [
    [density, densityExamples, (id: string) => densityScenario(densityExamples, id)],
    [boundary, boundaryExamples, (id: string) => boundaryScenario(boundaryExamples, id)!],
    [fabrication, fabricationExamples, (id: string) => fabricationScenario(fabricationExamples, id)],
  ] as const) {
    for (const { id } of examples) {
      const scenario = study.links.decode(`#/${study.id}?v=1&data=${id}`).values;
      const second = "response" in scenario && scenario.task === "regression" ? scenario.response : scenario.y;
      const units = { unitX: exampleUnit(scenario.x), unitY: exampleUnit(second) };
      expect(scenario, id).toMatchObject(units);
      expect(ofList(id), id).toMatchObject(units);
      if (measured.includes(scenario.x)) expect(units.unitX, id).not.toBe("");
      const link = study.links.encode(scenario as never);
      expect(link).not.toContain("unit");
      expect(study.links.decode(`${link}&unit=furlong&unitY=furlong`).values).toMatchObject(units);
      const outline = outlineOf(loadExample(id));
      expect(axisUnit(outline.columns, scenario.x), id).toBe(units.unitX);
      if (units.unitX !== "") named += 1;
    }
  }
  expect(named).toBe(14);
});

test("times and values of a mean curve have theirs, its slope one over the other", () => {
  const chicks = meanCurve.links.decode("#/meanCurve?v=1&data=chick-weight").values;
  expect([chicks.unitX, chicks.unitY]).toEqual(["day", "g"]);
  const arms = meanCurve.links.decode("#/meanCurve?v=1&data=trial-arms").values;
  expect([arms.unitX, arms.unitY]).toEqual(["week", "mmHg"]);
});

test("another column of an example has its own unit", () => {
  const scenario = density.links.decode("#/density?v=1&data=faithful-2d").values;
  const changes: Partial<DensityScenario>[] = [];
  const props = {
    scenario,
    set: (change: Partial<DensityScenario>) => changes.push(change),
  } as unknown as DensityProps;
  chooseColumn(props, outlineOf(loadExample("faithful-2d")).columns, { y: "" }, "y");
  expect(changes[0]).toMatchObject({ y: "", unitY: "" });
  chooseColumn(props, outlineOf(loadExample("faithful-2d")).columns, { x: "waiting" }, "x");
  expect(changes[1]).toMatchObject({ x: "waiting", unitX: "min" });
});

test("one's own columns of the same names have no unit that nobody stated", () => {
  const { columns } = outlineOf(readTable("weight,hours\n1,2\n3,4\n"));
  expect(columns.map(({ unit }) => unit)).toEqual(["", ""]);
  for (const { links } of [density, boundary, fabrication]) {
    expect(links.decode(`#/${links.study}?v=1&data=own&x=weight&y=hours`).values).toMatchObject({
      unitX: "",
      unitY: "",
    });
  }
});
