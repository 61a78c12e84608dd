import { expect, test } from "vitest";
import { dataPackage } from "../../../../src/core/release/file/tables.ts";
import { vegaLite } from "../../../../src/core/release/file/vegaLite.ts";
import {
  densityUnit,
  drawnUnit,
  slopeUnit,
  withUnit,
  writtenUnit,
} from "../../../../src/core/release/file/writtenUnit.ts";
import { releasedFunction } from "../../../../src/panels/opened/releasedFunction.ts";
import { releasedPicture } from "../../../../src/panels/opened/releasedPicture.ts";
import { ditheredContents, sealed } from "../../../support/releaseExamples.ts";

test("writtenUnit says what dates and times of day count, and drawnUnit takes it back", () => {
  expect(["kg", "date", "time", ""].map(writtenUnit)).toEqual([
    "kg",
    "days since 1970-01-01",
    "hours since midnight",
    "",
  ]);
  for (const unit of ["kg", "date", "time", "", "1/s", "constructor"]) expect(drawnUnit(writtenUnit(unit))).toBe(unit);
});

test("densityUnit is one over those of all axes, and none where one is unknown", () => {
  expect(densityUnit(["kg"])).toBe("1/kg");
  expect(densityUnit(["date", "€"])).toBe("1/(day·€)");
  expect(densityUnit(["min", "min"])).toBe("1/min²");
  expect(densityUnit(["cm", "kg", "cm", "cm"])).toBe("1/(cm³·kg)");
  expect(densityUnit(["kg", ""])).toBe("");
  expect(withUnit("weight", "kg")).toBe("weight (kg)");
  expect(withUnit("weight", "")).toBe("weight");
  // A name that says its unit says it once.
  for (const name of ["weight (kg)", "weight [kg]", "weight in kg"]) expect(withUnit(name, "kg")).toBe(name);
  expect(withUnit("kg", "kg")).toBe("kg");
  expect(withUnit("hours", "hour")).toBe("hours");
  expect(withUnit("ms", "m")).toBe("ms (m)");
  expect(slopeUnit("date", "kg")).toBe("kg/day");
  expect([slopeUnit("", "kg"), slopeUnit("s", "")]).toEqual(["", ""]);
  expect(withUnit("backing", "g")).toBe("backing (g)");
});

test("a release says its units to other programs, and draws dates as dates", async () => {
  const contents = ditheredContents();
  const unitOf = async (unit: string, valueUnit: string) => {
    const axes = contents.view.axes.map((axis) => ({ ...axis, unit }));
    const { domain } = contents.mechanism;
    if (domain.kind !== "grid") throw new Error("the example is a grid");
    const mechanism = { ...contents.mechanism, domain: { ...domain, axes } };
    return sealed({ ...contents, mechanism, view: { ...contents.view, axes, valueUnit } });
  };
  const file = await unitOf("kg", "1/kg");
  const { resources } = JSON.parse(dataPackage(file)) as {
    resources: { schema?: { fields: { description?: string }[] } }[];
  };
  const fields = resources[0]!.schema!.fields;
  expect(fields[0]!.description).toBe("in kg");
  expect(fields.at(-1)!.description).toMatch(/, in 1\/kg$/);
  expect(vegaLite(file)).toContain("(kg)");
  const dated = await unitOf(writtenUnit("date"), "1/day");
  expect(releasedFunction(dated)!.names[0]).not.toContain("1970");
  const drawn = releasedPicture(dated, {});
  expect(drawn).toMatchObject({ picture: { units: { x: "date" } } });
  // As its preview calls it.
  expect(releasedFunction(file)!.valueName).toBe("share per kg");
  const other = { ...file, view: { ...file.view, valueName: "height" } };
  expect(releasedFunction(other)!.valueName).toBe("height (1/kg)");
});
