import { describe, expect, test } from "vitest";
import { affirmed, markLooked, parametersOf, provenanceField } from "../../../src/state/scenario/provenance.ts";
import type { Origin, Provenance } from "../../../src/state/scenario/provenance.ts";
import { smallGenerator } from "../smallGenerator.ts";

const known = ["h", "domainX", "kernel"];
const field = provenanceField(known, ["h", "kernel"]);

describe("markLooked(provenance, changed)", () => {
  test("marks what was declared, affirmed or bought, and leaves the rest as it is", () => {
    const before: Provenance = { h: "affirmed", domainX: "bought" };
    expect(markLooked(before, ["h", "kernel"])).toEqual({ h: "looked", kernel: "looked", domainX: "bought" });
    expect(markLooked(before, ["domainX"])).toEqual({ h: "affirmed", domainX: "looked" });
    expect(before).toEqual({ h: "affirmed", domainX: "bought" });
  });

  test("is the same object where nothing is new, so that a drag changes it once", () => {
    const before: Provenance = { h: "looked" };
    expect(markLooked(before, ["h"])).toBe(before);
    expect(markLooked(before, [])).toBe(before);
  });
});

test("affirmed(provenance) turns all that was looked into affirmed, and nothing else", () => {
  expect(affirmed({ h: "looked", domainX: "bought", kernel: "affirmed" })).toEqual({
    h: "affirmed",
    domainX: "bought",
    kernel: "affirmed",
  });
  expect(affirmed({})).toEqual({});
  expect(markLooked(affirmed({ h: "looked" }), ["h"])).toEqual({ h: "looked" });
});

test("parametersOf(provenance, origin, names) has the person's names in their own order", () => {
  const names = { kernel: "the kernel", h: "the bandwidth", domainX: "the domain" };
  const provenance: Provenance = { h: "looked", kernel: "looked", domainX: "affirmed", other: "looked" };
  expect(parametersOf(provenance, "looked", names)).toEqual(["the kernel", "the bandwidth"]);
  expect(parametersOf(provenance, "affirmed", names)).toEqual(["the domain"]);
  expect(parametersOf(provenance, "bought", names)).toEqual([]);
});

describe("provenanceField", () => {
  test("parse undoes format for every provenance of known fields", () => {
    const choices: readonly (Origin | undefined)[] = [undefined, "looked", "affirmed", "bought"];
    for (let code = 0; code < choices.length ** known.length; code++) {
      const entries = known.flatMap((name, k) => {
        const origin = choices[Math.floor(code / choices.length ** k) % choices.length];
        return origin ? [[name, origin] as const] : [];
      });
      const provenance: Provenance = Object.fromEntries(entries);
      expect(field.parse(field.format(provenance))).toEqual(provenance);
    }
  });

  test("writes public where all was declared, and never the name of an unknown field", () => {
    expect(field.format({})).toBe("public");
    expect(field.format({ "x&y=<b>": "looked" })).toBe("public");
    expect(field.format({ domainX: "affirmed", h: "looked" })).toBe("h:looked,domainX:affirmed");
  });

  test("reads older links: records means what was chosen by the map", () => {
    expect(field.parse("records")).toEqual({ h: "looked", kernel: "looked" });
    expect(field.parse("public")).toEqual({});
    expect(field.parse("")).toEqual({});
  });

  test.each([
    "h",
    "h:",
    ":looked",
    "h:Looked",
    "h:looked:",
    "h:looked,",
    ",h:looked",
    "h:looked;kernel:looked",
    "h: looked",
    "H:looked",
    "__proto__:looked",
    "constructor:looked",
    "toString:bought",
    "h:constructor",
    "h:__proto__",
    "h:looked,unknown:looked",
    "<img src=x>:looked",
    "h:\u0000looked",
    "public,h:looked",
    "h:looked".repeat(10_000),
  ])("takes nothing from %j", (text) => {
    expect(field.parse(text)).toBeUndefined();
  });

  test("never throws, and what it takes is of known fields and origins, whatever the text", () => {
    const random = smallGenerator(11);
    const parts = ["h", "kernel", ":", ",", "looked", "bought", "affirmed", "__proto__", "public", "é", " ", "%00"];
    let taken = 0;
    for (let time = 0; time < 20_000; time++) {
      const length = 1 + Math.floor(8 * random());
      const text = Array.from({ length }, () => parts[Math.floor(parts.length * random())]!).join("");
      const parsed = field.parse(text);
      if (!parsed) continue;
      taken++;
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
      expect(Object.keys(parsed).every((name) => known.includes(name))).toBe(true);
      expect(Object.values(parsed).every((origin) => ["looked", "affirmed", "bought"].includes(origin))).toBe(true);
    }
    expect(taken).toBeGreaterThan(10);
  });
});
