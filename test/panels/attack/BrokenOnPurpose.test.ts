import { expect, test } from "vitest";
import { faults } from "../../../src/core/privacy/attack/faults.ts";
import { faultsOf } from "../../../src/panels/attack/BrokenOnPurpose.tsx";

test("noise that is too rough or too smooth is offered for functions, not for entries", () => {
  expect(faultsOf({ law: "gaussian" })).toEqual(faults);
  const entries = faultsOf({ law: "laplace" });
  expect(faults.filter((fault) => !entries.includes(fault))).toEqual(["rough", "smooth"]);
});
