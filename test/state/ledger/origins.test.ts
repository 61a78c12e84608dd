import { describe, expect, test } from "vitest";
import { unseen } from "../../../src/core/privacy/accounting/seenParameters.ts";
import type { SeenParameters } from "../../../src/core/privacy/accounting/seenParameters.ts";
import { formerSeenParameters } from "../../../src/state/ledger/formerSeenParameters.ts";
import { afterChoice, afterSight, originOf, originsOf, originsOfExample } from "../../../src/state/ledger/origins.ts";
import type { SeenChange } from "../../../src/state/ledger/origins.ts";
import type { Origin } from "../../../src/state/scenario/provenance.ts";
import { smallGenerator } from "../smallGenerator.ts";
import { casesOf } from "../../support/fuzzing.ts";

const after = (...changes: readonly SeenChange[]): SeenParameters =>
  changes.reduce((all, change) => change(all), unseen);
const firstSight = afterSight("density", { h: 0.3, domainX: [0, 1] });
const fields = ["h", "domainX"];

describe("what is remembered of one's own data", () => {
  test("before any picture, a scenario's origins are what it says; what nothing here has paid for was looked at", () => {
    const said = { h: 1, domainX: [0, 1], provenance: { h: "looked", domainX: "bought" } as const };
    expect(originsOf(unseen, "density", fields, said)).toEqual({ h: "looked", domainX: "looked" });
    const bought = after(afterChoice("density", "domainX", [0, 1], "bought"));
    expect(originsOf(bought, "density", fields, said)).toEqual({ h: "looked", domainX: "bought" });
  });

  test("after the first picture, only what stood in it was declared beforehand, whatever a link says", () => {
    const sights = after(firstSight);
    for (const provenance of [{}, { h: "affirmed" }, { h: "bought" }, { h: "looked" }] as const) {
      expect(originsOf(sights, "density", fields, { h: 0.3, domainX: [0, 1], provenance } as never)).toEqual({});
      expect(originsOf(sights, "density", fields, { h: 0.31, domainX: [0, 1], provenance } as never)).toEqual({
        h: "looked",
      });
    }
  });

  test("a second picture, of the same study or another, declares nothing", () => {
    const sights = after(firstSight, afterSight("density", { h: 9 }), afterSight("boundary", { penalty: 1 }));
    expect(originOf(sights, "density", "h", 9)).toBe("looked");
    expect(originOf(sights, "boundary", "penalty", 1)).toBe("looked");
    expect(sights).toEqual(after(firstSight));
  });

  test("what was affirmed or bought holds for that value, until it is said to be looked at", () => {
    const bought = after(firstSight, afterChoice("density", "h", 0.7, "bought"));
    expect(originOf(bought, "density", "h", 0.7)).toBe("bought");
    expect(originOf(bought, "density", "h", 0.70001)).toBe("looked");
    const affirmed = after(firstSight, afterChoice("density", "h", 0.5, "affirmed"));
    expect(originOf(affirmed, "density", "h", 0.5)).toBe("affirmed");
    expect(originOf(afterChoice("density", "h", 0.5, "looked")(affirmed), "density", "h", 0.5)).toBe("looked");
    expect(originOf(afterChoice("density", "h", 0.3, "looked")(affirmed), "density", "h", 0.3)).toBe("looked");
  });

  test("the same provenance object comes back where nothing changes", () => {
    const scenario = { h: 2, domainX: [0, 1], provenance: { h: "looked" } as const };
    expect(originsOf(after(firstSight), "density", fields, scenario as never)).toBe(scenario.provenance);
  });

  test("in any order of moves, sayings and links, no value passes for declared but that of the first picture", () => {
    const random = smallGenerator(5);
    const origins: readonly Origin[] = ["looked", "affirmed", "bought"];
    for (let run = 0; run < casesOf(300, 80); run++) {
      let sights = after(afterSight("density", { h: 0 }));
      const said = new Map<number, Origin>();
      for (let step = 0; step < 20; step++) {
        const value = Math.floor(4 * random());
        const origin = origins[Math.floor(3 * random())]!;
        if (random() < 0.4) sights = afterSight("density", { h: value })(sights);
        else if (value !== 0) {
          sights = afterChoice("density", "h", value, origin)(sights);
          said.set(value, origin);
        }
        for (const other of [1, 2, 3]) {
          const found = originsOf(sights, "density", ["h"], { h: other, provenance: {} } as never);
          expect(found["h"]).toBeDefined();
          if (found["h"] !== "looked") expect(said.get(other)).toBeDefined();
        }
      }
    }
  });
});

test("a schema other than that of the first picture counts as chosen after looking; where it came from does not matter", () => {
  const declared = "1*elsewhere*utf-8*comma*lf*0*header!x*point";
  const sights = afterSight("density", { schema: declared })(unseen);
  const origin = (schema: string) => originsOf(sights, "density", ["schema"], { provenance: {}, schema } as never);
  expect(origin(declared)).toEqual({});
  expect(origin(declared.replace("elsewhere", "file"))).toEqual({});
  expect(origin(`${declared}**37.25`)).toEqual({ schema: "looked" });
  const long = (code: string) => `1*file*long*700*${code}`;
  const ofLong = afterSight("density", { schema: long("ab") })(unseen);
  expect(originOf(ofLong, "density", "schema", long("ac"))).toBe("looked");
});

test("an example's origins are what its link says; but bought only for the value that was bought", () => {
  const sights = after(afterChoice("density", "h", 0.7, "bought"));
  const scenario = (h: number) => ({ h, domainX: [0, 1], provenance: { h: "bought", domainX: "looked" } as const });
  expect(originsOfExample(sights, "density", scenario(0.7))).toEqual({ h: "bought", domainX: "looked" });
  expect(originsOfExample(sights, "density", scenario(0.8))).toEqual({ domainX: "looked" });
});

test("what earlier versions kept is read; where it cannot be, the data were seen", () => {
  const values = {
    density: { h: { declared: "0.3", affirmed: "0.5" }, domainX: { bought: "[0,1]", other: "1" } },
    x: 1,
  };
  const read = formerSeenParameters({ seen: true, values });
  const originsIn = (field: string, ...tried: readonly unknown[]) =>
    tried.map((value) => originOf(read, "density", field, value));
  expect(originsIn("h", 0.3, 0.5, 0.7)).toEqual([undefined, "affirmed", "looked"]);
  expect(originsIn("domainX", [0, 1], 1)).toEqual(["bought", "looked"]);
  expect(formerSeenParameters({ seen: false, values: {} })).toEqual(unseen);
  for (const damaged of [null, 1, "x", {}, { seen: "no", values: {} }, { seen: false }, { seen: false, values: 3 }])
    expect(formerSeenParameters(damaged)).toEqual({ seen: true, choices: [] });
  const broken = { seen: true, values: { density: { h: { declared: "{" }, x: 1, y: { declared: 3 } } } };
  expect(formerSeenParameters(broken)).toEqual({ seen: true, choices: [] });
});
