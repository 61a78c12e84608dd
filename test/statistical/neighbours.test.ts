import { describe, test } from "vitest";
import { expectSaidAlike, heavy } from "../support/saidAlike.ts";

describe("of two neighbours, all that is said beside the numbers is the same", () => {
  test.each(heavy.density)("density, %s", (id) => {
    expectSaidAlike("density", id);
  });

  test.each(heavy.fabrication)("fabrication, %s", (id) => {
    expectSaidAlike("fabrication", id);
  });
});
