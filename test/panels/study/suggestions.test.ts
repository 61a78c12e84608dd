import { expect, test } from "vitest";
import { suggestedDomains } from "../../../src/panels/study/suggestions.ts";

const labels = (name: string, unit = "") => suggestedDomains({ name, kind: "number", unit }).map(({ label }) => label);

test("a unit in a column's name or cells decides between those of one quantity", () => {
  expect(labels("weight")).toEqual(["weights of people in kg", "weights of people in lb"]);
  expect(labels("weight", "kg")).toEqual(["weights of people in kg"]);
  expect(labels("weight lb")).toEqual(["weights of people in lb"]);
});

test("a unit that belongs to no one quantity leaves what the name suggests in front", () => {
  expect(labels("Einkommen", "€")).toEqual(["yearly incomes", "monthly incomes", "amounts up to 1,000"]);
});

test("a name that says nothing suggests nothing", () => {
  expect(labels("x1")).toEqual([]);
});
