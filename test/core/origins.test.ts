import { expect, test } from "vitest";
import { provenanceOfText, provenanceText } from "../../src/core/origins.ts";
import type { Provenance } from "../../src/core/origins.ts";
import { hostileTexts } from "../support/fuzzing.ts";

const known = ["h", "domainX", "columns"];

test("origins are written as one text and read again, in the order of what is known", () => {
  const written: readonly (readonly [Provenance, string])[] = [
    [{}, "public"],
    [{ domainX: "affirmed", h: "looked" }, "h:looked,domainX:affirmed"],
    [{ columns: "bought" }, "columns:bought"],
  ];
  for (const [provenance, text] of written) {
    expect(provenanceText(provenance, known)).toBe(text);
    expect(provenanceOfText(text, known)).toEqual(provenance);
  }
  expect(provenanceText({ other: "looked" }, known)).toBe("public");
});

test("any other text is none, and nothing is thrown", () => {
  const others = [
    "h",
    "h:",
    "h:seen",
    "h:looked,",
    "g:looked",
    "h:looked:x",
    "__proto__:looked",
    "toString:looked",
    "H:looked",
  ];
  for (const text of [...others, ...hostileTexts.filter((each) => each !== "")])
    expect(provenanceOfText(text, known), text).toBeUndefined();
});
